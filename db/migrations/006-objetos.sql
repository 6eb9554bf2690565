-- Stored files: their data, and who may read, upload, list or delete them. The bytes are on disk or in S3.

create schema storage;

create table storage.buckets (
  id text primary key,
  -- In bytes.
  file_size_limit integer not null,
  allowed_mime_types text[] not null,
  created_at timestamptz not null default now()
);

create table storage.objects (
  id uuid primary key default gen_random_uuid(),
  bucket_id text not null references storage.buckets,
  name text not null check (name !~ '(^|/)\.{0,2}(/|$)' and char_length(name) between 1 and 500),
  owner uuid references auth.users on delete set null,
  mimetype text not null,
  size integer not null check (size > 0),
  etag text not null,
  cache_control text not null default 'max-age=3600',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Where the bytes are; null means <bucket>/<name>. Each upload has its own key, so that of two simultaneous uploads of
  -- one name neither overwrites the bytes of the other.
  key text unique,
  -- Bytes of the small version, which is at <key>.mini. Null when there is none.
  mini_size integer check (mini_size > 0),
  width integer,
  height integer,
  -- Since when no message, profile or ticket refers to the object. Null while one does.
  unused_since timestamptz,
  folder text not null generated always as (regexp_replace(name, '/?[^/]*$', '')) stored,
  unique (bucket_id, name)
);
create index objects_of_an_owner on storage.objects (owner);
create index objects_of_a_folder on storage.objects (bucket_id, folder, name);
create index objects_unused on storage.objects (owner, unused_since) where unused_since is not null;

-- Keys of bytes that may exist without an object. A key is inserted before the bytes are written and before an object's
-- row is deleted; it is deleted once the row exists or the bytes are gone. After a crash the sweep finds the bytes here.
create table storage.leftovers (
  key text primary key,
  since timestamptz not null default now()
);

insert into storage.buckets (id, file_size_limit, allowed_mime_types) values
  ('chat-media', 5 * 1024 * 1024, '{image/jpeg,image/png,image/webp}'),
  ('support-tickets', 5 * 1024 * 1024, '{image/jpeg,image/png,image/webp}');

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
alter table storage.leftovers enable row level security;

-- Rights --------------------------------------------------------------------------------------------------------------

-- Decides by the path who may read, upload or list. Without a person (p_user null) only public objects are allowed. For
-- `list`, p_name is a folder.
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
  -- The root folder contains identity documents. Everyone may list it, and sees only their own objects there.
  if p_act = 'list' and p_name = '' then
    return true;
  end if;
  v_whose := coalesce(
    (regexp_match(p_name, '^ine_' || v_id || '_' || v_file))[1],
    (regexp_match(p_name, '^profile-photos/' || v_id || v_within))[1]);
  return coalesce(v_whose::uuid = p_user, false)
    and exists (select from public.profiles p where p.id = p_user and p.role = 'maestro');
end $$;

-- A picture that was uploaded to a chat is visible to its uploader only, until a message refers to it. Profile photos are
-- public from the upload on, because onboarding shows them before the profile is saved.
create function storage.is_visible(p_user uuid, o storage.objects) returns boolean
language sql immutable
return o.unused_since is null or coalesce(o.owner = p_user, false) or o.name like 'profile-photos/%';

create function storage.allows_read(p_user uuid, o storage.objects) returns boolean
language sql stable
return storage.is_visible(p_user, o) and storage.allows('read', p_user, o.bucket_id, o.name);

-- A picture that a message or a profile shows stays. An identity document can be replaced and not deleted. Whether an
-- object is shown is read from its own row: a removal that waited for a profile to be written sees what was written.
create function storage.allows_removal(p_user uuid, o storage.objects) returns boolean
language sql stable set search_path = ''
return o.owner = p_user and storage.allows('upload', p_user, o.bucket_id, o.name)
  and case
    when o.bucket_id = 'support-tickets' then true
    when o.name like 'ine\_%' then false
    else o.unused_since is not null
  end;

-- Use of objects ------------------------------------------------------------------------------------------------------

-- The name of an object in a column that refers to it: the column contains the name, or a public or signed address.
create function storage.name_in(p_bucket text, p_text text) returns text
language sql immutable
return regexp_replace(regexp_replace(p_text, '^.*/' || p_bucket || '/', ''), '[?#].*$', '');

-- Sets or clears unused_since. p_of contains LIKE patterns for the names, so that a row cannot mark objects of others.
create function storage.mark_shown(p_shown boolean, p_bucket text, p_names text[], p_of text[]) returns void
language sql security definer set search_path = ''
as $$
  update storage.objects set unused_since = case when p_shown then null else now() end
  where bucket_id = p_bucket and name = any (p_names) and name like any (p_of)
    and p_shown = (unused_since is not null)
$$;
