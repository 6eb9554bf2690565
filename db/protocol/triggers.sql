create trigger mfa_factors_record_enrolment after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function interno.anotar_entrada_de_operador('registrar_factor');

create trigger refresh_tokens_record_activity after insert on auth.refresh_tokens
  for each row execute function interno.al_dar_refresh_token();

create trigger sessions_check_level before insert or update of aal on auth.sessions
  for each row execute function interno.exigir_nivel_de_sesion();

create trigger sessions_record_entry after update of aal on auth.sessions
  for each row when (new.aal = 'aal2' and old.aal <> 'aal2')
  execute function interno.anotar_entrada_de_operador('entrar');

create trigger users_create_profile after insert on auth.users
  for each row execute function interno.crear_profile();

create trigger users_welcome_on_confirmation after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function interno.dar_bienvenida_al_confirmar();

create trigger users_end_exports after update of encrypted_password on auth.users
for each row when (old.encrypted_password is distinct from new.encrypted_password)
execute function interno.terminar_exportaciones_de_cuenta();

create trigger objects_clear_maestro_picture after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.unused_since is null and old.name ~ '^(ine_|profile-photos/)')
  execute function interno.retirar_imagen_de_maestro();

create trigger removed_documents_leave_their_maestro after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.name like 'documentos/%')
  execute function interno.retirar_documento();

create trigger objects_leave_their_review after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.name like 'review-photos/%')
  execute function interno.retirar_foto_de_resena_borrada();
