create trigger profiles_end_sessions after update of suspendido_en on public.profiles
  for each row when (new.suspendido_en is not null and old.suspendido_en is null)
  execute function interno.cerrar_sesiones();

create trigger profiles_refuse_contact_data
  before insert or update of nombre, apellido, display_name on public.profiles
  for each row execute function interno.exigir_textos_sin_contacto(
    'nombre', 'El nombre', 'apellido', 'El apellido', 'display_name', 'El nombre');

-- A suspended maestro is not listed.
create trigger profiles_refresh_directory after update on public.profiles
  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();

create trigger profiles_record_event after insert on public.profiles
  referencing new table as nuevas for each statement execute function interno.anotar_cuentas();

create trigger suspensions_take_effect after update of suspendido_en on public.profiles
  for each row
  when ((new.suspendido_en is null) <> (old.suspendido_en is null) and new.eliminada_en is null)
  execute function interno.aplicar_suspension();

create trigger profiles_hide_reviews after update of suspendido_en, eliminada_en on public.profiles
  for each row
  -- The condition is evaluated with the rights of the caller, who may not execute the functions of interno.
  when ((old.suspendido_en, old.eliminada_en) is distinct from (new.suspendido_en, new.eliminada_en))
  execute function interno.ocultar_resenas_de_autor();

create trigger profiles_lock_chats before update of suspendido_en on public.profiles
  for each row when ((old.suspendido_en is null) <> (new.suspendido_en is null))
  execute function interno.cerrar_chats_de_persona();

create trigger profiles_end_exports after update of suspendido_en on public.profiles
for each row when (new.suspendido_en is not null and old.suspendido_en is null)
execute function interno.terminar_exportaciones_de_cuenta();

-- Fires before profiles_lock_chats, which then has nothing to lock. The closing itself changes a null, and the erasure sets
-- eliminada_en.
create trigger profiles_keep_closing before update of suspendido_en on public.profiles
  for each row when (
    old.suspendido_en is not null and old.suspendido_en is distinct from new.suspendido_en and new.eliminada_en is null)
  execute function interno.suspender_durante_cierre();

create trigger profiles_compose_names before insert or update of nombre, apellido, display_name on public.profiles
for each row execute function interno.componer_nombres('nombre', 'El nombre', 'apellido', 'El apellido', 'display_name', 'El nombre');
