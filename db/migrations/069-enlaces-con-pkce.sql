-- E-mails that are requested with PKCE have rows of their own, so that they do not replace the link of a request without it.
-- Anybody can request an e-mail to the address of another person. Decision 024.
alter table auth.one_time_tokens
  add column pkce boolean not null generated always as (code_challenge is not null) stored,
  drop constraint one_time_tokens_pkey,
  add constraint one_time_tokens_pkey primary key (user_id, kind, pkce);
