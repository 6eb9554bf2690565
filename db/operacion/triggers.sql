create trigger auditoria_is_only_appended before update or delete or truncate on interno.auditoria
  for each statement execute function interno.rechazar_cambio_de_auditoria();

create trigger eventos_refuse_changes before update or delete or truncate on interno.eventos
  for each statement execute function interno.rechazar_cambio_de_eventos();
alter table interno.auditoria enable always trigger auditoria_is_only_appended;
