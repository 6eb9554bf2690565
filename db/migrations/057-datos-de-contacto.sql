-- Maestros change name and phone after the onboarding.

-- The account gets the name too: e-mails and help requests use it. Locks in the order of migration 055: the profile before the
-- maestro. False without a maestro.
create function interno.guardar_contacto(p_maestro uuid, p_nombre text, p_apellido text, p_telefono text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform from public.profiles where id = p_maestro for no key update;
  update public.maestros set nombre = p_nombre, apellido = p_apellido, telefono = p_telefono
  where id = p_maestro and eliminada_en is null;
  if not found then
    return false;
  end if;
  update public.profiles set nombre = p_nombre, apellido = p_apellido, display_name = concat_ws(' ', p_nombre, p_apellido)
  where id = p_maestro and (nombre, apellido) is distinct from (p_nombre, p_apellido);
  return true;
end $$;

-- The check of the column counts characters: one digit and many dashes passed it. A number without eight digits cannot be called,
-- so a profile with such a number is not complete, and its maestro is asked for the phone.
update public.maestros set telefono = null where translate(telefono, ' ()-', '') !~ '^\+?[0-9]{8,20}$';
alter table public.maestros
  add constraint maestros_telefono_has_digits check (translate(telefono, ' ()-', '') ~ '^\+?[0-9]{8,20}$');
