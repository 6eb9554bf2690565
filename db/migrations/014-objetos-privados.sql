-- Who may do what with which object, told by its path alone; and what becomes of objects that nothing shows.

alter table storage.objects
  -- Where the bytes are; without it under <bucket>/<name>. A place of its own for each upload: of two uploads of one
  -- name at once, the one that loses has written over nothing.
  add column key text unique,
  -- Bytes of the small version, which is at <key>.mini; without it, there is none.
  add column mini_size integer check (mini_size > 0),
  add column width integer,
  add column height integer,
  -- Since when no message, profile or ticket shows it; null while one does.
  add column unused_since timestamptz,
  add column folder text not null generated always as (regexp_replace(name, '/?[^/]*$', '')) stored;

create index objects_of_a_folder on storage.objects (bucket_id, folder, name);
create index objects_unused on storage.objects (owner, unused_since) where unused_since is not null;

-- Bytes that may be there without an object: noted before they are written and before an object's row is deleted,
-- struck out when the row is there or the bytes are gone. What a crash leaves behind is found here.
create table storage.leftovers (
  key text primary key,
  since timestamptz not null default now()
);
alter table storage.leftovers enable row level security;

-- The one place that decides. Without a person (p_user null) only what everyone may see. `list` is asked of a folder.
create function storage.allows(p_act text, p_user uuid, p_bucket text, p_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_id constant text := '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
  v_file constant text := '[0-9]{1,20}\.[A-Za-z0-9]{1,8}$';
  v_within constant text := case p_act when 'list' then '$' else '/' || v_file end;
  v_whose text;
begin
  if p_bucket = 'chat-media' and p_act = 'read' and p_name like 'profile-photos/%' then
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
      select from public.chats c where c.id = v_whose::uuid and p_user in (c.buscador_id, c.maestro_id));
  end if;
  -- The outermost folder holds identity documents: of it one lists what one has put there.
  if p_act = 'list' and p_name = '' then
    return true;
  end if;
  v_whose := coalesce(
    (regexp_match(p_name, '^ine_' || v_id || '_' || v_file))[1],
    (regexp_match(p_name, '^profile-photos/' || v_id || v_within))[1]);
  return coalesce(v_whose::uuid = p_user, false)
    and exists (select from public.profiles p where p.id = p_user and p.role = 'maestro');
end $$;

-- A picture that was sent stays; an identity document is replaced, not taken back.
create function storage.allows_removal(p_user uuid, o storage.objects) returns boolean
language sql stable set search_path = ''
return o.owner = p_user and storage.allows('upload', p_user, o.bucket_id, o.name)
  and case
    when o.bucket_id = 'support-tickets' or o.name like 'profile-photos/%' then true
    when o.name like 'ine\_%' then false
    else o.unused_since is not null
  end;

-- The name of an object in what shows it: its name alone, or an address of it, public or signed.
create function storage.name_in(p_bucket text, p_text text) returns text
language sql immutable
return regexp_replace(regexp_replace(p_text, '^.*/' || p_bucket || '/', ''), '[?#].*$', '');

-- p_of: what the name must be like, so that nothing is marked by a row that it is not of.
create function storage.mark_shown(p_shown boolean, p_bucket text, p_names text[], p_of text[]) returns void
language sql security definer set search_path = ''
as $$
  update storage.objects set unused_since = case when p_shown then null else now() end
  where bucket_id = p_bucket and name = any (p_names) and name like any (p_of)
    and p_shown = (unused_since is not null)
$$;

create function interno.marcar_imagen_de_mensaje() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.mensajes := case tg_op when 'INSERT' then new else old end;
begin
  perform storage.mark_shown(
    tg_op = 'INSERT', 'chat-media', array[storage.name_in('chat-media', v.contenido)], array[v.chat_id || '/%']);
  return null;
end $$;
create trigger pictures_are_shown_by_their_message after insert on public.mensajes
  for each row when (new.tipo = 'imagen') execute function interno.marcar_imagen_de_mensaje();
create trigger pictures_go_with_their_message after delete on public.mensajes
  for each row when (old.tipo = 'imagen') execute function interno.marcar_imagen_de_mensaje();

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
create trigger pictures_are_shown_by_their_maestro after insert or delete on public.maestros
  for each row execute function interno.marcar_imagenes_de_maestro();
create trigger pictures_follow_their_maestro after update of foto_perfil_url, ine_url on public.maestros
  for each row
  when ((old.foto_perfil_url, old.ine_url) is distinct from (new.foto_perfil_url, new.ine_url))
  execute function interno.marcar_imagenes_de_maestro();

create function interno.marcar_imagenes_de_ticket() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.tickets := case tg_op when 'INSERT' then new else old end;
begin
  -- A name without a folder is in the folder of who uploaded it.
  perform storage.mark_shown(
    tg_op = 'INSERT', 'support-tickets',
    array(
      select regexp_replace(storage.name_in('support-tickets', t), '^([^/]+)$', v.usuario_id || '/\1')
      from unnest(v.imagenes_url) t),
    array[v.usuario_id || '/%']);
  return null;
end $$;
create trigger pictures_are_shown_by_their_ticket after insert or delete on public.tickets
  for each row execute function interno.marcar_imagenes_de_ticket();
