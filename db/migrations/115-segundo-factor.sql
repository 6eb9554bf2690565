-- Operators sign in: with a password, and then with the code of a second factor (TOTP). Decision 063. What a session may do depends on its
-- level: with aal1 nothing but confirming the second factor, with aal2 the functions for operators. An operator never reads or writes tables,
-- objects or channels.

-- Levels --------------------------------------------------------------------------------------------------------------

-- An operator without a row, for example one whose role was set with the secret key, has the lower level.
create table interno.operadores (
  operador_id uuid primary key references public.profiles on delete cascade,
  nivel text not null check (nivel in ('revisor', 'responsable')),
  -- Until then the operator may enrol the first second factor: the link that sets the password opens this window.
  registrar_factor_hasta timestamptz,
  creado_en timestamptz not null default now()
);
alter table interno.operadores enable row level security;

insert into interno.operadores (operador_id, nivel) select id, 'responsable' from public.profiles where role = 'operador';

create function interno.exigir_nivel(p_operador uuid, p_nivel text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform interno.exigir_operador(p_operador);
  if p_nivel <> 'revisor' and not exists (
    select from interno.operadores where operador_id = p_operador and nivel = p_nivel) then
    raise exception 'An operator of another level is needed' using errcode = 'PT403', detail = 'nivel';
  end if;
end $$;

-- The first operator is 'responsable', whatever level is given: nobody else could give levels.
drop function interno.crear_operador(text, text, text, uuid);
create function interno.crear_operador(
  p_correo text, p_nombre text, p_apellido text, p_por uuid, p_nivel text default 'revisor') returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
  v_primero boolean;
begin
  -- Of two first operators that are made at once, the second waits and is then refused.
  perform pg_advisory_xact_lock(hashtext('interno.crear_operador'));
  v_primero := not exists (select from public.profiles where role = 'operador' and suspendido_en is null);
  if p_por is not null or not v_primero then
    perform interno.exigir_operador(p_por);
  end if;
  insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
  values (lower(btrim(p_correo)), '!', now(), jsonb_build_object('nombre', p_nombre, 'apellido', p_apellido))
  on conflict (email) do nothing
  returning id into v_id;
  if v_id is null then
    raise exception 'The e-mail has an account' using errcode = 'PT409', detail = 'correo';
  end if;
  update public.profiles set role = 'operador' where id = v_id;
  insert into interno.operadores (operador_id, nivel)
  values (v_id, case when v_primero then 'responsable' else p_nivel end);
  insert into interno.auditoria (operador_id, acto, sobre) values (coalesce(p_por, v_id), 'crear_operador', v_id);
  return v_id;
end $$;

-- Second factors ------------------------------------------------------------------------------------------------------

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null default '' check (char_length(friendly_name) <= 100),
  factor_type text not null default 'totp' check (factor_type = 'totp'),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Encrypted with a key that the database does not have.
  secret text not null,
  -- The time step of the last code that was accepted: a code works once.
  last_used_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
alter table auth.mfa_factors enable row level security;

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null default now(),
  ip inet
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
alter table auth.mfa_challenges enable row level security;

-- Sessions ------------------------------------------------------------------------------------------------------------

-- The factor that has raised the session to aal2, and when. Without the factor the session ends.
alter table auth.sessions
  add column aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  add column factor_id uuid references auth.mfa_factors on delete cascade,
  add column confirmed_at timestamptz;
create index sessions_factor_id_idx on auth.sessions (factor_id);

-- A session begins with aal1, and an operator's with the password. Only an operator's own verified factor raises it to aal2. Whatever the
-- code of the auth surface forgets, no other session gets the rights of an operator.
drop trigger operators_have_no_sessions on auth.sessions;
drop function interno.rechazar_sesion_de_operador();
create function interno.exigir_nivel_de_sesion() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_de_operador constant boolean := exists (
    select from public.profiles where id = new.user_id and role = 'operador');
begin
  if tg_op = 'INSERT' and (new.aal <> 'aal1' or v_de_operador and new.method <> 'password') then
    raise exception 'Operators sign in with a password and a second factor' using errcode = 'PT403', detail = 'operador';
  end if;
  if tg_op = 'UPDATE' and new.aal = 'aal2' and not (
    v_de_operador and new.method = 'password' and exists (
      select from auth.mfa_factors f
      where f.id = new.factor_id and f.user_id = new.user_id and f.status = 'verified')) then
    raise exception 'Only a verified factor of an operator raises a session' using errcode = 'PT403', detail = 'operador';
  end if;
  return new;
end $$;
create trigger sessions_check_level before insert or update of aal on auth.sessions
  for each row execute function interno.exigir_nivel_de_sesion();

-- A session of an operator ends 12 hours after the sign-in, however much it is used.
create function interno.sesion_de_operador_vencida(p_desde timestamptz) returns boolean
language sql stable
return p_desde <= now() - interval '12 hours';

-- Who may act ---------------------------------------------------------------------------------------------------------

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

create function interno.es_operador(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.profiles where id = p_user and role = 'operador');
grant execute on function interno.es_operador(uuid) to anon, authenticated, service_role;

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
