-- What accounts may do in their first days: new chats, contacts, reviews and reports. Decision 065.

-- The age of an account begins when its e-mail is confirmed: an account cannot be prepared without a mailbox. Without SMTP that is
-- the time of the sign-up.
create function interno.edad_de_cuenta(p_persona uuid) returns interval
language sql stable set search_path = ''
return now() - (select coalesce(u.email_confirmed_at, now()) from auth.users u where u.id = p_persona);

-- 'nueva' for 24 hours, 'reciente' for 7 days, then 'conocida'.
create function interno.etapa_de_cuenta(p_persona uuid) returns text
language sql stable set search_path = ''
return case
  when interno.edad_de_cuenta(p_persona) < interval '24 hours' then 'nueva'
  when interno.edad_de_cuenta(p_persona) < interval '7 days' then 'reciente'
  else 'conocida'
end;

create function interno.lo_inicio_un_contacto(c public.chats) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.accesos_contacto a
  where a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id and a.creado_en = c.creado_en);

create function interno.segundos_hasta(p_cuando timestamptz) returns integer
language sql stable
return greatest(1, ceil(extract(epoch from p_cuando - now())))::integer;

-- When a person did the acts of one kind. A chat that an unlock began counts as a contact alone: both have the time of their
-- transaction. Only plans with indexes, because a session may keep the plan that it made while the tables were small.
create function interno.actos_de(p_persona uuid, p_acto text, p_desde timestamptz) returns setof timestamptz
language sql stable set search_path = '' set enable_seqscan = off
as $$
  select c.creado_en from public.chats c
  -- A chat is never older than its last message, so the index on the inbox order bounds the scan.
  where p_acto = 'chat' and c.buscador_id = p_persona and c.ultimo_mensaje_en > p_desde and c.creado_en > p_desde
    and not interno.lo_inicio_un_contacto(c)
  union all
  select a.creado_en from public.accesos_contacto a
  where p_acto = 'contacto' and a.buscador_id = p_persona and a.creado_en > p_desde
  union all
  select r.creado_en from public.resenas r
  where p_acto = 'resena' and r.buscador_id = p_persona and r.creado_en > p_desde
  union all
  select r.creado_en from interno.reportes r
  where p_acto = 'reporte' and r.reportante_id = p_persona and r.creado_en > p_desde
$$;

-- When accounts that are younger than 7 days began a chat with a maestro, or unlocked the contact.
create function interno.actos_de_cuentas_nuevas(p_maestro uuid, p_acto text, p_desde timestamptz) returns setof timestamptz
language sql stable set search_path = '' set enable_seqscan = off
as $$
  select c.creado_en from public.chats c
  where p_acto = 'chat' and c.maestro_id = p_maestro and c.ultimo_mensaje_en > p_desde and c.creado_en > p_desde
    and not interno.lo_inicio_un_contacto(c) and interno.etapa_de_cuenta(c.buscador_id) <> 'conocida'
  union all
  select a.creado_en from public.accesos_contacto a
  where p_acto = 'contacto' and a.maestro_id = p_maestro and a.creado_en > p_desde
    and interno.etapa_de_cuenta(a.buscador_id) <> 'conocida'
$$;

-- The one place with the limits of accounts in their first days. Called just before a new act is written, under a lock that makes the
-- acts of the person run one after the other. p_acto is 'chat', 'contacto', 'resena' or 'reporte'; p_maestro is null when the target does
-- not count. p_frenos (apps/server/src/functions/newcomers.ts) has the limits as {max, segundos}: 'persona' for an account of less than 24
-- hours, and twice as many until it is 7 days old; 'maestro' for what all accounts of less than 7 days do with one maestro; and
-- 'direccion', the seconds until its address has room again, or null. Raises PT429 with the seconds to wait and, as the hint, which limit it was.
-- Simultaneous acts of several people with one maestro do not see each other, so they may exceed that limit by as many as run at once.
create function interno.frenar_cuenta_nueva(p_persona uuid, p_acto text, p_maestro uuid, p_frenos jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_etapa constant text := interno.etapa_de_cuenta(p_persona);
  -- More is allowed from then on.
  v_siguiente constant timestamptz := now() - interno.edad_de_cuenta(p_persona)
    + case v_etapa when 'nueva' then interval '24 hours' else interval '7 days' end;
  v_de_persona constant interval := (p_frenos #>> '{persona,segundos}')::integer * interval '1 second';
  v_de_maestro constant interval := (p_frenos #>> '{maestro,segundos}')::integer * interval '1 second';
  v_acto timestamptz;
begin
  if p_frenos is null or v_etapa = 'conocida' then
    return;
  end if;
  if v_etapa = 'nueva' and p_frenos ->> 'direccion' is not null then
    raise exception 'Too many acts of new accounts of this address' using errcode = 'PT429',
      detail = p_frenos ->> 'direccion', hint = 'direccion';
  end if;
  select a into v_acto from interno.actos_de(p_persona, p_acto, now() - v_de_persona) a
  order by a desc
  offset (p_frenos #>> '{persona,max}')::integer * case v_etapa when 'nueva' then 1 else 2 end - 1 limit 1;
  if found then
    raise exception 'Too many acts of a new account' using errcode = 'PT429',
      detail = interno.segundos_hasta(least(v_acto + v_de_persona, v_siguiente))::text, hint = 'persona';
  end if;
  select a into v_acto from interno.actos_de_cuentas_nuevas(p_maestro, p_acto, now() - v_de_maestro) a
  order by a desc offset (p_frenos #>> '{maestro,max}')::integer - 1 limit 1;
  if found then
    raise exception 'Too many acts of new accounts with this maestro' using errcode = 'PT429',
      detail = interno.segundos_hasta(v_acto + v_de_maestro)::text, hint = 'maestro';
  end if;
end $$;

-- Returns the chat of a seeker and a maestro, and creates it if there is none. Returns no chat when the maestro is not in
-- the directory. The rules for new chats do not apply to a chat that exists.
-- A new chat must name a borough and a trade of the active catalogue: the maestro's inbox shows both, so any other text
-- would reach the maestro without moderation. Raises PT400 with the name of the wrong datum, and PT429 with the seconds to
-- wait when the seeker has started p_maximo chats within p_segundos, or by interno.frenar_cuenta_nueva. Each step is a separate
-- statement, so that of two simultaneous calls the second sees the row of the first.
drop function interno.iniciar_chat(uuid, uuid, jsonb, integer, integer);
create function interno.iniciar_chat(
  p_buscador uuid, p_maestro uuid, p_contexto jsonb, p_maximo integer default null, p_segundos integer default null,
  p_frenos jsonb default null, out chat public.chats, out nuevo boolean
)
language plpgsql set search_path = ''
as $$
declare
  v_ventana constant interval := p_segundos * interval '1 second';
  v_limite timestamptz;
begin
  nuevo := false;
  perform from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    return;
  end if;
  select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  if found then
    return;
  end if;

  perform from public.alcaldias_disponibles where nombre = p_contexto ->> 'alcaldia' and activo;
  if not found then
    raise exception 'The borough is not in the active catalogue' using errcode = 'PT400', detail = 'alcaldia';
  end if;
  perform from public.oficios_disponibles where nombre = p_contexto ->> 'servicio' and activo;
  if not found then
    raise exception 'The trade is not in the active catalogue' using errcode = 'PT400', detail = 'servicio';
  end if;

  -- The lock makes simultaneous new chats of one seeker wait for each other, so that all of them are counted.
  perform from public.profiles where id = p_buscador for no key update;
  perform from public.profiles where id = p_maestro for share;
  perform from public.profiles where id = p_maestro and suspendido_en is not null and eliminada_en is null;
  if found then
    return;
  end if;
  perform interno.exigir_cuenta_activa(p_buscador);
  -- The oldest of the last p_maximo new chats. A chat is never older than its last message, so the index on the
  -- inbox order bounds this scan to chats of the window.
  select c.creado_en into v_limite from public.chats c
  where c.buscador_id = p_buscador and c.ultimo_mensaje_en > now() - v_ventana and c.creado_en > now() - v_ventana
  order by c.creado_en desc offset p_maximo - 1 limit 1;
  if found then
    raise exception 'Too many new chats' using errcode = 'PT429',
      detail = interno.segundos_hasta(v_limite + v_ventana)::text;
  end if;
  perform interno.frenar_cuenta_nueva(p_buscador, 'chat', p_maestro, p_frenos);

  insert into public.chats as c (buscador_id, maestro_id, contexto) values (p_buscador, p_maestro, p_contexto)
  on conflict (buscador_id, maestro_id) do nothing
  returning c.* into chat;
  nuevo := found;
  if not nuevo then
    select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  end if;
end $$;

-- Unlocks the contact of a maestro for a seeker. p_nota is the text of the notice in the chat, p_contexto what a new chat
-- is about, p_por_dia how many new maestros a seeker may unlock in a day of Mexico City. Then follow the limits of
-- interno.iniciar_chat for new chats, whose errors are raised here too, and those of interno.frenar_cuenta_nueva for new contacts.
--
-- estado:
--   sin_maestro  The maestro is not in the directory. Nothing was written.
--   limite       The seeker has used up the day. espera is the number of seconds until the next day.
--   repetido     The contact was unlocked before. Nothing was written, unless the access had no chat.
--   abierto      The access and the notice were written; mensaje and chat are their rows.
--
-- Locks are taken in the order profiles, counters of the maestro, chat. A suspension and an erasure lock the profile
-- before the chats too, and sending a message locks only the chat, so none of them can deadlock with this function.
drop function interno.abrir_contacto(uuid, uuid, text, text, text, jsonb, integer, integer, integer);
create function interno.abrir_contacto(
  p_buscador uuid, p_maestro uuid, p_motivo text, p_detalle text, p_nota text, p_contexto jsonb, p_por_dia integer,
  p_maximo_chats integer, p_segundos_chats integer, p_frenos jsonb default null,
  out estado text, out espera integer, out nuevo_chat boolean, out chat public.chats, out mensaje public.mensajes,
  out nombre text, out apellido text, out telefono text
)
language plpgsql set search_path = ''
-- As in interno.sumar_resenas: only plans with indexes, because a session keeps the plan that it made while the tables were small.
set enable_seqscan = off
as $$
declare
  v_hoy constant timestamptz := interno.dia_de_la_ciudad(now())::timestamp at time zone 'America/Mexico_City';
  v_manana constant timestamptz :=
    (interno.dia_de_la_ciudad(now()) + 1)::timestamp at time zone 'America/Mexico_City';
  v_repetido boolean;
  v_inicio record;
begin
  nuevo_chat := false;
  -- Simultaneous calls of one seeker wait for each other, so that all of them are counted and none is written twice.
  perform from public.profiles where id = p_buscador for no key update;
  -- A suspension or erasure of the maestro that has begun is completed first.
  perform from public.profiles where id = p_maestro for share;
  perform interno.exigir_cuenta_activa(p_buscador);
  select m.nombre, m.apellido, m.telefono into nombre, apellido, telefono
  from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    estado := 'sin_maestro';
    return;
  end if;

  v_repetido := exists (
    select from public.accesos_contacto a where a.buscador_id = p_buscador and a.maestro_id = p_maestro);
  if not v_repetido and p_por_dia <= (
    select count(*) from public.accesos_contacto a where a.buscador_id = p_buscador and a.creado_en >= v_hoy
  ) then
    estado := 'limite';
    espera := interno.segundos_hasta(v_manana);
    return;
  end if;
  if not v_repetido then
    perform interno.frenar_cuenta_nueva(p_buscador, 'contacto', p_maestro, p_frenos);
  end if;

  select * into v_inicio
  from interno.iniciar_chat(p_buscador, p_maestro, p_contexto, p_maximo_chats, p_segundos_chats);
  chat := v_inicio.chat;
  nuevo_chat := v_inicio.nuevo;
  if v_repetido then
    if not interno.contacto_visible(p_maestro, p_buscador) then
      raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
    end if;
    estado := 'repetido';
    return;
  end if;

  insert into public.accesos_contacto (buscador_id, maestro_id, motivo, detalle)
  values (p_buscador, p_maestro, p_motivo, p_detalle);
  -- As in interno.enviar_mensajes: messages of a chat get number and time in the order in which they become visible.
  perform from public.chats c where c.id = chat.id for no key update;
  insert into public.mensajes as m (chat_id, autor_id, tipo, contenido, creado_en)
  values (chat.id, p_buscador, 'contacto', p_nota, clock_timestamp())
  returning m.* into mensaje;
  select c.* into chat from public.chats c where c.id = mensaje.chat_id;
  estado := 'abierto';
end $$;

-- Writes or edits the review of a pair. estado is 'escrita', 'editada', 'igual' (a repetition of the same review, which
-- changes nothing), or why it was refused. The author's profile is locked first: two writes of one author run one after
-- the other, and so do a write and the suspension or erasure of its author.
drop function interno.guardar_resena(uuid, uuid, integer, text, boolean, text[], integer);
create function interno.guardar_resena(
  p_buscador uuid, p_maestro uuid, p_puntuacion integer, p_comentario text, p_trabajo boolean, p_fotos text[],
  p_dias integer, p_frenos jsonb default null, out estado text, out resena jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.resenas;
  v_fotos text[];
begin
  perform from public.profiles where id = p_buscador and eliminada_en is null for no key update;
  if not found then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
  estado := interno.impedimento_de_resena(p_buscador, p_maestro, p_dias);
  select r.* into v from public.resenas r where r.buscador_id = p_buscador and r.maestro_id = p_maestro for no key update;
  if found then
    v_fotos := array(select f.objeto from interno.fotos_de_resena f where f.resena_id = v.id order by f.orden);
    if (v.puntuacion, v.comentario, v.trabajo_realizado, v_fotos)
      is not distinct from (p_puntuacion::smallint, p_comentario, p_trabajo, p_fotos) then
      estado := 'igual';
      resena := to_jsonb(v);
      return;
    end if;
  end if;
  if estado is not null then
    return;
  end if;
  if v.id is null then
    perform interno.frenar_cuenta_nueva(p_buscador, 'resena', null, p_frenos);
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado)
    values (p_buscador, p_maestro, p_puntuacion, p_comentario, p_trabajo) returning * into v;
    estado := 'escrita';
  else
    update public.resenas r set
      puntuacion = p_puntuacion, comentario = p_comentario, trabajo_realizado = p_trabajo, editado_en = now()
    where r.id = v.id returning * into v;
    estado := 'editada';
  end if;
  if p_fotos is distinct from coalesce(v_fotos, '{}') then
    perform interno.cambiar_fotos(v.id, p_buscador, p_fotos);
  end if;
  resena := to_jsonb(v);
end $$;

-- Reports --------------------------------------------------------------------------------------------------------------

alter table interno.reportes
  -- When the operators got an e-mail about it, of a report of harassment or fraud.
  add column avisado_en timestamptz;
update interno.reportes set avisado_en = creado_en;

-- Writes a report. p_datos: client_id, motivo, texto, chat_id, mensajes (ids). estado is 'escrito', 'repetido',
-- 'desconocido' (the caller may not report this person, or a message is not one that they see in that chat) or 'limite'.
-- A report is never refused because of the reported person. The first one of harassment or fraud is announced at once; the
-- job of the further ones waits, and one job tells all that it finds (apps/server/src/notices/operator-mails.ts).
drop function interno.reportar_y_bloquear(uuid, uuid, jsonb, integer, boolean);
drop function interno.reportar(uuid, uuid, jsonb, integer);
create function interno.reportar(p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer, p_frenos jsonb default null)
returns text
language plpgsql set search_path = ''
as $$
declare
  v_chat constant uuid := (p_datos ->> 'chat_id')::uuid;
  v_mensajes constant uuid[] := array(
    select distinct e::uuid from jsonb_array_elements_text(coalesce(p_datos -> 'mensajes', '[]')) e);
  v_id bigint;
  -- The further reports about a person within this time are told in one e-mail.
  v_ventana constant interval := '1 hour';
begin
  -- An erasure or suspension that has begun is completed first.
  perform from public.profiles where id in (p_quien, p_a_quien) order by role = 'maestro', id for share;
  perform interno.exigir_cuenta_activa(p_quien);
  if not interno.puede_senalar(p_quien, p_a_quien) then
    return 'desconocido';
  end if;
  -- Simultaneous reports of one person wait for each other, so that all of them are counted.
  perform pg_advisory_xact_lock(hashtextextended('reportes:' || p_quien, 0));
  perform from interno.reportes where reportante_id = p_quien and client_id = (p_datos ->> 'client_id')::uuid;
  if found then
    return 'repetido';
  end if;
  if (
    select count(*) from interno.reportes r
    where r.reportante_id = p_quien
      and r.creado_en >= interno.dia_de_la_ciudad(now())::timestamp at time zone 'America/Mexico_City'
  ) >= p_maximo then
    return 'limite';
  end if;
  perform interno.frenar_cuenta_nueva(p_quien, 'reporte', null, p_frenos);
  if v_chat is not null and not exists (
    select from public.chats c
    where c.id = v_chat and (c.buscador_id, c.maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien))
  ) then
    return 'desconocido';
  end if;
  if cardinality(v_mensajes) <> (
    select count(*) from public.mensajes m
    where m.id = any (v_mensajes) and m.chat_id = v_chat and (not m.bloqueado or m.autor_id = p_quien)
  ) then
    return 'desconocido';
  end if;
  insert into interno.reportes (client_id, reportante_id, reportado_id, chat_id, motivo, texto)
  values ((p_datos ->> 'client_id')::uuid, p_quien, p_a_quien, v_chat, p_datos ->> 'motivo', p_datos ->> 'texto')
  returning id into v_id;
  insert into interno.reporte_mensajes (reporte_id, mensaje_id, autor_id, tipo, contenido, creado_en)
  select v_id, m.id, m.autor_id, m.tipo, m.contenido, m.creado_en from public.mensajes m where m.id = any (v_mensajes);
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('persona_reportada', p_quien, p_a_quien, jsonb_build_object('reporte', v_id, 'motivo', p_datos ->> 'motivo'));
  if p_datos ->> 'motivo' in ('acoso', 'fraude') then
    -- Simultaneous reports about one person wait for each other, so that only the first is announced at once.
    perform pg_advisory_xact_lock(hashtextextended('reportes sobre:' || p_a_quien, 0));
    perform interno.encolar_con_clave(
      'send-urgent-report', jsonb_build_object('reporte', v_id), 'reportes:' || p_a_quien,
      case when exists (
        select from interno.reportes r
        where r.reportado_id = p_a_quien and r.id <> v_id and r.motivo in ('acoso', 'fraude') and r.creado_en > now() - v_ventana
      ) then now() + v_ventana else now() end, 12);
  end if;
  return 'escrito';
end $$;

-- A report that also blocks, in one transaction. Answers the state of interno.reportar, and the chat of the two when it
-- was blocked.
create function interno.reportar_y_bloquear(
  p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer, p_bloquear boolean, p_frenos jsonb default null,
  out estado text, out chat public.chats
)
language plpgsql set search_path = ''
as $$
begin
  estado := interno.reportar(p_quien, p_a_quien, p_datos, p_maximo, p_frenos);
  if p_bloquear and estado in ('escrito', 'repetido') then
    select (b.chat).* into chat from interno.cambiar_bloqueo(p_quien, p_a_quien, true) b;
  end if;
end $$;
