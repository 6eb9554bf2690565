-- The profile photo and the identity document of a maestro. Both must be objects that the maestro uploaded here.

-- The address that is stored for an object of chat-media. It is relative to the site, so that SITE_URL may change.
create function interno.direccion_de_objeto(p_name text) returns text
language sql immutable
return '/storage/v1/object/public/chat-media/' || p_name;

-- The name of the object that a client refers to, by its name or by an address of it with any origin. Null when the value
-- is neither.
create function interno.objeto_nombrado(p_valor text) returns text
language sql immutable
return substring(
  p_valor from
  '^(?:(?:https?://[^/?#\s]+)?/storage/v1/(?:object|render/image)/(?:(?:public|sign|authenticated)/)?chat-media/)?([A-Za-z0-9_./-]+)(?:[?#].*)?$');

-- The stored address of a picture of that maestro, null when the maestro has no such picture. The object's row is locked,
-- so that it cannot be removed between this check and the trigger that marks it as shown.
create function interno.imagen_propia(p_maestro uuid, p_prefijo text, p_valor text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_name constant text := interno.objeto_nombrado(p_valor);
begin
  perform from storage.objects o
  where o.bucket_id = 'chat-media' and o.name = v_name and o.owner = p_maestro and starts_with(o.name, p_prefijo)
  for no key update;
  return case when found then interno.direccion_de_objeto(v_name) end;
end $$;

create function interno.exigir_imagenes_propias() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.foto_perfil_url := nullif(btrim(new.foto_perfil_url), '');
  new.ine_url := nullif(btrim(new.ine_url), '');
  if new.foto_perfil_url is not null and (tg_op = 'INSERT' or new.foto_perfil_url is distinct from old.foto_perfil_url) then
    new.foto_perfil_url := interno.imagen_propia(new.id, 'profile-photos/' || new.id || '/', new.foto_perfil_url);
    if new.foto_perfil_url is null then
      raise exception 'La foto de perfil debe ser una imagen que hayas subido aquí.'
        using errcode = 'PT422', detail = 'foto_perfil_url';
    end if;
  end if;
  if new.ine_url is not null and (tg_op = 'INSERT' or new.ine_url is distinct from old.ine_url) then
    new.ine_url := interno.imagen_propia(new.id, 'ine_' || new.id || '_', new.ine_url);
    if new.ine_url is null then
      raise exception 'El documento de identidad debe ser una imagen que hayas subido aquí.'
        using errcode = 'PT422', detail = 'ine_url';
    end if;
  end if;
  return new;
end $$;
-- Fires before maestros_derive_columns; see there.
create trigger maestros_check_own_pictures before insert or update of foto_perfil_url, ine_url on public.maestros
  for each row execute function interno.exigir_imagenes_propias();

create function interno.marcar_imagenes_de_maestro() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := case tg_op when 'INSERT' then new.id else old.id end;
  v_of constant text[] := array['ine\_' || v_id || '\_%', 'profile-photos/' || v_id || '/%'];
begin
  if tg_op <> 'INSERT' then
    perform storage.mark_shown(false, 'chat-media', array[
      storage.name_in('chat-media', old.foto_perfil_url), storage.name_in('chat-media', old.ine_url)], v_of);
  end if;
  if tg_op <> 'DELETE' then
    perform storage.mark_shown(true, 'chat-media', array[
      storage.name_in('chat-media', new.foto_perfil_url), storage.name_in('chat-media', new.ine_url)], v_of);
  end if;
  return null;
end $$;
create trigger maestros_update_picture_use after insert or delete on public.maestros
  for each row execute function interno.marcar_imagenes_de_maestro();
create trigger maestros_update_picture_use_on_update after update of foto_perfil_url, ine_url on public.maestros
  for each row
  when ((old.foto_perfil_url, old.ine_url) is distinct from (new.foto_perfil_url, new.ine_url))
  execute function interno.marcar_imagenes_de_maestro();

-- Operators may remove any object. The profile that showed it then has no photo, or no document, and is not complete. A
-- document that was verified is no longer needed, so its profile stays as it is.
create function interno.retirar_imagen_de_maestro() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_direccion constant text := interno.direccion_de_objeto(old.name);
begin
  update public.maestros set foto_perfil_url = null where id = old.owner and foto_perfil_url = v_direccion;
  update public.maestros set ine_url = null where id = old.owner and ine_url = v_direccion and not ine_verificado;
  return null;
end $$;
create trigger objects_clear_maestro_picture after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.unused_since is null and old.name ~ '^(ine_|profile-photos/)')
  execute function interno.retirar_imagen_de_maestro();

-- The photo as others see it. Addresses of other sites are never shown, whatever the table contains.
create function interno.foto_publica(p_foto text) returns text
language sql immutable
return case when starts_with(p_foto, '/storage/v1/object/public/chat-media/profile-photos/') then p_foto end;
