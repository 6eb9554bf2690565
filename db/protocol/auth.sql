create or replace function auth.jwt() returns jsonb
language sql stable
return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;

create or replace function auth.role() returns text
language sql stable
return auth.jwt() ->> 'role';

create or replace function auth.uid() returns uuid
language sql stable
return (auth.jwt() ->> 'sub')::uuid;

-- Opens a request inside its transaction. For a session that has ended or a suspended account it raises an error, and
-- PostgreSQL then refuses the other statements of the transaction.
create or replace function auth.open_request(p_role text, p_claims text) returns void
language plpgsql set search_path = ''
as $$
declare
  claims jsonb := p_claims::jsonb;
begin
  if p_role = 'authenticated' then
    if interno.esta_suspendido((claims ->> 'sub')::uuid) then
      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
    end if;
    if not auth.session_lives((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid) then
      raise exception 'Session from session_id claim in JWT does not exist'
        using errcode = 'PT401', detail = 'session_not_found';
    end if;
    if interno.es_operador((claims ->> 'sub')::uuid) then
      raise exception 'Operators can call the functions for operators only' using errcode = 'PT403', detail = 'operador';
    end if;
  end if;
  if p_role not in ('anon', 'authenticated', 'service_role') then
    raise exception 'Unknown role' using errcode = 'PT401';
  end if;
  perform set_config('request.jwt.claims', p_claims, true), set_config('role', p_role, true);
end $$;

-- A refresh token is created at each sign-in and about once an hour while the app is open.
create or replace function interno.al_dar_refresh_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- This reads first: the statement trigger of the directory runs at every update of maestros, even of no row, and would
  -- add a twentieth to the time of each sign-in of a seeker.
  perform interno.registrar_actividad(m.id)
  from auth.sessions s join public.maestros m on m.id = s.user_id
  where s.id = new.session_id and m.activo_en < current_date;
  return null;
end $$;
