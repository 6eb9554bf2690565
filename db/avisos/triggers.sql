create trigger preferencias_avisos_set_time before insert or update on public.preferencias_avisos
  for each row execute function interno.fechar_preferencias();
