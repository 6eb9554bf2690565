-- The file of a deleted picture or voice note. Its object was marked as unused, so that signed addresses still worked until
-- the sweep removed it a day later. Now the object is deleted with the content of the message, and no address leads to it.
-- The sweep removes the bytes. A reported file, and one that another message shows, stay as before.
select interno.cambiar_en_funcion(
  'interno.eliminar_mensaje(uuid, uuid, integer)',
  $$perform storage.mark_shown(
        false, 'chat-media', array[storage.name_in('chat-media', v.contenido)], array[v.chat_id || '/%']);$$,
  $$with borrado as (
        delete from storage.objects o
        where o.bucket_id = 'chat-media' and o.name = storage.name_in('chat-media', v.contenido)
          and starts_with(o.name, v.chat_id || '/')
        returning coalesce(o.key, o.bucket_id || '/' || o.name) as lugar
      )
      insert into storage.leftovers (key) select lugar from borrado on conflict (key) do nothing;$$);
