create trigger accesos_contacto_require_accounts before insert on public.accesos_contacto
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

create trigger accesos_contacto_count_on_insert after insert on public.accesos_contacto
  referencing new table as nuevas for each statement execute function interno.contar_contactos();

create trigger accesos_contacto_count_on_delete after delete on public.accesos_contacto
  referencing old table as viejas for each statement execute function interno.contar_contactos();

create trigger accesos_contacto_record_event after insert on public.accesos_contacto
  referencing new table as nuevos for each statement execute function interno.anotar_accesos();

create trigger accesos_contacto_refuse_blocked_pairs before insert on public.accesos_contacto
  for each row execute function interno.rechazar_par_bloqueado('buscador_id', 'maestro_id');

create trigger accesos_contacto_queue_mail after insert on public.accesos_contacto
  referencing new table as nuevos for each statement execute function interno.encolar_correo_de_contacto();
