-- Voice notes: messages whose content is a recorded sound in the folder of their chat. Decision 059.

select interno.ampliar_lista('public.mensajes', 'mensajes_tipo_check', 'tipo', '{audio}');

alter table public.mensajes
  -- Of a voice note: how long it is, and its loudness over time for the drawing. Both are measured by the device.
  add column duracion_ms integer check (duracion_ms between 1 and 180000),
  add column picos smallint[] check (
    array_ndims(picos) = 1 and cardinality(picos) = 48 and array_position(picos, null) is null
    and 0 <= all (picos) and 100 >= all (picos)),
  -- A voice note that was deleted, or whose author's account was erased, has neither.
  add constraint mensajes_voice_notes_have_duration_and_peaks
    check (num_nonnulls(duracion_ms, picos) = case when tipo = 'audio' and contenido is not null then 2 else 0 end);

-- Files ---------------------------------------------------------------------------------------------------------------

update storage.buckets set allowed_mime_types = allowed_mime_types || '{audio/webm,audio/mp4}' where id = 'chat-media';

-- Whether an object of this name may be a sound: only chats have voice notes.
create function storage.may_be_audio(p_bucket text, p_name text) returns boolean
language sql immutable
return p_bucket = 'chat-media' and p_name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/';

alter table storage.objects
  add constraint objects_audio_is_short_and_in_a_chat
    check (mimetype not like 'audio/%' or (storage.may_be_audio(bucket_id, name) and size <= 2 * 1024 * 1024));

drop trigger mensajes_update_picture_use_on_insert on public.mensajes;
drop trigger mensajes_update_picture_use_on_delete on public.mensajes;
alter function interno.marcar_imagen_de_mensaje() rename to marcar_archivo_de_mensaje;
create trigger mensajes_update_file_use_on_insert after insert on public.mensajes
  for each row when (new.tipo in ('imagen', 'audio')) execute function interno.marcar_archivo_de_mensaje();
create trigger mensajes_update_file_use_on_delete after delete on public.mensajes
  for each row when (old.tipo in ('imagen', 'audio')) execute function interno.marcar_archivo_de_mensaje();

-- Sending -------------------------------------------------------------------------------------------------------------

-- Moderation cannot hear a number in a voice note, so voice notes are possible once the contact is unlocked. The type of
-- the file is checked too: a sound that is sent as a picture would avoid that.
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  $$when e.tipo = 'imagen' and not exists ($$,
  $$when e.tipo = 'audio' and not interno.contacto_abierto(c.maestro_id, c.buscador_id) then 'contacto_cerrado'
        when e.tipo in ('imagen', 'audio') and not exists ($$);
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  $$where o.bucket_id = 'chat-media' and o.name = e.contenido$$,
  $$where o.bucket_id = 'chat-media' and o.name = e.contenido
            and starts_with(o.mimetype, case e.tipo when 'imagen' then 'image/' else 'audio/' end)
           $$);
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  'contenido text, respuesta_a uuid,',
  'contenido text, respuesta_a uuid, duracion_ms integer, picos smallint[],');
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  'motivo_bloqueo, client_id, respuesta_a)',
  'motivo_bloqueo, client_id, respuesta_a, duracion_ms, picos)');
select interno.cambiar_en_funcion(
  'interno.enviar_mensajes(jsonb)',
  'j.motivo, j.client_id, j.respuesta_a',
  'j.motivo, j.client_id, j.respuesta_a, j.duracion_ms, j.picos');

-- Deleting, erasing and reviews -----------------------------------------------------------------------------------------

select interno.cambiar_en_funcion(
  'interno.eliminar_mensaje(uuid, uuid, integer)',
  $$m.tipo in ('texto', 'imagen')$$,
  $$m.tipo in ('texto', 'imagen', 'audio')$$);
select interno.cambiar_en_funcion(
  'interno.eliminar_mensaje(uuid, uuid, integer)',
  'alto = null, eliminado_en = now()',
  'alto = null, duracion_ms = null, picos = null, eliminado_en = now()');
select interno.cambiar_en_funcion(
  'interno.eliminar_mensaje(uuid, uuid, integer)',
  $$if v.tipo = 'imagen'$$,
  $$if v.tipo in ('imagen', 'audio')$$);

select interno.cambiar_en_funcion(
  'interno.borrar_cuenta(uuid)',
  $$update public.mensajes set contenido = null where autor_id = p_id and tipo <> 'texto';$$,
  $$update public.mensajes set contenido = null, duracion_ms = null, picos = null
  where autor_id = p_id and tipo <> 'texto';$$);

-- Two people who have spoken in voice notes have talked: the seeker may write a review.
select interno.cambiar_en_funcion(
  'interno.impedimento_de_resena(uuid, uuid, integer)',
  $$m.tipo in ('texto', 'imagen')$$,
  $$m.tipo in ('texto', 'imagen', 'audio')$$);
