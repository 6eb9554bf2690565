create trigger tickets_require_accounts before insert on public.tickets
  for each row execute function interno.exigir_cuentas_vigentes('usuario_id');

create trigger tickets_update_picture_use after insert or delete on public.tickets
  for each row execute function interno.marcar_imagenes_de_ticket();

create trigger tickets_erase_answers after update of usuario_id on public.tickets
  for each row when (new.usuario_id is null and old.usuario_id is not null)
  execute function interno.borrar_respuestas_de_ticket();
