-- Decides by the path who may read, upload or list. Without a person (p_user null) only public objects are allowed. For
-- `list`, p_name is a folder. An upload into a chat with a block is refused; pictures that were sent before stay readable.
create or replace function storage.allows(p_act text, p_user uuid, p_bucket text, p_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_id constant text := '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
  v_file constant text := '[0-9]{1,20}\.[A-Za-z0-9]{1,8}$';
  v_within constant text := case p_act when 'list' then '$' else '/' || v_file end;
  v_document constant text :=
    case p_act when 'list' then '$' else '/(?:ine_reverso|comprobante_domicilio)_' || v_file end;
  v_whose text;
begin
  if p_bucket = 'chat-media' and p_act = 'read' and (
    (p_name like 'profile-photos/%' and interno.foto_de_perfil_visible(p_name))
    or (p_name like 'review-photos/%' and interno.foto_de_resena_visible(p_name))
  ) then
    return true;
  end if;
  if p_user is null then
    return false;
  end if;
  if p_bucket = 'support-tickets' then
    v_whose := (regexp_match(p_name, '^' || v_id || case p_act when 'list' then '$' else '/[A-Za-z0-9_][A-Za-z0-9_.-]{0,119}$' end))[1];
    return coalesce(v_whose::uuid = p_user, false);
  end if;
  if p_bucket is distinct from 'chat-media' then
    return false;
  end if;
  v_whose := (regexp_match(p_name, '^' || v_id || v_within))[1];
  if v_whose is not null then
    return exists (
      select from public.chats c where c.id = v_whose::uuid and p_user in (c.buscador_id, c.maestro_id)
        and (p_act <> 'upload' or c.bloqueado_en is null));
  end if;
  v_whose := (regexp_match(p_name, '^review-photos/' || v_id || v_within))[1];
  if v_whose is not null then
    return v_whose::uuid = p_user
      and exists (select from public.profiles p where p.id = p_user and p.role = 'buscador');
  end if;
  -- The root folder contains identity documents. Everyone may list it, and sees only their own objects there.
  if p_act = 'list' and p_name = '' then
    return true;
  end if;
  v_whose := coalesce(
    (regexp_match(p_name, '^ine_' || v_id || '_' || v_file))[1],
    (regexp_match(p_name, '^documentos/' || v_id || v_document))[1],
    (regexp_match(p_name, '^profile-photos/' || v_id || v_within))[1]);
  return coalesce(v_whose::uuid = p_user, false)
    and exists (select from public.profiles p where p.id = p_user and p.role = 'maestro');
end $$;

-- A picture that was uploaded to a chat is visible to its uploader only, until a message refers to it. Profile photos are
-- public from the upload on, because onboarding shows them before the profile is saved.
create or replace function storage.is_visible(p_user uuid, o storage.objects) returns boolean
language sql immutable
return o.unused_since is null or coalesce(o.owner = p_user, false) or o.name like 'profile-photos/%';

create or replace function storage.allows_read(p_user uuid, o storage.objects) returns boolean
language sql stable
return storage.is_visible(p_user, o) and storage.allows('read', p_user, o.bucket_id, o.name);

-- A picture that a message or a profile shows stays. An identity document can be replaced and not deleted. Whether an
-- object is shown is read from its own row: a removal that waited for a profile to be written sees what was written.
create or replace function storage.allows_removal(p_user uuid, o storage.objects) returns boolean
language sql stable set search_path = ''
return o.owner = p_user and storage.allows('upload', p_user, o.bucket_id, o.name)
  and case
    when o.bucket_id = 'support-tickets' then true
    when o.name like 'ine\_%' then false
    else o.unused_since is not null
  end;

-- Sets or clears unused_since. p_of contains LIKE patterns for the names, so that a row cannot mark objects of others.
create or replace function storage.mark_shown(p_shown boolean, p_bucket text, p_names text[], p_of text[]) returns void
language sql security definer set search_path = ''
as $$
  update storage.objects set unused_since = case when p_shown then null else now() end
  where bucket_id = p_bucket and name = any (p_names) and name like any (p_of)
    and p_shown = (unused_since is not null)
$$;

-- The name of an object in a column that refers to it: the column contains the name, or a public or signed address.
create or replace function storage.name_in(p_bucket text, p_text text) returns text
language sql immutable
return regexp_replace(regexp_replace(p_text, '^.*/' || p_bucket || '/', ''), '[?#].*$', '');

-- The address that is stored for an object of chat-media. It is relative to the site, so that SITE_URL may change.
create or replace function interno.direccion_de_objeto(p_name text) returns text
language sql immutable
return '/storage/v1/object/public/chat-media/' || p_name;

-- The name of the object that a client refers to, by its name or by an address of it with any origin. Null when the value
-- is neither.
create or replace function interno.objeto_nombrado(p_valor text) returns text
language sql immutable
return substring(
  p_valor from
  '^(?:(?:https?://[^/?#\s]+)?/storage/v1/(?:object|render/image)/(?:(?:public|sign|authenticated)/)?chat-media/)?([A-Za-z0-9_./-]+)(?:[?#].*)?$');

create or replace function interno.medir_imagen() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select o.width, o.height into new.ancho, new.alto
  from storage.objects o
  where o.bucket_id = 'chat-media' and o.name = new.contenido;
  return new;
end $$;

-- A refused picture is named, so that the onboarding can show the refusal at that picture and drop it. docs/decisions/onboarding.md.
create or replace function interno.rechazo_de_imagen(p_paso text) returns text
language sql immutable
return case p_paso
    when 'selfie' then 'La foto de perfil'
    when 'ine' then 'El documento de identidad'
    when 'ine_reverso' then 'El reverso de la INE'
    else 'El comprobante de domicilio'
  end || ' debe ser una imagen que hayas subido aquí.';
