create trigger alcaldias_disponibles_refresh_directory after update of activo on public.alcaldias_disponibles
for each row when (old.activo is distinct from new.activo) execute function interno.al_retirar_nombre('alcaldia');

create trigger oficios_disponibles_refresh_directory after update of activo on public.oficios_disponibles
for each row when (old.activo is distinct from new.activo) execute function interno.al_retirar_nombre('oficio');
