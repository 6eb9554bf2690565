create trigger bloqueos_require_accounts before insert on public.bloqueos
  for each row execute function interno.exigir_cuentas_vigentes('bloqueador_id', 'bloqueado_id');

create trigger bloqueos_mark_chats after insert or delete on public.bloqueos
  for each row execute function interno.marcar_chats_bloqueados();
