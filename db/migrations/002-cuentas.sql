-- Accounts, their sessions and their tokens. Secrets are kept only as hashes. No request reads these tables:
-- the auth surface asks them as the owner.

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
  constraint users_email_is_lower_case check (email = lower(email)),
  constraint users_email_has_a_size check (char_length(email) between 3 and 255),
  constraint users_metadata_is_an_object check (jsonb_typeof(raw_user_meta_data) = 'object')
);
-- One account an address, whatever its role.
create unique index users_email_key on auth.users (email);

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- How it began: by password, or by the link or code of a letter. Every token of the session says so.
  method text not null default 'password' check (method in ('password', 'otp')),
  created_at timestamptz not null default now(),
  refreshed_at timestamptz,
  user_agent text,
  ip inet
);
create index sessions_user_id_idx on auth.sessions (user_id);
-- For the clean-up of sessions that nobody has used for long.
create index sessions_last_used_idx on auth.sessions (coalesce(refreshed_at, created_at));

create table auth.refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references auth.sessions on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  -- Set when the token was exchanged; a later use ends the session, but for a short grace (two tabs).
  used_at timestamptz
);
create index refresh_tokens_session_id_idx on auth.refresh_tokens (session_id);
create index refresh_tokens_used_at_idx on auth.refresh_tokens (used_at) where used_at is not null;

create table auth.one_time_tokens (
  user_id uuid not null references auth.users on delete cascade,
  kind text not null check (kind in ('recovery', 'signup')),
  -- The link's token, and the short code of the same letter; either works, once.
  token_hash bytea not null unique,
  code_hash bytea not null,
  attempts smallint not null default 0,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (user_id, kind)
);

alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.one_time_tokens enable row level security;

create function auth.session_lives(p_session uuid, p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from auth.sessions where id = p_session and user_id = p_user);

-- Opens a request inside its transaction. A signed-out session or a suspended account stops here, and PostgreSQL
-- then refuses whatever the request wanted to run.
create function auth.open_request(p_role text, p_claims text) returns void
language plpgsql set search_path = ''
as $$
declare
  claims jsonb := p_claims::jsonb;
begin
  if p_role = 'authenticated' then
    if not auth.session_lives((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid) then
      raise exception 'Session from session_id claim in JWT does not exist'
        using errcode = 'PT401', detail = 'session_not_found';
    end if;
    if interno.esta_suspendido((claims ->> 'sub')::uuid) then
      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
    end if;
  end if;
  if p_role not in ('anon', 'authenticated', 'service_role') then
    raise exception 'Unknown role' using errcode = 'PT401';
  end if;
  perform set_config('request.jwt.claims', p_claims, true), set_config('role', p_role, true);
end $$;

grant execute on function auth.session_lives(uuid, uuid), auth.open_request(text, text)
  to anon, authenticated, service_role;
