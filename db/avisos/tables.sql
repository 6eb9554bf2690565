-- A person without a row has the defaults of the columns. The reference is to the account and not to the profile: the
-- profile of an erased account stays, and these choices must not.
create table public.preferencias_avisos (
  user_id uuid primary key references auth.users on delete cascade,
  -- E-mails: unread messages, a requested contact (maestros), a received review (maestros), a search that found somebody.
  correo_mensajes boolean not null default true,
  correo_contacto boolean not null default true,
  correo_resenas boolean not null default true,
  correo_busquedas boolean not null default true,
  -- Push notifications: new messages, and a requested contact (maestros).
  push_mensajes boolean not null default true,
  push_contacto boolean not null default true,
  -- Whether a push notification contains the text of the message, which others can read on a locked screen.
  push_con_texto boolean not null default false,
  updated_at timestamptz not null default now(),
  -- The search alert is also a push notification, which is chosen like the others.
  push_busquedas boolean not null default true
);
alter table public.preferencias_avisos enable row level security;

-- One row for each browser that wants notifications. It belongs to the session in which it was made: when the session ends,
-- by a sign-out, a suspension, a new password or the erasure of the account, nothing more is sent to that browser.
create table interno.suscripciones_push (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users on delete cascade,
  session_id uuid not null references auth.sessions on delete cascade,
  -- The address at the push service of the browser's maker. Whoever knows it can write to the browser.
  endpoint text not null unique check (char_length(endpoint) between 1 and 1000),
  -- The public key and the secret of the browser, by which the text is encrypted (RFC 8291).
  p256dh text not null check (char_length(p256dh) between 1 and 200),
  auth text not null check (char_length(auth) between 1 and 100),
  -- 'Chrome en Android', so that the person recognizes the device in the export of their data.
  navegador text not null check (char_length(navegador) between 1 and 60),
  creado_en timestamptz not null default now(),
  ultimo_exito timestamptz
);
create index suscripciones_push_of_a_person on interno.suscripciones_push (user_id, creado_en desc);
create index suscripciones_push_of_a_session on interno.suscripciones_push (session_id);
alter table interno.suscripciones_push enable row level security;

-- When a process last saw an open socket of a person (apps/server/src/protocol/realtime/last-seen.ts). Unlogged: after a crash of
-- PostgreSQL the marks are written again within a minute. The free space lets a mark be updated without new index entries.
create unlogged table interno.en_linea (
  user_id uuid primary key references auth.users on delete cascade,
  visto_en timestamptz not null
) with (fillfactor = 50);
alter table interno.en_linea enable row level security;

-- How often in a row the mailbox of an account was refused for good. An accepted e-mail deletes the row.
create table interno.rebotes (
  user_id uuid primary key references auth.users on delete cascade,
  veces integer not null default 1 check (veces > 0),
  ultimo_en timestamptz not null default now()
);
alter table interno.rebotes enable row level security;

-- Up to which time messages were examined for the e-mail about unread ones.
create table interno.examen_de_mensajes (
  unico boolean primary key default true check (unico),
  hasta timestamptz not null default now()
);
alter table interno.examen_de_mensajes enable row level security;

create table interno.avisos_sin_leer (
  persona_id uuid not null references auth.users on delete cascade,
  chat_id uuid not null references public.chats on delete cascade,
  -- The chat has a message that was unread for long enough, and no e-mail was queued for it yet.
  pendiente boolean not null,
  -- The number of the newest message when the last e-mail was queued. There is no further e-mail until the person has
  -- read up to it.
  hasta bigint,
  primary key (persona_id, chat_id)
);
create index avisos_sin_leer_of_a_chat on interno.avisos_sin_leer (chat_id);
create index avisos_sin_leer_pending on interno.avisos_sin_leer (persona_id) where pendiente;
alter table interno.avisos_sin_leer enable row level security;
