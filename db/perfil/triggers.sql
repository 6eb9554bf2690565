create trigger vistas_perfil_count_on_insert after insert on public.vistas_perfil
  referencing new table as nuevas for each statement execute function interno.contar_vistas();

create trigger vistas_perfil_count_on_update after update on public.vistas_perfil
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_vistas();

create trigger vistas_perfil_count_on_delete after delete on public.vistas_perfil
  referencing old table as viejas for each statement
  when (current_setting('interno.conservar_cifras', true) is distinct from 'si')
  execute function interno.contar_vistas();
