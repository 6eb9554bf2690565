create trigger verificaciones_set_their_flag after insert or update of estado on interno.verificaciones
  for each row execute function interno.aplicar_verificacion();

create trigger verificaciones_record_waiting before update of estado on interno.verificaciones
  for each row when (new.estado = 'pendiente' and old.estado <> 'pendiente')
  execute function interno.anotar_espera();
