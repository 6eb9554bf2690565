-- The day on which a maestro was last here, which the order of results looks at: whoever signs in or keeps a session
-- going is here. A refresh token is given at each sign-in and about once an hour while the app is open.

-- Whoever is writing the same maestro meanwhile is not waited for: the next token tells it again.
create or replace function interno.registrar_actividad(p_maestro uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.maestros set activo_en = current_date
  where id = (
    select id from public.maestros
    where id = p_maestro and activo_en < current_date
    for no key update skip locked)
$$;

create function interno.al_dar_refresh_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Asked before anything is updated: the directory looks after every update of maestros, even one of no row, and that
  -- would cost each sign-in of a seeker a twentieth of its time.
  perform interno.registrar_actividad(m.id)
  from auth.sessions s join public.maestros m on m.id = s.user_id
  where s.id = new.session_id and m.activo_en < current_date;
  return null;
end $$;

create trigger whoever_has_a_token_is_here after insert on auth.refresh_tokens
  for each row execute function interno.al_dar_refresh_token();
