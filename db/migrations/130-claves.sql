-- The secrets that every server of this database must have. A fingerprint is an HMAC of a fixed text with the secret as the key, so it tells
-- nothing about the secret. A setting may have several rows: then each of these values is accepted.
create table interno.claves (
  ajuste text not null check (ajuste in ('JWT_SECRET', 'DOCUMENTS_KEY')),
  id text not null check (id ~ '^[0-9a-f]{8}$'),
  huella bytea not null check (octet_length(huella) = 32),
  aceptada_en timestamptz not null default now(),
  primary key (ajuste, id)
);
alter table interno.claves enable row level security;
