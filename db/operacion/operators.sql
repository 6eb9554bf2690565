-- Makes an operator account that has no password. p_por is the operator who makes it. Without an active one of the level
-- 'responsable', an operator is made without another one and is recorded as made by itself: a team must not lock itself
-- out.
create or replace function interno.crear_operador(
  p_correo text, p_nombre text, p_apellido text, p_por uuid, p_nivel text default 'revisor') returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
  v_primero boolean;
begin
  -- Of two first operators that are made at once, the second waits and is then refused.
  perform pg_advisory_xact_lock(hashtext('interno.crear_operador'));
  v_primero := not interno.hay_responsable();
  if p_por is not null or not v_primero then
    perform interno.exigir_nivel(p_por, 'responsable');
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

create or replace function interno.es_operador(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.profiles where id = p_user and role = 'operador');

create or replace function interno.exigir_operador(p_operador uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform from public.profiles where id = p_operador and role = 'operador' and suspendido_en is null;
  if not found then
    raise exception 'An operator is needed' using errcode = 'PT403', detail = 'operador';
  end if;
end $$;

create or replace function interno.exigir_nivel(p_operador uuid, p_nivel text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform interno.exigir_operador(p_operador);
  if p_nivel <> 'revisor' and not exists (
    select from interno.operadores where operador_id = p_operador and nivel = p_nivel) then
    raise exception 'An operator of another level is needed' using errcode = 'PT403', detail = 'nivel';
  end if;
end $$;

create or replace function interno.exigir_nivel_de_sesion() returns trigger
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

create or replace function interno.hay_responsable() returns boolean
language sql stable
return exists (
  select from public.profiles p join interno.operadores o on o.operador_id = p.id
  where p.role = 'operador' and p.suspendido_en is null and o.nivel = 'responsable');

create or replace function interno.cambiar_nivel(p_operador uuid, p_cuenta uuid, p_nivel text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  -- Two operators who take the level from each other at once would leave nobody with it.
  perform pg_advisory_xact_lock(hashtext('interno.crear_operador'));
  perform interno.exigir_nivel(p_operador, 'responsable');
  perform interno.exigir_cuenta_de_operador(p_cuenta);
  if coalesce((select nivel from interno.operadores where operador_id = p_cuenta), 'revisor') = p_nivel then
    return false;
  end if;
  insert into interno.operadores (operador_id, nivel) values (p_cuenta, p_nivel)
  on conflict (operador_id) do update set nivel = excluded.nivel;
  if not interno.hay_responsable() then
    raise exception 'The last operator of the level responsable keeps it' using errcode = 'PT422', detail = 'ultimo_responsable';
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'cambiar_nivel', p_cuenta, jsonb_build_object('nivel', p_nivel));
  return true;
end $$;

-- Ends all sessions at once: the link is given after a phone was lost, too. Without p_por the operator acts, who then must be
-- 'responsable'.
create or replace function interno.dar_acceso(p_operador uuid, p_por uuid, p_hash bytea) returns void
language plpgsql set search_path = ''
as $$
begin
  perform interno.exigir_cuenta_de_operador(p_operador);
  perform interno.exigir_nivel(coalesce(p_por, p_operador), 'responsable');
  perform from auth.users where id = p_operador for no key update;
  delete from auth.sessions where user_id = p_operador;
  insert into interno.accesos_de_operador (operador_id, token_hash, vence_en)
  values (p_operador, p_hash, now() + interval '24 hours')
  on conflict (operador_id) do update set token_hash = excluded.token_hash, vence_en = excluded.vence_en;
  insert into interno.auditoria (operador_id, acto, sobre) values (coalesce(p_por, p_operador), 'dar_acceso', p_operador);
end $$;

-- Sets the password and removes the second factors. For one hour the operator may enrol the first one.
create or replace function interno.usar_acceso(p_hash bytea, p_contrasena text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_operador uuid := interno.operador_del_acceso(p_hash);
begin
  perform from auth.users where id = v_operador for no key update;
  -- After the lock: of two uses at once only one finds the link.
  delete from interno.accesos_de_operador where operador_id = v_operador and token_hash = p_hash and vence_en > now();
  if not found then
    return false;
  end if;
  update auth.users set encrypted_password = p_contrasena, updated_at = now() where id = v_operador;
  delete from auth.one_time_tokens where user_id = v_operador;
  delete from auth.flow_states where user_id = v_operador;
  delete from auth.mfa_factors where user_id = v_operador;
  delete from auth.sessions where user_id = v_operador;
  insert into interno.operadores (operador_id, nivel, registrar_factor_hasta)
  values (v_operador, 'revisor', now() + interval '1 hour')
  on conflict (operador_id) do update set registrar_factor_hasta = excluded.registrar_factor_hasta;
  return true;
end $$;

-- The operator whose link works; null for a link that was used, has expired, or was replaced.
create or replace function interno.operador_del_acceso(p_hash bytea) returns uuid
language sql stable
return (
  select a.operador_id from interno.accesos_de_operador a join public.profiles p on p.id = a.operador_id
  where a.token_hash = p_hash and a.vence_en > now() and p.role = 'operador' and p.suspendido_en is null);

-- The account that an act of operators about operators names.
create or replace function interno.exigir_cuenta_de_operador(p_cuenta uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform from public.profiles where id = p_cuenta and role = 'operador' and suspendido_en is null;
  if not found then
    raise exception 'The account is not of an active operator' using errcode = 'PT404', detail = 'no_operador';
  end if;
end $$;

create or replace function interno.anotar_entrada_de_operador() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.auditoria (operador_id, acto) values (new.user_id, tg_argv[0]);
  return null;
end $$;
