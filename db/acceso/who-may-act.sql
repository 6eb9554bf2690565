create or replace function auth.session_lives(p_session uuid, p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from auth.sessions where id = p_session and user_id = p_user)
  and not interno.se_cierra(p_user);

-- A session of an operator ends 12 hours after the sign-in, however much it is used.
create or replace function interno.sesion_de_operador_vencida(p_desde timestamptz) returns boolean
language sql stable
return p_desde <= now() - interval '12 hours';

-- Why a person may not act: no open session, a suspended account, or another role than the required one. Null when the
-- person may act. Returns the reason instead of raising it, for statements that serve several people.
create or replace function interno.impedimento(p_session uuid, p_user uuid, p_role text) returns text
language sql stable
return nullif(
  coalesce((
    select case
      when p.suspendido_en is not null and p.eliminada_en is null
        then case when interno.se_cierra(p.id) then 'sin_sesion' else 'cuenta_suspendida' end
      when s.id is null then 'sin_sesion'
      when p.role = 'operador' and interno.sesion_de_operador_vencida(s.created_at) then 'sin_sesion'
      -- Without a role, any seeker or maestro is meant.
      when p.role = 'operador' and p_role is distinct from 'operador' then 'otro_rol'
      when p_role is not null and p.role is distinct from p_role then 'otro_rol'
      when p.role = 'operador' and s.aal <> 'aal2' then 'segundo_factor'
      else ''
    end
    from public.profiles p left join auth.sessions s on s.id = p_session and s.user_id = p.id
    where p.id = p_user
  ), 'sin_sesion'), '');

-- Raises the reason of interno.impedimento. A server function sends it in one transaction with its own statement, which
-- then does not run.
create or replace function interno.exigir_persona(p_session uuid, p_user uuid, p_role text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  case interno.impedimento(p_session, p_user, p_role)
    when 'sin_sesion' then
      raise exception 'The session does not live' using errcode = 'PT401';
    when 'cuenta_suspendida' then
      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
    when 'otro_rol' then
      raise exception 'Another role is needed' using errcode = 'PT403', detail = coalesce(p_role, 'persona');
    when 'segundo_factor' then
      raise exception 'The second factor is needed' using errcode = 'PT403', detail = 'segundo_factor';
    else null;
  end case;
end $$;

-- A seeker whose account is suspended or closed while the contact is being unlocked gets no phone, and the maestro gets no
-- notice. The check of the session runs before the lock of the profile, so what was committed while the call waited for that
-- lock is checked after it.
create or replace function interno.exigir_cuenta_activa(p_cuenta uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if interno.esta_suspendido(p_cuenta) then
    raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
  end if;
  -- The account is being closed, or was erased.
  if exists (select from public.profiles where id = p_cuenta and suspendido_en is not null) then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
end $$;

-- Refuses new rows that name an erased account. Arguments: the columns that name people. The profiles are locked before
-- they are read: a row that is written while an account is being erased waits, and is then refused.
create or replace function interno.exigir_cuentas_vigentes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_personas constant uuid[] := array(
    select (to_jsonb(new) ->> columna)::uuid from unnest(tg_argv) columna);
begin
  perform from public.profiles where id = any (v_personas) order by role = 'maestro', id for share;
  if exists (select from public.profiles where id = any (v_personas) and eliminada_en is not null) then
    raise exception 'The account was erased' using errcode = 'PT410';
  end if;
  return new;
end $$;

-- The accounts of maestros with a telephone number, however it is written. The prefix of the country does not count.
create or replace function interno.cuentas_con_telefono(p_telefono text) returns setof uuid
language sql stable set search_path = '' as $$
  select m.id from public.maestros m
  where right(regexp_replace(m.telefono, '\D', '', 'g'), 10) = right(regexp_replace(p_telefono, '\D', '', 'g'), 10)
  order by m.creado_en, m.id
$$;
