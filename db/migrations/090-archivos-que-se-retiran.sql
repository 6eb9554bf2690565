-- A picture or voice note that is being removed, by its owner or by the sweep of storage, cannot be sent: the message would name a file that is
-- gone. The files are locked after the chats, as the deletion of a message does.
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  '    select distinct (e ->> ''chat_id'')::uuid from jsonb_array_elements(p_envios) e);
',
  '    select distinct (e ->> ''chat_id'')::uuid from jsonb_array_elements(p_envios) e);
  v_archivos constant text[] := array(
    select e ->> ''contenido'' from jsonb_array_elements(p_envios) e where e ->> ''tipo'' <> ''texto'');
');
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  '  -- A separate statement after the lock: it sees what was written while it waited.
',
  '  if cardinality(v_archivos) > 0 then
    perform from storage.objects o where o.bucket_id = ''chat-media'' and o.name = any (v_archivos)
    order by o.name for no key update;
  end if;
  -- A separate statement after the lock: it sees what was written while it waited.
');
