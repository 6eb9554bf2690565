-- Accounts, their sessions and their tokens. Tokens, codes and passwords are stored only as hashes. No request reads
-- these tables: the auth surface uses them as the owner.
create table auth.users (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  encrypted_password text not null,
  email_confirmed_at timestamptz,
  confirmation_sent_at timestamptz,
  recovery_sent_at timestamptz,
  last_sign_in_at timestamptz,
  raw_app_meta_data jsonb not null default '{"provider": "email", "providers": ["email"]}',
  raw_user_meta_data jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint users_email_lower_case check (email = lower(email)),
  constraint users_email_length check (char_length(email) between 3 and 255),
  constraint users_metadata_object check (jsonb_typeof(raw_user_meta_data) = 'object')
);
-- An e-mail address has one account, whatever its role.
create unique index users_email_key on auth.users (email);
-- Accounts whose e-mail address was never confirmed.
create index users_unconfirmed on auth.users (created_at) where email_confirmed_at is null;
alter table auth.users enable row level security;

create table auth.mfa_factors (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  friendly_name text not null default '' check (char_length(friendly_name) <= 100),
  factor_type text not null default 'totp' check (factor_type = 'totp'),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  -- Encrypted with a key that the database does not have.
  secret text not null,
  -- The time step of the last code that was accepted: a code works once.
  last_used_step bigint,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index mfa_factors_user_id_idx on auth.mfa_factors (user_id);
alter table auth.mfa_factors enable row level security;

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- How the session began: with a password, or with the link or code of an e-mail. Every access token contains it.
  method text not null default 'password' check (method in ('password', 'otp')),
  created_at timestamptz not null default now(),
  refreshed_at timestamptz,
  user_agent text,
  ip inet,
  -- The factor that has raised the session to aal2, and when. Without the factor the session ends.
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  factor_id uuid references auth.mfa_factors on delete cascade,
  confirmed_at timestamptz
);
create index sessions_user_id_idx on auth.sessions (user_id);
-- For the job that deletes sessions which were not used for a long time.
create index sessions_last_used_idx on auth.sessions (coalesce(refreshed_at, created_at));
create index sessions_factor_id_idx on auth.sessions (factor_id);
alter table auth.sessions enable row level security;

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  -- When the token was exchanged for the next one. A second exchange ends the session, except within a short time, because
  -- two tabs may exchange the same token.
  used_at timestamptz
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
create index refresh_tokens_used_at_idx on auth.refresh_tokens (used_at) where used_at is not null;
alter table auth.refresh_tokens enable row level security;

-- The link and the code of an e-mail. Either of them works, once.
create table auth.one_time_tokens (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('recovery', 'signup')),
  token_hash bytea not null unique,
  code_hash bytea not null,
  -- Wrong codes, counted for the account: a new e-mail keeps the count until its window has passed.
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  -- When the count in `attempts` began.
  attempts_since timestamptz not null default now(),
  -- PKCE: the challenge of the client that requested the e-mail. The link then gives this client a code instead of a session.
  code_challenge text,
  code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  -- E-mails that are requested with PKCE have rows of their own, so that they do not replace the link of a request without it.
  -- Anybody can request an e-mail to the address of another person. docs/decisions/acceso.md.
  pkce boolean not null generated always as (code_challenge is not null) stored,
  primary key (user_id, kind, pkce),
  constraint one_time_tokens_challenge_method check ((code_challenge is null) = (code_challenge_method is null)),
  constraint one_time_tokens_challenge_length check (char_length(code_challenge) between 43 and 128)
);
alter table auth.one_time_tokens enable row level security;

-- PKCE: the code that an opened link gave to the client. A client that knows the verifier exchanges it once for a session.
create table auth.flow_states (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('recovery', 'signup')),
  code_hash bytea not null unique,
  code_challenge text not null check (char_length(code_challenge) between 43 and 128),
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  expires_at timestamptz not null,
  primary key (user_id, kind)
);
alter table auth.flow_states enable row level security;

create table storage.buckets (
  id text primary key,
  -- In bytes.
  file_size_limit integer not null,
  allowed_mime_types text[] not null,
  created_at timestamptz not null default now()
);
alter table storage.buckets enable row level security;

-- The check of a table uses it, so it is part of the table: a change of it is a step of db/changes.
-- Whether an object of this name may be a sound: only chats have voice notes.
create function storage.may_be_audio(p_bucket text, p_name text) returns boolean
language sql immutable
return p_bucket = 'chat-media' and p_name ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/';

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
  unique (bucket_id, name),
  constraint objects_audio_is_short_and_in_a_chat
    check (mimetype not like 'audio/%' or (storage.may_be_audio(bucket_id, name) and size <= 2 * 1024 * 1024))
);
create index objects_of_a_folder on storage.objects (bucket_id, folder, name);
create index objects_unused on storage.objects (owner, unused_since) where unused_since is not null;
-- The longest unused objects are removed first. objects_unused counts those of one person.
create index objects_by_unused_time on storage.objects (unused_since) where unused_since is not null;
-- The bytes that one person has stored since a moment are added up at each upload (LIMIT_UPLOAD_BYTES_PERSON). docs/decisions/storage.md.
create index objects_of_an_owner_by_time on storage.objects (owner, created_at) include (size, mini_size);
alter table storage.objects enable row level security;

-- Keys of bytes that may exist without an object. A key is inserted before the bytes are written and before an object's
-- row is deleted; it is deleted once the row exists or the bytes are gone. After a crash the sweep finds the bytes here.
create table storage.leftovers (
  key text primary key,
  since timestamptz not null default now()
);
alter table storage.leftovers enable row level security;

-- The one-time link of a QR code, of which only a hash is stored. It belongs to the session that made it: one for each
-- session, and none once that session has ended.
create table auth.phone_links (
  session_id uuid primary key references auth.sessions on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
alter table auth.phone_links enable row level security;

create table auth.mfa_challenges (
  id uuid primary key default gen_random_uuid(),
  factor_id uuid not null references auth.mfa_factors on delete cascade,
  created_at timestamptz not null default now(),
  ip inet
);
create index mfa_challenges_factor_id_idx on auth.mfa_challenges (factor_id);
alter table auth.mfa_challenges enable row level security;

-- Where an account had sessions, also ended ones: a keyed hash of the address, whose key the database does not have. Wrong
-- passwords from other addresses do not refuse the owner there.
create table auth.known_addresses (
  user_id uuid not null references auth.users (id) on delete cascade,
  address text not null check (char_length(address) = 43),
  seen_on date not null default current_date,
  primary key (user_id, address)
);
create index known_addresses_seen_on_idx on auth.known_addresses (seen_on);
alter table auth.known_addresses enable row level security;
