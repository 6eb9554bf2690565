create trigger resenas_refuse_contact_data
  before insert or update of comentario, respuesta on public.resenas
  for each row execute function interno.exigir_textos_sin_contacto(
    'comentario', 'La reseña', 'respuesta', 'La respuesta');

create trigger resenas_require_accounts before insert on public.resenas
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

create trigger resenas_set_hidden before insert on public.resenas
  for each row execute function interno.ocultar_resena_nueva();

create trigger resenas_count_on_insert after insert on public.resenas
  referencing new table as nuevas for each statement execute function interno.contar_resenas();

create trigger resenas_count_on_update after update on public.resenas
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_resenas();

create trigger resenas_count_on_delete after delete on public.resenas
  referencing old table as viejas for each statement execute function interno.contar_resenas();

create trigger resenas_record_event after insert on public.resenas
  referencing new table as nuevas for each statement execute function interno.anotar_resenas();

create trigger resenas_record_change after update on public.resenas
  for each row
  when ((old.editado_en, old.respondido_en) is distinct from (new.editado_en, new.respondido_en))
  execute function interno.anotar_resena_cambiada();

create trigger resenas_queue_mail after insert on public.resenas
  referencing new table as nuevas for each statement execute function interno.encolar_correo_de_resena();

create trigger resenas_decide_on_insert before insert on public.resenas
  for each row execute function interno.contar_resena_con_intercambio();

create trigger resenas_decide_on_update before update of editado_en on public.resenas
  for each row when (not old.contada) execute function interno.contar_resena_con_intercambio();

create trigger fotos_de_resena_check_owner before insert or update of objeto, resena_id on interno.fotos_de_resena
  for each row execute function interno.exigir_foto_propia();

create trigger fotos_de_resena_mark_shown after insert or delete on interno.fotos_de_resena
  for each row execute function interno.marcar_foto_de_resena();
