-- Deleting an own message, and answering to a message of the same chat. Decision 058.

-- Replaces a fragment in the body of a function that earlier migrations wrote, and fails when the fragment is not in it.
-- Other migrations may change the same function: a whole copy would undo their changes.
create function interno.cambiar_en_funcion(p_funcion regprocedure, p_antes text, p_despues text) returns void
language plpgsql set search_path = ''
as $$
declare
  v_texto constant text := pg_get_functiondef(p_funcion);
begin
  if strpos(v_texto, p_antes) = 0 then
    raise exception 'the function % does not contain: %', p_funcion, p_antes;
  end if;
  execute replace(v_texto, p_antes, p_despues);
end $$;

alter table public.mensajes
  -- The content of a deleted message is gone. The row keeps its place in the conversation.
  add column eliminado_en timestamptz,
  -- The message that this one answers to. interno.enviar_mensajes accepts only delivered messages of the same chat, and
  -- these are never removed from the table: a foreign key would only cost an index on every message.
  add column respuesta_a uuid,
  drop constraint mensajes_texts_have_content,
  add constraint mensajes_texts_have_content
    check (contenido is not null or tipo <> 'texto' or eliminado_en is not null),
  add constraint mensajes_deleted_are_empty check (eliminado_en is null or contenido is null);

-- Deleting ------------------------------------------------------------------------------------------------------------

-- Removes the content of an own message that is not older than p_minutos. The text of a reported message stays in the
-- report (interno.reporte_mensajes), and the file of a reported picture stays in the store. estado is 'eliminado' (also
-- when it was deleted before), 'tarde' or 'desconocido' (not an own text or picture that was delivered).
create function interno.eliminar_mensaje(
  p_autor uuid, p_mensaje uuid, p_minutos integer, out estado text, out mensaje jsonb, out chat jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.mensajes;
begin
  select m.* into v from public.mensajes m
  where m.id = p_mensaje and m.autor_id = p_autor and m.tipo in ('texto', 'imagen') and not m.bloqueado;
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
    update public.mensajes set contenido = null, ancho = null, alto = null, eliminado_en = now() where id = v.id;
    if v.tipo = 'imagen'
      and not exists (select from interno.reporte_mensajes r where r.mensaje_id = v.id)
      and not exists (select from public.mensajes m where m.chat_id = v.chat_id and m.contenido = v.contenido)
    then
      perform storage.mark_shown(
        false, 'chat-media', array[storage.name_in('chat-media', v.contenido)], array[v.chat_id || '/%']);
    end if;
    -- A preview of the type text without content stands for a deleted message. An unread message is no longer counted.
    update public.chats c set
      ultimo_mensaje_tipo = case when c.ultimo_mensaje_id = v.id then 'texto' else c.ultimo_mensaje_tipo end,
      ultimo_mensaje_contenido = case when c.ultimo_mensaje_id <> v.id then c.ultimo_mensaje_contenido end,
      no_leidos_buscador = greatest(0, c.no_leidos_buscador
        - (v.autor_id = c.maestro_id and v.secuencia > c.leido_buscador_hasta)::integer),
      no_leidos_maestro = greatest(0, c.no_leidos_maestro
        - (v.autor_id = c.buscador_id and v.secuencia > c.leido_maestro_hasta)::integer)
    where c.id = v.chat_id;
  end if;
  estado := 'eliminado';
  select to_jsonb(m), to_jsonb(c) into mensaje, chat
  from public.mensajes m join public.chats c on c.id = m.chat_id
  where m.id = p_mensaje;
end $$;

select interno.cambiar_en_funcion(
  'public.mark_messages_as_read(uuid, text, bigint)',
  'secuencia > v_hasta and autor_id <> yo',
  'secuencia > v_hasta and autor_id <> yo and eliminado_en is null');

-- Answering -----------------------------------------------------------------------------------------------------------

select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  'client_id uuid, tipo text, contenido text,',
  'client_id uuid, tipo text, contenido text, respuesta_a uuid,');
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  $$else 'escrito'
      end) as estado$$,
  $$when e.respuesta_a is not null and not exists (
          select from public.mensajes o
          where o.id = e.respuesta_a and o.chat_id = e.chat_id and not o.bloqueado and o.tipo <> 'contacto'
        ) then 'sin_original'
        else 'escrito'
      end) as estado$$);
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  'creado_en, bloqueado, motivo_bloqueo, client_id)',
  'creado_en, bloqueado, motivo_bloqueo, client_id, respuesta_a)');
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  'j.motivo is not null, j.motivo, j.client_id',
  'j.motivo is not null, j.motivo, j.client_id, j.respuesta_a');
