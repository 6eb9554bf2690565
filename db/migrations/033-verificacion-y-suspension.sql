-- What operators decide: the verification of documents, and the suspension of accounts. Each act is one function, which
-- also writes the audit and the event, so that an act and its record are committed together. Decision 042.

-- Operators -----------------------------------------------------------------------------------------------------------

alter table public.profiles
  drop constraint profiles_role_check,
  add constraint profiles_role_check check (role in ('buscador', 'maestro', 'operador'));

-- As before, but a sign-up cannot name the role of operators. interno.crear_operador sets it after the insert.
create or replace function interno.crear_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  meta jsonb := new.raw_user_meta_data;
  v_nombre text := nullif(btrim(meta ->> 'nombre'), '');
  v_apellido text := nullif(btrim(meta ->> 'apellido'), '');
begin
  if meta ->> 'role' = 'operador' then
    raise exception 'A sign-up cannot make an operator' using errcode = '23514';
  end if;
  insert into public.profiles (id, nombre, apellido, display_name, role, terminos_aceptados, fecha_aceptacion)
  values (
    new.id,
    v_nombre,
    v_apellido,
    coalesce(nullif(btrim(meta ->> 'display_name'), ''), nullif(concat_ws(' ', v_nombre, v_apellido), '')),
    meta ->> 'role',
    coalesce(meta -> 'terminos_aceptados' = 'true'::jsonb, false),
    (meta ->> 'fecha_aceptacion')::timestamptz
  );
  return new;
end $$;

-- Operators sign in with a second factor, which does not exist yet. Until then no session of theirs can be opened,
-- whatever the code of the auth surface forgets.
create function interno.rechazar_sesion_de_operador() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.profiles where id = new.user_id and role = 'operador') then
    raise exception 'Operators sign in with a second factor' using errcode = 'PT403', detail = 'operador';
  end if;
  return new;
end $$;
create trigger operators_have_no_sessions before insert on auth.sessions
  for each row execute function interno.rechazar_sesion_de_operador();

-- The audit -----------------------------------------------------------------------------------------------------------

-- Who did what, about whom, when. Ids have no foreign keys: a record remains when the account is erased.
create table interno.auditoria (
  id bigint generated always as identity primary key,
  operador_id uuid not null,
  acto text not null check (acto in (
    'crear_operador', 'revisar', 'verificar', 'rechazar', 'suspender', 'restaurar')),
  sobre uuid not null,
  detalle jsonb not null default '{}' check (jsonb_typeof(detalle) = 'object' and pg_column_size(detalle) <= 4000),
  ocurrido_en timestamptz not null default clock_timestamp()
);
create index auditoria_by_person on interno.auditoria (sobre, id);
create index auditoria_by_operator on interno.auditoria (operador_id, id);
alter table interno.auditoria enable row level security;

create function interno.rechazar_cambio_de_auditoria() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The audit is only appended' using errcode = '23001';
end $$;
create trigger auditoria_is_only_appended before update or delete or truncate on interno.auditoria
  for each statement execute function interno.rechazar_cambio_de_auditoria();
-- It fires also in a session with session_replication_role = replica, which skips ordinary triggers.
alter table interno.auditoria enable always trigger auditoria_is_only_appended;

-- The list is extended and not written again, so that a kind of another migration stays in it.
do $$
declare
  v_tipos constant text := (
    select string_agg(distinct quote_literal(t.tipo), ', ')
    from (
      select (regexp_matches(pg_get_constraintdef(oid), '''(\w+)''::text', 'g'))[1] as tipo
      from pg_constraint where conname = 'eventos_tipo_check'
      union all values ('verificacion_decidida'), ('cuenta_suspendida'), ('cuenta_restaurada')
    ) t);
begin
  alter table interno.eventos drop constraint eventos_tipo_check;
  execute format('alter table interno.eventos add constraint eventos_tipo_check check (tipo in (%s))', v_tipos);
end $$;

create function interno.exigir_operador(p_operador uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform from public.profiles where id = p_operador and role = 'operador' and suspendido_en is null;
  if not found then
    raise exception 'An operator is needed' using errcode = 'PT403', detail = 'operador';
  end if;
end $$;

create function interno.exigir_motivo(p_motivo text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if p_motivo is null or char_length(btrim(p_motivo)) not between 10 and 500 then
    raise exception 'A reason of 10 to 500 characters is needed' using errcode = 'PT422', detail = 'motivo';
  end if;
  return btrim(p_motivo);
end $$;

-- Makes an operator account that has no password. p_por is the operator who makes it; the first operator is made
-- without one, and is then recorded as made by itself.
create function interno.crear_operador(p_correo text, p_nombre text, p_apellido text, p_por uuid) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
begin
  -- Of two first operators that are made at once, the second waits and is then refused.
  perform pg_advisory_xact_lock(hashtext('interno.crear_operador'));
  if p_por is not null or exists (select from public.profiles where role = 'operador') then
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
  insert into interno.auditoria (operador_id, acto, sobre) values (coalesce(p_por, v_id), 'crear_operador', v_id);
  return v_id;
end $$;

-- Verification --------------------------------------------------------------------------------------------------------

-- The state of each datum that operators verify. A maestro without a row is 'pendiente'. The state of the whole profile
-- follows from the three (interno.estado_verificacion), and so do the flags of public.maestros.
create table interno.verificaciones (
  maestro_id uuid not null references public.maestros on delete cascade,
  tipo text not null check (tipo in ('ine', 'curp', 'domicilio')),
  estado text not null check (estado in ('pendiente', 'en_revision', 'verificado', 'rechazado')),
  motivo text check (char_length(motivo) between 10 and 500),
  -- Null for a flag that was imported, and while nothing is decided.
  decidido_por uuid,
  decidido_en timestamptz,
  documentos_retirados_en timestamptz,
  primary key (maestro_id, tipo),
  constraint verificaciones_rejected_have_a_reason check ((estado = 'rechazado') = (motivo is not null)),
  constraint verificaciones_decided_have_a_time
    check ((estado in ('verificado', 'rechazado')) = (decidido_en is not null)),
  constraint verificaciones_pending_have_no_operator check (estado <> 'pendiente' or decidido_por is null)
);
create index verificaciones_with_documents on interno.verificaciones (decidido_en)
  where decidido_en is not null and documentos_retirados_en is null;
alter table interno.verificaciones enable row level security;

-- Flags that were set before there were states. When they were decided is not known: their documents are kept for the
-- whole time, counted from now.
insert into interno.verificaciones (maestro_id, tipo, estado, decidido_en)
select m.id, v.tipo, 'verificado', now()
from public.maestros m
cross join lateral (
  values ('ine', m.ine_verificado), ('curp', m.curp_verificado), ('domicilio', m.domicilio_verificado)) v (tipo, verificado)
where v.verificado;

create function interno.aplicar_verificacion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The trigger maestros_are_put_in_order derives the reputation from these flags, in this transaction.
  update public.maestros m set
    ine_verificado = case new.tipo when 'ine' then new.estado = 'verificado' else m.ine_verificado end,
    curp_verificado = case new.tipo when 'curp' then new.estado = 'verificado' else m.curp_verificado end,
    domicilio_verificado =
      case new.tipo when 'domicilio' then new.estado = 'verificado' else m.domicilio_verificado end
  where m.id = new.maestro_id
    and (new.estado = 'verificado') is distinct from case new.tipo
      when 'ine' then m.ine_verificado when 'curp' then m.curp_verificado else m.domicilio_verificado end;
  return null;
end $$;
create trigger verificaciones_set_their_flag after insert or update of estado on interno.verificaciones
  for each row execute function interno.aplicar_verificacion();

-- A datum that changed is pending again. A flag that was written directly by an import is recorded as a state without an
-- operator, so that flags and states never differ.
create function interno.anotar_verificaciones() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' then
    update interno.verificaciones v set
      estado = 'pendiente', motivo = null, decidido_por = null, decidido_en = null, documentos_retirados_en = null
    from (values
      ('ine', new.ine_verificado,
        (new.ine_url, new.nombre, new.apellido) is distinct from (old.ine_url, old.nombre, old.apellido)),
      ('curp', new.curp_verificado, new.curp is distinct from old.curp),
      ('domicilio', new.domicilio_verificado, new.domicilio is distinct from old.domicilio)
    ) d (tipo, verificado, cambiado)
    where v.maestro_id = new.id and v.tipo = d.tipo and v.estado <> 'pendiente'
      and (d.cambiado or (v.estado = 'verificado' and not d.verificado));
  end if;
  insert into interno.verificaciones as v (maestro_id, tipo, estado, decidido_en)
  select new.id, d.tipo, 'verificado', now()
  from (values
    ('ine', new.ine_verificado), ('curp', new.curp_verificado), ('domicilio', new.domicilio_verificado)
  ) d (tipo, verificado)
  where d.verificado
  on conflict (maestro_id, tipo) do update set
    estado = 'verificado', motivo = null, decidido_por = null, decidido_en = now(), documentos_retirados_en = null
  where v.estado <> 'verificado';
  return null;
end $$;
create trigger maestros_record_imported_verifications after insert on public.maestros
  for each row when (new.ine_verificado or new.curp_verificado or new.domicilio_verificado)
  execute function interno.anotar_verificaciones();
create trigger maestros_record_changed_data after update on public.maestros
  for each row
  when (
    (old.ine_url, old.nombre, old.apellido, old.curp, old.domicilio,
      old.ine_verificado, old.curp_verificado, old.domicilio_verificado)
    is distinct from
    (new.ine_url, new.nombre, new.apellido, new.curp, new.domicilio,
      new.ine_verificado, new.curp_verificado, new.domicilio_verificado))
  execute function interno.anotar_verificaciones();

-- A new back of the INE or proof of address answers a rejection: the datum is pending again.
create function interno.anotar_documento_nuevo() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update interno.verificaciones v set
    estado = 'pendiente', motivo = null, decidido_por = null, decidido_en = null, documentos_retirados_en = null
  where v.maestro_id = new.maestro_id and v.estado = 'rechazado'
    and v.tipo = case new.tipo when 'ine_reverso' then 'ine' else 'domicilio' end;
  return null;
end $$;
create trigger maestro_documentos_reopen_rejected after insert or update of objeto on public.maestro_documentos
  for each row execute function interno.anotar_documento_nuevo();

-- Decides about one datum of a maestro: 'en_revision', 'verificado' or 'rechazado' with a reason. Answers whether that
-- changed anything. The maestro's row is locked first, as every change of the datum does.
create function interno.decidir_verificacion(
  p_operador uuid, p_maestro uuid, p_tipo text, p_estado text, p_motivo text default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_maestro public.maestros;
  v_motivo constant text := case p_estado when 'rechazado' then interno.exigir_motivo(p_motivo) end;
  v_decidido constant boolean := p_estado in ('verificado', 'rechazado');
  v_antes text;
begin
  perform interno.exigir_operador(p_operador);
  if p_tipo is null or p_tipo not in ('ine', 'curp', 'domicilio') then
    raise exception 'Unknown datum' using errcode = 'PT422', detail = 'tipo';
  end if;
  if p_estado is null or p_estado not in ('en_revision', 'verificado', 'rechazado') then
    raise exception 'Unknown state' using errcode = 'PT422', detail = 'estado';
  end if;
  select * into v_maestro from public.maestros m
  where m.id = p_maestro and m.eliminada_en is null for no key update;
  if not found then
    raise exception 'Unknown maestro' using errcode = 'PT404', detail = 'maestro';
  end if;
  if (case p_tipo when 'ine' then v_maestro.ine_url when 'curp' then v_maestro.curp else v_maestro.domicilio end) is null then
    raise exception 'The datum is missing' using errcode = 'PT422', detail = 'sin_dato';
  end if;
  select v.estado into v_antes from interno.verificaciones v where v.maestro_id = p_maestro and v.tipo = p_tipo;
  insert into interno.verificaciones as v (maestro_id, tipo, estado, motivo, decidido_por, decidido_en)
  values (p_maestro, p_tipo, p_estado, v_motivo, p_operador, case when v_decidido then now() end)
  on conflict (maestro_id, tipo) do update set
    estado = excluded.estado, motivo = excluded.motivo, decidido_por = excluded.decidido_por,
    decidido_en = excluded.decidido_en
  where (v.estado, v.motivo) is distinct from (excluded.estado, excluded.motivo);
  if not found then
    return false;
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador,
    case p_estado when 'verificado' then 'verificar' when 'rechazado' then 'rechazar' else 'revisar' end,
    p_maestro,
    jsonb_strip_nulls(jsonb_build_object('tipo', p_tipo, 'antes', coalesce(v_antes, 'pendiente'), 'motivo', v_motivo)));
  if v_decidido then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('verificacion_decidida', p_operador, p_maestro, jsonb_build_object('tipo', p_tipo, 'estado', p_estado));
  end if;
  return true;
end $$;

-- What the maestro sees. The profile is verified when the three are, rejected when one is, and in review when one is.
create function interno.estado_verificacion(p_maestro uuid)
returns table (tipo text, estado text, motivo text)
language sql stable set search_path = ''
as $$
  with datos as (
    select d.orden, d.tipo, coalesce(v.estado, 'pendiente') as estado, v.motivo
    from (values (2, 'ine'), (3, 'domicilio'), (4, 'curp')) d (orden, tipo)
    left join interno.verificaciones v on v.maestro_id = p_maestro and v.tipo = d.tipo
  )
  select t.tipo, t.estado, t.motivo from (
    select 1 as orden, 'perfil' as tipo, case
      when bool_and(d.estado = 'verificado') then 'verificado'
      when bool_or(d.estado = 'rechazado') then 'rechazado'
      when bool_or(d.estado = 'en_revision') then 'en_revision'
      else 'pendiente'
    end as estado, null::text as motivo
    from datos d
    union all
    select d.orden, d.tipo, d.estado, d.motivo from datos d
  ) t
  order by t.orden
$$;

-- Documents -----------------------------------------------------------------------------------------------------------

-- Whether an object is a document by which that datum was verified.
create function interno.es_documento_de(p_tipo text, p_maestro uuid, p_objeto text) returns boolean
language sql immutable
return case p_tipo
  when 'ine' then starts_with(p_objeto, 'ine_' || p_maestro || '_') or starts_with(p_objeto, 'documentos/' || p_maestro || '/ine')
  when 'domicilio' then
    starts_with(p_objeto, 'documentos/' || p_maestro || '/') and not starts_with(p_objeto, 'documentos/' || p_maestro || '/ine')
  else false
end;

-- A document that was decided about has done its work: its profile stays as it is when the object is removed.
create or replace function interno.retirar_imagen_de_maestro() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_direccion constant text := interno.direccion_de_objeto(old.name);
begin
  update public.maestros set foto_perfil_url = null where id = old.owner and foto_perfil_url = v_direccion;
  update public.maestros m set ine_url = null
  where m.id = old.owner and m.ine_url = v_direccion and not exists (
    select from interno.verificaciones v where v.maestro_id = m.id and v.tipo = 'ine' and v.decidido_en is not null);
  return null;
end $$;

-- Removes the objects of decisions that are older than p_dias, at most p_lote decisions, and answers the places of their
-- files, which are also noted in storage.leftovers. The decision itself stays. Maestros are locked first, as in
-- interno.decidir_verificacion; one that is being changed is left for the next run.
create function interno.retirar_documentos(p_dias integer, p_lote integer) returns setof text
language plpgsql set search_path = ''
as $$
declare
  v_maestros constant uuid[] := array(
    select m.id from public.maestros m where m.id in (
      select v.maestro_id from interno.verificaciones v
      where v.decidido_en < now() - make_interval(days => p_dias) and v.documentos_retirados_en is null
      order by v.decidido_en limit p_lote)
    for no key update skip locked);
begin
  return query
  with vencidas as (
    update interno.verificaciones v set documentos_retirados_en = now()
    where v.maestro_id = any (v_maestros) and v.decidido_en < now() - make_interval(days => p_dias)
      and v.documentos_retirados_en is null
    returning v.maestro_id, v.tipo
  ), borrados as (
    delete from storage.objects o using vencidas v
    where o.owner = v.maestro_id and o.bucket_id = 'chat-media' and o.unused_since is null
      and interno.es_documento_de(v.tipo, v.maestro_id, o.name)
    returning coalesce(o.key, o.bucket_id || '/' || o.name) as lugar
  )
  insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing returning key;
end $$;

-- Suspension ----------------------------------------------------------------------------------------------------------

alter table public.chats
  -- Set while the account of one of the two is suspended. The other reads the chat and cannot write in it.
  add column pausado_en timestamptz;
update public.chats c set pausado_en = now()
where exists (
  select from public.profiles p
  where p.id in (c.buscador_id, c.maestro_id) and p.suspendido_en is not null and p.eliminada_en is null);

create function interno.aplicar_suspension() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Also when the account is restored: a sign-in that ran at the time of the suspension may have left a session.
  delete from auth.sessions where user_id = new.id;
  perform from public.chats where new.id in (buscador_id, maestro_id) order by id for no key update;
  if new.suspendido_en is not null then
    update public.chats c set pausado_en = now()
    where new.id in (c.buscador_id, c.maestro_id) and c.pausado_en is null;
  else
    update public.chats c set pausado_en = null
    where new.id in (c.buscador_id, c.maestro_id) and not exists (
      select from public.profiles p
      where p.id = case new.id when c.buscador_id then c.maestro_id else c.buscador_id end
        and p.suspendido_en is not null and p.eliminada_en is null);
  end if;
  -- Whoever suspends may run in another process than the live sockets. The job reaches them.
  perform interno.encolar('announce-suspension', jsonb_build_object('persona', new.id));
  return null;
end $$;
create trigger suspensions_take_effect after update of suspendido_en on public.profiles
  for each row
  when ((new.suspendido_en is null) <> (old.suspendido_en is null) and new.eliminada_en is null)
  execute function interno.aplicar_suspension();

-- p_motivo is for the audit. Answers whether that changed anything.
create function interno.cambiar_suspension(p_operador uuid, p_persona uuid, p_suspender boolean, p_motivo text)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_suspendida boolean;
begin
  perform interno.exigir_operador(p_operador);
  if p_operador = p_persona then
    raise exception 'Operators cannot suspend themselves' using errcode = 'PT422', detail = 'propia';
  end if;
  select suspendido_en is not null into v_suspendida from public.profiles
  where id = p_persona and eliminada_en is null for no key update;
  if not found then
    raise exception 'Unknown account' using errcode = 'PT404', detail = 'cuenta';
  end if;
  if v_suspendida = p_suspender then
    return false;
  end if;
  update public.profiles set suspendido_en = case when p_suspender then now() end where id = p_persona;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, case when p_suspender then 'suspender' else 'restaurar' end, p_persona,
    jsonb_build_object('motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre)
  values (case when p_suspender then 'cuenta_suspendida' else 'cuenta_restaurada' end, p_operador, p_persona);
  return true;
end $$;

-- A token of a suspended account is refused with that reason, although its session has ended too: the person is then told
-- why they were signed out. An erased account has no account to be suspended; its sessions have ended.
create or replace function interno.esta_suspendido(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.profiles where id = p_user and suspendido_en is not null and eliminada_en is null);

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
  end if;
  if p_role not in ('anon', 'authenticated', 'service_role') then
    raise exception 'Unknown role' using errcode = 'PT401';
  end if;
  perform set_config('request.jwt.claims', p_claims, true), set_config('role', p_role, true);
end $$;

create or replace function interno.impedimento(p_session uuid, p_user uuid, p_role text) returns text
language sql stable
return nullif(
  coalesce((
    select case
      when p.suspendido_en is not null and p.eliminada_en is null then 'cuenta_suspendida'
      when s.id is null then 'sin_sesion'
      when p_role is not null and p.role is distinct from p_role then 'otro_rol'
      else ''
    end
    from public.profiles p left join auth.sessions s on s.id = p_session and s.user_id = p.id
    where p.id = p_user
  ), 'sin_sesion'), '');
