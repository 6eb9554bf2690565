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

create table auth.sessions (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  -- How the session began: with a password, or with the link or code of an e-mail. Every access token contains it.
  method text not null default 'password' check (method in ('password', 'otp')),
  created_at timestamptz not null default now(),
  refreshed_at timestamptz,
  user_agent text,
  ip inet
);
create index sessions_user_id_idx on auth.sessions (user_id);
-- For the job that deletes sessions which were not used for a long time.
create index sessions_last_used_idx on auth.sessions (coalesce(refreshed_at, created_at));

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
  primary key (user_id, kind),
  constraint one_time_tokens_challenge_method check ((code_challenge is null) = (code_challenge_method is null)),
  constraint one_time_tokens_challenge_length check (char_length(code_challenge) between 43 and 128)
);

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

alter table auth.users enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
alter table auth.one_time_tokens enable row level security;
alter table auth.flow_states enable row level security;

create function auth.session_lives(p_session uuid, p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from auth.sessions where id = p_session and user_id = p_user);

-- Opens a request inside its transaction. For a session that has ended or a suspended account it raises an error, and
-- PostgreSQL then refuses the other statements of the transaction.
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
