-- The stored address of a picture of that maestro, null when the maestro has no such picture. The object's row is locked,
-- so that it cannot be removed between this check and the trigger that marks it as shown.
create or replace function interno.imagen_propia(p_maestro uuid, p_prefijo text, p_valor text) returns text
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

create or replace function interno.exigir_imagenes_propias() returns trigger
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

create or replace function interno.marcar_imagenes_de_maestro() returns trigger
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

-- Operators may remove any object. The profile that showed it then has no photo, or no document, and is not complete. A
-- document that was decided about has done its work: its profile stays as it is when the object is removed.
create or replace function interno.retirar_imagen_de_maestro() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_direccion constant text := interno.direccion_de_objeto(old.name);
begin
  update public.maestros set foto_perfil_url = null where id = old.owner and foto_perfil_url = v_direccion;
  update public.maestros m set ine_url = null
  where m.id = old.owner and m.ine_url = v_direccion and not exists (
    select from interno.verificaciones v where v.maestro_id = m.id and v.tipo = 'ine' and v.decidido_en is not null);
  return null;
end $$;

-- The photo as others see it. Addresses of other sites are never shown, whatever the table contains.
create or replace function interno.foto_publica(p_foto text) returns text
language sql immutable
return case when starts_with(p_foto, '/storage/v1/object/public/chat-media/profile-photos/') then p_foto end;

-- The photo of a suspended account, and of one that is being closed, is not shown to anybody by its old address.
create or replace function interno.foto_de_perfil_visible(p_objeto text) returns boolean
language sql stable set search_path = ''
return not exists (
  select from public.profiles
  where id = substring(
      p_objeto from '^profile-photos/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/')::uuid
    and suspendido_en is not null);

create or replace function interno.exigir_documento_propio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if interno.imagen_propia(new.maestro_id, interno.prefijo_de_imagen(new.tipo, new.maestro_id), new.objeto) is null then
    raise exception '%', interno.rechazo_de_imagen(new.tipo) using errcode = 'PT422', detail = new.tipo;
  end if;
  return new;
end $$;

create or replace function interno.marcar_documento() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_maestro constant uuid := case tg_op when 'DELETE' then old.maestro_id else new.maestro_id end;
  v_of constant text[] := array['documentos/' || v_maestro || '/%'];
begin
  if tg_op <> 'INSERT' then
    perform storage.mark_shown(false, 'chat-media', array[old.objeto], v_of);
  end if;
  if tg_op <> 'DELETE' then
    perform storage.mark_shown(true, 'chat-media', array[new.objeto], v_of);
    -- A document that is new was not seen by an operator.
    update public.maestros set
      ine_verificado = ine_verificado and new.tipo <> 'ine_reverso',
      domicilio_verificado = domicilio_verificado and new.tipo <> 'comprobante_domicilio'
    where id = v_maestro
      and case new.tipo when 'ine_reverso' then ine_verificado else domicilio_verificado end;
  end if;
  return null;
end $$;

create or replace function interno.retirar_documento() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.maestro_documentos where objeto = old.name;
  return null;
end $$;
