-- What is known of every stored file; the bytes are on disk or in S3 under <bucket>/<name>.

create schema storage;

create table storage.buckets (
  id text primary key,
  -- In bytes.
  file_size_limit integer not null,
  allowed_mime_types text[] not null
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
  unique (bucket_id, name)
);
create index objects_of_an_owner on storage.objects (owner);

insert into storage.buckets (id, file_size_limit, allowed_mime_types) values
  ('chat-media', 5 * 1024 * 1024, '{image/jpeg,image/png,image/webp}'),
  ('support-tickets', 5 * 1024 * 1024, '{image/jpeg,image/png,image/webp}');

alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
