-- A person's own data: closing the account, which is erased 30 days later, and the export of all own data. Decision 047.

-- See 037: changes a part of a function that other migrations may replace too.
create function pg_temp.cambiar_en(p_funcion regprocedure, p_antes text, p_despues text) returns void
language plpgsql
as $$
declare
  v_texto constant text := pg_get_functiondef(p_funcion);
begin
  if strpos(v_texto, p_antes) = 0 then
    raise exception 'the function % does not contain: %', p_funcion, p_antes;
  end if;
  execute replace(v_texto, p_antes, p_despues);
end $$;

-- Closing -------------------------------------------------------------------------------------------------------------

-- Accounts that their owners are closing. While a row exists, profiles.suspendido_en is set too: every rule for suspended
-- accounts holds for it, so that the account is not listed, not shown and receives no messages. The two states differ in
-- who ends them: signing in ends a closing, and only operators end a suspension.
create table interno.cierres (
  cuenta_id uuid primary key references auth.users on delete cascade,
  pedido_en timestamptz not null default now(),
  borrar_en timestamptz not null,
  -- Operators have suspended the account meanwhile: signing in does not keep it.
  suspendida boolean not null default false,
  -- The job that erases the account was queued. From then on it cannot be kept.
  borrando_en timestamptz
);
create index cierres_by_time on interno.cierres (borrar_en);
alter table interno.cierres enable row level security;

-- Whether the owner is closing the account, and operators have not suspended it.
create function interno.se_cierra(p_cuenta uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from interno.cierres where cuenta_id = p_cuenta and not suspendida);

do $$
declare
  v_tipos constant text := (
    select string_agg(distinct quote_literal(t.tipo), ', ')
    from (
      select (regexp_matches(pg_get_constraintdef(oid), '''(\w+)''::text', 'g'))[1] as tipo
      from pg_constraint where conname = 'eventos_tipo_check'
      union all values ('cierre_pedido'), ('cierre_deshecho')
    ) t);
begin
  alter table interno.eventos drop constraint eventos_tipo_check;
  execute format('alter table interno.eventos add constraint eventos_tipo_check check (tipo in (%s))', v_tipos);
end $$;

-- Closes the account of a session that was opened with the password within p_minutos. Answers when the account will be
-- erased; null when the session is older or was opened in another way. The triggers of a suspension end all sessions,
-- pause the chats and queue the job that tells open sockets.
create function interno.cerrar_cuenta(p_cuenta uuid, p_sesion uuid, p_dias integer, p_minutos integer)
returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  v_borrar_en timestamptz;
begin
  perform from public.profiles where id = p_cuenta for no key update;
  perform from auth.sessions
  where id = p_sesion and user_id = p_cuenta and method = 'password'
    and created_at > now() - make_interval(mins => p_minutos);
  if not found then
    return null;
  end if;
  insert into interno.cierres (cuenta_id, borrar_en) values (p_cuenta, now() + make_interval(days => p_dias))
  on conflict (cuenta_id) do nothing
  returning borrar_en into v_borrar_en;
  if v_borrar_en is null then
    return null;
  end if;
  update public.profiles set suspendido_en = now() where id = p_cuenta and suspendido_en is null;
  perform interno.encolar('send-closing-mail', jsonb_build_object('userId', p_cuenta));
  insert into interno.eventos (tipo, quien) values ('cierre_pedido', p_cuenta);
  return v_borrar_en;
end $$;

-- Keeps an account that was to be closed. Called when its owner signs in. False when it is being erased already, when
-- operators have suspended it, and when it was not being closed.
create function interno.conservar_cuenta(p_cuenta uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform from public.profiles where id = p_cuenta for no key update;
  delete from interno.cierres where cuenta_id = p_cuenta and not suspendida and borrando_en is null;
  if not found then
    return false;
  end if;
  update public.profiles set suspendido_en = null where id = p_cuenta;
  insert into interno.eventos (tipo, quien) values ('cierre_deshecho', p_cuenta);
  return true;
end $$;

-- Queues the erasure of every account whose time has passed. One whose job failed for good is queued again after a day.
create function interno.encolar_borrados() returns integer
language sql set search_path = ''
as $$
  with vencidos as (
    update interno.cierres set borrando_en = now()
    where borrar_en <= now() and (borrando_en is null or borrando_en < now() - interval '1 day')
    returning cuenta_id
  )
  select count(interno.encolar('erase-account', jsonb_build_object('userId', cuenta_id)))::integer from vencidos
$$;

-- A token of an account that is being closed is refused like one of a session that has ended.
create or replace function interno.esta_suspendido(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.profiles
  where id = p_user and suspendido_en is not null and eliminada_en is null and not interno.se_cierra(p_user));

create or replace function auth.session_lives(p_session uuid, p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from auth.sessions where id = p_session and user_id = p_user)
  and not interno.se_cierra(p_user);

create or replace function interno.impedimento(p_session uuid, p_user uuid, p_role text) returns text
language sql stable
return nullif(
  coalesce((
    select case
      when p.suspendido_en is not null and p.eliminada_en is null
        then case when interno.se_cierra(p.id) then 'sin_sesion' else 'cuenta_suspendida' end
      when s.id is null then 'sin_sesion'
      when p_role is not null and p.role is distinct from p_role then 'otro_rol'
      else ''
    end
    from public.profiles p left join auth.sessions s on s.id = p_session and s.user_id = p.id
    where p.id = p_user
  ), 'sin_sesion'), '');

-- As before, but the suspension of an account that is being closed is kept beside the closing: restoring it does not
-- open the account, and keeping the account does not lift the suspension.
create or replace function interno.cambiar_suspension(p_operador uuid, p_persona uuid, p_suspender boolean, p_motivo text)
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
  v_suspendida := v_suspendida and not interno.se_cierra(p_persona);
  if v_suspendida = p_suspender then
    return false;
  end if;
  update interno.cierres set suspendida = p_suspender where cuenta_id = p_persona;
  if not found then
    update public.profiles set suspendido_en = case when p_suspender then now() end where id = p_persona;
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, case when p_suspender then 'suspender' else 'restaurar' end, p_persona,
    jsonb_build_object('motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre)
  values (case when p_suspender then 'cuenta_suspendida' else 'cuenta_restaurada' end, p_operador, p_persona);
  return true;
end $$;

-- Export --------------------------------------------------------------------------------------------------------------

-- The file is the object chat-media/exportaciones/CUENTA/ID.zip. Its owner is the person, so that it is erased with the
-- account; no path of storage gives it to anyone, only a signed address.
create table interno.exportaciones (
  id uuid primary key default gen_random_uuid(),
  cuenta_id uuid not null references auth.users on delete cascade,
  estado text not null default 'preparando' check (estado in ('preparando', 'lista')),
  pedida_en timestamptz not null default now(),
  vence_en timestamptz,
  constraint exportaciones_ready_have_an_end check ((estado = 'lista') = (vence_en is not null))
);
create index exportaciones_of_an_account on interno.exportaciones (cuenta_id, pedida_en desc);
create index exportaciones_by_end on interno.exportaciones (vence_en) where vence_en is not null;
alter table interno.exportaciones enable row level security;

-- Whether the job that prepares an export must have failed for good.
create function interno.exportacion_fallida(e interno.exportaciones) returns boolean
language sql stable
return e.estado = 'preparando' and e.pedida_en < now() - interval '2 hours';

-- Requests an export, if there was none within p_horas. Answers whether there is a new one.
create function interno.pedir_exportacion(p_cuenta uuid, p_horas integer) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
begin
  -- Simultaneous requests of one person wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('exportacion:' || p_cuenta, 0));
  if exists (
    select from interno.exportaciones e
    where e.cuenta_id = p_cuenta and e.pedida_en > now() - make_interval(hours => p_horas)
      and not interno.exportacion_fallida(e)
  ) then
    return false;
  end if;
  insert into interno.exportaciones (cuenta_id) values (p_cuenta) returning id into v_id;
  perform interno.encolar('export-data', jsonb_build_object('exportacion', v_id), 5);
  return true;
end $$;

-- Erasing -------------------------------------------------------------------------------------------------------------

-- Jobs about the person. A failed one contains the text of its error, which may name an e-mail address. A running job is
-- left: it reads the account and finds none.
create function interno.borrar_trabajos(p_id uuid) returns void
language sql set search_path = ''
as $$
  delete from graphile_worker._private_jobs where locked_at is null and payload::text like '%' || p_id || '%'
$$;

select pg_temp.cambiar_en(
  'interno.borrar_cuenta(uuid)',
  'v_patron := interno.patron_de_datos_personales(p_id);',
  'v_patron := interno.patron_de_datos_personales(p_id);
  perform interno.borrar_trabajos(p_id);');

drop function pg_temp.cambiar_en(regprocedure, text, text);
