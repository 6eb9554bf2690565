create trigger directorio_count_on_insert after insert on interno.directorio
  referencing new table as nuevas for each statement execute function interno.contar_directorio();

create trigger directorio_count_on_update after update on interno.directorio
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_directorio();

create trigger directorio_count_on_delete after delete on interno.directorio
  referencing old table as viejas for each statement execute function interno.contar_directorio();

create trigger directorio_count_available_on_insert after insert on interno.directorio
  referencing new table as nuevas for each statement execute function interno.contar_disponibles();

create trigger directorio_count_available_on_update after update on interno.directorio
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_disponibles();

create trigger directorio_count_available_on_delete after delete on interno.directorio
  referencing old table as viejas for each statement execute function interno.contar_disponibles();

-- Triggers of one table fire in the order of their names: this one after directorio_count_on_insert, which waits for the
-- lock of interno.pedir_aviso.
create trigger directorio_queue_alerts_on_insert after insert on interno.directorio
  referencing new table as nuevas for each statement execute function interno.anunciar_en_directorio();
