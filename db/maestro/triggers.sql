-- Triggers of one table fire in the order of their names. maestros_check_own_pictures fires before this one, which compares
-- the document with the verified one: the same document in another spelling stays verified.
create trigger maestros_derive_columns before insert or update on public.maestros
  for each row execute function interno.antes_de_guardar_maestro();

create trigger maestros_refuse_contact_data
  before insert or update of nombre, apellido, descripcion, referencia1_nombre_cliente, referencia1_descripcion_trabajo,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo on public.maestros
  for each row execute function interno.exigir_textos_sin_contacto(
    'nombre', 'El nombre', 'apellido', 'El apellido', 'descripcion', 'La descripción',
    'referencia1_nombre_cliente', 'El nombre del cliente de la referencia 1',
    'referencia1_descripcion_trabajo', 'La descripción del trabajo de la referencia 1',
    'referencia2_nombre_cliente', 'El nombre del cliente de la referencia 2',
    'referencia2_descripcion_trabajo', 'La descripción del trabajo de la referencia 2');

-- Fires before maestros_derive_columns; see there.
create trigger maestros_check_own_pictures before insert or update of foto_perfil_url, ine_url on public.maestros
  for each row execute function interno.exigir_imagenes_propias();

create trigger maestros_update_picture_use after insert or delete on public.maestros
  for each row execute function interno.marcar_imagenes_de_maestro();

create trigger maestros_update_picture_use_on_update after update of foto_perfil_url, ine_url on public.maestros
  for each row
  when ((old.foto_perfil_url, old.ine_url) is distinct from (new.foto_perfil_url, new.ine_url))
  execute function interno.marcar_imagenes_de_maestro();

create trigger maestros_refresh_directory_on_insert after insert on public.maestros
  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();

create trigger maestros_refresh_directory_on_update after update on public.maestros
  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();

create trigger maestros_record_event_on_insert after insert on public.maestros
  for each row when (new.perfil_completo) execute function interno.anotar_perfil_completado();

create trigger maestros_record_event_on_update after update on public.maestros
  for each row when (new.perfil_completo and not old.perfil_completo)
  execute function interno.anotar_perfil_completado();

create trigger maestros_record_imported_verifications after insert on public.maestros
  for each row when (new.ine_verificado or new.curp_verificado or new.domicilio_verificado)
  execute function interno.anotar_verificaciones();

create trigger maestros_erase_availability after update of eliminada_en on public.maestros
  for each row when (new.eliminada_en is not null and old.eliminada_en is null)
  execute function interno.olvidar_disponibilidad();

create trigger maestros_record_changed_data after update on public.maestros
  for each row
  when (
    (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url, old.curp, old.domicilio,
      old.ine_verificado, old.curp_verificado, old.domicilio_verificado)
    is distinct from
    (new.ine_url, new.nombre, new.apellido, new.foto_perfil_url, new.curp, new.domicilio,
      new.ine_verificado, new.curp_verificado, new.domicilio_verificado))
  execute function interno.anotar_verificaciones();

-- Before maestros_derive_columns, which compares the names with those before.
create trigger maestros_compose_names
before insert or update of nombre, apellido, referencia1_nombre_cliente, referencia2_nombre_cliente on public.maestros
for each row execute function interno.componer_nombres(
  'nombre', 'El nombre', 'apellido', 'El apellido',
  'referencia1_nombre_cliente', 'El nombre del cliente de la referencia 1',
  'referencia2_nombre_cliente', 'El nombre del cliente de la referencia 2');

-- Fires after maestros_derive_columns, which makes blank texts null.
create trigger maestros_keep_required_data before insert or update on public.maestros
  for each row execute function interno.exigir_ficha_completa(
    'nombre', 'Tu nombre no puede quedar vacío.',
    'apellido', 'Tu apellido no puede quedar vacío.',
    'telefono', 'Tu teléfono no puede quedar vacío.',
    'descripcion', 'Tu descripción no puede quedar vacía.',
    'foto_perfil_url', 'Tu foto de perfil no se puede quitar. Puedes cambiarla por otra.',
    'ine_url', 'Tu INE no se puede quitar. Puedes enviar otra foto.',
    'curp', 'Tu CURP no puede quedar vacía.',
    'domicilio', 'Tu domicilio no puede quedar vacío.');

create trigger maestro_oficios_update_completion after insert on public.maestro_oficios
  referencing new table as nuevas for each statement execute function interno.completar_maestros();

-- Triggers of one table fire in the order of their names: these fire before the triggers that derive the directory.
create trigger maestro_oficios_check_limit after insert on public.maestro_oficios
  referencing new table as nuevas for each statement execute function interno.limitar_elecciones(
    'oficio', 'oficios_disponibles', 8,
    'Puedes elegir como máximo %s oficios.', 'El oficio %s ya no está disponible.');

create trigger maestro_oficios_refresh_directory_on_insert after insert on public.maestro_oficios
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_oficios_refresh_directory_on_delete after delete on public.maestro_oficios
  referencing old table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_oficios_refresh_directory_on_update after update on public.maestro_oficios
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_alcaldias_update_completion after insert on public.maestro_alcaldias
  referencing new table as nuevas for each statement execute function interno.completar_maestros();

create trigger maestro_alcaldias_check_limit after insert on public.maestro_alcaldias
  referencing new table as nuevas for each statement execute function interno.limitar_elecciones(
    'alcaldia', 'alcaldias_disponibles', 16,
    'Puedes elegir como máximo %s alcaldías.', 'La alcaldía %s ya no está disponible.');

create trigger maestro_alcaldias_refresh_directory_on_insert after insert on public.maestro_alcaldias
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_alcaldias_refresh_directory_on_delete after delete on public.maestro_alcaldias
  referencing old table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_alcaldias_refresh_directory_on_update after update on public.maestro_alcaldias
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_documentos_check_owner before insert or update on public.maestro_documentos
  for each row execute function interno.exigir_documento_propio();

create trigger maestro_documentos_mark_shown after insert or update or delete on public.maestro_documentos
  for each row execute function interno.marcar_documento();

create trigger maestro_documentos_reopen_verification after insert or update of objeto on public.maestro_documentos
  for each row execute function interno.anotar_documento_nuevo();

create trigger disponibilidad_refresh_directory_on_insert after insert on interno.disponibilidad
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger disponibilidad_refresh_directory_on_update after update on interno.disponibilidad
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger disponibilidad_refresh_directory_on_delete after delete on interno.disponibilidad
  referencing old table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_stats_derive_figures before insert or update on public.maestro_stats
  for each row execute function interno.contar_stats();
