-- Writes messages of several people. A message that its sender wrote before with the same client_id is returned and not
-- written again. Returns one row for each message, and one more for each chat, as it is afterwards.
--
-- The chats are locked first, so that their messages get number and time in the order in which they become visible. They
-- are locked in the order of their ids, so that two calls cannot deadlock. The files are locked after the chats, as the
-- deletion of a message does: a picture or voice note that is being removed cannot be sent, because the message would name
-- a file that is gone.
--
-- Moderation cannot hear a number in a voice note, so voice notes are possible once the contact is unlocked. The type of
-- the file is checked too: a sound that is sent as a picture would avoid that.
create or replace function interno.enviar_mensajes(p_envios jsonb)
returns table (orden integer, estado text, mensaje jsonb, chat jsonb)
language plpgsql set search_path = ''
-- A session keeps the plan that it made while the tables were small. These settings allow only plans with indexes.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_chats constant uuid[] := array(
    select distinct (e ->> 'chat_id')::uuid from jsonb_array_elements(p_envios) e);
  v_archivos constant text[] := array(
    select e ->> 'contenido' from jsonb_array_elements(p_envios) e where e ->> 'tipo' <> 'texto');
begin
  perform from public.chats c where c.id = any (v_chats) order by c.id for no key update;
  if cardinality(v_archivos) > 0 then
    perform from storage.objects o where o.bucket_id = 'chat-media' and o.name = any (v_archivos)
    order by o.name for no key update;
  end if;
  -- A separate statement after the lock: it sees what was written while it waited.
  return query
  with envio as materialized (
    select gen_random_uuid() as id, e.*
    from jsonb_to_recordset(p_envios) as e (
      orden integer, sesion uuid, autor uuid, chat_id uuid, client_id uuid, tipo text, contenido text, respuesta_a uuid, duracion_ms integer, picos smallint[],
      -- Why it is blocked while the contact is locked, and once it is open.
      motivo_cerrado text, motivo_abierto text)
  ), juzgado as materialized (
    select e.*, to_jsonb(r) as repetido,
      case when e.motivo_cerrado is not distinct from e.motivo_abierto
        or interno.contacto_abierto(c.maestro_id, c.buscador_id) then e.motivo_abierto else e.motivo_cerrado
      end as motivo,
      coalesce(interno.impedimento(e.sesion, e.autor, null), case
        when c.id is null then 'sin_chat'
        when r.id is not null then 'repetido'
        when otro.suspendido_en is not null then 'sin_destino'
        when c.bloqueado_en is not null then 'par_bloqueado'
        when e.tipo = 'audio' and not interno.contacto_abierto(c.maestro_id, c.buscador_id) then 'contacto_cerrado'
        when e.tipo in ('imagen', 'audio') and not exists (
          select from storage.objects o
          where o.bucket_id = 'chat-media' and o.name = e.contenido
            and starts_with(o.mimetype, case e.tipo when 'imagen' then 'image/' else 'audio/' end)
            and o.owner = e.autor
            and starts_with(e.contenido, e.chat_id || '/')
        ) then 'sin_objeto'
        when e.respuesta_a is not null and not exists (
          select from public.mensajes o
          where o.id = e.respuesta_a and o.chat_id = e.chat_id and not o.bloqueado and o.tipo <> 'contacto'
        ) then 'sin_original'
        else 'escrito'
      end) as estado
    from envio e
    left join public.chats c on c.id = e.chat_id and e.autor in (c.buscador_id, c.maestro_id)
    left join public.profiles otro
      on otro.id = case e.autor when c.maestro_id then c.buscador_id else c.maestro_id end
    left join public.mensajes r
      on r.chat_id = e.chat_id and r.autor_id = e.autor and r.client_id = e.client_id
  ), escrito as (
    insert into public.mensajes as m
      (id, chat_id, autor_id, tipo, contenido, creado_en, bloqueado, motivo_bloqueo, client_id, respuesta_a, duracion_ms, picos)
    select j.id, j.chat_id, j.autor, j.tipo, j.contenido, clock_timestamp(), j.motivo is not null, j.motivo, j.client_id, j.respuesta_a, j.duracion_ms, j.picos
    from (select * from juzgado where juzgado.estado = 'escrito' order by juzgado.orden) j
    returning m.*
  )
  select j.orden, j.estado, case j.estado when 'repetido' then j.repetido else to_jsonb(n) end, null::jsonb
  from juzgado j left join escrito n on n.id = j.id;
  return query
  select null::integer, null::text, null::jsonb, to_jsonb(c) from public.chats c where c.id = any (v_chats);
end $$;

-- Updates the preview and the unread counters of the chats, once for each statement, and refuses authors that are not one
-- of the two people of the chat.
create or replace function interno.anotar_mensaje() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from nuevos n where not exists (
      select from public.chats c where c.id = n.chat_id and n.autor_id in (c.buscador_id, c.maestro_id))
  ) then
    raise exception 'The author is not of this chat' using errcode = '23514';
  end if;
  -- A blocked message was not delivered, so it is neither shown as the preview nor counted as unread.
  update public.chats c set
    ultimo_mensaje_id = n.id,
    ultimo_mensaje_tipo = n.tipo,
    ultimo_mensaje_contenido = n.contenido,
    ultimo_mensaje_en = n.creado_en,
    no_leidos_buscador = c.no_leidos_buscador + n.del_maestro,
    no_leidos_maestro = c.no_leidos_maestro + n.del_buscador
  from (
    select distinct on (m.chat_id) m.*,
      count(*) filter (where m.autor_id = k.maestro_id) over (partition by m.chat_id) as del_maestro,
      count(*) filter (where m.autor_id = k.buscador_id) over (partition by m.chat_id) as del_buscador
    from nuevos m join public.chats k on k.id = m.chat_id
    where not m.bloqueado
    order by m.chat_id, m.secuencia desc
  ) n
  where c.id = n.chat_id;
  return null;
end $$;

-- Removes the content of an own message that is not older than p_minutos. estado is 'eliminado' (also when it was deleted
-- before), 'tarde' or 'desconocido' (not an own message that was delivered).
--
-- The object of a picture or voice note is deleted with the content, so that no address leads to it; the sweep removes the
-- bytes. The text of a reported message stays in the report (interno.reporte_mensajes), and a reported file, or one that
-- another message shows, stays in the store. One file can be in two messages: a report of one of them keeps the file also
-- when the other one is deleted.
--
-- The unread messages of a person are the last ones of the other person: a deleted one was among them if fewer of these
-- come after it than are counted. The mark of reading does not say it, because reading a blocked chat lowers the count and
-- leaves the mark. docs/decisions/seguridad.md.
create or replace function interno.eliminar_mensaje(
  p_autor uuid, p_mensaje uuid, p_minutos integer, out estado text, out mensaje jsonb, out chat jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.mensajes;
  v_posteriores integer;
begin
  select m.* into v from public.mensajes m
  where m.id = p_mensaje and m.autor_id = p_autor and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado;
  if not found then
    estado := 'desconocido';
    return;
  end if;
  -- The chat before the message, as every writer of messages does. The message is read again after the lock.
  perform from public.chats c where c.id = v.chat_id for no key update;
  select m.* into v from public.mensajes m where m.id = p_mensaje;
  if v.eliminado_en is null then
    if v.creado_en < now() - make_interval(mins => p_minutos) then
      estado := 'tarde';
      return;
    end if;
    update public.mensajes set contenido = null, ancho = null, alto = null, duracion_ms = null, picos = null, eliminado_en = now() where id = v.id;
    if v.tipo in ('imagen', 'audio')
      and not exists (
        select from interno.reportes p join interno.reporte_mensajes r on r.reporte_id = p.id
        where p.chat_id = v.chat_id and (r.mensaje_id = v.id or r.contenido = v.contenido))
      and not exists (select from public.mensajes m where m.chat_id = v.chat_id and m.contenido = v.contenido)
    then
      with borrado as (
        delete from storage.objects o
        where o.bucket_id = 'chat-media' and o.name = storage.name_in('chat-media', v.contenido)
          and starts_with(o.name, v.chat_id || '/')
        returning coalesce(o.key, o.bucket_id || '/' || o.name) as lugar
      )
      insert into storage.leftovers (key) select lugar from borrado on conflict (key) do nothing;
    end if;
    select count(*) into v_posteriores from public.mensajes m
    where m.chat_id = v.chat_id and not m.bloqueado and m.secuencia > v.secuencia
      and m.autor_id = v.autor_id and m.eliminado_en is null;
    -- A preview of the type text without content stands for a deleted message. An unread message is no longer counted.
    update public.chats c set
      ultimo_mensaje_tipo = case when c.ultimo_mensaje_id = v.id then 'texto' else c.ultimo_mensaje_tipo end,
      ultimo_mensaje_contenido = case when c.ultimo_mensaje_id <> v.id then c.ultimo_mensaje_contenido end,
      no_leidos_buscador = c.no_leidos_buscador
        - (v.autor_id = c.maestro_id and v_posteriores < c.no_leidos_buscador)::integer,
      no_leidos_maestro = c.no_leidos_maestro
        - (v.autor_id = c.buscador_id and v_posteriores < c.no_leidos_maestro)::integer
    where c.id = v.chat_id;
  end if;
  estado := 'eliminado';
  select to_jsonb(m), to_jsonb(c) into mensaje, chat
  from public.mensajes m join public.chats c on c.id = m.chat_id
  where m.id = p_mensaje;
end $$;

create or replace function interno.marcar_archivo_de_mensaje() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.mensajes := case tg_op when 'INSERT' then new else old end;
begin
  perform storage.mark_shown(
    tg_op = 'INSERT', 'chat-media', array[storage.name_in('chat-media', v.contenido)], array[v.chat_id || '/%']);
  return null;
end $$;

-- While one of the two people blocks the other, reading changes the own unread count only: the marks of reading would tell
-- the other one at each opening that the person is there. docs/decisions/seguridad.md.
create or replace function public.mark_messages_as_read(p_chat_id uuid, p_user_role text, p_hasta bigint default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  yo uuid := auth.uid();
  v_antes bigint;
  v_bloqueado boolean;
  v_hasta bigint;
  v_sin_leer integer;
begin
  if p_user_role is null or p_user_role not in ('buscador', 'maestro') then
    raise exception 'p_user_role must be buscador or maestro' using errcode = '22023';
  end if;
  -- The lock makes messages that are being written wait, so that the count below misses none.
  select case p_user_role when 'buscador' then leido_buscador_hasta else leido_maestro_hasta end, bloqueado_en is not null
  into v_antes, v_bloqueado
  from public.chats
  where id = p_chat_id and yo = case p_user_role when 'buscador' then buscador_id else maestro_id end
  for no key update;
  if not found then
    raise exception 'Chat no encontrado' using errcode = 'PT404';
  end if;

  -- A mark is never taken back, and never includes a message that does not exist yet.
  select greatest(v_antes, coalesce(max(secuencia), 0)) into v_hasta
  from public.mensajes
  where chat_id = p_chat_id and not bloqueado and secuencia <= coalesce(p_hasta, 9223372036854775807);
  select count(*) into v_sin_leer
  from public.mensajes
  where chat_id = p_chat_id and not bloqueado and secuencia > v_hasta and autor_id <> yo and eliminado_en is null;

  if v_bloqueado then
    -- The mark stays, so that a later call may name an earlier message: the count never grows.
    update public.chats set
      no_leidos_buscador = case p_user_role when 'buscador' then least(no_leidos_buscador, v_sin_leer) else no_leidos_buscador end,
      no_leidos_maestro = case p_user_role when 'maestro' then least(no_leidos_maestro, v_sin_leer) else no_leidos_maestro end
    where id = p_chat_id;
  elsif p_user_role = 'buscador' then
    update public.chats set no_leidos_buscador = v_sin_leer, leido_buscador_hasta = v_hasta, leido_buscador_en = now()
    where id = p_chat_id;
  else
    update public.chats set no_leidos_maestro = v_sin_leer, leido_maestro_hasta = v_hasta, leido_maestro_en = now()
    where id = p_chat_id;
  end if;
end $$;
