create trigger pictures_of_drafts_are_of_their_maestro before insert or update of valor on interno.borradores
  for each row execute function interno.exigir_imagen_de_borrador();

create trigger pictures_are_shown_by_their_draft after insert or update or delete on interno.borradores
  for each row execute function interno.marcar_imagen_de_borrador();
