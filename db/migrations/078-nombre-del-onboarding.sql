-- A name that is corrected in the onboarding reaches the account, as one that is changed afterwards (057): e-mails and help requests
-- use the name of the account.

-- The caller has locked the profile, or the account before it.
create function interno.guardar_nombre_de_cuenta(p_cuenta uuid, p_nombre text, p_apellido text) returns void
language sql set search_path = '' as $$
  update public.profiles set nombre = p_nombre, apellido = p_apellido, display_name = concat_ws(' ', p_nombre, p_apellido)
  where id = p_cuenta and (nombre, apellido) is distinct from (p_nombre, p_apellido)
$$;

select interno.cambiar_en_funcion(
  'interno.guardar_contacto(uuid, text, text, text)',
  $$update public.profiles set nombre = p_nombre, apellido = p_apellido, display_name = concat_ws(' ', p_nombre, p_apellido)
  where id = p_maestro and (nombre, apellido) is distinct from (p_nombre, p_apellido);$$,
  $$perform interno.guardar_nombre_de_cuenta(p_maestro, p_nombre, p_apellido);$$);

select interno.cambiar_en_funcion(
  'interno.completar_onboarding(uuid, jsonb, text, integer)',
  $$  delete from interno.borradores where maestro_id = p_maestro;$$,
  $$  perform interno.guardar_nombre_de_cuenta(p_maestro, p_datos #>> '{datos,nombre}', p_datos #>> '{datos,apellido}');
  delete from interno.borradores where maestro_id = p_maestro;$$);
