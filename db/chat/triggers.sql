create trigger chats_require_accounts before insert on public.chats
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

create trigger chats_record_event after insert on public.chats
  referencing new table as nuevos for each statement execute function interno.anotar_chats();

create trigger chats_refuse_blocked_pairs before insert on public.chats
  for each row execute function interno.rechazar_par_bloqueado('buscador_id', 'maestro_id');

create trigger mensajes_update_chat after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.anotar_mensaje();

-- A text does not call the function.
create trigger mensajes_carry_the_size_of_their_picture before insert on public.mensajes
  for each row when (new.tipo = 'imagen') execute function interno.medir_imagen();

-- It fires before mensajes_update_chat, whose lock on the chats the sender already holds.
create trigger mensajes_record_answers after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.anotar_respuestas();

create trigger mensajes_refuse_blocked_chats after insert on public.mensajes
  referencing new table as nuevos for each statement
  execute function interno.rechazar_mensajes_en_chats_bloqueados();

create trigger mensajes_queue_push after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.encolar_push();

create trigger mensajes_update_file_use_on_insert after insert on public.mensajes
  for each row when (new.tipo in ('imagen', 'audio')) execute function interno.marcar_archivo_de_mensaje();

create trigger mensajes_update_file_use_on_delete after delete on public.mensajes
  for each row when (old.tipo in ('imagen', 'audio')) execute function interno.marcar_archivo_de_mensaje();
