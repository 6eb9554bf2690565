-- Writes a ticket. p_datos: nombre, correo, mensaje, imagenes (names of objects), client_id. estado is 'escrito',
-- 'repetido' (with the ticket that exists), 'limite' (segundos says when the next one is possible) or 'sin_objeto' (a
-- picture is not an object of this person). The profile is locked before the pictures, as everywhere.
create or replace function interno.enviar_ticket(
  p_usuario uuid, p_datos jsonb, p_maximo integer, p_segundos integer,
  out estado text, out ticket uuid, out segundos integer
)
language plpgsql set search_path = ''
as $$
declare
  v_imagenes constant text[] := array(
    select e.nombre from jsonb_array_elements_text(p_datos -> 'imagenes') with ordinality e (nombre, orden) order by e.orden);
  v_propias integer;
begin
  -- Simultaneous tickets of one person wait for each other, so that all of them are counted and none is written twice.
  perform pg_advisory_xact_lock(hashtextextended('tickets:' || p_usuario, 0));
  -- A call whose answer was lost is sent again, with the same id or, by a client without ids, with the same contents.
  select t.id into ticket from public.tickets t
  where t.usuario_id = p_usuario and (
    t.client_id = (p_datos ->> 'client_id')::uuid
    or (t.creado_en > now() - interval '10 minutes'
      and t.nombre = p_datos ->> 'nombre' and t.correo = p_datos ->> 'correo' and t.mensaje = p_datos ->> 'mensaje'
      and t.imagenes_url = v_imagenes))
  order by t.creado_en desc limit 1;
  if found then
    estado := 'repetido';
    return;
  end if;
  -- The oldest of the newest p_maximo tickets decides when there is room again.
  select greatest(1, ceil(extract(epoch from t.creado_en + make_interval(secs => p_segundos) - now())))::integer
  into segundos
  from public.tickets t
  where t.usuario_id = p_usuario and t.creado_en > now() - make_interval(secs => p_segundos)
  order by t.creado_en desc offset p_maximo - 1 limit 1;
  if found then
    estado := 'limite';
    return;
  end if;
  -- The profile before the files, as in interno.borrar_cuenta.
  perform from public.profiles where id = p_usuario for share;
  -- Locked, so that no picture is removed before the ticket marks it as shown.
  perform from storage.objects o
  where o.bucket_id = 'support-tickets' and o.name = any (v_imagenes) and o.owner = p_usuario
    and starts_with(o.name, p_usuario || '/')
  for no key update;
  get diagnostics v_propias = row_count;
  if v_propias <> cardinality(v_imagenes) then
    estado := 'sin_objeto';
    return;
  end if;
  insert into public.tickets (usuario_id, nombre, correo, mensaje, imagenes_url, client_id)
  values (
    p_usuario, p_datos ->> 'nombre', p_datos ->> 'correo', p_datos ->> 'mensaje', v_imagenes,
    (p_datos ->> 'client_id')::uuid)
  returning id into ticket;
  insert into interno.eventos (tipo, quien, datos) values ('ticket_enviado', p_usuario, jsonb_build_object('ticket', ticket));
  -- The person is in the payload, so that erasing the account finds these jobs.
  perform interno.encolar('send-ticket-received', jsonb_build_object('ticket', ticket, 'userId', p_usuario));
  perform interno.encolar('send-ticket-to-support', jsonb_build_object('ticket', ticket, 'userId', p_usuario));
  estado := 'escrito';
end $$;

-- The names of the pictures of a ticket that are still stored. A column of an older ticket may contain an address, or a
-- name without the folder of its uploader.
create or replace function interno.imagenes_de_ticket(t public.tickets) returns text[]
language sql stable set search_path = ''
return array(
  select o.name
  from unnest(t.imagenes_url) with ordinality i (texto, orden)
  join storage.objects o on o.bucket_id = 'support-tickets' and o.owner = t.usuario_id
    and o.name = regexp_replace(storage.name_in('support-tickets', i.texto), '^([^/]+)$', t.usuario_id || '/\1')
  order by i.orden);

create or replace function interno.marcar_imagenes_de_ticket() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.tickets := case tg_op when 'INSERT' then new else old end;
begin
  -- A name without a folder is in the folder of its uploader.
  perform storage.mark_shown(
    tg_op = 'INSERT', 'support-tickets',
    array(
      select regexp_replace(storage.name_in('support-tickets', t), '^([^/]+)$', v.usuario_id || '/\1')
      from unnest(v.imagenes_url) t),
    array[v.usuario_id || '/%']);
  return null;
end $$;

-- Answers a ticket. Without p_estado an open ticket is then in process. Answers whether that changed anything: the same
-- answer given again, because the operator repeated the command, is neither written nor sent again.
create or replace function interno.responder_ticket(p_operador uuid, p_ticket uuid, p_texto text, p_estado text default null)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_ticket constant public.tickets := interno.ticket_para_operador(p_operador, p_ticket, p_estado);
  v_texto constant text := btrim(p_texto, E' \t\r\n');
  v_estado constant text := coalesce(p_estado, case v_ticket.estado when 'abierto' then 'en_proceso' else v_ticket.estado end);
  v_respuesta bigint;
begin
  if v_texto is null or char_length(v_texto) not between 2 and 4000 then
    raise exception 'An answer of 2 to 4000 characters is needed' using errcode = 'PT422', detail = 'respuesta';
  end if;
  if v_texto = (select r.texto from interno.ticket_respuestas r where r.ticket_id = p_ticket order by r.id desc limit 1) then
    return interno.cambiar_estado_de_ticket(p_operador, p_ticket, v_estado);
  end if;
  insert into interno.ticket_respuestas (ticket_id, operador_id, texto) values (p_ticket, p_operador, v_texto)
  returning id into v_respuesta;
  update public.tickets set estado = v_estado where id = p_ticket;
  -- The text is not copied into the audit, which is never changed: it may name a person who is erased later.
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, 'responder_ticket', v_ticket.usuario_id,
    jsonb_build_object('ticket', p_ticket, 'antes', v_ticket.estado, 'estado', v_estado));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('ticket_respondido', p_operador, v_ticket.usuario_id, jsonb_build_object('ticket', p_ticket));
  perform interno.encolar(
    'send-ticket-answered', jsonb_build_object('respuesta', v_respuesta, 'userId', v_ticket.usuario_id));
  return true;
end $$;

-- The answers of a ticket, the oldest first.
create or replace function interno.respuestas_de_ticket(p_ticket uuid) returns jsonb
language sql stable set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'texto', r.texto, 'creado_en', r.creado_en) order by r.id), '[]')
  from interno.ticket_respuestas r where r.ticket_id = p_ticket);

-- interno.borrar_cuenta takes person and texts out of a ticket. Its answers are about that person: they are deleted.
create or replace function interno.borrar_respuestas_de_ticket() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from interno.ticket_respuestas where ticket_id = new.id;
  return null;
end $$;

-- Answers whether that changed anything.
create or replace function interno.cambiar_estado_de_ticket(p_operador uuid, p_ticket uuid, p_estado text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_ticket constant public.tickets := interno.ticket_para_operador(p_operador, p_ticket, p_estado);
begin
  if v_ticket.estado = p_estado then
    return false;
  end if;
  update public.tickets set estado = p_estado where id = p_ticket;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, 'cambiar_ticket', v_ticket.usuario_id,
    jsonb_build_object('ticket', p_ticket, 'antes', v_ticket.estado, 'estado', p_estado));
  return true;
end $$;

create or replace function interno.consultar_ticket(p_operador uuid, p_ticket uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_usuario uuid;
begin
  perform interno.exigir_operador(p_operador);
  select usuario_id into v_usuario from public.tickets where id = p_ticket;
  if not found then
    raise exception 'Unknown ticket' using errcode = 'PT404', detail = 'ticket';
  end if;
  -- Of an erased account nothing is left to read.
  if v_usuario is not null then
    insert into interno.auditoria (operador_id, acto, sobre, detalle)
    values (p_operador, 'consultar_ticket', v_usuario, jsonb_build_object('ticket', p_ticket));
  end if;
end $$;

-- The locked ticket that an operator acts on.
create or replace function interno.ticket_para_operador(p_operador uuid, p_ticket uuid, p_estado text) returns public.tickets
language plpgsql set search_path = ''
as $$
declare
  v_ticket public.tickets;
begin
  perform interno.exigir_operador(p_operador);
  if p_estado not in ('abierto', 'en_proceso', 'resuelto') then
    raise exception 'Unknown state' using errcode = 'PT422', detail = 'estado_de_ticket';
  end if;
  select * into v_ticket from public.tickets where id = p_ticket for no key update;
  if not found then
    raise exception 'Unknown ticket' using errcode = 'PT404', detail = 'ticket';
  end if;
  if v_ticket.usuario_id is null then
    raise exception 'The account of the ticket was erased' using errcode = 'PT404', detail = 'ticket_sin_cuenta';
  end if;
  return v_ticket;
end $$;
