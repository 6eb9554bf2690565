-- The schemas, what the database says of itself, and the keys of its servers.

-- Requests have only the rights that are granted by name.
revoke all on schema public from public;
alter default privileges revoke execute on functions from public;

-- Accounts and sessions, with the names of the official client.
create schema auth;
-- Files, with the names of the official client.
create schema storage;
-- Derived tables, and functions of triggers and policies. No request may name them.
create schema interno;

-- The text of db/ that this database has. The server writes it (apps/server/src/platform/db/prepare-database.ts).
create table interno.base_de_datos (
  unica boolean primary key default true check (unica),
  -- The release whose server wrote the text.
  version text not null,
  -- The hash of the functions, triggers and rights.
  texto text not null,
  -- The applied steps of db/changes.
  cambios text[] not null,
  -- What the next text replaces: functions, views, triggers and policies.
  objetos text[] not null
);
alter table interno.base_de_datos enable row level security;

-- The secrets that every server of this database must have. A fingerprint is an HMAC of a fixed text with the secret as the
-- key, so it tells nothing about the secret. A setting may have several rows: then each of these values is accepted.
create table interno.claves (
  ajuste text not null check (ajuste in ('JWT_SECRET', 'DOCUMENTS_KEY')),
  id text not null check (id ~ '^[0-9a-f]{8}$'),
  huella bytea not null check (octet_length(huella) = 32),
  aceptada_en timestamptz not null default now(),
  primary key (ajuste, id)
);
alter table interno.claves enable row level security;
