-- Wrong codes are counted for an account and not for a letter. PKCE: a letter may carry the challenge of the client that
-- asked for it, and its link then gives that client a code instead of a session.

alter table auth.one_time_tokens
  -- When the count in `attempts` began. A new letter keeps the count until the window has passed.
  add column attempts_since timestamptz not null default now(),
  add column code_challenge text,
  add column code_challenge_method text check (code_challenge_method in ('s256', 'plain')),
  add constraint one_time_tokens_challenge_has_a_method
    check ((code_challenge is null) = (code_challenge_method is null)),
  add constraint one_time_tokens_challenge_has_a_size check (char_length(code_challenge) between 43 and 128);

-- The code that an opened PKCE link gave to the client. It is exchanged once for a session, by whoever knows the verifier.
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
