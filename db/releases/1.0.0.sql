-- Written by `npm run release`: the database of release 1.0.0. Do not edit it.
-- The roles of requests and the queue's schema exist before it.

set search_path = '';
set check_function_bodies = off;

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

-- Profiles: one for each account, created with it. The role is copied from the sign-up metadata once. After that no client
-- can change it, and no check reads the metadata.
create table public.profiles (
  id uuid primary key,
  nombre text check (char_length(nombre) between 1 and 100),
  apellido text check (char_length(apellido) between 1 and 100),
  display_name text check (char_length(display_name) between 1 and 201),
  -- Null for an account that signed up without a role. It can use no screen that needs one.
  role text check (role in ('buscador', 'maestro', 'operador')),
  terminos_aceptados boolean not null default false,
  fecha_aceptacion timestamptz,
  -- Set by operators only. A suspended account cannot sign in and is not listed.
  suspendido_en timestamptz,
  creado_en timestamptz not null default now(),
  -- Set when the account is erased (docs/decisions/cuenta.md). The row stays without personal data, because rows of others refer to it.
  eliminada_en timestamptz,
  -- The account of the profile, null once it is erased.
  -- It is not unique: a unique generated column would make each change of the profile wait for messages that refer to it.
  cuenta_id uuid generated always as (case when eliminada_en is null then id end) stored
    references auth.users on delete cascade,
  -- An erased account counts as suspended, so that every rule for suspended accounts holds for it too: it is not listed,
  -- not shown and receives no messages.
  constraint profiles_erased_are_suspended check (eliminada_en is null or suspendido_en is not null),
  constraint profiles_erased_are_anonymous
    check (eliminada_en is null or num_nonnulls(nombre, apellido, display_name, fecha_aceptacion) = 0)
);
create index profiles_of_an_account on public.profiles (cuenta_id);
alter table public.profiles enable row level security;

-- Accounts that their owners are closing. While a row exists, profiles.suspendido_en is set too: every rule for suspended
-- accounts holds for it, so that the account is not listed, not shown and receives no messages. The two states differ in
-- who ends them: signing in ends a closing, and only operators end a suspension.
create table interno.cierres (
  cuenta_id uuid primary key references auth.users on delete cascade,
  pedido_en timestamptz not null default now(),
  borrar_en timestamptz not null,
  -- Operators have suspended the account meanwhile: signing in does not keep it.
  suspendida boolean not null default false,
  -- The job that erases the account was queued. From then on it cannot be kept.
  borrando_en timestamptz
);
create index cierres_by_time on interno.cierres (borrar_en);
alter table interno.cierres enable row level security;

-- The file is the object chat-media/exportaciones/CUENTA/ID.zip. Its owner is the person, so that it is erased with the
-- account; no path of storage gives it to anyone, only a signed address.
create table interno.exportaciones (
  id uuid primary key default gen_random_uuid(),
  cuenta_id uuid not null references auth.users on delete cascade,
  estado text not null default 'preparando' check (estado in ('preparando', 'lista')),
  pedida_en timestamptz not null default now(),
  vence_en timestamptz,
  constraint exportaciones_ready_have_an_end check ((estado = 'lista') = (vence_en is not null))
);
create index exportaciones_of_an_account on interno.exportaciones (cuenta_id, pedida_en desc);
create index exportaciones_by_end on interno.exportaciones (vence_en) where vence_en is not null;
alter table interno.exportaciones enable row level security;

-- Events: who did what to whom, and when. Triggers write them in the transaction that causes them. The kinds are those of
-- packages/dominio/src/eventos.ts. Ids have no foreign keys: an event stays when its account is erased, and then contains
-- nothing about the person.
create table interno.eventos (
  id bigint generated always as identity primary key,
  tipo text not null
    constraint eventos_tipo_check
    check (tipo in (
      'chat_iniciado', 'cierre_deshecho', 'cierre_pedido', 'contacto_accedido', 'cuenta_creada', 'cuenta_restaurada',
      'cuenta_suspendida', 'foto_de_resena_retirada', 'perfil_completado', 'persona_reportada', 'resena_editada',
      'resena_escrita', 'resena_respondida', 'resena_retirada', 'ticket_enviado', 'ticket_respondido',
      'verificacion_decidida')),
  quien uuid not null,
  sobre uuid,
  datos jsonb not null default '{}' check (jsonb_typeof(datos) = 'object' and pg_column_size(datos) <= 1000),
  ocurrido_en timestamptz not null default now()
);
create index eventos_by_person on interno.eventos (quien, id);
create index eventos_by_kind on interno.eventos (tipo, id);
alter table interno.eventos enable row level security;

-- Who did what, about whom, when. Ids have no foreign keys: a record remains when the account is erased.
create table interno.auditoria (
  id bigint generated always as identity primary key,
  operador_id uuid not null,
  acto text not null check (acto in (
    'cambiar_nivel', 'cambiar_ticket', 'cerrar_reporte', 'consultar', 'consultar_cuenta', 'consultar_reporte',
    'consultar_ticket', 'crear_operador', 'dar_acceso', 'descartar_trabajo', 'entrar', 'rechazar', 'registrar_factor',
    'reintentar_trabajo', 'responder_ticket', 'restaurar', 'retirar_foto', 'retirar_resena', 'revisar', 'suspender',
    'verificar')),
  -- Null for an act that is about nobody.
  sobre uuid,
  detalle jsonb not null default '{}' check (jsonb_typeof(detalle) = 'object' and pg_column_size(detalle) <= 4000),
  ocurrido_en timestamptz not null default clock_timestamp()
);
create index auditoria_by_person on interno.auditoria (sobre, id);
create index auditoria_by_operator on interno.auditoria (operador_id, id);
alter table interno.auditoria enable row level security;

-- An operator without a row, for example one whose role was set with the secret key, has the lower level.
create table interno.operadores (
  operador_id uuid primary key references public.profiles on delete cascade,
  nivel text not null check (nivel in ('revisor', 'responsable')),
  -- Until then the operator may enrol the first second factor: the link that sets the password opens this window.
  registrar_factor_hasta timestamptz,
  creado_en timestamptz not null default now()
);
alter table interno.operadores enable row level security;

-- One link for each operator: a new one replaces the one before.
create table interno.accesos_de_operador (
  operador_id uuid primary key references public.profiles on delete cascade,
  token_hash bytea not null unique,
  vence_en timestamptz not null
);
alter table interno.accesos_de_operador enable row level security;

-- The boroughs and the trades. Other tables refer to them by name, because the product's calls do.
create table public.alcaldias_disponibles (
  id smallint generated always as identity primary key,
  nombre text collate "es-x-icu" not null unique check (char_length(nombre) between 1 and 80),
  activo boolean not null default true
);
alter table public.alcaldias_disponibles enable row level security;

create table public.oficios_disponibles (
  id smallint generated always as identity primary key,
  nombre text collate "es-x-icu" not null unique check (char_length(nombre) between 1 and 80),
  -- The name of a lucide icon. The screen shows a default icon for null and for unknown names.
  icono text check (icono ~ '^[a-z0-9-]{1,40}$'),
  activo boolean not null default true
);
alter table public.oficios_disponibles enable row level security;

-- Maestros: what they write about themselves, what operators verify, and what the database derives.
create table public.maestros (
  id uuid primary key references public.profiles on delete cascade,
  nombre text check (char_length(btrim(nombre)) between 1 and 100),
  apellido text check (char_length(btrim(apellido)) between 1 and 100),
  telefono text check (telefono ~ '^\+?[0-9][0-9 ()-]{6,18}[0-9]$'),
  alcaldia text references public.alcaldias_disponibles (nombre) on update cascade,
  -- Blanks at the ends do not count for the minimum length, but they do for the maximum.
  descripcion text check (char_length(btrim(descripcion)) >= 50 and char_length(descripcion) <= 1000),
  foto_perfil_url text check (char_length(foto_perfil_url) <= 1000),
  ine_url text check (char_length(ine_url) <= 1000),
  curp text check (curp ~ '^[A-Z0-9]{18}$'),
  domicilio text check (char_length(btrim(domicilio)) >= 10 and char_length(domicilio) <= 300),
  -- Editing references applies no validation (specification, section 5), so these checks only bound their size.
  -- interno.esta_completo requires both references.
  referencia1_nombre_cliente text check (char_length(referencia1_nombre_cliente) <= 120),
  referencia1_descripcion_trabajo text check (char_length(referencia1_descripcion_trabajo) <= 300),
  referencia1_numero_referencia text check (char_length(referencia1_numero_referencia) <= 20),
  referencia2_nombre_cliente text check (char_length(referencia2_nombre_cliente) <= 120),
  referencia2_descripcion_trabajo text check (char_length(referencia2_descripcion_trabajo) <= 300),
  referencia2_numero_referencia text check (char_length(referencia2_numero_referencia) <= 20),
  terminos_aceptados boolean not null default false,
  fecha_aceptacion timestamptz,
  -- Derived by the database.
  perfil_completo boolean not null default false,
  reputacion_nivel text not null default 'nuevo'
    check (reputacion_nivel in ('nuevo', 'confianza_comprobada', 'experto')),
  promedio_calificacion numeric(3, 2) not null default 0 check (promedio_calificacion between 0 and 5),
  "cantidad_reseñas" integer not null default 0 check ("cantidad_reseñas" >= 0),
  "reseñas_confirmadas" integer not null default 0 check ("reseñas_confirmadas" >= 0),
  numero_trabajos_completados integer not null default 0 check (numero_trabajos_completados >= 0),
  activo_en date not null default current_date,
  -- Set by operators only.
  ine_verificado boolean not null default false,
  domicilio_verificado boolean not null default false,
  curp_verificado boolean not null default false,
  identidad_verificada boolean not null generated always as (ine_verificado) stored,
  perfil_verificado boolean not null
    generated always as (ine_verificado and curp_verificado and domicilio_verificado) stored,
  creado_en timestamptz not null default now(),
  actualizado_en timestamptz not null default now(),
  -- Set when the account is erased (docs/decisions/cuenta.md). Chats, reviews and figures still refer to the row.
  eliminada_en timestamptz,
  -- A maestro may leave the list of these pages. The directory and its totals are not affected.
  en_paginas_publicas boolean not null default true,
  constraint maestros_name_required check (eliminada_en is not null or (nombre is not null and apellido is not null)),
  constraint maestros_erased_are_anonymous check (eliminada_en is null or num_nonnulls(
    nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
    referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia, fecha_aceptacion) = 0),
  constraint maestros_telefono_has_digits check (translate(telefono, ' ()-', '') ~ '^\+?[0-9]{8,20}$')
);
create index maestros_by_curp on public.maestros (curp) where curp is not null;
create index maestros_not_verified on public.maestros (creado_en, id) where perfil_completo and not perfil_verificado;
alter table public.maestros enable row level security;

create table public.maestro_oficios (
  maestro_id uuid not null references public.maestros on delete cascade,
  oficio text not null references public.oficios_disponibles (nombre) on update cascade,
  -- The order of choosing. The first trade is the main one.
  orden bigint not null generated always as identity,
  primary key (maestro_id, oficio)
);
alter table public.maestro_oficios enable row level security;

create table public.maestro_alcaldias (
  maestro_id uuid not null references public.maestros on delete cascade,
  alcaldia text not null references public.alcaldias_disponibles (nombre) on update cascade,
  orden bigint not null generated always as identity,
  primary key (maestro_id, alcaldia)
);
alter table public.maestro_alcaldias enable row level security;

create table interno.cifras_diarias (
  maestro_id uuid not null references public.maestros on delete cascade,
  dia date not null,
  visitas integer not null default 0 check (visitas >= 0),
  contactos integer not null default 0 check (contactos >= 0),
  primary key (maestro_id, dia)
);
-- A B-tree would be chosen for the figures of one maestro too.
create index cifras_diarias_by_day on interno.cifras_diarias using brin (dia);
alter table interno.cifras_diarias enable row level security;

create table public.maestro_stats (
  maestro_id uuid primary key references public.maestros on delete cascade,
  visitas_ultimos_30_dias integer not null default 0 check (visitas_ultimos_30_dias >= 0),
  contactos_ultimos_30_dias integer not null default 0 check (contactos_ultimos_30_dias >= 0),
  actualizado_en timestamptz not null default now()
);
alter table public.maestro_stats enable row level security;

create table public.maestro_documentos (
  maestro_id uuid not null references public.maestros on delete cascade,
  tipo text not null check (tipo in ('ine_reverso', 'comprobante_domicilio')),
  -- The name of an object of chat-media.
  objeto text not null check (char_length(objeto) <= 200),
  creado_en timestamptz not null default now(),
  primary key (maestro_id, tipo)
);
create index maestro_documentos_by_object on public.maestro_documentos (objeto);
alter table public.maestro_documentos enable row level security;

-- A maestro without a row is listed and has no mark. Rows that have ended are deleted by a job (interno.poner_al_dia), but
-- every reader compares the day, so that a late job shows no wrong state.
create table interno.disponibilidad (
  maestro_id uuid primary key references public.maestros on delete cascade,
  -- The day of Mexico City on which the maestro is marked as available.
  disponible_el date,
  -- The day of Mexico City on which the maestro is listed again.
  pausa_hasta date,
  constraint disponibilidad_has_one_state check (num_nonnulls(disponible_el, pausa_hasta) = 1)
);
create index disponibilidad_by_end on interno.disponibilidad (coalesce(pausa_hasta, disponible_el + 1));
alter table interno.disponibilidad enable row level security;

-- What a maestro can send or change for each datum. A change of any of them ends a verification.
-- packages/dominio/src/verificacion/estados.ts has the same lists; a test compares them.
create function interno.correcciones_de(p_tipo text) returns text[]
language sql immutable
return case p_tipo
  when 'ine' then '{ine,reverso,nombre,foto}'::text[]
  when 'domicilio' then '{domicilio,comprobante}'::text[]
  when 'curp' then '{curp}'::text[]
end;

-- The state of each datum that operators verify. A maestro without a row is 'pendiente'. The state of the whole profile
-- follows from the three (interno.estado_verificacion), and so do the flags of public.maestros.
create table interno.verificaciones (
  maestro_id uuid not null references public.maestros on delete cascade,
  tipo text not null check (tipo in ('ine', 'curp', 'domicilio')),
  estado text not null check (estado in ('pendiente', 'en_revision', 'verificado', 'rechazado')),
  motivo text check (char_length(motivo) between 10 and 500),
  -- Null for a flag that was imported, and while nothing is decided.
  decidido_por uuid,
  decidido_en timestamptz,
  documentos_retirados_en timestamptz,
  -- When the datum became pending again. Null while it waits since the profile was completed.
  espera_desde timestamptz,
  -- What ends the rejection; the first is what the maestro is asked for.
  corrige_con text[],
  primary key (maestro_id, tipo),
  constraint verificaciones_rejected_have_a_reason check ((estado = 'rechazado') = (motivo is not null)),
  constraint verificaciones_decided_have_a_time
    check ((estado in ('verificado', 'rechazado')) = (decidido_en is not null)),
  constraint verificaciones_pending_have_no_operator check (estado <> 'pendiente' or decidido_por is null),
  constraint verificaciones_rejected_say_what_ends_them check ((estado = 'rechazado') = (corrige_con is not null)),
  constraint verificaciones_corrige_con_check check (
    cardinality(corrige_con) > 0 and corrige_con <@ interno.correcciones_de(tipo))
);
create index verificaciones_with_documents on interno.verificaciones (decidido_en)
  where decidido_en is not null and documentos_retirados_en is null;
alter table interno.verificaciones enable row level security;

-- Chats and messages. A chat contains its last message and both unread counters, which the transaction of a message
-- updates, so that an inbox is one range scan. Only server functions write chats and messages.
create table public.chats (
  id uuid primary key default gen_random_uuid(),
  buscador_id uuid not null references public.profiles on delete restrict,
  maestro_id uuid not null references public.maestros on delete restrict,
  contexto jsonb not null default '{}' check (jsonb_typeof(contexto) = 'object' and pg_column_size(contexto) <= 2000),
  creado_en timestamptz not null default now(),
  ultimo_mensaje_id uuid,
  ultimo_mensaje_tipo text,
  ultimo_mensaje_contenido text,
  -- The order of the inbox. A chat without messages has the time of its start.
  ultimo_mensaje_en timestamptz not null default now(),
  no_leidos_buscador integer not null default 0 check (no_leidos_buscador >= 0),
  no_leidos_maestro integer not null default 0 check (no_leidos_maestro >= 0),
  leido_buscador_en timestamptz,
  leido_maestro_en timestamptz,
  -- When the account of one of the two people was erased. The other person can read the chat; nobody can write in it.
  cerrado_en timestamptz,
  -- Set while the account of one of the two is suspended. The other reads the chat and cannot write in it.
  pausado_en timestamptz,
  -- Set while one of the two people blocks the other. Both read the chat, and neither can write in it.
  bloqueado_en timestamptz,
  -- Read marks by message. A reader says up to which message the conversation was shown, so that a message that never
  -- reached the screen is not marked as read. The call without that number marks everything.
  leido_buscador_hasta bigint not null default 0,
  leido_maestro_hasta bigint not null default 0,
  unique (buscador_id, maestro_id),
  check (buscador_id <> maestro_id)
)
-- Free space in each page, so that a counter is updated without new index entries.
with (fillfactor = 80);
create index chats_of_a_buscador on public.chats (buscador_id, ultimo_mensaje_en desc, id);
create index chats_of_a_maestro on public.chats (maestro_id, ultimo_mensaje_en desc, id);
alter table public.chats enable row level security;

create table public.mensajes (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.chats on delete restrict,
  autor_id uuid not null references public.profiles on delete restrict,
  -- 'contacto' is the notice that the seeker requested the contact, with the reason. Only interno.abrir_contacto writes it.
  tipo text not null check (tipo in ('audio', 'contacto', 'imagen', 'texto', 'video')),
  -- Null for a picture or video that was removed with its author's account.
  contenido text check (char_length(contenido) between 1 and 4000),
  creado_en timestamptz not null default now(),
  bloqueado boolean not null default false,
  -- The reasons are those of packages/dominio/src/seguridad/motivos-de-bloqueo; a test compares the two.
  motivo_bloqueo text check (motivo_bloqueo in ('telefono', 'correo', 'enlace', 'mensajeria', 'tarjeta')),
  -- Created by the sender. A message that is sent twice with the same id is written once.
  client_id uuid,
  -- The order of a conversation. Unlike the time it is unique.
  secuencia bigint not null generated always as identity,
  -- In pixels. Null for other messages, and for pictures whose size was not stored.
  ancho integer check (ancho > 0),
  alto integer check (alto > 0),
  -- The content of a deleted message is gone. The row keeps its place in the conversation.
  eliminado_en timestamptz,
  -- The message that this one answers to. interno.enviar_mensajes accepts only delivered messages of the same chat, and
  -- these are never removed from the table: a foreign key would only cost an index on every message.
  respuesta_a uuid,
  -- Of a voice note: how long it is, and its loudness over time for the drawing. Both are measured by the device.
  duracion_ms integer check (duracion_ms between 1 and 180000),
  picos smallint[] check (
    array_ndims(picos) = 1 and cardinality(picos) = 48 and array_position(picos, null) is null
    and 0 <= all (picos) and 100 >= all (picos)),
  check (bloqueado = (motivo_bloqueo is not null)),
  unique (chat_id, autor_id, client_id),
  constraint mensajes_texts_have_content
    check (contenido is not null or tipo <> 'texto' or eliminado_en is not null),
  constraint mensajes_sizes_are_of_pictures
    check (num_nonnulls(ancho, alto) in (0, 2) and (ancho is null or tipo = 'imagen')),
  constraint mensajes_deleted_are_empty check (eliminado_en is null or contenido is null),
  -- A voice note that was deleted, or whose author's account was erased, has neither.
  constraint mensajes_voice_notes_have_duration_and_peaks
    check (num_nonnulls(duracion_ms, picos) = case when tipo = 'audio' and contenido is not null then 2 else 0 end)
);
-- A page of a conversation contains delivered messages and the reader's own blocked ones. Each kind has its own index, so
-- that blocked messages of the other person are not scanned.
create unique index mensajes_delivered_in_order on public.mensajes (chat_id, secuencia desc) where not bloqueado;
create unique index mensajes_blocked_in_order on public.mensajes (chat_id, autor_id, secuencia desc) where bloqueado;
create index mensajes_of_an_author on public.mensajes (autor_id);
-- Finds the messages of a minute. A BRIN index stores one pair of times for 32 pages and costs a message almost nothing,
-- because messages are appended in the order of their time.
create index mensajes_by_time on public.mensajes using brin (creado_en) with (pages_per_range = 32, autosummarize = on);
alter table public.mensajes enable row level security;

-- What a seeker's chats show of their maestros (public.maestros).
create type interno.maestro_en_chat as (
  id uuid, nombre text, apellido text, foto_perfil_url text, en_pausa_hasta date);

-- One row for each chat in which the maestro has written, made by the maestro's first delivered message and never again.
create table interno.primeras_respuestas (
  chat_id uuid primary key references public.chats on delete cascade,
  maestro_id uuid not null references public.maestros on delete cascade,
  -- Null when the maestro wrote before the seeker: there was nothing to answer, and the chat does not count.
  minutos integer check (minutos >= 0),
  respondido_en timestamptz not null
);
create index primeras_respuestas_of_a_maestro on interno.primeras_respuestas (maestro_id, respondido_en) include (minutos);
alter table interno.primeras_respuestas enable row level security;

create table interno.tiempos_de_respuesta (
  maestro_id uuid primary key references public.maestros on delete cascade,
  respuestas integer not null default 0 check (respuestas >= 0),
  mediana numeric check (mediana >= 0),
  -- What is shown. The steps are those of packages/dominio/src/perfil/tiempo-de-respuesta.ts; a test compares the two.
  paso text constraint tiempos_de_respuesta_paso_check check (paso in ('15_minutos', '1_hora', '3_horas', '1_dia')),
  -- When the oldest counted answer leaves the window, so that the median must be computed again.
  vence_en timestamptz
);
create index tiempos_de_respuesta_by_end on interno.tiempos_de_respuesta (vence_en) where vence_en is not null;
alter table interno.tiempos_de_respuesta enable row level security;

-- Views of profiles, and the figures of the maestro's dashboard. The figures are the sum of at most 30 rows, one for each
-- day, so a view costs the same for a maestro with ten views and with a million. Days are those of Mexico City.
create table public.vistas_perfil (
  maestro_id uuid not null references public.maestros on delete restrict,
  buscador_id uuid not null references public.profiles on delete restrict,
  -- A seeker counts once a day for each maestro.
  dia date not null default (now() at time zone 'America/Mexico_City')::date,
  creado_en timestamptz not null default now(),
  primary key (maestro_id, buscador_id, dia)
);
create index vistas_perfil_of_a_buscador on public.vistas_perfil (buscador_id);
create index vistas_perfil_by_day on public.vistas_perfil (dia);
alter table public.vistas_perfil enable row level security;

-- The directory that seekers search. It is derived: one row for each maestro, borough and trade, with the card as the
-- server sends it and the keys for each order. A page is one range scan of an index and the total is one row of counters,
-- so the cost of a search does not grow with the directory.
create table interno.directorio (
  alcaldia text not null,
  oficio text not null,
  maestro_id uuid not null references public.maestros on delete cascade,
  -- Order keys: lower values come first. Equal values are ordered by maestro_id, so that pages never overlap.
  recomendado bigint not null,
  por_calificacion bigint not null,
  por_trabajos bigint not null,
  -- The values that filters use (verified, level, half stars) as one number: see interno.celda.
  celda smallint not null,
  -- The card as JSON text. A search returns these fields and no others.
  tarjeta text not null,
  -- The filter 'Disponible hoy' reads rows and counters of the current day. A day that has ended is never read again, so at
  -- midnight no total is wrong, even before the job has removed the marks.
  disponible_el date,
  primary key (maestro_id, alcaldia, oficio)
);
create index directorio_recomendado on interno.directorio (alcaldia, oficio, recomendado, maestro_id);
create index directorio_celda_recomendado on interno.directorio (alcaldia, oficio, celda, recomendado, maestro_id);
create index directorio_celda_calificacion on interno.directorio (alcaldia, oficio, celda, por_calificacion, maestro_id);
create index directorio_celda_trabajos on interno.directorio (alcaldia, oficio, celda, por_trabajos, maestro_id);
create index directorio_disponible_recomendado
  on interno.directorio (alcaldia, oficio, disponible_el, celda, recomendado, maestro_id) where disponible_el is not null;
create index directorio_disponible_calificacion
  on interno.directorio (alcaldia, oficio, disponible_el, celda, por_calificacion, maestro_id) where disponible_el is not null;
create index directorio_disponible_trabajos
  on interno.directorio (alcaldia, oficio, disponible_el, celda, por_trabajos, maestro_id) where disponible_el is not null;
alter table interno.directorio enable row level security;

create table interno.directorio_totales (
  alcaldia text not null,
  oficio text not null,
  total integer not null check (total >= 0),
  -- When the figures of a pair last changed, for the sitemap.
  cambiado_en timestamptz not null default now(),
  primary key (alcaldia, oficio)
);
alter table interno.directorio_totales enable row level security;

create table interno.directorio_celdas (
  alcaldia text not null,
  oficio text not null,
  celda smallint not null,
  total integer not null check (total >= 0),
  primary key (alcaldia, oficio, celda)
);
alter table interno.directorio_celdas enable row level security;

-- Counts only: nothing says who searched. Names of the catalogues, as interno.directorio has them.
create table interno.busquedas_diarias (
  alcaldia text collate "es-x-icu" not null
    references public.alcaldias_disponibles (nombre) on update cascade on delete cascade,
  dia date not null,
  oficio text collate "es-x-icu" not null
    references public.oficios_disponibles (nombre) on update cascade on delete cascade,
  total integer not null,
  -- Searches that found nobody. They are not part of the total, which decides what is suggested.
  sin_resultado integer not null default 0 check (sin_resultado >= 0),
  primary key (alcaldia, dia, oficio),
  constraint busquedas_diarias_total_check check (total >= 0 and total + sin_resultado > 0)
);
alter table interno.busquedas_diarias enable row level security;

create table interno.directorio_disponibles (
  alcaldia text not null,
  oficio text not null,
  dia date not null,
  celda smallint not null,
  total integer not null check (total >= 0),
  primary key (alcaldia, oficio, dia, celda)
);
alter table interno.directorio_disponibles enable row level security;

-- A seeker who found nobody gets one e-mail when a maestro of that trade and borough is listed. The row is deleted when
-- the e-mail has been sent, when the seeker takes it back, and with the account.
create table interno.avisos_de_busqueda (
  id bigint generated always as identity primary key,
  buscador_id uuid not null references auth.users on delete cascade,
  alcaldia text collate "es-x-icu" not null
    references public.alcaldias_disponibles (nombre) on update cascade on delete cascade,
  oficio text collate "es-x-icu" not null
    references public.oficios_disponibles (nombre) on update cascade on delete cascade,
  creado_en timestamptz not null default now(),
  -- When its e-mail was queued.
  encolado_en timestamptz,
  unique (buscador_id, alcaldia, oficio)
);
create index avisos_de_busqueda_of_a_search on interno.avisos_de_busqueda (alcaldia, oficio, id);
create index avisos_de_busqueda_of_a_trade on interno.avisos_de_busqueda (oficio);
alter table interno.avisos_de_busqueda enable row level security;

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

-- One row for each step that was filled. The steps are those of dominio/onboarding/pasos; a test compares the two.
create table interno.borradores (
  maestro_id uuid not null references auth.users on delete cascade,
  paso text not null
    constraint borradores_paso_check
    check (paso in ('datos', 'oficios', 'alcaldias', 'selfie', 'descripcion', 'referencia1', 'referencia2', 'curp',
      'domicilio', 'ine', 'ine_reverso', 'comprobante_domicilio')),
  valor jsonb not null check (pg_column_size(valor) <= 20000),
  version integer not null check (version > 0),
  actualizado_en timestamptz not null default now(),
  primary key (maestro_id, paso)
);
create index borradores_by_age on interno.borradores (actualizado_en);
alter table interno.borradores enable row level security;

-- Accounts whose welcome e-mail was queued: at most once each.
create table interno.bienvenidas (
  cuenta_id uuid primary key references auth.users on delete cascade,
  encolada_en timestamptz not null default now()
);
alter table interno.bienvenidas enable row level security;

-- Accesses to contact data: which seeker opened the contact of which maestro, and why. Without one a reader sees neither
-- the telephone nor the whole surname.
create table public.accesos_contacto (
  buscador_id uuid not null references public.profiles on delete restrict,
  maestro_id uuid not null references public.maestros on delete restrict,
  motivo text not null
    check (motivo in ('agendar_visita', 'pedir_cotizacion', 'coordinar_trabajo', 'urgencia', 'otro')),
  detalle text check (char_length(detalle) between 10 and 200),
  creado_en timestamptz not null default now(),
  primary key (buscador_id, maestro_id),
  check (motivo <> 'otro' or detalle is not null)
);
create index accesos_contacto_of_a_maestro on public.accesos_contacto (maestro_id, creado_en);
create index accesos_contacto_of_a_day on public.accesos_contacto (buscador_id, creado_en);
alter table public.accesos_contacto enable row level security;

-- Reviews: one for each seeker and maestro, with one answer of the maestro. The same transaction derives the maestro's
-- average, number of reviews, completed jobs and, through these, the reputation.
create table public.resenas (
  id uuid primary key default gen_random_uuid(),
  buscador_id uuid not null references public.profiles on delete restrict,
  maestro_id uuid not null references public.maestros on delete restrict,
  puntuacion smallint not null check (puntuacion between 1 and 5),
  comentario text not null check (char_length(comentario) between 10 and 1000),
  trabajo_realizado boolean not null,
  creado_en timestamptz not null default now(),
  editado_en timestamptz,
  respuesta text check (char_length(respuesta) between 1 and 1000),
  respondido_en timestamptz,
  -- Set while the account of the author is suspended. A hidden review is neither counted nor shown.
  oculta boolean not null default false,
  -- Whether it counts. A review that does not is listed with a mark.
  contada boolean not null default false,
  -- When it is decided whether a review counts that no exchange over time stands behind (interno.revisar_resenas). Null: it
  -- was decided.
  revisar_en timestamptz default now() + interval '7 days',
  unique (maestro_id, buscador_id),
  check ((respuesta is null) = (respondido_en is null))
);
create index resenas_of_a_buscador on public.resenas (buscador_id);
create index resenas_shown_newest_first on public.resenas (maestro_id, creado_en desc, id) where not oculta;
create index resenas_shown_by_stars on public.resenas (maestro_id, puntuacion, creado_en desc, id) where not oculta;
create index resenas_to_decide on public.resenas (revisar_en) where revisar_en is not null;
alter table public.resenas enable row level security;

-- How many shown reviews of each number of stars a maestro has, and how many say that the work was done. One review
-- changes one row, so it costs the same with ten reviews and with ten thousand.
create table interno.conteo_de_resenas (
  maestro_id uuid primary key references public.maestros on delete cascade,
  estrellas_1 integer not null default 0 check (estrellas_1 >= 0),
  estrellas_2 integer not null default 0 check (estrellas_2 >= 0),
  estrellas_3 integer not null default 0 check (estrellas_3 >= 0),
  estrellas_4 integer not null default 0 check (estrellas_4 >= 0),
  estrellas_5 integer not null default 0 check (estrellas_5 >= 0),
  confirmadas integer not null default 0 check (confirmadas >= 0)
);
alter table interno.conteo_de_resenas enable row level security;

-- A shown review that appeared (signo 1) or disappeared (signo -1). An edit is both.
create type interno.cambio_de_resena as (maestro_id uuid, puntuacion smallint, trabajo_realizado boolean, signo integer);

create table interno.fotos_de_resena (
  -- The name of an object of chat-media: review-photos/{author}/{ms}.{ext}. A photo belongs to one review.
  objeto text primary key check (char_length(objeto) <= 200),
  resena_id uuid not null references public.resenas on delete cascade,
  orden smallint not null constraint fotos_de_resena_orden_check check (orden between 1 and 3),
  unique (resena_id, orden) deferrable initially deferred
);
alter table interno.fotos_de_resena enable row level security;

-- A seeker is asked once for a review of a maestro. The request stays until it is dismissed, or some days have passed.
create table interno.peticiones_de_resena (
  buscador_id uuid not null,
  maestro_id uuid not null,
  pedida_en timestamptz not null default now(),
  descartada_en timestamptz,
  primary key (buscador_id, maestro_id),
  foreign key (buscador_id, maestro_id) references public.accesos_contacto on delete cascade
);
alter table interno.peticiones_de_resena enable row level security;

-- Who blocked whom. The blocked person cannot read it.
create table public.bloqueos (
  bloqueador_id uuid not null references public.profiles on delete restrict,
  bloqueado_id uuid not null references public.profiles on delete restrict,
  creado_en timestamptz not null default now(),
  primary key (bloqueador_id, bloqueado_id),
  check (bloqueador_id <> bloqueado_id)
);
create index bloqueos_of_a_blocked_person on public.bloqueos (bloqueado_id);
alter table public.bloqueos enable row level security;

create table interno.reportes (
  id bigint generated always as identity primary key,
  -- Created by the sender. A report that is sent twice is written once.
  client_id uuid not null,
  reportante_id uuid not null references public.profiles on delete restrict,
  reportado_id uuid not null references public.profiles on delete restrict,
  chat_id uuid references public.chats on delete restrict,
  -- The reasons are those of packages/dominio/src/seguridad/reportes.ts; a test compares the two.
  motivo text not null
    constraint reportes_motivo_check
    check (motivo in ('fraude', 'acoso', 'identidad_falsa', 'trabajo_peligroso', 'contenido_inapropiado', 'otro')),
  texto text check (char_length(texto) between 10 and 1000),
  creado_en timestamptz not null default now(),
  cerrado_en timestamptz,
  cerrado_por uuid,
  nota text check (char_length(nota) between 10 and 500),
  -- When the operators got an e-mail about it, of a report of harassment or fraud.
  avisado_en timestamptz,
  unique (reportante_id, client_id),
  check (reportante_id <> reportado_id),
  constraint reportes_other_reasons_are_explained check (motivo <> 'otro' or texto is not null),
  constraint reportes_closed_have_a_note check (num_nonnulls(cerrado_en, cerrado_por, nota) in (0, 3))
);
create index reportes_of_a_day on interno.reportes (reportante_id, creado_en);
create index reportes_about_a_person on interno.reportes (reportado_id);
create index reportes_of_a_chat on interno.reportes (chat_id);
create index reportes_open on interno.reportes (id) where cerrado_en is null;
alter table interno.reportes enable row level security;

-- Copies of the messages that the reporting person chose. The text is a copy. A picture is named: its object can only be
-- removed together with the account of its author.
create table interno.reporte_mensajes (
  reporte_id bigint not null references interno.reportes on delete cascade,
  mensaje_id uuid not null,
  autor_id uuid not null references public.profiles on delete restrict,
  tipo text not null,
  -- Null for a picture whose author's account was erased.
  contenido text,
  creado_en timestamptz not null,
  primary key (reporte_id, mensaje_id)
);
create index reporte_mensajes_of_an_author on interno.reporte_mensajes (autor_id);
alter table interno.reporte_mensajes enable row level security;

-- Help requests. Only our server function writes them; operators read them with the secret key.
create table public.tickets (
  id uuid primary key default gen_random_uuid(),
  -- Person and texts are null once the author's account was erased.
  usuario_id uuid references public.profiles on delete restrict,
  nombre text check (char_length(btrim(nombre)) between 2 and 200),
  correo text check (char_length(correo) between 3 and 255),
  mensaje text check (char_length(btrim(mensaje)) between 10 and 5000),
  imagenes_url text[] not null default '{}'
    check (cardinality(imagenes_url) <= 4 and array_position(imagenes_url, null) is null),
  creado_en timestamptz not null default now(),
  -- The states are those of packages/dominio/src/ayuda/estados-de-ticket.ts; a test compares the two.
  estado text not null default 'abierto'
    constraint tickets_estado_check check (estado in ('abierto', 'en_proceso', 'resuelto')),
  -- Created by the sender. A ticket that is sent twice is written once.
  client_id uuid,
  constraint tickets_are_whole_or_anonymous
    check (num_nonnulls(usuario_id, nombre, correo, mensaje) in (0, 4) and (usuario_id is not null or imagenes_url = '{}')),
  constraint tickets_are_sent_once unique (usuario_id, client_id),
  -- The address is the Reply-To of an e-mail: it must be one address and nothing else.
  constraint tickets_correo_is_one_address check (correo ~ '^[^[:space:][:cntrl:]@<>,;:"()]+@[^[:space:][:cntrl:]@<>,;:"()]+$'),
  constraint tickets_of_erased_accounts_are_resolved check (usuario_id is not null or estado = 'resuelto')
);
create index tickets_of_a_user on public.tickets (usuario_id, creado_en desc);
create index tickets_by_time on public.tickets (creado_en desc, id);
create index tickets_not_resolved on public.tickets (creado_en desc, id) where estado <> 'resuelto';
alter table public.tickets enable row level security;

-- What operators answered. The author of the ticket reads it through the function mis-solicitudes.
create table interno.ticket_respuestas (
  id bigint generated always as identity primary key,
  ticket_id uuid not null references public.tickets on delete cascade,
  operador_id uuid not null,
  texto text not null check (char_length(btrim(texto)) between 2 and 4000),
  creado_en timestamptz not null default now()
);
create index ticket_respuestas_of_a_ticket on interno.ticket_respuestas (ticket_id, id);
alter table interno.ticket_respuestas enable row level security;

create or replace function interno.dia_de_la_ciudad(p_momento timestamptz) returns date
language sql stable
return (p_momento at time zone 'America/Mexico_City')::date;

-- Also blanks that btrim leaves: tabs, line ends, no-break and invisible characters.
create or replace function interno.en_blanco(p_texto text) returns boolean
language sql immutable
return coalesce(p_texto ~ '^[\s\u00a0\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u2064\u3000\ufeff]*$', true);

create or replace function interno.segundos_hasta(p_cuando timestamptz) returns integer
language sql stable
return greatest(1, ceil(extract(epoch from p_cuando - now())))::integer;

-- The job queue as the product uses it. The queue itself is the schema graphile_worker, which its library creates. These
-- functions have their bodies as text, so that no object of ours depends on a table of the library and the library can change
-- its tables.

-- Adds a job in the caller's transaction. p_datos is the payload, parsed when the job runs.
create or replace function interno.encolar(
  p_nombre text, p_datos jsonb default '{}', p_intentos integer default 12, p_desde timestamptz default null
) returns bigint
language sql set search_path = ''
as $$
  select (graphile_worker.add_job(p_nombre, p_datos::json, run_at => p_desde, max_attempts => p_intentos,
    priority => interno.prioridad_de_trabajo(p_nombre))).id
$$;

-- Adds a job, unless one with the same key waits already. A job that runs at the moment does not count as waiting.
create or replace function interno.encolar_con_clave(
  p_nombre text, p_datos jsonb, p_clave text, p_desde timestamptz, p_intentos integer
) returns void
language sql set search_path = ''
as $$
  select graphile_worker.add_job(
    p_nombre, p_datos::json, run_at => p_desde, max_attempts => p_intentos, priority => interno.prioridad_de_trabajo(p_nombre),
    job_key => p_clave, job_key_mode => 'preserve_run_at')
$$;

-- Queues the erasure of every account whose time has passed. One whose job failed for good is queued again after a day.
create or replace function interno.encolar_borrados() returns integer
language sql set search_path = ''
as $$
  with vencidos as (
    update interno.cierres set borrando_en = now()
    where borrar_en <= now() and (borrando_en is null or borrando_en < now() - interval '1 day')
    returning cuenta_id
  )
  select count(interno.encolar('erase-account', jsonb_build_object('userId', cuenta_id)))::integer from vencidos
$$;

-- The class of the advisory locks by which processes show that they run (apps/server/src/platform/jobs/liveness.ts).
create or replace function interno.cerrojo_de_trabajos() returns integer
language sql immutable
return 727374;

-- Uses up the attempts of a running job, so that it is failed once its process has reported the error: the library knows no
-- other failed state, and its own function is only for jobs that do not run. The number of real attempts is kept in the
-- flags of the job, which the library reads only when some are forbidden, so that operators see it.
create or replace function interno.agotar_trabajo(p_id bigint, p_error text default 'given up before its last attempt') returns void
language sql set search_path = ''
as $$
  update graphile_worker._private_jobs
  set attempts = max_attempts, flags = jsonb_build_object('intentos', attempts), last_error = p_error
  where id = p_id
$$;

create or replace function interno.lista_de_trabajos_fallidos()
returns table (id bigint, nombre text, intentos integer, error text, creado_en timestamptz)
language sql stable set search_path = ''
as $$
  select id, task_identifier, coalesce((flags ->> 'intentos')::integer, attempts), last_error, created_at
  from graphile_worker.jobs where attempts >= max_attempts and locked_at is null order by id
$$;

-- Returns whether there was such a failed job.
create or replace function interno.reintentar_trabajo(p_id bigint) returns boolean
language plpgsql set search_path = ''
as $$
begin
  if not exists (select from interno.trabajos_fallidos where id = p_id) then
    return false;
  end if;
  perform graphile_worker.reschedule_jobs(array[p_id], run_at => now(), attempts => 0);
  update graphile_worker._private_jobs set flags = null where id = p_id;
  perform pg_notify('jobs:insert', '{"count": 1}');
  return true;
end $$;

-- The processes that have jobs and do not hold their lock. One that has just lost its connection takes its lock again soon.
create or replace function interno.procesos_ausentes() returns setof text
language sql set search_path = ''
as $$
  select proceso from (
    select distinct locked_by as proceso from graphile_worker.jobs where locked_by is not null
  ) procesos
  where pg_try_advisory_xact_lock(interno.cerrojo_de_trabajos(), hashtext(proceso))
$$;

-- Of the jobs that are due, those of the lower number run first. A process runs four jobs at a time, and a mail server that
-- answers slowly occupies all of them: without an order, a person who signs up waits behind all e-mails about searches and
-- unread messages.
create or replace function interno.prioridad_de_trabajo(p_nombre text) returns integer
language sql immutable
return case
  -- A person waits for the link, or must be kept out at once.
  when p_nombre in ('send-one-time-mail', 'announce-suspension', 'announce-review') then -10
  -- A push service is any address that a browser names, and may take long to answer.
  when p_nombre in ('send-push', 'send-push-summary', 'send-search-push') then 5
  -- Many at a time, or long; nobody notices some minutes.
  when p_nombre in ('send-search-alert', 'send-unread-mail', 'export-data', 'erase-account') then 10
  else 0
end;

-- Frees the jobs of a process that no longer runs them. When PostgreSQL restarts, each process loses the lock that shows
-- that it runs, and cannot write down the end of its jobs: another process would run them a second time.
create or replace function interno.soltar_trabajos(p_proceso text) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Another job with the same key was added while it ran: the library has taken its key and its other attempts, and the other
  -- one does the same. It would stay as a failed job without an error.
  delete from graphile_worker._private_jobs
  where locked_by = p_proceso and key is null and max_attempts > 1 and attempts >= max_attempts and last_error is null;
  -- The only attempt of a scheduled job has not failed. It gets another one.
  update graphile_worker._private_jobs set attempts = 0, last_error = 'the process that ran it has ended'
  where locked_by = p_proceso and max_attempts = 1 and last_error is null;
  perform graphile_worker.force_unlock_workers(array[p_proceso]);
end $$;

-- Ends the jobs that a process has done without writing it down, and frees its others. In one transaction, so that no other
-- process takes a job in between.
create or replace function interno.cerrar_trabajos(p_proceso text, p_hechos bigint[]) returns void
language plpgsql set search_path = ''
as $$
begin
  perform interno.soltar_trabajos(p_proceso);
  perform graphile_worker.complete_jobs(p_hechos);
  perform pg_notify('jobs:insert', '{"count": 1}');
end $$;

-- Frees the jobs of processes that no longer hold their lock.
create or replace function interno.liberar_trabajos(p_procesos text[] default null) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_proceso text;
  v_trabajos integer;
  v_total integer := 0;
begin
  for v_proceso, v_trabajos in
    select locked_by, count(*) from graphile_worker.jobs
    where locked_by is not null and (p_procesos is null or locked_by = any(p_procesos)) group by locked_by
  loop
    if pg_try_advisory_xact_lock(interno.cerrojo_de_trabajos(), hashtext(v_proceso)) then
      perform interno.soltar_trabajos(v_proceso);
      v_total := v_total + v_trabajos;
    end if;
  end loop;
  if v_total > 0 then
    perform pg_notify('jobs:insert', json_build_object('count', v_total)::text);
  end if;
  return v_total;
end $$;

-- Jobs about the person. A failed one contains the text of its error, which may name an e-mail address. A running job is
-- left: it reads the account and finds none.
create or replace function interno.borrar_trabajos(p_id uuid) returns void
language sql set search_path = ''
as $$
  delete from graphile_worker._private_jobs where locked_at is null and payload::text like '%' || p_id || '%'
$$;

-- Jobs that have used up their attempts. Operators retry them with interno.reintentar_trabajo.
create view interno.trabajos_fallidos as select * from interno.lista_de_trabajos_fallidos();

create or replace function auth.jwt() returns jsonb
language sql stable
return coalesce(nullif(current_setting('request.jwt.claims', true), ''), '{}')::jsonb;

create or replace function auth.role() returns text
language sql stable
return auth.jwt() ->> 'role';

create or replace function auth.uid() returns uuid
language sql stable
return (auth.jwt() ->> 'sub')::uuid;

-- Opens a request inside its transaction. For a session that has ended or a suspended account it raises an error, and
-- PostgreSQL then refuses the other statements of the transaction.
create or replace function auth.open_request(p_role text, p_claims text) returns void
language plpgsql set search_path = ''
as $$
declare
  claims jsonb := p_claims::jsonb;
begin
  if p_role = 'authenticated' then
    if interno.esta_suspendido((claims ->> 'sub')::uuid) then
      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
    end if;
    if not auth.session_lives((claims ->> 'session_id')::uuid, (claims ->> 'sub')::uuid) then
      raise exception 'Session from session_id claim in JWT does not exist'
        using errcode = 'PT401', detail = 'session_not_found';
    end if;
    if interno.es_operador((claims ->> 'sub')::uuid) then
      raise exception 'Operators can call the functions for operators only' using errcode = 'PT403', detail = 'operador';
    end if;
  end if;
  if p_role not in ('anon', 'authenticated', 'service_role') then
    raise exception 'Unknown role' using errcode = 'PT401';
  end if;
  perform set_config('request.jwt.claims', p_claims, true), set_config('role', p_role, true);
end $$;

-- A refresh token is created at each sign-in and about once an hour while the app is open.
create or replace function interno.al_dar_refresh_token() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- This reads first: the statement trigger of the directory runs at every update of maestros, even of no row, and would
  -- add a twentieth to the time of each sign-in of a seeker.
  perform interno.registrar_actividad(m.id)
  from auth.sessions s join public.maestros m on m.id = s.user_id
  where s.id = new.session_id and m.activo_en < current_date;
  return null;
end $$;

-- Decides by the path who may read, upload or list. Without a person (p_user null) only public objects are allowed. For
-- `list`, p_name is a folder. An upload into a chat with a block is refused; pictures that were sent before stay readable.
create or replace function storage.allows(p_act text, p_user uuid, p_bucket text, p_name text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_id constant text := '([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})';
  v_file constant text := '[0-9]{1,20}\.[A-Za-z0-9]{1,8}$';
  v_within constant text := case p_act when 'list' then '$' else '/' || v_file end;
  v_document constant text :=
    case p_act when 'list' then '$' else '/(?:ine_reverso|comprobante_domicilio)_' || v_file end;
  v_whose text;
begin
  if p_bucket = 'chat-media' and p_act = 'read' and (
    (p_name like 'profile-photos/%' and interno.foto_de_perfil_visible(p_name))
    or (p_name like 'review-photos/%' and interno.foto_de_resena_visible(p_name))
  ) then
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
      select from public.chats c where c.id = v_whose::uuid and p_user in (c.buscador_id, c.maestro_id)
        and (p_act <> 'upload' or c.bloqueado_en is null));
  end if;
  v_whose := (regexp_match(p_name, '^review-photos/' || v_id || v_within))[1];
  if v_whose is not null then
    return v_whose::uuid = p_user
      and exists (select from public.profiles p where p.id = p_user and p.role = 'buscador');
  end if;
  -- The root folder contains identity documents. Everyone may list it, and sees only their own objects there.
  if p_act = 'list' and p_name = '' then
    return true;
  end if;
  v_whose := coalesce(
    (regexp_match(p_name, '^ine_' || v_id || '_' || v_file))[1],
    (regexp_match(p_name, '^documentos/' || v_id || v_document))[1],
    (regexp_match(p_name, '^profile-photos/' || v_id || v_within))[1]);
  return coalesce(v_whose::uuid = p_user, false)
    and exists (select from public.profiles p where p.id = p_user and p.role = 'maestro');
end $$;

-- A picture that was uploaded to a chat is visible to its uploader only, until a message refers to it. Profile photos are
-- public from the upload on, because onboarding shows them before the profile is saved.
create or replace function storage.is_visible(p_user uuid, o storage.objects) returns boolean
language sql immutable
return o.unused_since is null or coalesce(o.owner = p_user, false) or o.name like 'profile-photos/%';

create or replace function storage.allows_read(p_user uuid, o storage.objects) returns boolean
language sql stable
return storage.is_visible(p_user, o) and storage.allows('read', p_user, o.bucket_id, o.name);

-- A picture that a message or a profile shows stays. An identity document can be replaced and not deleted. Whether an
-- object is shown is read from its own row: a removal that waited for a profile to be written sees what was written.
create or replace function storage.allows_removal(p_user uuid, o storage.objects) returns boolean
language sql stable set search_path = ''
return o.owner = p_user and storage.allows('upload', p_user, o.bucket_id, o.name)
  and case
    when o.bucket_id = 'support-tickets' then true
    when o.name like 'ine\_%' then false
    else o.unused_since is not null
  end;

-- Sets or clears unused_since. p_of contains LIKE patterns for the names, so that a row cannot mark objects of others.
create or replace function storage.mark_shown(p_shown boolean, p_bucket text, p_names text[], p_of text[]) returns void
language sql security definer set search_path = ''
as $$
  update storage.objects set unused_since = case when p_shown then null else now() end
  where bucket_id = p_bucket and name = any (p_names) and name like any (p_of)
    and p_shown = (unused_since is not null)
$$;

-- The name of an object in a column that refers to it: the column contains the name, or a public or signed address.
create or replace function storage.name_in(p_bucket text, p_text text) returns text
language sql immutable
return regexp_replace(regexp_replace(p_text, '^.*/' || p_bucket || '/', ''), '[?#].*$', '');

-- The address that is stored for an object of chat-media. It is relative to the site, so that SITE_URL may change.
create or replace function interno.direccion_de_objeto(p_name text) returns text
language sql immutable
return '/storage/v1/object/public/chat-media/' || p_name;

-- The name of the object that a client refers to, by its name or by an address of it with any origin. Null when the value
-- is neither.
create or replace function interno.objeto_nombrado(p_valor text) returns text
language sql immutable
return substring(
  p_valor from
  '^(?:(?:https?://[^/?#\s]+)?/storage/v1/(?:object|render/image)/(?:(?:public|sign|authenticated)/)?chat-media/)?([A-Za-z0-9_./-]+)(?:[?#].*)?$');

create or replace function interno.medir_imagen() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select o.width, o.height into new.ancho, new.alto
  from storage.objects o
  where o.bucket_id = 'chat-media' and o.name = new.contenido;
  return new;
end $$;

-- A refused picture is named, so that the onboarding can show the refusal at that picture and drop it. docs/decisions/onboarding.md.
create or replace function interno.rechazo_de_imagen(p_paso text) returns text
language sql immutable
return case p_paso
    when 'selfie' then 'La foto de perfil'
    when 'ine' then 'El documento de identidad'
    when 'ine_reverso' then 'El reverso de la INE'
    else 'El comprobante de domicilio'
  end || ' debe ser una imagen que hayas subido aquí.';

-- Closes the account of a session that was opened with the password within p_minutos. Answers when the account will be
-- erased; null when the session is older or was opened in another way. The triggers of a suspension end all sessions,
-- pause the chats and queue the job that tells open sockets.
create or replace function interno.cerrar_cuenta(p_cuenta uuid, p_sesion uuid, p_dias integer, p_minutos integer)
returns timestamptz
language plpgsql set search_path = ''
as $$
declare
  v_borrar_en timestamptz;
begin
  perform from public.profiles where id = p_cuenta for no key update;
  perform from auth.sessions
  where id = p_sesion and user_id = p_cuenta and method = 'password'
    and created_at > now() - make_interval(mins => p_minutos);
  if not found then
    return null;
  end if;
  insert into interno.cierres (cuenta_id, borrar_en) values (p_cuenta, now() + make_interval(days => p_dias))
  on conflict (cuenta_id) do nothing
  returning borrar_en into v_borrar_en;
  if v_borrar_en is null then
    return null;
  end if;
  update public.profiles set suspendido_en = now() where id = p_cuenta and suspendido_en is null;
  perform interno.encolar('send-closing-mail', jsonb_build_object('userId', p_cuenta));
  insert into interno.eventos (tipo, quien) values ('cierre_pedido', p_cuenta);
  return v_borrar_en;
end $$;

-- Keeps an account that was to be closed. Called when its owner signs in. False when it is being erased already, when
-- operators have suspended it, and when it was not being closed. Of two sign-ins at the same time that keep a closing
-- account, the second finds the account kept. An e-mail tells the owner: a recovery link keeps the account too, and whoever
-- opened the link may be somebody else. docs/decisions/cuenta.md.
create or replace function interno.conservar_cuenta(p_cuenta uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  perform from public.profiles where id = p_cuenta for no key update;
  delete from interno.cierres where cuenta_id = p_cuenta and not suspendida and borrando_en is null;
  if not found then
    return exists (select from public.profiles where id = p_cuenta and suspendido_en is null);
  end if;
  update public.profiles set suspendido_en = null where id = p_cuenta;
  insert into interno.eventos (tipo, quien) values ('cierre_deshecho', p_cuenta);
  perform interno.encolar('send-kept-mail', jsonb_build_object('userId', p_cuenta));
  return true;
end $$;

-- A suspension that the secret key writes into the profile of a closing account was undone by the next sign-in, which keeps
-- the account. Its end by the key listed the maestro and continued the chats of an account that is closed. Both are now noted
-- in the closing, as by interno.cambiar_suspension, and the profile keeps the time of the closing. docs/decisions/cuenta.md.
create or replace function interno.suspender_durante_cierre() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Keeping the account deletes the closing before it changes the profile, so that it finds none here.
  update interno.cierres set suspendida = new.suspendido_en is not null where cuenta_id = new.id;
  if found then
    new.suspendido_en := old.suspendido_en;
  end if;
  return new;
end $$;

-- Erases an account in the caller's transaction. Returns the keys of the stored files that must be removed, which are also
-- in storage.leftovers, and the chats that were closed. For an account that is unknown or was erased before it changes
-- nothing, and borrada is false.
--
-- The reviews of an author who closed the account count and are shown; those of one whom operators had suspended stay
-- hidden. docs/decisions/cuenta.md.
--
-- An act that holds the lock of the profile and then writes a row that refers to the account (a search alert, a step of the
-- onboarding, a closing) needs a lock of the account that FOR UPDATE refuses. The erasure therefore takes the weaker lock
-- until it has the profile.
create or replace function interno.borrar_cuenta(
  p_id uuid, out borrada boolean, out objetos text[], out conversaciones jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v_patron text;
begin
  borrada := false;
  objetos := '{}';
  conversaciones := '[]';
  -- Acts that hold the profile and then refer to the account are completed first, so this lock does not refuse them.
  perform from auth.users where id = p_id for no key update;
  -- No stronger lock: a sender holds a chat and then refers to the author's profile.
  perform from public.profiles where id = p_id and eliminada_en is null for no key update;
  if not found then
    return;
  end if;
  -- An upload or a sign-in that has begun is completed first, and one that begins later fails: both refer to this row.
  perform from auth.users where id = p_id for update;
  perform from public.chats where p_id in (buscador_id, maestro_id) order by id for no key update;
  borrada := true;
  v_patron := interno.patron_de_datos_personales(p_id);
  perform interno.borrar_trabajos(p_id);
  perform interno.borrar_reportes_y_bloqueos(p_id, v_patron);

  -- Blocked messages were not delivered, so they belong to the author only.
  delete from public.mensajes where autor_id = p_id and bloqueado;
  update public.mensajes set contenido = null, duracion_ms = null, picos = null
  where autor_id = p_id and tipo <> 'texto';
  update public.mensajes set contenido = interno.sin_datos_personales(contenido, v_patron, 1, 4000)
  where autor_id = p_id and contenido is distinct from interno.sin_datos_personales(contenido, v_patron, 1, 4000);
  update public.chats c set
    cerrado_en = coalesce(c.cerrado_en, now()),
    ultimo_mensaje_contenido = (select m.contenido from public.mensajes m where m.id = c.ultimo_mensaje_id)
  where p_id in (c.buscador_id, c.maestro_id);

  update public.accesos_contacto set detalle = interno.sin_datos_personales(detalle, v_patron, 10, 200)
  where buscador_id = p_id;
  update public.resenas set comentario = interno.sin_datos_personales(comentario, v_patron, 10, 1000)
  where buscador_id = p_id
    and comentario is distinct from interno.sin_datos_personales(comentario, v_patron, 10, 1000);
  update public.resenas set respuesta = interno.sin_datos_personales(respuesta, v_patron, 1, 1000)
  where maestro_id = p_id
    and respuesta is distinct from interno.sin_datos_personales(respuesta, v_patron, 1, 1000);
  update public.tickets set estado = 'resuelto', usuario_id = null, nombre = null, correo = null, mensaje = null, imagenes_url = '{}'
  where usuario_id = p_id;

  update public.maestros set
    eliminada_en = now(), nombre = null, apellido = null, telefono = null, alcaldia = null, descripcion = null,
    foto_perfil_url = null, ine_url = null, curp = null, domicilio = null,
    referencia1_nombre_cliente = null, referencia1_descripcion_trabajo = null, referencia1_numero_referencia = null,
    referencia2_nombre_cliente = null, referencia2_descripcion_trabajo = null, referencia2_numero_referencia = null,
    terminos_aceptados = false, fecha_aceptacion = null,
    ine_verificado = false, curp_verificado = false, domicilio_verificado = false
  where id = p_id;
  delete from public.maestro_oficios where maestro_id = p_id;
  delete from public.maestro_alcaldias where maestro_id = p_id;

  with borrados as (
    delete from storage.objects where owner = p_id returning coalesce(key, bucket_id || '/' || name) as lugar
  ), anotados as (
    insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing
  )
  select coalesce(array_agg(lugar), '{}') into objetos from borrados;

  update public.profiles set
    eliminada_en = now(), suspendido_en = case when interno.se_cierra(p_id) then now() else coalesce(suspendido_en, now()) end, nombre = null, apellido = null,
    display_name = null, terminos_aceptados = false, fecha_aceptacion = null
  where id = p_id;
  delete from auth.users where id = p_id;

  select coalesce(jsonb_agg(to_jsonb(c) order by c.id), '[]') into conversaciones
  from public.chats c where p_id in (c.buscador_id, c.maestro_id);
end $$;

-- A regular expression that finds a value as a whole word, in any case, with or without accents. The punctuation around a
-- value is found only where what remains is as short as many other words: 'Ma.' does not match 'ma'. A value that has
-- nothing but punctuation matches nothing.
create or replace function interno.patron_de_valor(p_valor text) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_valor constant text := normalize(btrim(p_valor), NFKC);
  v_centro constant text := interno.sin_signos_alrededor(v_valor);
  v_patron text := translate(
    lower(case when char_length(v_centro) < 3 then v_valor else v_centro end collate "es-x-icu"),
    'áàäâéèëêíìïîóòöôúùüûñ', 'aaaaeeeeiiiioooouuuun');
begin
  if v_centro = '' then
    return null;
  end if;
  v_patron := regexp_replace(v_patron, '([.^$*+?(){}|\[\]\\])', '\\\1', 'g');
  v_patron := replace(replace(replace(v_patron, 'a', '[aáàäâ]'), 'e', '[eéèëê]'), 'i', '[iíìïî]');
  v_patron := replace(replace(replace(v_patron, 'o', '[oóòöô]'), 'u', '[uúùüû]'), 'n', '[nñ]');
  return '(?<!\w)' || regexp_replace(v_patron, '\s+', '\\s+', 'g') || '(?!\w)';
end $$;

-- A text without the punctuation around it. The erasure also masks values that begin or end with punctuation: an address
-- with a final period, a name such as '(Chuy)' or 'Ma.'.
create or replace function interno.sin_signos_alrededor(p_texto text) returns text
language sql immutable set search_path = ''
return regexp_replace(p_texto collate "es-x-icu", '^\W+|\W+$', '', 'g');

-- Matches what is masked in the texts of an erased person: names and e-mail of the account. interno.sin_datos_personales
-- adds whatever looks like a telephone, an address, an account or a link. Short words of a name such as 'de' are kept, with
-- punctuation around them too.
create or replace function interno.patron_de_datos_personales(p_user uuid) returns text
language sql stable set search_path = ''
return (
  select string_agg(distinct interno.patron_de_valor(v.valor), '|') || '|' from (
    select unnest(array[p.nombre, p.apellido, p.display_name, m.nombre, m.apellido, u.email, m.curp, m.domicilio]) as valor
    from public.profiles p
    left join public.maestros m on m.id = p.id
    left join auth.users u on u.id = p.id
    where p.id = p_user
    union all
    select palabra
    from public.profiles p
    left join public.maestros m on m.id = p.id
    cross join regexp_split_to_table(concat_ws(' ', p.nombre, p.apellido, p.display_name, m.nombre, m.apellido), '\s+') palabra
    where p.id = p_user and char_length(palabra) >= 3
      and lower(interno.sin_signos_alrededor(palabra)) not in ('de', 'del', 'el', 'la', 'las', 'los')
  ) v
  where btrim(v.valor) <> ''
);

-- The text with every match replaced by dots, and within the given lengths. A text without a match stays as it is.
create or replace function interno.sin_datos_personales(p_texto text, p_patron text, p_minimo integer, p_maximo integer) returns text
language plpgsql immutable set search_path = ''
as $$
declare
  v_puntos constant text := '••••••';
  v_patron constant text := coalesce(p_patron, '')
    || '\S*@\S+|https?\s?:\s?/\S*|www\s?\.\s?[a-z0-9]\S*|\+?[0-9](?:[ .()\u2010-\u2015-]{0,3}[0-9]){7,}';
  v_plano constant text := regexp_replace(normalize(p_texto, NFKC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g');
  v_limpio text;
begin
  if p_texto is null or not (v_plano collate "es-x-icu") ~* v_patron then
    return p_texto;
  end if;
  v_limpio := regexp_replace(v_plano collate "es-x-icu", v_patron, v_puntos, 'gi');
  return left(rpad(v_limpio, greatest(char_length(v_limpio), p_minimo), '•'), p_maximo);
end $$;

-- A sender holds the chat and then the maestro. A suspension hides reviews, which locks their maestros, and pauses chats, so
-- it locks the chats before everything else.
create or replace function interno.cerrar_chats_de_persona() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.chats where new.id in (buscador_id, maestro_id) order by id for no key update;
  return new;
end $$;

-- Requests an export, if there was none within p_horas. Answers whether there is a new one. An export that was ended early
-- does not count as the one of the day; p_maximo limits all exports within p_horas, also ended and failed ones, so that a
-- person who signs out everywhere after each cannot make any number. docs/decisions/cuenta.md.
create or replace function interno.pedir_exportacion(p_cuenta uuid, p_horas integer, p_maximo integer default 3) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
begin
  -- Simultaneous requests of one person wait for each other.
  perform pg_advisory_xact_lock(hashtextextended('exportacion:' || p_cuenta, 0));
  if exists (
    select from interno.exportaciones e
    where e.cuenta_id = p_cuenta and e.pedida_en > now() - make_interval(hours => p_horas)
      and not interno.exportacion_fallida(e)
      and (e.vence_en is null or e.vence_en > now())
  ) or p_maximo <= (
    select count(*) from interno.exportaciones
    where cuenta_id = p_cuenta and pedida_en > now() - make_interval(hours => p_horas)
  ) then
    return false;
  end if;
  insert into interno.exportaciones (cuenta_id) values (p_cuenta) returning id into v_id;
  perform interno.encolar('export-data', jsonb_build_object('exportacion', v_id, 'userId', p_cuenta), 5);
  return true;
end $$;

-- Whether no job will make this export: its job has used up its attempts or operators have given it up, or no process has
-- run it for two hours.
create or replace function interno.exportacion_fallida(e interno.exportaciones) returns boolean
language sql stable set search_path = '' as $$
  select e.estado = 'preparando' and (
    e.pedida_en < now() - interval '2 hours'
    or not exists (
      select from graphile_worker._private_jobs j
      where j.payload ->> 'exportacion' = e.id::text and (j.attempts < j.max_attempts or j.locked_at is not null)))
$$;

-- The address of an export gives access to all data of a person, to everyone who has it, for a day. It ends with what ends the
-- access of others to the account: a new password, a sign-out everywhere, closing and suspension. docs/decisions/cuenta.md.
create or replace function interno.terminar_exportaciones(p_cuenta uuid) returns void
language sql
set search_path = ''
as $$
  update interno.exportaciones set vence_en = now() where cuenta_id = p_cuenta and vence_en > now()
$$;

create or replace function interno.terminar_exportaciones_de_cuenta() returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform interno.terminar_exportaciones(new.id);
  return null;
end $$;

create or replace function interno.rol_de(p_user uuid) returns text
language sql stable security definer set search_path = ''
return (select role from public.profiles where id = p_user);

-- Whether the owner is closing the account, and operators have not suspended it.
create or replace function interno.se_cierra(p_cuenta uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from interno.cierres where cuenta_id = p_cuenta and not suspendida);

-- Called by auth.open_request. A token of a suspended account is refused with that reason, although its session has ended
-- too: the person is then told why they were signed out. A token of an account that is being closed, or was erased, is
-- refused like one of a session that has ended.
create or replace function interno.esta_suspendido(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.profiles
  where id = p_user and suspendido_en is not null and eliminada_en is null and not interno.se_cierra(p_user));

-- Called with the columns that are names, each with its Spanish name. A text that is written the same in NFC stays as it is,
-- because a new name ends the verification of a maestro.
create or replace function interno.componer_nombres() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_nueva constant jsonb := to_jsonb(new);
  v_vieja constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  v_columna text;
  v_nombre text;
begin
  for i in 0 .. tg_nargs - 2 by 2 loop
    v_columna := tg_argv[i];
    v_nombre := normalize(v_nueva ->> v_columna, NFC);
    if v_nombre is null then
      continue;
    end if;
    if v_nombre = normalize(v_vieja ->> v_columna, NFC) then
      v_nombre := v_vieja ->> v_columna;
    elsif not interno.es_nombre_legible(v_nombre) then
      raise exception '% tiene acentos o signos sueltos que no se pueden leer. Escríbelo de nuevo, solo con letras.', tg_argv[i + 1]
        using errcode = 'PT422', detail = v_columna;
    end if;
    if v_nombre <> v_nueva ->> v_columna then
      new := jsonb_populate_record(new, jsonb_build_object(v_columna, v_nombre));
    end if;
  end loop;
  return new;
end $$;

-- Direction characters first, then all combining marks (\p{M}) of Unicode 16.
create or replace function interno.es_nombre_legible(p_nombre text) returns boolean
language sql immutable set search_path = ''
return p_nombre !~ (
  '[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069'
  '\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1-\u05c2\u05c4-\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670'
  '\u06d6-\u06dc\u06df-\u06e4\u06e7-\u06e8\u06ea-\u06ed\u0711\u0730-\u074a\u07a6-\u07b0\u07eb-\u07f3\u07fd'
  '\u0816-\u0819\u081b-\u0823\u0825-\u0827\u0829-\u082d\u0859-\u085b\u0897-\u089f\u08ca-\u08e1\u08e3-\u0903'
  '\u093a-\u093c\u093e-\u094f\u0951-\u0957\u0962-\u0963\u0981-\u0983\u09bc\u09be-\u09c4\u09c7-\u09c8\u09cb-\u09cd'
  '\u09d7\u09e2-\u09e3\u09fe\u0a01-\u0a03\u0a3c\u0a3e-\u0a42\u0a47-\u0a48\u0a4b-\u0a4d\u0a51\u0a70-\u0a71\u0a75'
  '\u0a81-\u0a83\u0abc\u0abe-\u0ac5\u0ac7-\u0ac9\u0acb-\u0acd\u0ae2-\u0ae3\u0afa-\u0aff\u0b01-\u0b03\u0b3c'
  '\u0b3e-\u0b44\u0b47-\u0b48\u0b4b-\u0b4d\u0b55-\u0b57\u0b62-\u0b63\u0b82\u0bbe-\u0bc2\u0bc6-\u0bc8\u0bca-\u0bcd'
  '\u0bd7\u0c00-\u0c04\u0c3c\u0c3e-\u0c44\u0c46-\u0c48\u0c4a-\u0c4d\u0c55-\u0c56\u0c62-\u0c63\u0c81-\u0c83\u0cbc'
  '\u0cbe-\u0cc4\u0cc6-\u0cc8\u0cca-\u0ccd\u0cd5-\u0cd6\u0ce2-\u0ce3\u0cf3\u0d00-\u0d03\u0d3b-\u0d3c\u0d3e-\u0d44'
  '\u0d46-\u0d48\u0d4a-\u0d4d\u0d57\u0d62-\u0d63\u0d81-\u0d83\u0dca\u0dcf-\u0dd4\u0dd6\u0dd8-\u0ddf\u0df2-\u0df3'
  '\u0e31\u0e34-\u0e3a\u0e47-\u0e4e\u0eb1\u0eb4-\u0ebc\u0ec8-\u0ece\u0f18-\u0f19\u0f35\u0f37\u0f39\u0f3e-\u0f3f'
  '\u0f71-\u0f84\u0f86-\u0f87\u0f8d-\u0f97\u0f99-\u0fbc\u0fc6\u102b-\u103e\u1056-\u1059\u105e-\u1060\u1062-\u1064'
  '\u1067-\u106d\u1071-\u1074\u1082-\u108d\u108f\u109a-\u109d\u135d-\u135f\u1712-\u1715\u1732-\u1734\u1752-\u1753'
  '\u1772-\u1773\u17b4-\u17d3\u17dd\u180b-\u180d\u180f\u1885-\u1886\u18a9\u1920-\u192b\u1930-\u193b\u1a17-\u1a1b'
  '\u1a55-\u1a5e\u1a60-\u1a7c\u1a7f\u1ab0-\u1add\u1ae0-\u1aeb\u1b00-\u1b04\u1b34-\u1b44\u1b6b-\u1b73\u1b80-\u1b82'
  '\u1ba1-\u1bad\u1be6-\u1bf3\u1c24-\u1c37\u1cd0-\u1cd2\u1cd4-\u1ce8\u1ced\u1cf4\u1cf7-\u1cf9\u1dc0-\u1dff'
  '\u20d0-\u20f0\u2cef-\u2cf1\u2d7f\u2de0-\u2dff\u302a-\u302f\u3099-\u309a\ua66f-\ua672\ua674-\ua67d\ua69e-\ua69f'
  '\ua6f0-\ua6f1\ua802\ua806\ua80b\ua823-\ua827\ua82c\ua880-\ua881\ua8b4-\ua8c5\ua8e0-\ua8f1\ua8ff\ua926-\ua92d'
  '\ua947-\ua953\ua980-\ua983\ua9b3-\ua9c0\ua9e5\uaa29-\uaa36\uaa43\uaa4c-\uaa4d\uaa7b-\uaa7d\uaab0\uaab2-\uaab4'
  '\uaab7-\uaab8\uaabe-\uaabf\uaac1\uaaeb-\uaaef\uaaf5-\uaaf6\uabe3-\uabea\uabec-\uabed\ufb1e\ufe00-\ufe0f'
  '\ufe20-\ufe2f\U000101fd\U000102e0\U00010376-\U0001037a\U00010a01-\U00010a03\U00010a05-\U00010a06'
  '\U00010a0c-\U00010a0f\U00010a38-\U00010a3a\U00010a3f\U00010ae5-\U00010ae6\U00010d24-\U00010d27'
  '\U00010d69-\U00010d6d\U00010eab-\U00010eac\U00010efa-\U00010eff\U00010f46-\U00010f50\U00010f82-\U00010f85'
  '\U00011000-\U00011002\U00011038-\U00011046\U00011070\U00011073-\U00011074\U0001107f-\U00011082'
  '\U000110b0-\U000110ba\U000110c2\U00011100-\U00011102\U00011127-\U00011134\U00011145-\U00011146\U00011173'
  '\U00011180-\U00011182\U000111b3-\U000111c0\U000111c9-\U000111cc\U000111ce-\U000111cf\U0001122c-\U00011237'
  '\U0001123e\U00011241\U000112df-\U000112ea\U00011300-\U00011303\U0001133b-\U0001133c\U0001133e-\U00011344'
  '\U00011347-\U00011348\U0001134b-\U0001134d\U00011357\U00011362-\U00011363\U00011366-\U0001136c'
  '\U00011370-\U00011374\U000113b8-\U000113c0\U000113c2\U000113c5\U000113c7-\U000113ca\U000113cc-\U000113d0'
  '\U000113d2\U000113e1-\U000113e2\U00011435-\U00011446\U0001145e\U000114b0-\U000114c3\U000115af-\U000115b5'
  '\U000115b8-\U000115c0\U000115dc-\U000115dd\U00011630-\U00011640\U000116ab-\U000116b7\U0001171d-\U0001172b'
  '\U0001182c-\U0001183a\U00011930-\U00011935\U00011937-\U00011938\U0001193b-\U0001193e\U00011940'
  '\U00011942-\U00011943\U000119d1-\U000119d7\U000119da-\U000119e0\U000119e4\U00011a01-\U00011a0a'
  '\U00011a33-\U00011a39\U00011a3b-\U00011a3e\U00011a47\U00011a51-\U00011a5b\U00011a8a-\U00011a99'
  '\U00011b60-\U00011b67\U00011c2f-\U00011c36\U00011c38-\U00011c3f\U00011c92-\U00011ca7\U00011ca9-\U00011cb6'
  '\U00011d31-\U00011d36\U00011d3a\U00011d3c-\U00011d3d\U00011d3f-\U00011d45\U00011d47\U00011d8a-\U00011d8e'
  '\U00011d90-\U00011d91\U00011d93-\U00011d97\U00011ef3-\U00011ef6\U00011f00-\U00011f01\U00011f03'
  '\U00011f34-\U00011f3a\U00011f3e-\U00011f42\U00011f5a\U00013440\U00013447-\U00013455\U0001611e-\U0001612f'
  '\U00016af0-\U00016af4\U00016b30-\U00016b36\U00016f4f\U00016f51-\U00016f87\U00016f8f-\U00016f92\U00016fe4'
  '\U00016ff0-\U00016ff1\U0001bc9d-\U0001bc9e\U0001cf00-\U0001cf2d\U0001cf30-\U0001cf46\U0001d165-\U0001d169'
  '\U0001d16d-\U0001d172\U0001d17b-\U0001d182\U0001d185-\U0001d18b\U0001d1aa-\U0001d1ad\U0001d242-\U0001d244'
  '\U0001da00-\U0001da36\U0001da3b-\U0001da6c\U0001da75\U0001da84\U0001da9b-\U0001da9f\U0001daa1-\U0001daaf'
  '\U0001e000-\U0001e006\U0001e008-\U0001e018\U0001e01b-\U0001e021\U0001e023-\U0001e024\U0001e026-\U0001e02a'
  '\U0001e08f\U0001e130-\U0001e136\U0001e2ae\U0001e2ec-\U0001e2ef\U0001e4ec-\U0001e4ef\U0001e5ee-\U0001e5ef'
  '\U0001e6e3\U0001e6e6\U0001e6ee-\U0001e6ef\U0001e6f5\U0001e8d0-\U0001e8d6\U0001e944-\U0001e94a'
  '\U000e0100-\U000e01ef'
  ']'
);

-- A name that is corrected in the onboarding, or changed afterwards, reaches the account: e-mails and help requests use the
-- name of the account. The caller has locked the profile, or the account before it.
create or replace function interno.guardar_nombre_de_cuenta(p_cuenta uuid, p_nombre text, p_apellido text) returns void
language sql set search_path = '' as $$
  update public.profiles set nombre = p_nombre, apellido = p_apellido, display_name = concat_ws(' ', p_nombre, p_apellido)
  where id = p_cuenta and (nombre, apellido) is distinct from (p_nombre, p_apellido)
$$;

-- A sign-up cannot name the role of operators. interno.crear_operador sets it after the insert.
create or replace function interno.crear_profile() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  meta jsonb := new.raw_user_meta_data;
  v_nombre text := nullif(btrim(meta ->> 'nombre'), '');
  v_apellido text := nullif(btrim(meta ->> 'apellido'), '');
begin
  if meta ->> 'role' = 'operador' then
    raise exception 'A sign-up cannot make an operator' using errcode = '23514';
  end if;
  insert into public.profiles (id, nombre, apellido, display_name, role, terminos_aceptados, fecha_aceptacion)
  values (
    new.id,
    v_nombre,
    v_apellido,
    coalesce(nullif(btrim(meta ->> 'display_name'), ''), nullif(concat_ws(' ', v_nombre, v_apellido), '')),
    meta ->> 'role',
    coalesce(meta -> 'terminos_aceptados' = 'true'::jsonb, false),
    (meta ->> 'fecha_aceptacion')::timestamptz
  );
  return new;
end $$;

-- A suspension takes effect at once: it ends all sessions of the account.
create or replace function interno.cerrar_sesiones() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from auth.sessions where user_id = new.id;
  return null;
end $$;

-- Arguments: columns, each followed by its name in Spanish. The list is also in packages/dominio/src/seguridad/textos-publicos.ts;
-- a test compares the two.
create or replace function interno.exigir_textos_sin_contacto() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_nueva constant jsonb := to_jsonb(new);
  v_vieja constant jsonb := case tg_op when 'UPDATE' then to_jsonb(old) else '{}' end;
  v_columna text;
begin
  for i in 0 .. tg_nargs - 2 by 2 loop
    v_columna := tg_argv[i];
    -- Only changed texts are checked.
    if v_nueva ->> v_columna is distinct from v_vieja ->> v_columna
      and interno.parece_contacto(v_nueva ->> v_columna) then
      raise exception '% no puede llevar teléfonos, correos, enlaces ni redes.', tg_argv[i + 1]
        using errcode = 'PT422', detail = v_columna;
    end if;
  end loop;
  return new;
end $$;

-- A simple rule, the same as pareceContacto of packages/dominio/src/seguridad/textos-publicos.ts: eight digits with blanks, dots or
-- dashes between them, an account or a domain after an @, the beginning of a link. Years, dates and the number of a
-- professional licence are accepted. Only the beginning of the text is read, because longer texts are refused by length.
create or replace function interno.parece_contacto(p_texto text) returns boolean
language plpgsql immutable set search_path = ''
as $$
declare
  v_signos constant text := '[ .()\u2010-\u2015-]';
  v_ano constant text := '(?:19|20)[0-9]{2}';
  v_plano constant text := regexp_replace(
    regexp_replace(normalize(left(btrim(p_texto), 2000), NFKC), '[\u00ad\u200b-\u200f\u2060\ufeff]', '', 'g'),
    'c[eé]dula(?: profesional)?[^0-9]{0,15}[0-9]{7,8}(?![0-9])', '', 'gi');
begin
  return v_plano ~* '@[a-z_][a-z0-9_.-]{2}'
    or v_plano ~* 'https?\s?:\s?/|www\s?\.\s?[a-z0-9]'
    or exists (
      select from regexp_matches(v_plano, '[0-9](?:' || v_signos || '{0,3}[0-9]){7,}', 'g') r (cifras)
      where r.cifras[1] !~ ('^(?:' || v_ano || '(?:' || v_signos || '{1,3}' || v_ano || ')+'
        || '|' || v_ano || '-[01]?[0-9]-[0-3]?[0-9]'
        || '|[0-3]?[0-9][.-][01]?[0-9][.-]' || v_ano || ')$'));
end $$;

create or replace function interno.anotar_cuentas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, datos)
  select 'cuenta_creada', id, jsonb_build_object('role', role) from nuevas;
  return null;
end $$;

-- A hash of all that a decision can be about. Files are compared by the ids of their objects, because a name can be uploaded
-- again after its deletion.
create or replace function interno.version_de_datos(p_maestro uuid) returns text
language sql stable set search_path = '' as $$
  select left(encode(sha256(convert_to(jsonb_build_array(
    m.id, m.nombre, m.apellido, m.curp, m.domicilio,
    (
      select jsonb_agg(jsonb_build_array(d.tipo, o.id) order by d.tipo)
      from interno.documentos_de(m.id) d
      join storage.objects o on o.bucket_id = 'chat-media' and o.name = d.objeto
    ))::text, 'UTF8')), 'hex'), 32)
  from public.maestros m where m.id = p_maestro
$$;

create or replace function interno.aplicar_suspension() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Also when the account is restored: a sign-in that ran at the time of the suspension may have left a session.
  delete from auth.sessions where user_id = new.id;
  perform from public.chats where new.id in (buscador_id, maestro_id) order by id for no key update;
  if new.suspendido_en is not null then
    update public.chats c set pausado_en = now()
    where new.id in (c.buscador_id, c.maestro_id) and c.pausado_en is null;
  else
    update public.chats c set pausado_en = null
    where new.id in (c.buscador_id, c.maestro_id) and not exists (
      select from public.profiles p
      where p.id = case new.id when c.buscador_id then c.maestro_id else c.buscador_id end
        and p.suspendido_en is not null and p.eliminada_en is null);
  end if;
  -- Whoever suspends may run in another process than the live sockets. The job reaches them.
  perform interno.encolar('announce-suspension', jsonb_build_object('persona', new.id));
  return null;
end $$;

-- p_motivo is for the audit, p_mensaje for the person. Answers whether that changed anything. The suspension of an account
-- that is being closed is kept beside the closing: restoring it does not open the account, and keeping the account does not
-- lift the suspension.
create or replace function interno.cambiar_suspension(p_operador uuid, p_persona uuid, p_suspender boolean, p_motivo text, p_mensaje text default null)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_mensaje constant text := interno.exigir_mensaje(p_mensaje);
  v_suspendida boolean;
  v_evento bigint;
begin
  perform interno.exigir_nivel(p_operador, 'responsable');
  if p_operador = p_persona then
    raise exception 'Operators cannot suspend themselves' using errcode = 'PT422', detail = 'propia';
  end if;
  select suspendido_en is not null into v_suspendida from public.profiles
  where id = p_persona and eliminada_en is null for no key update;
  if not found then
    raise exception 'Unknown account' using errcode = 'PT404', detail = 'cuenta';
  end if;
  v_suspendida := v_suspendida and not interno.se_cierra(p_persona);
  if v_suspendida = p_suspender then
    return false;
  end if;
  update interno.cierres set suspendida = p_suspender where cuenta_id = p_persona;
  if not found then
    update public.profiles set suspendido_en = case when p_suspender then now() end where id = p_persona;
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, case when p_suspender then 'suspender' else 'restaurar' end, p_persona,
    jsonb_build_object('motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre)
  values (case when p_suspender then 'cuenta_suspendida' else 'cuenta_restaurada' end, p_operador, p_persona)
  returning id into v_evento;
  -- The person is in the payload, so that erasing the account finds this job.
  perform interno.encolar(
    'send-suspension-mail',
    jsonb_strip_nulls(jsonb_build_object('evento', v_evento, 'userId', p_persona, 'mensaje', v_mensaje)));
  return true;
end $$;

create or replace function auth.session_lives(p_session uuid, p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from auth.sessions where id = p_session and user_id = p_user)
  and not interno.se_cierra(p_user);

-- A session of an operator ends 12 hours after the sign-in, however much it is used.
create or replace function interno.sesion_de_operador_vencida(p_desde timestamptz) returns boolean
language sql stable
return p_desde <= now() - interval '12 hours';

-- Why a person may not act: no open session, a suspended account, or another role than the required one. Null when the
-- person may act. Returns the reason instead of raising it, for statements that serve several people.
create or replace function interno.impedimento(p_session uuid, p_user uuid, p_role text) returns text
language sql stable
return nullif(
  coalesce((
    select case
      when p.suspendido_en is not null and p.eliminada_en is null
        then case when interno.se_cierra(p.id) then 'sin_sesion' else 'cuenta_suspendida' end
      when s.id is null then 'sin_sesion'
      when p.role = 'operador' and interno.sesion_de_operador_vencida(s.created_at) then 'sin_sesion'
      -- Without a role, any seeker or maestro is meant.
      when p.role = 'operador' and p_role is distinct from 'operador' then 'otro_rol'
      when p_role is not null and p.role is distinct from p_role then 'otro_rol'
      when p.role = 'operador' and s.aal <> 'aal2' then 'segundo_factor'
      else ''
    end
    from public.profiles p left join auth.sessions s on s.id = p_session and s.user_id = p.id
    where p.id = p_user
  ), 'sin_sesion'), '');

-- Raises the reason of interno.impedimento. A server function sends it in one transaction with its own statement, which
-- then does not run.
create or replace function interno.exigir_persona(p_session uuid, p_user uuid, p_role text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  case interno.impedimento(p_session, p_user, p_role)
    when 'sin_sesion' then
      raise exception 'The session does not live' using errcode = 'PT401';
    when 'cuenta_suspendida' then
      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
    when 'otro_rol' then
      raise exception 'Another role is needed' using errcode = 'PT403', detail = coalesce(p_role, 'persona');
    when 'segundo_factor' then
      raise exception 'The second factor is needed' using errcode = 'PT403', detail = 'segundo_factor';
    else null;
  end case;
end $$;

-- A seeker whose account is suspended or closed while the contact is being unlocked gets no phone, and the maestro gets no
-- notice. The check of the session runs before the lock of the profile, so what was committed while the call waited for that
-- lock is checked after it.
create or replace function interno.exigir_cuenta_activa(p_cuenta uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if interno.esta_suspendido(p_cuenta) then
    raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
  end if;
  -- The account is being closed, or was erased.
  if exists (select from public.profiles where id = p_cuenta and suspendido_en is not null) then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
end $$;

-- Refuses new rows that name an erased account. Arguments: the columns that name people. The profiles are locked before
-- they are read: a row that is written while an account is being erased waits, and is then refused.
create or replace function interno.exigir_cuentas_vigentes() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_personas constant uuid[] := array(
    select (to_jsonb(new) ->> columna)::uuid from unnest(tg_argv) columna);
begin
  perform from public.profiles where id = any (v_personas) order by role = 'maestro', id for share;
  if exists (select from public.profiles where id = any (v_personas) and eliminada_en is not null) then
    raise exception 'The account was erased' using errcode = 'PT410';
  end if;
  return new;
end $$;

-- The accounts of maestros with a telephone number, however it is written. The prefix of the country does not count.
create or replace function interno.cuentas_con_telefono(p_telefono text) returns setof uuid
language sql stable set search_path = '' as $$
  select m.id from public.maestros m
  where right(regexp_replace(m.telefono, '\D', '', 'g'), 10) = right(regexp_replace(p_telefono, '\D', '', 'g'), 10)
  order by m.creado_en, m.id
$$;

-- What waits, how much of it, and since when the oldest has waited.
create or replace function interno.pendientes_de_operadores() returns table (que text, cuantos integer, desde timestamptz)
language sql stable set search_path = '' as $$
  select 'reportes', count(*)::integer, min(creado_en) from interno.reportes where cerrado_en is null
  union all
  select 'verificaciones', count(*)::integer, min(desde) from interno.verificaciones_en_espera()
  union all
  select 'tickets', count(*)::integer, min(creado_en) from public.tickets where estado <> 'resuelto'
  union all
  select 'trabajos', count(*)::integer, min(creado_en) from interno.trabajos_fallidos
$$;

-- What operators see of an account, also of an erased one. The audit records who looked, because these are personal data.
create or replace function interno.consultar_cuenta(p_operador uuid, p_cuenta uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_visto jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select jsonb_build_object(
    'id', p.id, 'correo', u.email, 'nombre', p.display_name, 'rol', p.role, 'telefono', m.telefono,
    'creada_en', p.creado_en, 'confirmada_en', u.email_confirmed_at, 'eliminada_en', p.eliminada_en,
    'suspendida_en', case when not interno.se_cierra(p.id) and p.eliminada_en is null then p.suspendido_en end,
    'cierre', (
      select jsonb_build_object('pedido_en', c.pedido_en, 'borrar_en', c.borrar_en)
      from interno.cierres c where c.cuenta_id = p.id),
    'sesiones', (select count(*) from auth.sessions s where s.user_id = p.id),
    'maestro', case when m.eliminada_en is null and m.id is not null then jsonb_build_object(
      'completo', m.perfil_completo,
      'estados', (select jsonb_agg(to_jsonb(e)) from interno.estado_verificacion(m.id) e)) end,
    'reportes_enviados', interno.resumen_de_reportes(p.id, null),
    'reportes_recibidos', interno.resumen_de_reportes(null, p.id),
    'tickets', (
      select jsonb_build_object('total', count(*), 'abiertos', coalesce(
        jsonb_agg(t.id order by t.creado_en desc) filter (where t.estado <> 'resuelto'), '[]'))
      from public.tickets t where t.usuario_id = p.id),
    'resenas', jsonb_build_object(
      'escritas', (select count(*) from public.resenas r where r.buscador_id = p.id),
      'recibidas', (select count(*) from public.resenas r where r.maestro_id = p.id)))
  into v_visto
  from public.profiles p
  left join auth.users u on u.id = p.id
  left join public.maestros m on m.id = p.id
  where p.id = p_cuenta;
  if not found then
    raise exception 'Unknown account' using errcode = 'PT404', detail = 'cuenta';
  end if;
  insert into interno.auditoria (operador_id, acto, sobre) values (p_operador, 'consultar_cuenta', p_cuenta);
  return v_visto;
end $$;

create or replace function interno.exigir_motivo(p_motivo text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if p_motivo is null or char_length(btrim(p_motivo)) not between 10 and 500 then
    raise exception 'A reason of 10 to 500 characters is needed' using errcode = 'PT422', detail = 'motivo';
  end if;
  return btrim(p_motivo);
end $$;

-- The reason in the audit is for operators. This text is for the person, in the e-mail about it; without it the e-mail has
-- a general sentence.
create or replace function interno.exigir_mensaje(p_mensaje text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(btrim(p_mensaje)) not between 10 and 500 then
    raise exception 'A message of 10 to 500 characters is needed' using errcode = 'PT422', detail = 'mensaje';
  end if;
  return btrim(p_mensaje);
end $$;

-- Retries one failed job, or all of them without p_trabajo. Answers how many.
create or replace function interno.reintentar_trabajos(p_operador uuid, p_trabajo bigint default null) returns integer
language plpgsql set search_path = '' as $$
declare
  v_nombre text;
  v_cuantos integer;
begin
  perform interno.exigir_operador(p_operador);
  select max(f.nombre), count(*) filter (where interno.reintentar_trabajo(f.id)) into v_nombre, v_cuantos
  from interno.trabajos_fallidos f where p_trabajo is null or f.id = p_trabajo;
  if v_cuantos = 0 and p_trabajo is not null then
    raise exception 'Unknown job' using errcode = 'PT404', detail = 'trabajo';
  end if;
  if v_cuantos > 0 then
    insert into interno.auditoria (operador_id, acto, detalle)
    values (
      p_operador, 'reintentar_trabajo', case when p_trabajo is null
        then jsonb_build_object('trabajos', v_cuantos)
        else jsonb_build_object('trabajo', p_trabajo, 'nombre', v_nombre)
      end);
  end if;
  return v_cuantos;
end $$;

-- Removes a failed job, which is then never run.
create or replace function interno.descartar_trabajo(p_operador uuid, p_trabajo bigint, p_motivo text) returns void
language plpgsql set search_path = '' as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_nombre text;
begin
  perform interno.exigir_operador(p_operador);
  select f.nombre into v_nombre from interno.trabajos_fallidos f where f.id = p_trabajo;
  if not found then
    raise exception 'Unknown job' using errcode = 'PT404', detail = 'trabajo';
  end if;
  perform graphile_worker.complete_jobs(array[p_trabajo]);
  insert into interno.auditoria (operador_id, acto, detalle)
  values (
    p_operador, 'descartar_trabajo', jsonb_build_object('trabajo', p_trabajo, 'nombre', v_nombre, 'motivo', v_motivo));
end $$;

create or replace function interno.rechazar_cambio_de_auditoria() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The audit is only appended' using errcode = '23001';
end $$;

create or replace function interno.rechazar_cambio_de_eventos() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Events are only appended' using errcode = '23001';
end $$;

-- Makes an operator account that has no password. p_por is the operator who makes it. Without an active one of the level
-- 'responsable', an operator is made without another one and is recorded as made by itself: a team must not lock itself
-- out.
create or replace function interno.crear_operador(
  p_correo text, p_nombre text, p_apellido text, p_por uuid, p_nivel text default 'revisor') returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_id uuid;
  v_primero boolean;
begin
  -- Of two first operators that are made at once, the second waits and is then refused.
  perform pg_advisory_xact_lock(hashtext('interno.crear_operador'));
  v_primero := not interno.hay_responsable();
  if p_por is not null or not v_primero then
    perform interno.exigir_nivel(p_por, 'responsable');
  end if;
  insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
  values (lower(btrim(p_correo)), '!', now(), jsonb_build_object('nombre', p_nombre, 'apellido', p_apellido))
  on conflict (email) do nothing
  returning id into v_id;
  if v_id is null then
    raise exception 'The e-mail has an account' using errcode = 'PT409', detail = 'correo';
  end if;
  update public.profiles set role = 'operador' where id = v_id;
  insert into interno.operadores (operador_id, nivel)
  values (v_id, case when v_primero then 'responsable' else p_nivel end);
  insert into interno.auditoria (operador_id, acto, sobre) values (coalesce(p_por, v_id), 'crear_operador', v_id);
  return v_id;
end $$;

create or replace function interno.es_operador(p_user uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from public.profiles where id = p_user and role = 'operador');

create or replace function interno.exigir_operador(p_operador uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform from public.profiles where id = p_operador and role = 'operador' and suspendido_en is null;
  if not found then
    raise exception 'An operator is needed' using errcode = 'PT403', detail = 'operador';
  end if;
end $$;

create or replace function interno.exigir_nivel(p_operador uuid, p_nivel text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform interno.exigir_operador(p_operador);
  if p_nivel <> 'revisor' and not exists (
    select from interno.operadores where operador_id = p_operador and nivel = p_nivel) then
    raise exception 'An operator of another level is needed' using errcode = 'PT403', detail = 'nivel';
  end if;
end $$;

create or replace function interno.exigir_nivel_de_sesion() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_de_operador constant boolean := exists (
    select from public.profiles where id = new.user_id and role = 'operador');
begin
  if tg_op = 'INSERT' and (new.aal <> 'aal1' or v_de_operador and new.method <> 'password') then
    raise exception 'Operators sign in with a password and a second factor' using errcode = 'PT403', detail = 'operador';
  end if;
  if tg_op = 'UPDATE' and new.aal = 'aal2' and not (
    v_de_operador and new.method = 'password' and exists (
      select from auth.mfa_factors f
      where f.id = new.factor_id and f.user_id = new.user_id and f.status = 'verified')) then
    raise exception 'Only a verified factor of an operator raises a session' using errcode = 'PT403', detail = 'operador';
  end if;
  return new;
end $$;

create or replace function interno.hay_responsable() returns boolean
language sql stable
return exists (
  select from public.profiles p join interno.operadores o on o.operador_id = p.id
  where p.role = 'operador' and p.suspendido_en is null and o.nivel = 'responsable');

create or replace function interno.cambiar_nivel(p_operador uuid, p_cuenta uuid, p_nivel text) returns boolean
language plpgsql set search_path = ''
as $$
begin
  -- Two operators who take the level from each other at once would leave nobody with it.
  perform pg_advisory_xact_lock(hashtext('interno.crear_operador'));
  perform interno.exigir_nivel(p_operador, 'responsable');
  perform interno.exigir_cuenta_de_operador(p_cuenta);
  if coalesce((select nivel from interno.operadores where operador_id = p_cuenta), 'revisor') = p_nivel then
    return false;
  end if;
  insert into interno.operadores (operador_id, nivel) values (p_cuenta, p_nivel)
  on conflict (operador_id) do update set nivel = excluded.nivel;
  if not interno.hay_responsable() then
    raise exception 'The last operator of the level responsable keeps it' using errcode = 'PT422', detail = 'ultimo_responsable';
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'cambiar_nivel', p_cuenta, jsonb_build_object('nivel', p_nivel));
  return true;
end $$;

-- Ends all sessions at once: the link is given after a phone was lost, too. Without p_por the operator acts, who then must be
-- 'responsable'.
create or replace function interno.dar_acceso(p_operador uuid, p_por uuid, p_hash bytea) returns void
language plpgsql set search_path = ''
as $$
begin
  perform interno.exigir_cuenta_de_operador(p_operador);
  perform interno.exigir_nivel(coalesce(p_por, p_operador), 'responsable');
  perform from auth.users where id = p_operador for no key update;
  delete from auth.sessions where user_id = p_operador;
  insert into interno.accesos_de_operador (operador_id, token_hash, vence_en)
  values (p_operador, p_hash, now() + interval '24 hours')
  on conflict (operador_id) do update set token_hash = excluded.token_hash, vence_en = excluded.vence_en;
  insert into interno.auditoria (operador_id, acto, sobre) values (coalesce(p_por, p_operador), 'dar_acceso', p_operador);
end $$;

-- Sets the password and removes the second factors. For one hour the operator may enrol the first one.
create or replace function interno.usar_acceso(p_hash bytea, p_contrasena text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_operador uuid := interno.operador_del_acceso(p_hash);
begin
  perform from auth.users where id = v_operador for no key update;
  -- After the lock: of two uses at once only one finds the link.
  delete from interno.accesos_de_operador where operador_id = v_operador and token_hash = p_hash and vence_en > now();
  if not found then
    return false;
  end if;
  update auth.users set encrypted_password = p_contrasena, updated_at = now() where id = v_operador;
  delete from auth.one_time_tokens where user_id = v_operador;
  delete from auth.flow_states where user_id = v_operador;
  delete from auth.mfa_factors where user_id = v_operador;
  delete from auth.sessions where user_id = v_operador;
  insert into interno.operadores (operador_id, nivel, registrar_factor_hasta)
  values (v_operador, 'revisor', now() + interval '1 hour')
  on conflict (operador_id) do update set registrar_factor_hasta = excluded.registrar_factor_hasta;
  return true;
end $$;

-- The operator whose link works; null for a link that was used, has expired, or was replaced.
create or replace function interno.operador_del_acceso(p_hash bytea) returns uuid
language sql stable
return (
  select a.operador_id from interno.accesos_de_operador a join public.profiles p on p.id = a.operador_id
  where a.token_hash = p_hash and a.vence_en > now() and p.role = 'operador' and p.suspendido_en is null);

-- The account that an act of operators about operators names.
create or replace function interno.exigir_cuenta_de_operador(p_cuenta uuid) returns void
language plpgsql stable set search_path = ''
as $$
begin
  perform from public.profiles where id = p_cuenta and role = 'operador' and suspendido_en is null;
  if not found then
    raise exception 'The account is not of an active operator' using errcode = 'PT404', detail = 'no_operador';
  end if;
end $$;

create or replace function interno.anotar_entrada_de_operador() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.auditoria (operador_id, acto) values (new.user_id, tg_argv[0]);
  return null;
end $$;

-- The state as it is today: both null for a maestro without one, or whose state has ended.
create or replace function interno.disponibilidad_de(p_maestro uuid, out disponible_el date, out pausa_hasta date)
language sql stable set search_path = ''
begin atomic
  select d.disponible_el, d.pausa_hasta from interno.disponibilidad d
  where d.maestro_id = p_maestro
    and (d.disponible_el = interno.dia_de_la_ciudad(now()) or d.pausa_hasta > interno.dia_de_la_ciudad(now()));
end;

-- Sets 'disponible' for today, 'pausa' until a day, or 'normal'. Answers 'hecho', 'sin_maestro', or 'fuera' for a pause
-- that does not end p_minimo to p_maximo days from today. The maestro is locked first, as every writer of the directory does.
create or replace function interno.cambiar_disponibilidad(
  p_maestro uuid, p_estado text, p_hasta date, p_minimo integer, p_maximo integer
) returns text
language plpgsql set search_path = ''
as $$
declare
  v_hoy constant date := interno.dia_de_la_ciudad(now());
begin
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return 'sin_maestro';
  end if;
  if p_estado = 'normal' then
    delete from interno.disponibilidad where maestro_id = p_maestro;
    return 'hecho';
  end if;
  if p_estado = 'pausa' and (p_hasta is null or p_hasta not between v_hoy + p_minimo and v_hoy + p_maximo) then
    return 'fuera';
  end if;
  insert into interno.disponibilidad as d (maestro_id, disponible_el, pausa_hasta)
  values (p_maestro, case p_estado when 'disponible' then v_hoy end, case p_estado when 'pausa' then p_hasta end)
  on conflict (maestro_id) do update set disponible_el = excluded.disponible_el, pausa_hasta = excluded.pausa_hasta
  where (d.disponible_el, d.pausa_hasta) is distinct from (excluded.disponible_el, excluded.pausa_hasta);
  return 'hecho';
end $$;

create or replace function interno.olvidar_disponibilidad() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from interno.disponibilidad where maestro_id = new.id;
  return null;
end $$;

-- Deletes states that have ended, which lists paused maestros again and removes marks, or computes the medians again that
-- have lost an answer: one of the two in each transaction, because with both it would hold totals of the directory when it
-- locks further maestros, in the opposite order of everybody else. At most p_lote maestros; answers how many there were.
-- Its job calls it until nothing is left.
create or replace function interno.poner_al_dia(p_lote integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_hoy constant date := interno.dia_de_la_ciudad(now());
  v_terminados constant uuid[] := array(
    select maestro_id from interno.disponibilidad where coalesce(pausa_hasta, disponible_el + 1) <= v_hoy limit p_lote);
  v_vencidos constant uuid[] := array(
    select maestro_id from interno.tiempos_de_respuesta where vence_en <= now() order by vence_en limit p_lote);
begin
  perform from public.maestros where id = any (v_terminados) order by id for no key update;
  delete from interno.disponibilidad
  where maestro_id = any (v_terminados) and coalesce(pausa_hasta, disponible_el + 1) <= v_hoy;
  delete from interno.directorio_disponibles where dia < v_hoy and total = 0;
  if cardinality(v_terminados) = 0 and cardinality(v_vencidos) > 0 then
    perform interno.recalcular_respuestas(v_vencidos);
  end if;
  return cardinality(v_terminados) + cardinality(v_vencidos);
end $$;

-- One job for each trade and borough with waiting alerts, so that the transaction that lists a maestro stays short.
create or replace function interno.anunciar_en_directorio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('queue-search-alerts', jsonb_build_object('alcaldia', n.alcaldia, 'oficio', n.oficio))
  from (select distinct alcaldia, oficio from nuevas) n
  where exists (
    select from interno.avisos_de_busqueda a
    where a.alcaldia = n.alcaldia collate "es-x-icu" and a.oficio = n.oficio collate "es-x-icu" and a.encolado_en is null);
  return null;
end $$;

-- Clients may write the row, as the specification's calls do, but the figures are always derived: today and the 29 days
-- before it.
create or replace function interno.contar_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select coalesce(sum(c.visitas), 0), coalesce(sum(c.contactos), 0)
  into new.visitas_ultimos_30_dias, new.contactos_ultimos_30_dias
  from interno.cifras_diarias c
  where c.maestro_id = new.maestro_id and c.dia > interno.dia_de_la_ciudad(now()) - 30;
  new.actualizado_en := now();
  return new;
end $$;

-- The window of 30 days moves every day, so the dashboard requests a new sum of its own figures.
create or replace function public.update_maestro_stats() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'service_role' then
    update public.maestro_stats set actualizado_en = now();
  elsif exists (select from public.maestros where id = auth.uid()) then
    perform interno.recontar(auth.uid());
  end if;
end $$;

-- The 60 days of Mexico City's calendar that end with the given moment's day, each with its counters. The last 30 are the
-- window of the statistics, the first 30 the period that it is compared with. At most 60 rows are read, however many views
-- a maestro has.
create or replace function interno.dias_del_panel(p_maestro uuid, p_momento timestamptz)
returns table (dia date, visitas integer, contactos integer)
language sql stable set search_path = ''
-- A plan that was made while the table was small is kept by its session: only the index is offered.
set enable_seqscan = off
as $$
  select d.dia, coalesce(c.visitas, 0), coalesce(c.contactos, 0)
  from (
    select interno.dia_de_la_ciudad(p_momento) - atras as dia from generate_series(0, 59) atras
  ) d
  left join interno.cifras_diarias c on c.maestro_id = p_maestro and c.dia = d.dia
    and c.dia > interno.dia_de_la_ciudad(p_momento) - 60 and c.dia <= interno.dia_de_la_ciudad(p_momento)
  order by d.dia
$$;

-- Adds to the counters of a day and derives the maestro's figures again. A maestro that is being deleted has none.
create or replace function interno.sumar_cifra(p_maestro uuid, p_dia date, p_visitas integer, p_contactos integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.maestros where id = p_maestro) then
    return;
  end if;
  insert into interno.cifras_diarias as c (maestro_id, dia, visitas, contactos)
  values (p_maestro, p_dia, greatest(p_visitas, 0), greatest(p_contactos, 0))
  on conflict (maestro_id, dia) do update set
    visitas = c.visitas + p_visitas,
    contactos = c.contactos + p_contactos;
  perform interno.recontar(p_maestro);
end $$;

create or replace function interno.recontar(p_maestro uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.maestro_stats (maestro_id) values (p_maestro)
  on conflict (maestro_id) do update set actualizado_en = now()
$$;

-- A complete profile stays complete while references are edited, which may be emptied, and while trades and boroughs are
-- deleted and inserted again, so that a maestro is not sent back to onboarding. Without any other datum it is not complete.
-- 'Identidad verificada' says that the person of the photo is the one of the INE, so a new photo needs a new check. A photo
-- that an operator removes counts as changed too.
create or replace function interno.antes_de_guardar_maestro() returns trigger
language plpgsql set search_path = '' as $$
begin
  -- The specification's onboarding call sends 'nuevo' and complete; both are derived here. Another level is refused.
  if current_user in ('anon', 'authenticated') then
    if new.reputacion_nivel <> 'nuevo' and (tg_op = 'INSERT' or new.reputacion_nivel <> old.reputacion_nivel) then
      raise exception 'reputacion_nivel is derived and cannot be written' using errcode = '42501';
    end if;
  end if;
  new.curp := upper(nullif(btrim(new.curp), ''));
  new.telefono := nullif(btrim(new.telefono), '');
  new.referencia1_nombre_cliente := nullif(btrim(new.referencia1_nombre_cliente), '');
  new.referencia1_descripcion_trabajo := nullif(btrim(new.referencia1_descripcion_trabajo), '');
  new.referencia1_numero_referencia := nullif(btrim(new.referencia1_numero_referencia), '');
  new.referencia2_nombre_cliente := nullif(btrim(new.referencia2_nombre_cliente), '');
  new.referencia2_descripcion_trabajo := nullif(btrim(new.referencia2_descripcion_trabajo), '');
  new.referencia2_numero_referencia := nullif(btrim(new.referencia2_numero_referencia), '');
  new.actualizado_en := now();
  if tg_op = 'UPDATE' then
    -- A changed datum is no longer verified. The identity document has the name and the face, so a new name or photo needs a
    -- new check.
    new.ine_verificado := new.ine_verificado
      and (new.ine_url, new.nombre, new.apellido, new.foto_perfil_url)
        is not distinct from (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url);
    new.curp_verificado := new.curp_verificado and new.curp is not distinct from old.curp;
    new.domicilio_verificado := new.domicilio_verificado and new.domicilio is not distinct from old.domicilio;
  end if;
  -- Editing may empty references, trades and boroughs of a complete profile, and no other datum.
  new.perfil_completo := interno.esta_completo(new)
    or (tg_op = 'UPDATE' and old.perfil_completo and num_nulls(
      new.telefono, new.descripcion, new.foto_perfil_url, new.ine_url, new.curp, new.domicilio) = 0);
  new.reputacion_nivel := interno.nivel_de_reputacion(
    new.ine_verificado, new."reseñas_confirmadas", new.promedio_calificacion);
  return new;
end $$;

-- The rule of onboarding for a reference: packages/dominio/src/onboarding/formulario.ts. Editing stores any text, so a
-- reference is shown to seekers only when it keeps the rule.
create or replace function interno.referencia_valida(p_nombre text, p_trabajo text, p_numero text) returns boolean
language sql immutable
return not interno.en_blanco(p_nombre) and not interno.en_blanco(p_trabajo)
  and coalesce(p_numero ~ '^[0-9]{8,12}$', false);

-- Whether the row has everything that onboarding requires.
create or replace function interno.esta_completo(m public.maestros) returns boolean
language sql stable security definer set search_path = ''
return num_nulls(m.telefono, m.descripcion, m.foto_perfil_url, m.ine_url, m.curp, m.domicilio) = 0
  and interno.referencia_valida(
    m.referencia1_nombre_cliente, m.referencia1_descripcion_trabajo, m.referencia1_numero_referencia)
  and interno.referencia_valida(
    m.referencia2_nombre_cliente, m.referencia2_descripcion_trabajo, m.referencia2_numero_referencia)
  and exists (select from public.maestro_oficios where maestro_id = m.id)
  and exists (select from public.maestro_alcaldias where maestro_id = m.id);

-- Refuses that a maestro empties what onboarding has asked for. Operators with the secret key and the erasure of an account
-- can. The arguments are pairs of a column and the sentence of its refusal, which packages/dominio/src/seguridad/textos-de-rechazo.ts has
-- too.
create or replace function interno.exigir_ficha_completa() returns trigger
language plpgsql set search_path = '' as $$
declare
  v_fila constant jsonb := to_jsonb(new);
begin
  if current_user not in ('anon', 'authenticated') or tg_op = 'UPDATE' and not old.perfil_completo then
    return new;
  end if;
  -- The row that an upsert would insert has only the columns that it names: a missing one is no empty one. Both names, which
  -- are the first, are needed in any row.
  for i in 0 .. tg_nargs - 2 by 2 loop
    if interno.en_blanco(v_fila ->> tg_argv[i]) and (tg_op = 'UPDATE' or i < 4 or v_fila ->> tg_argv[i] is not null) then
      raise exception '%', tg_argv[i + 1] using errcode = 'PT422', detail = tg_argv[i];
    end if;
  end loop;
  if tg_op = 'INSERT' then
    return new;
  end if;
  if old.terminos_aceptados and not new.terminos_aceptados or old.fecha_aceptacion is not null and new.fecha_aceptacion is null then
    raise exception 'Ya aceptaste los términos y no se pueden retirar. Si quieres dejar de usar tu cuenta, ciérrala en «Mis datos».'
      using errcode = 'PT422', detail = 'terminos_aceptados';
  end if;
  return new;
end $$;

-- Trades and boroughs are inserted after the maestro's row, and may complete the profile.
create or replace function interno.completar_maestros() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.maestros m set actualizado_en = now()
  where m.id in (select distinct maestro_id from nuevas) and not m.perfil_completo;
  return null;
end $$;

-- Arguments: the column that names the choice, its catalogue, the maximum for one maestro, and the sentences for a choice
-- beyond the maximum and for one that is not active. A name is not retired while a maestro chooses it: that maestro would
-- not be seen by the job, and stay listed.
create or replace function interno.limitar_elecciones() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_columna constant text := tg_argv[0];
  v_catalogo constant text := tg_argv[1];
  v_maximo constant integer := tg_argv[2];
  v_inactivo text;
  v_excedido boolean;
begin
  -- The lock makes a second insert for the same maestro wait, so that it counts the rows of the first.
  perform from public.maestros where id in (select maestro_id from nuevas) order by id for no key update;
  execute format(
    'select from public.%I where nombre in (select %I from nuevas) order by nombre for share', v_catalogo, v_columna);
  execute format(
    'select c.nombre from nuevas n join public.%I c on c.nombre = n.%I where not c.activo order by 1 limit 1',
    v_catalogo, v_columna) into v_inactivo;
  if v_inactivo is not null then
    raise exception '%', format(tg_argv[4], v_inactivo) using errcode = 'PT422', detail = v_columna;
  end if;
  execute format(
    'select exists (
       select from public.%I e where e.maestro_id in (select maestro_id from nuevas)
       group by e.maestro_id having count(*) > $1)',
    tg_table_name) into v_excedido using v_maximo;
  if v_excedido then
    raise exception '%', format(tg_argv[3], v_maximo) using errcode = 'PT422', detail = v_columna;
  end if;
  return null;
end $$;

-- Replaces all trades (p_tipo 'oficios') or all boroughs ('alcaldias') of a maestro. The first name is the main one. False
-- when the account has no maestro. The triggers of the two tables refuse inactive names and too many, and derive the
-- directory. The old choices are deleted before the new ones are inserted, each with its own change of the directory.
create or replace function interno.reemplazar_elecciones(p_maestro uuid, p_tipo text, p_nombres text[]) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_desconocido text;
begin
  -- Two replacements for one maestro run one after the other, so that the result is one of the two lists.
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  if p_tipo = 'oficios' then
    select n into v_desconocido from unnest(p_nombres) n
    where not exists (select from public.oficios_disponibles c where c.nombre = n) limit 1;
    if v_desconocido is not null then
      raise exception 'El oficio % ya no está disponible.', v_desconocido using errcode = 'PT422', detail = 'oficio';
    end if;
    perform interno.cerrar_totales(
      array(select alcaldia from public.maestro_alcaldias where maestro_id = p_maestro),
      array(select oficio from public.maestro_oficios where maestro_id = p_maestro) || p_nombres);
    delete from public.maestro_oficios where maestro_id = p_maestro;
    insert into public.maestro_oficios (maestro_id, oficio)
    select p_maestro, n.nombre from unnest(p_nombres) with ordinality n (nombre, lugar) order by n.lugar;
  else
    select n into v_desconocido from unnest(p_nombres) n
    where not exists (select from public.alcaldias_disponibles c where c.nombre = n) limit 1;
    if v_desconocido is not null then
      raise exception 'La alcaldía % ya no está disponible.', v_desconocido using errcode = 'PT422', detail = 'alcaldia';
    end if;
    perform interno.cerrar_totales(
      array(select alcaldia from public.maestro_alcaldias where maestro_id = p_maestro) || p_nombres,
      array(select oficio from public.maestro_oficios where maestro_id = p_maestro));
    delete from public.maestro_alcaldias where maestro_id = p_maestro;
    insert into public.maestro_alcaldias (maestro_id, alcaldia)
    select p_maestro, n.nombre from unnest(p_nombres) with ordinality n (nombre, lugar) order by n.lugar;
    update public.maestros set alcaldia = p_nombres[1]
    where id = p_maestro and alcaldia is distinct from p_nombres[1];
  end if;
  return true;
end $$;

-- Sets activo_en, which the order of search results uses, at most once a day. A row that another transaction has locked is
-- skipped instead of waited for: the next refresh token sets the day.
create or replace function interno.registrar_actividad(p_maestro uuid) returns void
language sql security definer set search_path = ''
as $$
  update public.maestros set activo_en = current_date
  where id = (
    select id from public.maestros
    where id = p_maestro and activo_en < current_date
    for no key update skip locked)
$$;

-- What the profile already has, as steps of a draft. A profile becomes incomplete again when its photo or document is
-- removed; its maestro then finds the rest filled.
create or replace function interno.pasos_de_perfil(p_maestro uuid) returns jsonb
language sql stable set search_path = ''
return (
  select jsonb_strip_nulls(jsonb_build_object(
    'datos', jsonb_build_object(
      'nombre', coalesce(m.nombre, p.nombre, ''), 'apellido', coalesce(m.apellido, p.apellido, ''),
      'telefono', coalesce(m.telefono, '')),
    'oficios', (select jsonb_agg(o.oficio order by o.orden) from public.maestro_oficios o where o.maestro_id = m.id),
    'alcaldias', (select jsonb_agg(a.alcaldia order by a.orden) from public.maestro_alcaldias a where a.maestro_id = m.id),
    'selfie', storage.name_in('chat-media', m.foto_perfil_url),
    'descripcion', m.descripcion,
    'referencia1', case when m.id is not null then jsonb_build_object(
      'nombre_cliente', coalesce(m.referencia1_nombre_cliente, ''),
      'descripcion_trabajo', coalesce(m.referencia1_descripcion_trabajo, ''),
      'numero_referencia', coalesce(m.referencia1_numero_referencia, '')) end,
    'referencia2', case when m.id is not null then jsonb_build_object(
      'nombre_cliente', coalesce(m.referencia2_nombre_cliente, ''),
      'descripcion_trabajo', coalesce(m.referencia2_descripcion_trabajo, ''),
      'numero_referencia', coalesce(m.referencia2_numero_referencia, '')) end,
    'curp', m.curp,
    'domicilio', m.domicilio,
    'ine', storage.name_in('chat-media', m.ine_url)))
  from public.profiles p left join public.maestros m on m.id = p.id
  where p.id = p_maestro
);

create or replace function interno.anotar_perfil_completado() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien) values ('perfil_completado', new.id);
  return null;
end $$;

create or replace function interno.numero_de_nivel(p_nivel text) returns smallint
language sql immutable
return case p_nivel when 'experto' then 2 when 'confianza_comprobada' then 1 else 0 end;

-- Maestros change name and phone after the onboarding. The account gets the name too: e-mails and help requests use it. The
-- profile is locked before the maestro. False without a maestro.
create or replace function interno.guardar_contacto(p_maestro uuid, p_nombre text, p_apellido text, p_telefono text) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform from public.profiles where id = p_maestro for no key update;
  update public.maestros set nombre = p_nombre, apellido = p_apellido, telefono = p_telefono
  where id = p_maestro and eliminada_en is null;
  if not found then
    return false;
  end if;
  perform interno.guardar_nombre_de_cuenta(p_maestro, p_nombre, p_apellido);
  return true;
end $$;

-- The stored address of a picture of that maestro, null when the maestro has no such picture. The object's row is locked,
-- so that it cannot be removed between this check and the trigger that marks it as shown.
create or replace function interno.imagen_propia(p_maestro uuid, p_prefijo text, p_valor text) returns text
language plpgsql security definer set search_path = ''
as $$
declare
  v_name constant text := interno.objeto_nombrado(p_valor);
begin
  perform from storage.objects o
  where o.bucket_id = 'chat-media' and o.name = v_name and o.owner = p_maestro and starts_with(o.name, p_prefijo)
  for no key update;
  return case when found then interno.direccion_de_objeto(v_name) end;
end $$;

create or replace function interno.exigir_imagenes_propias() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.foto_perfil_url := nullif(btrim(new.foto_perfil_url), '');
  new.ine_url := nullif(btrim(new.ine_url), '');
  if new.foto_perfil_url is not null and (tg_op = 'INSERT' or new.foto_perfil_url is distinct from old.foto_perfil_url) then
    new.foto_perfil_url := interno.imagen_propia(new.id, 'profile-photos/' || new.id || '/', new.foto_perfil_url);
    if new.foto_perfil_url is null then
      raise exception 'La foto de perfil debe ser una imagen que hayas subido aquí.'
        using errcode = 'PT422', detail = 'foto_perfil_url';
    end if;
  end if;
  if new.ine_url is not null and (tg_op = 'INSERT' or new.ine_url is distinct from old.ine_url) then
    new.ine_url := interno.imagen_propia(new.id, 'ine_' || new.id || '_', new.ine_url);
    if new.ine_url is null then
      raise exception 'El documento de identidad debe ser una imagen que hayas subido aquí.'
        using errcode = 'PT422', detail = 'ine_url';
    end if;
  end if;
  return new;
end $$;

create or replace function interno.marcar_imagenes_de_maestro() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_id constant uuid := case tg_op when 'INSERT' then new.id else old.id end;
  v_of constant text[] := array['ine\_' || v_id || '\_%', 'profile-photos/' || v_id || '/%'];
begin
  if tg_op <> 'INSERT' then
    perform storage.mark_shown(false, 'chat-media', array[
      storage.name_in('chat-media', old.foto_perfil_url), storage.name_in('chat-media', old.ine_url)], v_of);
  end if;
  if tg_op <> 'DELETE' then
    perform storage.mark_shown(true, 'chat-media', array[
      storage.name_in('chat-media', new.foto_perfil_url), storage.name_in('chat-media', new.ine_url)], v_of);
  end if;
  return null;
end $$;

-- Operators may remove any object. The profile that showed it then has no photo, or no document, and is not complete. A
-- document that was decided about has done its work: its profile stays as it is when the object is removed.
create or replace function interno.retirar_imagen_de_maestro() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_direccion constant text := interno.direccion_de_objeto(old.name);
begin
  update public.maestros set foto_perfil_url = null where id = old.owner and foto_perfil_url = v_direccion;
  update public.maestros m set ine_url = null
  where m.id = old.owner and m.ine_url = v_direccion and not exists (
    select from interno.verificaciones v where v.maestro_id = m.id and v.tipo = 'ine' and v.decidido_en is not null);
  return null;
end $$;

-- The photo as others see it. Addresses of other sites are never shown, whatever the table contains.
create or replace function interno.foto_publica(p_foto text) returns text
language sql immutable
return case when starts_with(p_foto, '/storage/v1/object/public/chat-media/profile-photos/') then p_foto end;

-- The photo of a suspended account, and of one that is being closed, is not shown to anybody by its old address.
create or replace function interno.foto_de_perfil_visible(p_objeto text) returns boolean
language sql stable set search_path = ''
return not exists (
  select from public.profiles
  where id = substring(
      p_objeto from '^profile-photos/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/')::uuid
    and suspendido_en is not null);

create or replace function interno.exigir_documento_propio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if interno.imagen_propia(new.maestro_id, interno.prefijo_de_imagen(new.tipo, new.maestro_id), new.objeto) is null then
    raise exception '%', interno.rechazo_de_imagen(new.tipo) using errcode = 'PT422', detail = new.tipo;
  end if;
  return new;
end $$;

create or replace function interno.marcar_documento() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_maestro constant uuid := case tg_op when 'DELETE' then old.maestro_id else new.maestro_id end;
  v_of constant text[] := array['documentos/' || v_maestro || '/%'];
begin
  if tg_op <> 'INSERT' then
    perform storage.mark_shown(false, 'chat-media', array[old.objeto], v_of);
  end if;
  if tg_op <> 'DELETE' then
    perform storage.mark_shown(true, 'chat-media', array[new.objeto], v_of);
    -- A document that is new was not seen by an operator.
    update public.maestros set
      ine_verificado = ine_verificado and new.tipo <> 'ine_reverso',
      domicilio_verificado = domicilio_verificado and new.tipo <> 'comprobante_domicilio'
    where id = v_maestro
      and case new.tipo when 'ine_reverso' then ine_verificado else domicilio_verificado end;
  end if;
  return null;
end $$;

create or replace function interno.retirar_documento() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.maestro_documentos where objeto = old.name;
  return null;
end $$;

-- What the maestro sees. The profile is verified when the three are, rejected when one is, and in review when one is.
create or replace function interno.estado_verificacion(p_maestro uuid)
  returns table (tipo text, estado text, motivo text, corrige_con text[])
language sql stable set search_path = '' as $$
  select d.tipo, coalesce(v.estado, 'pendiente'), v.motivo, v.corrige_con
  from unnest('{ine,domicilio,curp}'::text[]) with ordinality d (tipo, orden)
  left join interno.verificaciones v on v.maestro_id = p_maestro and v.tipo = d.tipo
  order by d.orden
$$;

-- Decides about one datum of a maestro: 'en_revision', 'verificado' or 'rechazado' with a reason. Answers whether that
-- changed anything. The maestro's row is locked first, as every change of the datum does, and the e-mail about the decision
-- is queued in its transaction.
--
-- A datum or a document that changes after a review or a decision is pending again and has a row that says so: it must be
-- reviewed again first, so that no decision is about something that the operator has not seen. An operator replaces the
-- decision of another one only after a later look.
create or replace function interno.decidir_verificacion(
  p_operador uuid, p_maestro uuid, p_tipo text, p_estado text, p_motivo text default null, p_corrige_con text[] default null
) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_maestro public.maestros;
  v_motivo constant text := case p_estado when 'rechazado' then interno.exigir_motivo(p_motivo) end;
  v_decidido constant boolean := p_estado in ('verificado', 'rechazado');
  v_corrige constant text[] := case p_estado when 'rechazado' then coalesce(
    p_corrige_con, case p_tipo when 'ine' then '{ine,reverso}' else interno.correcciones_de(p_tipo) end) end;
  v_antes record;
  v_evento bigint;
begin
  perform interno.exigir_operador(p_operador);
  if p_tipo is null or p_tipo not in ('ine', 'curp', 'domicilio') then
    raise exception 'Unknown datum' using errcode = 'PT422', detail = 'tipo';
  end if;
  if p_estado is null or p_estado not in ('en_revision', 'verificado', 'rechazado') then
    raise exception 'Unknown state' using errcode = 'PT422', detail = 'estado';
  end if;
  if not (cardinality(v_corrige) > 0 and v_corrige <@ interno.correcciones_de(p_tipo)) then
    raise exception 'A rejection of this datum cannot end so' using errcode = 'PT422', detail = 'corrige_con';
  end if;
  select * into v_maestro from public.maestros m
  where m.id = p_maestro and m.eliminada_en is null for no key update;
  if not found then
    raise exception 'Unknown maestro' using errcode = 'PT404', detail = 'maestro';
  end if;
  if (case p_tipo when 'ine' then v_maestro.ine_url when 'curp' then v_maestro.curp else v_maestro.domicilio end) is null then
    raise exception 'The datum is missing' using errcode = 'PT422', detail = 'sin_dato';
  end if;
  select v.estado, v.motivo, v.corrige_con, v.decidido_por into v_antes
  from (values (p_tipo)) d (tipo) left join interno.verificaciones v on v.maestro_id = p_maestro and v.tipo = d.tipo;
  if (v_antes.estado, v_antes.motivo, v_antes.corrige_con) is not distinct from (p_estado, v_motivo, v_corrige) then
    return false;
  end if;
  -- The decision of another operator is replaced only after a look at it: two may work through the same list.
  if v_antes.estado in ('verificado', 'rechazado') and v_antes.decidido_por <> p_operador and not exists (
    select from interno.auditoria a
    where a.operador_id = p_operador and a.sobre = p_maestro and a.acto = 'consultar' and a.id > (
      select max(d.id) from interno.auditoria d
      where d.sobre = p_maestro and d.acto in ('verificar', 'rechazar') and d.detalle ->> 'tipo' = p_tipo)
  ) then
    raise exception 'Another operator has decided' using errcode = 'PT409', detail = 'otro_operador';
  end if;
  if v_decidido and not interno.puede_decidir(p_operador, p_maestro, p_tipo) then
    raise exception 'The operator has not seen these data' using errcode = 'PT409', detail = 'cambio';
  end if;
  if p_estado = 'verificado' and p_tipo <> 'curp' and not exists (
    select from interno.documentos_de(p_maestro) d
    where d.tipo = case p_tipo when 'ine' then 'ine' else 'comprobante_domicilio' end
  ) then
    raise exception 'The document is not stored'
      using errcode = 'PT409', detail = case p_tipo when 'ine' then 'sin_archivo' else 'sin_comprobante' end;
  end if;
  insert into interno.verificaciones (maestro_id, tipo, estado, motivo, corrige_con, decidido_por, decidido_en)
  values (p_maestro, p_tipo, p_estado, v_motivo, v_corrige, p_operador, case when v_decidido then now() end)
  on conflict (maestro_id, tipo) do update set
    estado = excluded.estado, motivo = excluded.motivo, corrige_con = excluded.corrige_con,
    decidido_por = excluded.decidido_por, decidido_en = excluded.decidido_en;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador,
    case p_estado when 'verificado' then 'verificar' when 'rechazado' then 'rechazar' else 'revisar' end,
    p_maestro,
    jsonb_strip_nulls(jsonb_build_object('tipo', p_tipo, 'antes', coalesce(v_antes.estado, 'pendiente'), 'motivo', v_motivo)));
  if v_decidido then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('verificacion_decidida', p_operador, p_maestro, jsonb_build_object('tipo', p_tipo, 'estado', p_estado))
    returning id into v_evento;
    perform interno.encolar('send-verification-mail', jsonb_build_object('evento', v_evento, 'userId', p_maestro));
  end if;
  return true;
end $$;

-- Whether an operator can decide about a datum. Somebody who has looked decides about what they saw. Somebody who has not
-- looked can decide about a datum that the maestro has not changed since the onboarding or the review.
create or replace function interno.puede_decidir(p_operador uuid, p_maestro uuid, p_tipo text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select a.detalle ->> 'version' = interno.version_de_datos(p_maestro)
      from interno.auditoria a
      where a.operador_id = p_operador and a.sobre = p_maestro and a.acto = 'consultar'
      order by a.id desc limit 1
    ),
    not exists (
      select from interno.verificaciones v
      where v.maestro_id = p_maestro and v.tipo = p_tipo and v.estado = 'pendiente'
    ))
$$;

create or replace function interno.aplicar_verificacion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The trigger maestros_derive_columns derives the reputation from these flags, in this transaction.
  update public.maestros m set
    ine_verificado = case new.tipo when 'ine' then new.estado = 'verificado' else m.ine_verificado end,
    curp_verificado = case new.tipo when 'curp' then new.estado = 'verificado' else m.curp_verificado end,
    domicilio_verificado =
      case new.tipo when 'domicilio' then new.estado = 'verificado' else m.domicilio_verificado end
  where m.id = new.maestro_id
    and (new.estado = 'verificado') is distinct from case new.tipo
      when 'ine' then m.ine_verificado when 'curp' then m.curp_verificado else m.domicilio_verificado end;
  return null;
end $$;

-- What an operator needs to see for a decision. The audit records who looked at whose data, and the version that was seen.
create or replace function interno.consultar_verificacion(p_operador uuid, p_maestro uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_visto jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select jsonb_build_object(
    'version', interno.version_de_datos(m.id),
    'id', m.id, 'correo', u.email, 'nombre', m.nombre, 'apellido', m.apellido, 'curp', m.curp, 'domicilio', m.domicilio,
    'estados', (select jsonb_agg(to_jsonb(e)) from interno.estado_verificacion(m.id) e),
    'documentos', (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from interno.documentos_de(m.id) d),
    'misma_curp', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'correo', ou.email, 'nombre', o.nombre, 'apellido', o.apellido) order by o.creado_en, o.id), '[]')
      from public.maestros o join auth.users ou on ou.id = o.id
      where o.curp = m.curp and o.id <> m.id))
  into v_visto
  from public.maestros m join auth.users u on u.id = m.id
  where m.id = p_maestro and m.eliminada_en is null;
  if not found then
    raise exception 'Unknown maestro' using errcode = 'PT404', detail = 'maestro';
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'consultar', p_maestro, jsonb_build_object('version', v_visto -> 'version'));
  return v_visto - 'version';
end $$;

-- Complete profiles with a datum that nobody has decided about, and since when the oldest such datum waits. A pending datum
-- whose document the maestro has still to send waits for the maestro and not for operators: sinDocumento of
-- packages/dominio. With its document it waits from the moment of the upload.
create or replace function interno.verificaciones_en_espera() returns table (maestro_id uuid, desde timestamptz)
language sql stable set search_path = '' as $$
  select m.id, d.desde
  from public.maestros m
  join public.profiles p on p.id = m.id and p.suspendido_en is null
  cross join lateral (
    select coalesce(max(e.ocurrido_en), m.creado_en) as completo_en
    from interno.eventos e where e.quien = m.id and e.tipo = 'perfil_completado'
  ) c
  cross join lateral (
    select min(greatest(coalesce(v.espera_desde, c.completo_en), o.created_at)) as desde
    -- The names of the files are those of interno.documentos_de, which would be called for each maestro.
    from (values
      ('ine', interno.objeto_nombrado(m.ine_url)),
      ('curp', null),
      ('domicilio', (
        select f.objeto from public.maestro_documentos f
        where f.maestro_id = m.id and f.tipo = 'comprobante_domicilio'))
    ) t (tipo, objeto)
    left join interno.verificaciones v on v.maestro_id = m.id and v.tipo = t.tipo
    left join storage.objects o on o.bucket_id = 'chat-media' and o.owner = m.id and o.name = t.objeto
    where v.estado = 'en_revision'
      or (coalesce(v.estado, 'pendiente') = 'pendiente' and (t.tipo = 'curp' or o.id is not null))
  ) d
  where m.perfil_completo and not m.perfil_verificado and d.desde is not null
$$;

-- The CURP has no document that could be sent again: the maestro confirms that it is right, and operators look again.
create or replace function interno.reenviar_curp(p_maestro uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  update interno.verificaciones set estado = 'pendiente'
  where maestro_id = p_maestro and tipo = 'curp' and estado = 'rechazado';
  return true;
end $$;

-- A datum that is pending again has no decision. Its files are new, so none was removed.
create or replace function interno.anotar_espera() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.espera_desde := now();
  new.motivo := null;
  new.corrige_con := null;
  new.decidido_por := null;
  new.decidido_en := null;
  new.documentos_retirados_en := null;
  return new;
end $$;

-- The flags say whether a datum is verified; interno.antes_de_guardar_maestro ends a verification. A flag that an import
-- writes is recorded as a state without an operator, so that flags and states never differ. A change of any kind ends a
-- review, because the operator looks at other data than are stored now. A rejection ends only when what it asks for is
-- sent: a picture that is removed is no correction, and another photo does not make the INE readable.
create or replace function interno.anotar_verificaciones() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_cambios text[];
  v_enviados text[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(c.que), array_agg(c.que) filter (where c.ahora is not null) into v_cambios, v_enviados
    from (values
      ('ine', new.ine_url, old.ine_url),
      ('nombre', new.nombre || E'\n' || new.apellido, old.nombre || E'\n' || old.apellido),
      ('foto', new.foto_perfil_url, old.foto_perfil_url),
      ('curp', new.curp, old.curp),
      ('domicilio', new.domicilio, old.domicilio)
    ) c (que, ahora, antes)
    where c.ahora is distinct from c.antes;
    update interno.verificaciones v set estado = 'pendiente'
    where v.maestro_id = new.id and (
      new.eliminada_en is not null and v.estado <> 'pendiente'
      or case v.estado
        when 'verificado' then not case v.tipo
          when 'ine' then new.ine_verificado when 'curp' then new.curp_verificado else new.domicilio_verificado end
        when 'en_revision' then interno.correcciones_de(v.tipo) && v_cambios
        when 'rechazado' then v.corrige_con && v_enviados
      end);
  end if;
  insert into interno.verificaciones as v (maestro_id, tipo, estado, decidido_en)
  select new.id, d.tipo, 'verificado', now()
  from (values
    ('ine', new.ine_verificado), ('curp', new.curp_verificado), ('domicilio', new.domicilio_verificado)
  ) d (tipo, verificado)
  where d.verificado
  on conflict (maestro_id, tipo) do update set
    estado = 'verificado', motivo = null, corrige_con = null, decidido_por = null, decidido_en = now(),
    documentos_retirados_en = null
  where v.estado <> 'verificado';
  return null;
end $$;

-- Whether an object is a document by which that datum was verified.
create or replace function interno.es_documento_de(p_tipo text, p_maestro uuid, p_objeto text) returns boolean
language sql immutable
return case p_tipo
  when 'ine' then starts_with(p_objeto, 'ine_' || p_maestro || '_') or starts_with(p_objeto, 'documentos/' || p_maestro || '/ine')
  when 'domicilio' then
    starts_with(p_objeto, 'documentos/' || p_maestro || '/') and not starts_with(p_objeto, 'documentos/' || p_maestro || '/ine')
  else false
end;

-- The stored files that operators look at. A file that was removed is not listed.
create or replace function interno.documentos_de(p_maestro uuid) returns table (tipo text, objeto text)
language sql stable set search_path = '' as $$
  select d.tipo, o.name
  from public.maestros m
  cross join lateral (values
    (1, 'ine', interno.objeto_nombrado(m.ine_url)),
    (2, 'ine_reverso',
      (select r.objeto from public.maestro_documentos r where r.maestro_id = m.id and r.tipo = 'ine_reverso')),
    (3, 'selfie', interno.objeto_nombrado(m.foto_perfil_url)),
    (4, 'comprobante_domicilio',
      (select c.objeto from public.maestro_documentos c where c.maestro_id = m.id and c.tipo = 'comprobante_domicilio'))
  ) d (orden, tipo, objeto)
  join storage.objects o on o.bucket_id = 'chat-media' and o.owner = m.id and o.name = d.objeto
  where m.id = p_maestro
  order by d.orden
$$;

-- Stores the back of the INE or the proof of address of a maestro, in the place of the one before. False without a profile.
create or replace function interno.guardar_documento(p_maestro uuid, p_tipo text, p_objeto text) returns boolean
language plpgsql set search_path = '' as $$
begin
  -- A decision that has begun ends first, so that this document reopens it.
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  insert into public.maestro_documentos (maestro_id, tipo, objeto)
  values (p_maestro, p_tipo, interno.objeto_nombrado(p_objeto))
  on conflict (maestro_id, tipo) do update set objeto = excluded.objeto, creado_en = now()
    where maestro_documentos.objeto <> excluded.objeto;
  return true;
end $$;

-- A new back of the INE or proof of address answers a rejection: the datum is pending again. A verified datum loses its
-- state by its flag (interno.marcar_documento).
create or replace function interno.anotar_documento_nuevo() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_enviado constant text := case new.tipo when 'ine_reverso' then 'reverso' else 'comprobante' end;
begin
  update interno.verificaciones v set estado = 'pendiente'
  where v.maestro_id = new.maestro_id and case v.estado
    when 'en_revision' then v_enviado = any (interno.correcciones_de(v.tipo))
    when 'rechazado' then v_enviado = any (v.corrige_con)
  end;
  return null;
end $$;

-- Removes the objects of decisions that are older than p_dias, at most p_lote decisions, and answers the places of their
-- files, which are also noted in storage.leftovers. The decision itself stays. Maestros are locked first, as in
-- interno.decidir_verificacion; one that is being changed is left for the next run.
create or replace function interno.retirar_documentos(p_dias integer, p_lote integer) returns setof text
language plpgsql set search_path = ''
as $$
declare
  v_maestros constant uuid[] := array(
    select m.id from public.maestros m where m.id in (
      select v.maestro_id from interno.verificaciones v
      where v.decidido_en < now() - make_interval(days => p_dias) and v.documentos_retirados_en is null
      order by v.decidido_en limit p_lote)
    for no key update skip locked);
begin
  return query
  with vencidas as (
    update interno.verificaciones v set documentos_retirados_en = now()
    where v.maestro_id = any (v_maestros) and v.decidido_en < now() - make_interval(days => p_dias)
      and v.documentos_retirados_en is null
    returning v.maestro_id, v.tipo
  ), borrados as (
    delete from storage.objects o using vencidas v
    where o.owner = v.maestro_id and o.bucket_id = 'chat-media' and o.unused_since is null
      and interno.es_documento_de(v.tipo, v.maestro_id, o.name)
    returning coalesce(o.key, o.bucket_id || '/' || o.name) as lugar
  )
  insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing returning key;
end $$;

-- Writes messages of several people. A message that its sender wrote before with the same client_id is returned and not
-- written again. Returns one row for each message, and one more for each chat, as it is afterwards.
--
-- The chats are locked first, so that their messages get number and time in the order in which they become visible. They
-- are locked in the order of their ids, so that two calls cannot deadlock. The files are locked after the chats, as the
-- deletion of a message does: a picture or voice note that is being removed cannot be sent, because the message would name
-- a file that is gone.
--
-- Moderation cannot hear a number in a voice note, so voice notes are possible once the contact is unlocked. The type of
-- the file is checked too: a sound that is sent as a picture would avoid that.
create or replace function interno.enviar_mensajes(p_envios jsonb)
returns table (orden integer, estado text, mensaje jsonb, chat jsonb)
language plpgsql set search_path = ''
-- A session keeps the plan that it made while the tables were small. These settings allow only plans with indexes.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_chats constant uuid[] := array(
    select distinct (e ->> 'chat_id')::uuid from jsonb_array_elements(p_envios) e);
  v_archivos constant text[] := array(
    select e ->> 'contenido' from jsonb_array_elements(p_envios) e where e ->> 'tipo' <> 'texto');
begin
  perform from public.chats c where c.id = any (v_chats) order by c.id for no key update;
  if cardinality(v_archivos) > 0 then
    perform from storage.objects o where o.bucket_id = 'chat-media' and o.name = any (v_archivos)
    order by o.name for no key update;
  end if;
  -- A separate statement after the lock: it sees what was written while it waited.
  return query
  with envio as materialized (
    select gen_random_uuid() as id, e.*
    from jsonb_to_recordset(p_envios) as e (
      orden integer, sesion uuid, autor uuid, chat_id uuid, client_id uuid, tipo text, contenido text, respuesta_a uuid, duracion_ms integer, picos smallint[],
      -- Why it is blocked while the contact is locked, and once it is open.
      motivo_cerrado text, motivo_abierto text)
  ), juzgado as materialized (
    select e.*, to_jsonb(r) as repetido,
      case when e.motivo_cerrado is not distinct from e.motivo_abierto
        or interno.contacto_abierto(c.maestro_id, c.buscador_id) then e.motivo_abierto else e.motivo_cerrado
      end as motivo,
      coalesce(interno.impedimento(e.sesion, e.autor, null), case
        when c.id is null then 'sin_chat'
        when r.id is not null then 'repetido'
        when otro.suspendido_en is not null then 'sin_destino'
        when c.bloqueado_en is not null then 'par_bloqueado'
        when e.tipo = 'audio' and not interno.contacto_abierto(c.maestro_id, c.buscador_id) then 'contacto_cerrado'
        when e.tipo in ('imagen', 'audio') and not exists (
          select from storage.objects o
          where o.bucket_id = 'chat-media' and o.name = e.contenido
            and starts_with(o.mimetype, case e.tipo when 'imagen' then 'image/' else 'audio/' end)
            and o.owner = e.autor
            and starts_with(e.contenido, e.chat_id || '/')
        ) then 'sin_objeto'
        when e.respuesta_a is not null and not exists (
          select from public.mensajes o
          where o.id = e.respuesta_a and o.chat_id = e.chat_id and not o.bloqueado and o.tipo <> 'contacto'
        ) then 'sin_original'
        else 'escrito'
      end) as estado
    from envio e
    left join public.chats c on c.id = e.chat_id and e.autor in (c.buscador_id, c.maestro_id)
    left join public.profiles otro
      on otro.id = case e.autor when c.maestro_id then c.buscador_id else c.maestro_id end
    left join public.mensajes r
      on r.chat_id = e.chat_id and r.autor_id = e.autor and r.client_id = e.client_id
  ), escrito as (
    insert into public.mensajes as m
      (id, chat_id, autor_id, tipo, contenido, creado_en, bloqueado, motivo_bloqueo, client_id, respuesta_a, duracion_ms, picos)
    select j.id, j.chat_id, j.autor, j.tipo, j.contenido, clock_timestamp(), j.motivo is not null, j.motivo, j.client_id, j.respuesta_a, j.duracion_ms, j.picos
    from (select * from juzgado where juzgado.estado = 'escrito' order by juzgado.orden) j
    returning m.*
  )
  select j.orden, j.estado, case j.estado when 'repetido' then j.repetido else to_jsonb(n) end, null::jsonb
  from juzgado j left join escrito n on n.id = j.id;
  return query
  select null::integer, null::text, null::jsonb, to_jsonb(c) from public.chats c where c.id = any (v_chats);
end $$;

-- Updates the preview and the unread counters of the chats, once for each statement, and refuses authors that are not one
-- of the two people of the chat.
create or replace function interno.anotar_mensaje() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from nuevos n where not exists (
      select from public.chats c where c.id = n.chat_id and n.autor_id in (c.buscador_id, c.maestro_id))
  ) then
    raise exception 'The author is not of this chat' using errcode = '23514';
  end if;
  -- A blocked message was not delivered, so it is neither shown as the preview nor counted as unread.
  update public.chats c set
    ultimo_mensaje_id = n.id,
    ultimo_mensaje_tipo = n.tipo,
    ultimo_mensaje_contenido = n.contenido,
    ultimo_mensaje_en = n.creado_en,
    no_leidos_buscador = c.no_leidos_buscador + n.del_maestro,
    no_leidos_maestro = c.no_leidos_maestro + n.del_buscador
  from (
    select distinct on (m.chat_id) m.*,
      count(*) filter (where m.autor_id = k.maestro_id) over (partition by m.chat_id) as del_maestro,
      count(*) filter (where m.autor_id = k.buscador_id) over (partition by m.chat_id) as del_buscador
    from nuevos m join public.chats k on k.id = m.chat_id
    where not m.bloqueado
    order by m.chat_id, m.secuencia desc
  ) n
  where c.id = n.chat_id;
  return null;
end $$;

-- Removes the content of an own message that is not older than p_minutos. estado is 'eliminado' (also when it was deleted
-- before), 'tarde' or 'desconocido' (not an own message that was delivered).
--
-- The object of a picture or voice note is deleted with the content, so that no address leads to it; the sweep removes the
-- bytes. The text of a reported message stays in the report (interno.reporte_mensajes), and a reported file, or one that
-- another message shows, stays in the store. One file can be in two messages: a report of one of them keeps the file also
-- when the other one is deleted.
--
-- The unread messages of a person are the last ones of the other person: a deleted one was among them if fewer of these
-- come after it than are counted. The mark of reading does not say it, because reading a blocked chat lowers the count and
-- leaves the mark. docs/decisions/seguridad.md.
create or replace function interno.eliminar_mensaje(
  p_autor uuid, p_mensaje uuid, p_minutos integer, out estado text, out mensaje jsonb, out chat jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.mensajes;
  v_posteriores integer;
begin
  select m.* into v from public.mensajes m
  where m.id = p_mensaje and m.autor_id = p_autor and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado;
  if not found then
    estado := 'desconocido';
    return;
  end if;
  -- The chat before the message, as every writer of messages does. The message is read again after the lock.
  perform from public.chats c where c.id = v.chat_id for no key update;
  select m.* into v from public.mensajes m where m.id = p_mensaje;
  if v.eliminado_en is null then
    if v.creado_en < now() - make_interval(mins => p_minutos) then
      estado := 'tarde';
      return;
    end if;
    update public.mensajes set contenido = null, ancho = null, alto = null, duracion_ms = null, picos = null, eliminado_en = now() where id = v.id;
    if v.tipo in ('imagen', 'audio')
      and not exists (
        select from interno.reportes p join interno.reporte_mensajes r on r.reporte_id = p.id
        where p.chat_id = v.chat_id and (r.mensaje_id = v.id or r.contenido = v.contenido))
      and not exists (select from public.mensajes m where m.chat_id = v.chat_id and m.contenido = v.contenido)
    then
      with borrado as (
        delete from storage.objects o
        where o.bucket_id = 'chat-media' and o.name = storage.name_in('chat-media', v.contenido)
          and starts_with(o.name, v.chat_id || '/')
        returning coalesce(o.key, o.bucket_id || '/' || o.name) as lugar
      )
      insert into storage.leftovers (key) select lugar from borrado on conflict (key) do nothing;
    end if;
    select count(*) into v_posteriores from public.mensajes m
    where m.chat_id = v.chat_id and not m.bloqueado and m.secuencia > v.secuencia
      and m.autor_id = v.autor_id and m.eliminado_en is null;
    -- A preview of the type text without content stands for a deleted message. An unread message is no longer counted.
    update public.chats c set
      ultimo_mensaje_tipo = case when c.ultimo_mensaje_id = v.id then 'texto' else c.ultimo_mensaje_tipo end,
      ultimo_mensaje_contenido = case when c.ultimo_mensaje_id <> v.id then c.ultimo_mensaje_contenido end,
      no_leidos_buscador = c.no_leidos_buscador
        - (v.autor_id = c.maestro_id and v_posteriores < c.no_leidos_buscador)::integer,
      no_leidos_maestro = c.no_leidos_maestro
        - (v.autor_id = c.buscador_id and v_posteriores < c.no_leidos_maestro)::integer
    where c.id = v.chat_id;
  end if;
  estado := 'eliminado';
  select to_jsonb(m), to_jsonb(c) into mensaje, chat
  from public.mensajes m join public.chats c on c.id = m.chat_id
  where m.id = p_mensaje;
end $$;

create or replace function interno.marcar_archivo_de_mensaje() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.mensajes := case tg_op when 'INSERT' then new else old end;
begin
  perform storage.mark_shown(
    tg_op = 'INSERT', 'chat-media', array[storage.name_in('chat-media', v.contenido)], array[v.chat_id || '/%']);
  return null;
end $$;

-- While one of the two people blocks the other, reading changes the own unread count only: the marks of reading would tell
-- the other one at each opening that the person is there. docs/decisions/seguridad.md.
create or replace function public.mark_messages_as_read(p_chat_id uuid, p_user_role text, p_hasta bigint default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  yo uuid := auth.uid();
  v_antes bigint;
  v_bloqueado boolean;
  v_hasta bigint;
  v_sin_leer integer;
begin
  if p_user_role is null or p_user_role not in ('buscador', 'maestro') then
    raise exception 'p_user_role must be buscador or maestro' using errcode = '22023';
  end if;
  -- The lock makes messages that are being written wait, so that the count below misses none.
  select case p_user_role when 'buscador' then leido_buscador_hasta else leido_maestro_hasta end, bloqueado_en is not null
  into v_antes, v_bloqueado
  from public.chats
  where id = p_chat_id and yo = case p_user_role when 'buscador' then buscador_id else maestro_id end
  for no key update;
  if not found then
    raise exception 'Chat no encontrado' using errcode = 'PT404';
  end if;

  -- A mark is never taken back, and never includes a message that does not exist yet.
  select greatest(v_antes, coalesce(max(secuencia), 0)) into v_hasta
  from public.mensajes
  where chat_id = p_chat_id and not bloqueado and secuencia <= coalesce(p_hasta, 9223372036854775807);
  select count(*) into v_sin_leer
  from public.mensajes
  where chat_id = p_chat_id and not bloqueado and secuencia > v_hasta and autor_id <> yo and eliminado_en is null;

  if v_bloqueado then
    -- The mark stays, so that a later call may name an earlier message: the count never grows.
    update public.chats set
      no_leidos_buscador = case p_user_role when 'buscador' then least(no_leidos_buscador, v_sin_leer) else no_leidos_buscador end,
      no_leidos_maestro = case p_user_role when 'maestro' then least(no_leidos_maestro, v_sin_leer) else no_leidos_maestro end
    where id = p_chat_id;
  elsif p_user_role = 'buscador' then
    update public.chats set no_leidos_buscador = v_sin_leer, leido_buscador_hasta = v_hasta, leido_buscador_en = now()
    where id = p_chat_id;
  else
    update public.chats set no_leidos_maestro = v_sin_leer, leido_maestro_hasta = v_hasta, leido_maestro_en = now()
    where id = p_chat_id;
  end if;
end $$;

-- Records the first answers among new messages. The request for a contact (type 'contacto') is neither a question nor an
-- answer. Before a maestro's first message a chat has only messages of the seeker, so the first one is found at once.
create or replace function interno.anotar_respuestas() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_maestros uuid[];
begin
  -- Nearly every message ends here: it is the seeker's, or the chat has its first answer.
  if not exists (
    select from nuevos n where exists (
      select from public.chats c where c.id = n.chat_id and c.maestro_id = n.autor_id)
      and not exists (select from interno.primeras_respuestas r where r.chat_id = n.chat_id)
  ) then
    return null;
  end if;
  with primeras as (
    select distinct on (n.chat_id) n.chat_id, c.maestro_id, c.buscador_id, n.creado_en, n.secuencia
    from nuevos n join public.chats c on c.id = n.chat_id and c.maestro_id = n.autor_id
    where not n.bloqueado and n.tipo <> 'contacto'
      and not exists (select from interno.primeras_respuestas r where r.chat_id = n.chat_id)
    order by n.chat_id, n.secuencia
  ), anotadas as (
    insert into interno.primeras_respuestas (chat_id, maestro_id, minutos, respondido_en)
    select p.chat_id, p.maestro_id, interno.minutos_contados(q.creado_en, p.creado_en), p.creado_en
    from primeras p
    left join lateral (
      select m.creado_en from public.mensajes m
      where m.chat_id = p.chat_id and not m.bloqueado and m.secuencia < p.secuencia
        and m.autor_id = p.buscador_id and m.tipo <> 'contacto'
      order by m.secuencia limit 1
    ) q on true
    on conflict (chat_id) do nothing
    returning maestro_id, minutos
  )
  select array_agg(distinct a.maestro_id) into v_maestros from anotadas a where a.minutos is not null;
  if v_maestros is not null then
    perform interno.recalcular_respuestas(v_maestros);
  end if;
  return null;
end $$;

-- Computes the medians of the last 90 days again. The rows are locked in the order of their keys before the answers are
-- read, so that of two simultaneous answers the second counts both, and two calls cannot deadlock.
create or replace function interno.recalcular_respuestas(p_maestros uuid[]) returns void
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
declare
  v_cambiados uuid[];
begin
  insert into interno.tiempos_de_respuesta as t (maestro_id)
  select distinct m.id from unnest(p_maestros) m (id) order by m.id
  on conflict (maestro_id) do update set maestro_id = excluded.maestro_id;
  with calculado as (
    select t.maestro_id, t.paso as antes, r.*
    from interno.tiempos_de_respuesta t
    cross join lateral (
      select count(*)::integer as respuestas,
        (percentile_cont(0.5) within group (order by r.minutos))::numeric as mediana,
        min(r.respondido_en) + interval '90 days' as vence_en
      from interno.primeras_respuestas r
      where r.maestro_id = t.maestro_id and r.respondido_en > now() - interval '90 days' and r.minutos is not null
    ) r
    where t.maestro_id = any (p_maestros)
  ), escrito as (
    update interno.tiempos_de_respuesta t set
      respuestas = c.respuestas, mediana = c.mediana, vence_en = c.vence_en,
      paso = interno.paso_de_respuesta(c.respuestas, c.mediana)
    from calculado c where t.maestro_id = c.maestro_id
    returning t.maestro_id, t.paso, c.antes
  )
  select array_agg(e.maestro_id) into v_cambiados from escrito e where e.paso is distinct from e.antes;
  if v_cambiados is not null then
    perform interno.refrescar_directorio(v_cambiados);
  end if;
end $$;

-- Seconds between 7:00 and 22:00 of Mexico City since a fixed day. The difference of two moments is the counted time.
create or replace function interno.segundos_contados(p_momento timestamptz) returns bigint
language sql stable
return (
  select (l.momento::date - date '2000-01-01') * 54000::bigint
    + least(greatest(floor(extract(epoch from l.momento::time))::bigint - 25200, 0), 54000)
  from (select p_momento at time zone 'America/Mexico_City' as momento) l);

create or replace function interno.minutos_contados(p_desde timestamptz, p_hasta timestamptz) returns integer
language sql stable strict
return (greatest(interno.segundos_contados(p_hasta) - interno.segundos_contados(p_desde), 0) / 60)::integer;

-- A counted day has 15 hours, so '1_dia' is below 900 minutes: at most 24 hours by the clock.
create or replace function interno.paso_de_respuesta(p_respuestas integer, p_mediana numeric) returns text
language sql immutable
return case
  when p_respuestas < 5 then null
  when p_mediana < 15 then '15_minutos'
  when p_mediana < 60 then '1_hora'
  when p_mediana < 180 then '3_horas'
  when p_mediana < 900 then '1_dia'
end;

-- chats?select=…,maestros(nombre,apellido,foto_perfil_url) reads the maestro through this function. The surname is whole
-- only for readers who may see the contact. The table itself is readable by its maestro only. The chat of a seeker shows
-- until when its maestro is on pause.
create or replace function public.maestros(public.chats) returns setof interno.maestro_en_chat
language sql stable rows 1 security definer set search_path = ''
as $$
  select m.id, m.nombre,
    case when interno.ve_contacto(m.id) then m.apellido else left(btrim(m.apellido), 1) end,
    interno.foto_publica(m.foto_perfil_url),
    (interno.disponibilidad_de(m.id)).pausa_hasta
  from public.maestros m where m.id = $1.maestro_id
$$;

-- Returns the chat of a seeker and a maestro, and creates it if there is none. Returns no chat when the maestro is not in
-- the directory. The rules for new chats do not apply to a chat that exists. A new chat must name a borough and a trade of
-- the active catalogue: the maestro's inbox shows both, so any other text would reach the maestro without moderation.
-- Raises PT400 with the name of the wrong datum, and PT429 with the seconds to wait when the seeker has started p_maximo
-- chats within p_segundos.
--
-- Each step is a separate statement, so that of two simultaneous calls the second sees the row of the first. A suspension
-- or a closing that has begun is completed first: it would not pause the new chat, which it cannot see.
create or replace function interno.iniciar_chat(
  p_buscador uuid, p_maestro uuid, p_contexto jsonb, p_maximo integer default null, p_segundos integer default null,
  p_frenos jsonb default null, out chat public.chats, out nuevo boolean
)
language plpgsql set search_path = ''
as $$
declare
  v_ventana constant interval := p_segundos * interval '1 second';
  v_limite timestamptz;
begin
  nuevo := false;
  perform from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    return;
  end if;
  select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  if found then
    return;
  end if;

  perform from public.alcaldias_disponibles where nombre = p_contexto ->> 'alcaldia' and activo;
  if not found then
    raise exception 'The borough is not in the active catalogue' using errcode = 'PT400', detail = 'alcaldia';
  end if;
  perform from public.oficios_disponibles where nombre = p_contexto ->> 'servicio' and activo;
  if not found then
    raise exception 'The trade is not in the active catalogue' using errcode = 'PT400', detail = 'servicio';
  end if;

  -- The lock makes simultaneous new chats of one seeker wait for each other, so that all of them are counted.
  perform from public.profiles where id = p_buscador for no key update;
  perform from public.profiles where id = p_maestro for share;
  perform from public.profiles where id = p_maestro and suspendido_en is not null and eliminada_en is null;
  if found then
    return;
  end if;
  perform interno.exigir_cuenta_activa(p_buscador);
  -- The oldest of the last p_maximo new chats. A chat is never older than its last message, so the index on the
  -- inbox order bounds this scan to chats of the window.
  select c.creado_en into v_limite from public.chats c
  where c.buscador_id = p_buscador and c.ultimo_mensaje_en > now() - v_ventana and c.creado_en > now() - v_ventana
  order by c.creado_en desc offset p_maximo - 1 limit 1;
  if found then
    raise exception 'Too many new chats' using errcode = 'PT429',
      detail = interno.segundos_hasta(v_limite + v_ventana)::text;
  end if;
  perform interno.frenar_cuenta_nueva(p_buscador, 'chat', p_maestro, p_frenos);

  insert into public.chats as c (buscador_id, maestro_id, contexto) values (p_buscador, p_maestro, p_contexto)
  on conflict (buscador_id, maestro_id) do nothing
  returning c.* into chat;
  nuevo := found;
  if not nuevo then
    select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  end if;
end $$;

create or replace function interno.anotar_chats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'chat_iniciado', buscador_id, maestro_id, jsonb_build_object('chat_id', id) from nuevos;
  return null;
end $$;

-- The rows of a statement are counted by maestro and day, in the order of these keys, so that two statements cannot
-- deadlock.
create or replace function interno.contar_vistas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, d.cuantas, 0)
    from (select maestro_id, dia, count(*)::int as cuantas from nuevas group by 1, 2 order by 1, 2) d;
  elsif tg_op = 'DELETE' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, -d.cuantas, 0)
    from (select maestro_id, dia, count(*)::int as cuantas from viejas group by 1, 2 order by 1, 2) d;
  else
    perform interno.sumar_cifra(d.maestro_id, d.dia, d.cuantas, 0)
    from (
      select maestro_id, dia, sum(n)::int as cuantas
      from (select maestro_id, dia, 1 as n from nuevas union all select maestro_id, dia, -1 from viejas) c
      group by 1, 2 having sum(n) <> 0 order by 1, 2
    ) d;
  end if;
  return null;
end $$;

-- Deletes at most p_lote views that are older than p_dias, and answers their days. The daily figures keep counting them: a
-- setting turns the trigger off for the statement of this function. It is set inside the function, because only a superuser
-- may set a parameter of the product in the head of one.
create or replace function interno.olvidar_vistas(p_dias integer, p_lote integer) returns setof date
language plpgsql set search_path = ''
as $$
begin
  perform set_config('interno.conservar_cifras', 'si', true);
  return query
    delete from public.vistas_perfil v where v.ctid in (
      select a.ctid from public.vistas_perfil a where a.dia < interno.dia_de_la_ciudad(now()) - p_dias
      order by a.dia limit p_lote for update skip locked)
    returning v.dia;
  perform set_config('interno.conservar_cifras', '', true);
end $$;

-- Answers 'pedido', 'sin_catalogo', 'ya_hay' when somebody is listed, or 'limite' when the seeker has p_maximo of them.
-- The row of the total is locked: a maestro who is listed at the same time is either seen here, or sees the alert.
create or replace function interno.pedir_aviso(p_buscador uuid, p_alcaldia text, p_oficio text, p_maximo integer) returns text
language plpgsql set search_path = ''
as $$
declare
  v_total integer;
begin
  perform from public.alcaldias_disponibles a, public.oficios_disponibles o
  where a.nombre = p_alcaldia and a.activo and o.nombre = p_oficio and o.activo;
  if not found then
    return 'sin_catalogo';
  end if;
  -- The alerts of one seeker are counted one after the other.
  perform from public.profiles where id = p_buscador for no key update;
  insert into interno.directorio_totales values (p_alcaldia, p_oficio, 0) on conflict (alcaldia, oficio) do nothing;
  select total into v_total from interno.directorio_totales
  where alcaldia = p_alcaldia and oficio = p_oficio for update;
  if v_total > 0 then
    return 'ya_hay';
  end if;
  if (select count(*) >= p_maximo from interno.avisos_de_busqueda
    where buscador_id = p_buscador and (alcaldia, oficio) <> (p_alcaldia, p_oficio)) then
    return 'limite';
  end if;
  insert into interno.avisos_de_busqueda (buscador_id, alcaldia, oficio) values (p_buscador, p_alcaldia, p_oficio)
  on conflict (buscador_id, alcaldia, oficio) do update set encolado_en = null;
  return 'pedido';
end $$;

-- An alert can be queued when it is not in the queue and its person is not suspended. The job tries for less than a day;
-- one that was queued two days ago has failed.
create or replace function interno.aviso_en_espera(a interno.avisos_de_busqueda) returns boolean
language sql stable set search_path = ''
return (a.encolado_en is null or a.encolado_en < now() - interval '2 days')
  and exists (select from public.profiles p where p.id = a.buscador_id and p.suspendido_en is null);

-- Searches with somebody listed and an alert that waits nevertheless: its person was suspended when somebody was listed, or
-- the maestro was listed at the moment when the alert was put back.
create or replace function interno.busquedas_con_avisos_en_espera() returns table (alcaldia text, oficio text)
language sql stable set search_path = ''
begin atomic
  select distinct t.alcaldia, t.oficio
  from interno.avisos_de_busqueda a
  join interno.directorio_totales t
    on t.alcaldia = a.alcaldia collate "default" and t.oficio = a.oficio collate "default" and t.total > 0
  where interno.aviso_en_espera(a);
end;

-- Deletes an alert that is done and adds a push notification for each browser of its person, in one transaction, so that
-- there is one for each alert. The job checks the choice (apps/server/src/subjects/directorio/search-alert-push.ts).
create or replace function interno.terminar_aviso(p_aviso bigint) returns void
language sql set search_path = ''
begin atomic
  with borrado as (
    delete from interno.avisos_de_busqueda where id = p_aviso returning buscador_id, alcaldia, oficio
  )
  select interno.encolar_con_clave(
    'send-search-push',
    jsonb_build_object('suscripcion', s.id, 'alcaldia', b.alcaldia, 'oficio', b.oficio, 'userId', b.buscador_id),
    'push-search:' || s.id || ':' || p_aviso, now(), 8)
  from borrado b join interno.suscripciones_push s on s.user_id = b.buscador_id;
end;

-- Queues at most p_lote alerts of a search, if somebody is listed. Answers how many.
create or replace function interno.encolar_avisos(p_alcaldia text, p_oficio text, p_lote integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_cuantos integer;
begin
  with elegidos as (
    update interno.avisos_de_busqueda set encolado_en = now() where id in (
      select a.id from interno.avisos_de_busqueda a
      where a.alcaldia = p_alcaldia and a.oficio = p_oficio and interno.aviso_en_espera(a)
      order by a.id limit p_lote for update)
      and exists (select from interno.directorio_totales where alcaldia = p_alcaldia and oficio = p_oficio and total > 0)
    returning id, buscador_id
  )
  select count(interno.encolar('send-search-alert', jsonb_build_object('aviso', id, 'userId', buscador_id)))
  into v_cuantos from elegidos;
  return v_cuantos;
end $$;

create or replace function interno.al_cambiar_elecciones() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.refrescar_directorio(array(select distinct maestro_id from cambiadas));
  return null;
end $$;

create or replace function interno.al_cambiar_maestros() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.refrescar_directorio(array(select id from nuevas));
  return null;
end $$;

create or replace function interno.al_retirar_nombre() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('refresh-directory', jsonb_build_object(tg_argv[0], new.nombre));
  return null;
end $$;

-- Derives the rows of these maestros. A maestro on pause is not listed. A retired trade or borough is not in the directory,
-- because no chat can be started about it: search, neighbouring boroughs, alerts and public pages all leave it out, and a
-- card names the first trade that is still active.
--
-- The totals of all pairs with a changed counter are locked before, and rows that leave the directory are counted before
-- rows that are new in it: two maestros who exchange their trades would lock the counters in opposite orders.
create or replace function interno.refrescar_directorio(p_maestros uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The lock makes a second writer of the same maestro wait, so that it reads what the first wrote. Maestros are locked
  -- before counters, and both in the order of their keys, which prevents deadlocks.
  perform from public.maestros where id = any (p_maestros) order by id for no key update;

  with deseado as (
    select a.alcaldia, o.oficio, m.id as maestro_id,
      interno.clave_recomendado(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion,
        m."cantidad_reseñas", m.activo_en) as recomendado,
      -(m.promedio_calificacion * 100)::bigint * 1000000 - least(m."cantidad_reseñas", 999999) as por_calificacion,
      -m.numero_trabajos_completados::bigint * 1000 - (m.promedio_calificacion * 100)::bigint as por_trabajos,
      interno.celda(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion) as celda,
      d.disponible_el,
      interno.tarjeta(m, a.alcaldia, p.oficio, d.disponible_el, t.paso) as tarjeta
    from public.maestros m
    join public.profiles f on f.id = m.id and f.suspendido_en is null
    join public.maestro_alcaldias a on a.maestro_id = m.id
    join public.alcaldias_disponibles ca on ca.nombre = a.alcaldia and ca.activo
    join public.maestro_oficios o on o.maestro_id = m.id
    join public.oficios_disponibles co on co.nombre = o.oficio and co.activo
    join lateral (
      select e.oficio from public.maestro_oficios e
      join public.oficios_disponibles c on c.nombre = e.oficio and c.activo
      where e.maestro_id = m.id order by e.orden limit 1
    ) p on true
    -- The condition of interno.disponibilidad_de.
    left join interno.disponibilidad d on d.maestro_id = m.id
      and (d.disponible_el = interno.dia_de_la_ciudad(now()) or d.pausa_hasta > interno.dia_de_la_ciudad(now()))
    left join interno.tiempos_de_respuesta t on t.maestro_id = m.id
    where m.id = any (p_maestros) and m.perfil_completo and d.pausa_hasta is null
  ), sobrante as (
    delete from interno.directorio d
    where d.maestro_id = any (p_maestros)
      and not exists (
        select from deseado w
        where w.maestro_id = d.maestro_id and w.alcaldia = d.alcaldia and w.oficio = d.oficio)
  ), cambiado as (
    select distinct alcaldia, oficio from (
      (select maestro_id, alcaldia, oficio, celda, disponible_el from deseado
      except select maestro_id, alcaldia, oficio, celda, disponible_el from interno.directorio
      where maestro_id = any (p_maestros))
      union all
      (select maestro_id, alcaldia, oficio, celda, disponible_el from interno.directorio
      where maestro_id = any (p_maestros)
      except select maestro_id, alcaldia, oficio, celda, disponible_el from deseado)
    ) distinto
  ), cerrado as (
    -- As in interno.cerrar_totales. The counters are changed by triggers, which run after this statement.
    insert into interno.directorio_totales as t (alcaldia, oficio, total)
    select alcaldia, oficio, 0 from cambiado order by 1, 2
    on conflict (alcaldia, oficio) do update set total = t.total where false
  )
  insert into interno.directorio as d
    (alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, disponible_el, tarjeta)
  select alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, disponible_el, tarjeta
  from deseado
  order by alcaldia, oficio, maestro_id
  on conflict (maestro_id, alcaldia, oficio) do update set
    recomendado = excluded.recomendado,
    por_calificacion = excluded.por_calificacion,
    por_trabajos = excluded.por_trabajos,
    celda = excluded.celda,
    disponible_el = excluded.disponible_el,
    tarjeta = excluded.tarjeta
  where (d.recomendado, d.por_calificacion, d.por_trabajos, d.celda, d.disponible_el, d.tarjeta)
    is distinct from
    (excluded.recomendado, excluded.por_calificacion, excluded.por_trabajos, excluded.celda, excluded.disponible_el,
      excluded.tarjeta);
end $$;

-- Refreshes the next p_lote maestros after p_desde who have chosen the trade or the borough, of which one is given. Returns
-- the last of them, or null when there are no more.
create or replace function interno.refrescar_lote(p_oficio text, p_alcaldia text, p_desde uuid, p_lote integer) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_maestros uuid[];
begin
  if p_oficio is not null then
    v_maestros := array(
      select maestro_id from public.maestro_oficios
      where oficio = p_oficio and maestro_id > p_desde order by maestro_id limit p_lote);
  else
    v_maestros := array(
      select maestro_id from public.maestro_alcaldias
      where alcaldia = p_alcaldia and maestro_id > p_desde order by maestro_id limit p_lote);
  end if;
  perform interno.refrescar_directorio(v_maestros);
  return v_maestros[cardinality(v_maestros)];
end $$;

-- 66 cells: verified or not, three levels, eleven half stars. A filter is a set of cells, so its page and its exact total
-- need at most 66 short scans.
create or replace function interno.celda(p_verificada boolean, p_nivel text, p_promedio numeric) returns smallint
language sql immutable
return (p_verificada::int * 33 + interno.numero_de_nivel(p_nivel) * 11 + floor(p_promedio * 2))::smallint;

-- The labels are also in packages/dominio/src/resenas/reputacion.ts; a test compares the two.
create or replace function interno.chip_de_nivel(p_nivel text) returns text
language sql immutable
return case p_nivel
  when 'experto' then 'Experto'
  when 'confianza_comprobada' then 'Confianza comprobada'
  else 'Nuevo'
end;

-- Verified maestros first, then by level, then by a Bayesian rating (as if there were five more reviews of 3.8), then by
-- the day of the last activity. The number is negative, so that the best maestro has the lowest.
create or replace function interno.clave_recomendado(
  p_verificada boolean, p_nivel text, p_promedio numeric, p_cantidad integer, p_activo date
) returns bigint
language sql immutable
return -(
  ((p_verificada::int::bigint * 3 + interno.numero_de_nivel(p_nivel)) * 10000
    + round((5 * 3.8 + p_promedio * p_cantidad) / (5 + p_cantidad) * 1000)::bigint) * 1000000
  + greatest(0, p_activo - date '2020-01-01')
);

-- The card of a search result. The reader compares the day of the mark 'Disponible hoy' with the current day.
create or replace function interno.tarjeta(
  m public.maestros, p_alcaldia text, p_principal text, p_disponible_el date, p_tiempo_respuesta text
) returns text
language sql stable
return json_build_object(
  'id', m.id,
  'nombre', m.nombre,
  'apellido', left(btrim(m.apellido), 1),
  'foto_perfil_url', interno.foto_publica(m.foto_perfil_url),
  'identidad_verificada', m.identidad_verificada,
  'oficio_principal', p_principal,
  'promedio_calificacion', m.promedio_calificacion,
  'cantidad_reseñas', m."cantidad_reseñas",
  'reputacion_nivel', m.reputacion_nivel,
  'reputacion_chip_label', interno.chip_de_nivel(m.reputacion_nivel),
  'numero_trabajos_completados', m.numero_trabajos_completados,
  'telefono', null,
  'alcaldia', p_alcaldia,
  'disponible_el', p_disponible_el,
  'tiempo_respuesta', p_tiempo_respuesta
)::text;

-- Adds counts that a process has collected: [{alcaldia, oficio, total}]. The rows are written in the order of their keys,
-- so that two processes never wait for each other in a circle. Days outside the window are deleted.
create or replace function interno.sumar_busquedas(p_busquedas jsonb) returns void
language sql set search_path = ''
begin atomic
  delete from interno.busquedas_diarias b
  where b.dia <= interno.dia_de_la_ciudad(now()) - 30
    and b.alcaldia in (select e.alcaldia from jsonb_to_recordset(p_busquedas) as e (alcaldia text));
  insert into interno.busquedas_diarias as b (alcaldia, dia, oficio, total, sin_resultado)
  select a.nombre, interno.dia_de_la_ciudad(now()), o.nombre, sum(e.total), sum(coalesce(e.sin_resultado, 0))
  from jsonb_to_recordset(p_busquedas) as e (alcaldia text, oficio text, total integer, sin_resultado integer)
  join public.alcaldias_disponibles a on a.nombre = e.alcaldia
  join public.oficios_disponibles o on o.nombre = e.oficio
  where e.total + coalesce(e.sin_resultado, 0) > 0
  group by a.nombre, o.nombre
  order by a.nombre, o.nombre
  on conflict (alcaldia, dia, oficio) do update set
    total = b.total + excluded.total, sin_resultado = b.sin_resultado + excluded.sin_resultado;
end;

-- The active trades with most searches in a borough today and in the 29 days before.
create or replace function interno.oficios_mas_buscados(p_alcaldia text, p_cuantos integer) returns text[]
language sql stable set search_path = ''
return array(
  select b.oficio
  from interno.busquedas_diarias b
  join public.oficios_disponibles o on o.nombre = b.oficio and o.activo
  where b.alcaldia = p_alcaldia and b.dia > interno.dia_de_la_ciudad(now()) - 30 and b.total > 0
  group by b.oficio
  order by sum(b.total) desc, b.oficio
  limit p_cuantos
);

-- The counters are derived from the rows of the directory by triggers, so they are right for every writer.
create or replace function interno.contar_directorio() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  c record;
begin
  if tg_op = 'INSERT' then
    for c in select alcaldia, oficio, celda, count(*)::int as delta from nuevas group by 1, 2, 3 order by 1, 2, 3 loop
      perform interno.sumar_al_total(c.alcaldia, c.oficio, c.celda, c.delta);
    end loop;
  elsif tg_op = 'DELETE' then
    for c in select alcaldia, oficio, celda, -count(*)::int as delta from viejas group by 1, 2, 3 order by 1, 2, 3 loop
      perform interno.sumar_al_total(c.alcaldia, c.oficio, c.celda, c.delta);
    end loop;
  else
    -- Most updates do not change the cell and therefore no counter.
    for c in
      select alcaldia, oficio, celda, sum(delta)::int as delta
      from (
        select alcaldia, oficio, celda, 1 as delta from nuevas
        union all
        select alcaldia, oficio, celda, -1 from viejas
      ) cambios
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    loop
      perform interno.sumar_al_total(c.alcaldia, c.oficio, c.celda, c.delta);
    end loop;
  end if;
  return null;
end $$;

-- Counts the marked rows, in the order of their keys, as interno.contar_directorio counts all rows.
create or replace function interno.contar_disponibles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_disponibles(c.alcaldia, c.oficio, c.dia, c.celda, c.delta) from (
      select alcaldia, oficio, disponible_el as dia, celda, count(*)::int as delta
      from nuevas where disponible_el is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4) c;
  elsif tg_op = 'DELETE' then
    perform interno.sumar_disponibles(c.alcaldia, c.oficio, c.dia, c.celda, c.delta) from (
      select alcaldia, oficio, disponible_el as dia, celda, -count(*)::int as delta
      from viejas where disponible_el is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4) c;
  else
    perform interno.sumar_disponibles(c.alcaldia, c.oficio, c.dia, c.celda, c.delta) from (
      select alcaldia, oficio, dia, celda, sum(delta)::int as delta
      from (
        select alcaldia, oficio, disponible_el as dia, celda, 1 as delta from nuevas
        union all
        select alcaldia, oficio, disponible_el, celda, -1 from viejas
      ) cambios
      where dia is not null group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4) c;
  end if;
  return null;
end $$;

create or replace function interno.sumar_al_total(p_alcaldia text, p_oficio text, p_celda smallint, p_delta integer)
returns void
language sql security definer set search_path = ''
as $$
  insert into interno.directorio_totales as t (alcaldia, oficio, total) values (p_alcaldia, p_oficio, greatest(p_delta, 0))
  on conflict (alcaldia, oficio) do update set total = t.total + p_delta, cambiado_en = now();
  insert into interno.directorio_celdas as t values (p_alcaldia, p_oficio, p_celda, greatest(p_delta, 0))
  on conflict (alcaldia, oficio, celda) do update set total = t.total + p_delta;
$$;

create or replace function interno.sumar_disponibles(p_alcaldia text, p_oficio text, p_dia date, p_celda smallint, p_delta integer)
returns void
language sql security definer set search_path = ''
as $$
  insert into interno.directorio_disponibles as t values (p_alcaldia, p_oficio, p_dia, p_celda, greatest(p_delta, 0))
  on conflict (alcaldia, oficio, dia, celda) do update set total = t.total + p_delta;
$$;

-- Locks the totals of boroughs and trades, in the order of their keys. A total that is missing is created.
create or replace function interno.cerrar_totales(p_alcaldias text[], p_oficios text[]) returns void
language sql set search_path = ''
begin atomic
  insert into interno.directorio_totales as t (alcaldia, oficio, total)
  select distinct a.nombre, o.nombre, 0 from unnest(p_alcaldias) a (nombre), unnest(p_oficios) o (nombre) order by 1, 2
  -- The condition is evaluated after the row is locked: it is locked and not written.
  on conflict (alcaldia, oficio) do update set total = t.total where false;
end;

create or replace function interno.fechar_preferencias() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end $$;

-- Whether a person wants a kind of notice; p_columna is a column of preferencias_avisos. The defaults repeat those of the
-- table; a test compares the two.
create or replace function interno.quiere_aviso(p_user uuid, p_columna text) returns boolean
language plpgsql stable set search_path = ''
as $$
declare
  v_defecto constant boolean := p_columna <> 'push_con_texto';
begin
  if p_columna is null or p_columna not in (
    'correo_mensajes', 'correo_contacto', 'correo_resenas', 'correo_busquedas',
    'push_mensajes', 'push_contacto', 'push_busquedas', 'push_con_texto'
  ) then
    raise exception 'Unknown kind of notice' using errcode = '22023';
  end if;
  return coalesce(
    (select (to_jsonb(p) ->> p_columna)::boolean from public.preferencias_avisos p where p.user_id = p_user),
    v_defecto);
end $$;

-- Whether an optional e-mail is sent to a person: it is wanted, and the mailbox did not refuse the last three. Two weeks
-- after a refusal one e-mail is tried again, because a fault of the mail server must not end all e-mails for good.
create or replace function interno.quiere_correo(p_user uuid, p_columna text) returns boolean
language sql stable set search_path = ''
return interno.quiere_aviso(p_user, p_columna)
  and not exists (
    select from interno.rebotes where user_id = p_user and veces >= 3 and ultimo_en > now() - interval '14 days');

-- The link in an optional e-mail (apps/server/src/subjects/avisos/unsubscribe). An account that was erased meanwhile changes nothing.
create or replace function interno.dejar_correo(p_user uuid, p_columna text) returns void
language plpgsql set search_path = ''
as $$
begin
  if not interno.quiere_aviso(p_user, p_columna) then
    return;
  end if;
  insert into public.preferencias_avisos as p
    (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas)
  select id, p_columna <> 'correo_mensajes', p_columna <> 'correo_contacto', p_columna <> 'correo_resenas',
    p_columna <> 'correo_busquedas'
  from auth.users where id = p_user
  on conflict (user_id) do update set
    correo_mensajes = p.correo_mensajes and excluded.correo_mensajes,
    correo_contacto = p.correo_contacto and excluded.correo_contacto,
    correo_resenas = p.correo_resenas and excluded.correo_resenas,
    correo_busquedas = p.correo_busquedas and excluded.correo_busquedas;
end $$;

create or replace function interno.anotar_rebote(p_correo text) returns void
language sql set search_path = ''
begin atomic
  insert into interno.rebotes as r (user_id) select id from auth.users where email = lower(p_correo)
  on conflict (user_id) do update set veces = r.veces + 1, ultimo_en = now();
end;

create or replace function interno.olvidar_rebotes(p_correo text) returns void
language sql set search_path = ''
begin atomic
  delete from interno.rebotes r using auth.users u where u.id = r.user_id and u.email = lower(p_correo);
end;

-- Rows of the past, which an import or the demo directory writes, are no news.
create or replace function interno.encolar_correo_de_contacto() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('send-contact-mail', jsonb_build_object('buscador', buscador_id, 'maestro', maestro_id))
  from nuevos where creado_en > now() - interval '1 hour';
  return null;
end $$;

create or replace function interno.encolar_correo_de_resena() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('send-review-mail', jsonb_build_object('resena', id, 'maestro', maestro_id))
  from nuevas where creado_en > now() - interval '1 hour';
  return null;
end $$;

-- Adds a job for each browser of the receivers of new messages. The delay gives an open conversation time to mark the
-- message as read, and makes one notification of several messages. Preferences, blocks and read marks are checked by the
-- job, so that a message costs one index lookup when its receiver has no subscription.
create or replace function interno.encolar_push() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  perform interno.encolar_con_clave(
    'send-push', jsonb_build_object('suscripcion', d.id, 'chat', d.chat_id, 'userId', d.user_id),
    'push:' || d.id || ':' || d.chat_id, now() + interval '3 seconds', 8)
  from (
    select distinct s.id, s.user_id, n.chat_id
    from nuevos n
    join public.chats c on c.id = n.chat_id
    join interno.suscripciones_push s
      on s.user_id = case n.autor_id when c.maestro_id then c.buscador_id else c.maestro_id end
    where not n.bloqueado
    order by n.chat_id, s.id
  ) d;
  return null;
end $$;

-- Stores a subscription of this person and session. A subscription that another account made in the same browser moves to
-- this one; the keys prove that it is the same browser. Answers false for an endpoint that is known with other keys.
-- Of more than p_maximo subscriptions the oldest are removed.
create or replace function interno.guardar_suscripcion(
  p_user uuid, p_session uuid, p_endpoint text, p_p256dh text, p_auth text, p_navegador text, p_maximo integer
) returns boolean
language plpgsql set search_path = ''
as $$
begin
  -- Simultaneous calls of one person wait for each other, so that all subscriptions are counted.
  perform from auth.users where id = p_user for no key update;
  insert into interno.suscripciones_push as s (user_id, session_id, endpoint, p256dh, auth, navegador)
  values (p_user, p_session, p_endpoint, p_p256dh, p_auth, p_navegador)
  on conflict (endpoint) do update
    set user_id = excluded.user_id, session_id = excluded.session_id, navegador = excluded.navegador, creado_en = now()
    where s.p256dh = excluded.p256dh and s.auth = excluded.auth;
  if not found then
    return false;
  end if;
  delete from interno.suscripciones_push
  where id in (
    select id from interno.suscripciones_push where user_id = p_user
    order by creado_en desc, id offset p_maximo);
  return true;
end $$;

-- Whether an e-mail about unread messages of a chat may be sent to one of its two people. The two columns say why not.
create or replace function interno.aviso_sin_leer(p_persona uuid, p_chat uuid, out debido boolean, out en_linea boolean)
language sql stable set search_path = ''
as $$
  select c.cerrado_en is null and c.pausado_en is null and c.bloqueado_en is null and p.suspendido_en is null
      and case p_persona when c.maestro_id then c.no_leidos_maestro else c.no_leidos_buscador end > 0
      and interno.quiere_correo(p_persona, 'correo_mensajes'),
    interno.esta_en_linea(p_persona)
  from public.chats c join public.profiles p on p.id = p_persona
  where c.id = p_chat and p_persona in (c.buscador_id, c.maestro_id)
$$;

-- Queues one e-mail for each noted chat whose person is not online. A chat of a person who is online is examined again
-- at the next call; one that was read, or whose e-mail is not wanted, is forgotten. Answers how many were queued.
create or replace function interno.encolar_sin_leer() returns integer
language plpgsql set search_path = ''
as $$
declare
  v_cuantos integer;
begin
  with pendientes as materialized (
    select a.persona_id, a.chat_id, coalesce(e.debido, false) as debido, e.en_linea
    from interno.avisos_sin_leer a
    left join lateral interno.aviso_sin_leer(a.persona_id, a.chat_id) e on true
    where a.pendiente
    for update of a skip locked
  ), decididos as (
    update interno.avisos_sin_leer a set
      pendiente = false,
      hasta = case when p.debido then (
        select m.secuencia from public.mensajes m where m.chat_id = a.chat_id and not m.bloqueado
        order by m.secuencia desc limit 1) else a.hasta end
    from pendientes p
    where a.persona_id = p.persona_id and a.chat_id = p.chat_id and not (p.debido and p.en_linea)
    returning a.persona_id, a.chat_id, a.hasta, p.debido
  )
  select count(interno.encolar(
    'send-unread-mail', jsonb_build_object('persona', persona_id, 'chat', chat_id, 'hasta', hasta)))
  into v_cuantos from decididos where debido;
  return v_cuantos;
end $$;

-- Notes the chats with messages that have been unread for p_minutos. Requests of a contact have an e-mail of their own.
create or replace function interno.reunir_sin_leer(p_minutos integer) returns void
language plpgsql set search_path = ''
-- A session keeps the plan that it made while the tables were small. This setting allows only plans with indexes.
set enable_seqscan = off
as $$
declare
  v_hasta constant timestamptz := now() - make_interval(mins => p_minutos);
  v_desde timestamptz;
begin
  select hasta into v_desde from interno.examen_de_mensajes for update;
  if v_desde >= v_hasta then
    return;
  end if;
  insert into interno.avisos_sin_leer as a (persona_id, chat_id, pendiente)
  select distinct l.persona_id, m.chat_id, true
  from public.mensajes m
  join public.chats c on c.id = m.chat_id
  cross join lateral (
    select case m.autor_id when c.maestro_id then c.buscador_id else c.maestro_id end as persona_id,
      case m.autor_id when c.maestro_id then c.leido_buscador_hasta else c.leido_maestro_hasta end as leido_hasta
  ) l
  join auth.users u on u.id = l.persona_id
  left join interno.avisos_sin_leer antes on antes.persona_id = l.persona_id and antes.chat_id = m.chat_id
  where m.creado_en > v_desde and m.creado_en <= v_hasta and not m.bloqueado and m.tipo <> 'contacto'
    and m.secuencia > l.leido_hasta
    and (antes.hasta is null or l.leido_hasta >= antes.hasta)
  order by 1, 2
  on conflict (persona_id, chat_id) do update set pendiente = true where not a.pendiente;
  update interno.examen_de_mensajes set hasta = v_hasta;
end $$;

-- Several processes may see the same person, so a recent mark is not written again.
create or replace function interno.anotar_en_linea(p_personas uuid[]) returns void
language sql set search_path = ''
begin atomic
  insert into interno.en_linea as e (user_id, visto_en)
  select u.id, now() from auth.users u where u.id = any (p_personas) order by u.id
  on conflict (user_id) do update set visto_en = now() where e.visto_en < now() - interval '30 seconds';
end;

-- A mark is written every minute; two missed marks mean that the person has left.
create or replace function interno.esta_en_linea(p_persona uuid) returns boolean
language sql stable set search_path = ''
return exists (
  select from interno.en_linea where user_id = p_persona and visto_en > now() - interval '150 seconds');

-- Writes the profile, its trades, boroughs and documents, removes the draft and queues the welcome e-mail, all in the
-- caller's transaction. p_datos has the shape of Onboarding in dominio, checked by the caller. A profile that is complete
-- already is left as it is: a repeated submit answers like the first.
--
-- A maestro whose profile is no longer complete, for example without its photo, submits the onboarding again. The old
-- choices are deleted while the maestro is not in the directory: otherwise the totals of the old pairs would be locked
-- before those of the new ones, and two maestros could end in a deadlock.
create or replace function interno.completar_onboarding(p_maestro uuid, p_datos jsonb, p_trabajo text, p_intentos integer) returns void
language plpgsql set search_path = ''
as $$
declare
  v_fuera text;
begin
  perform from public.profiles where id = p_maestro for no key update;
  -- A change that completes the profile at the same time is completed first.
  perform from public.maestros where id = p_maestro for no key update;
  if exists (select from public.maestros where id = p_maestro and perfil_completo) then
    return;
  end if;

  select e.nombre into v_fuera from jsonb_array_elements_text(p_datos -> 'oficios') with ordinality e (nombre, lugar)
  where not exists (select from public.oficios_disponibles c where c.nombre = e.nombre and c.activo)
  order by e.lugar limit 1;
  if found then
    raise exception 'El oficio % ya no está disponible.', v_fuera using errcode = 'PT422', detail = 'oficio';
  end if;
  select e.nombre into v_fuera from jsonb_array_elements_text(p_datos -> 'alcaldias') with ordinality e (nombre, lugar)
  where not exists (select from public.alcaldias_disponibles c where c.nombre = e.nombre and c.activo)
  order by e.lugar limit 1;
  if found then
    raise exception 'La alcaldía % ya no está disponible.', v_fuera using errcode = 'PT422', detail = 'alcaldia';
  end if;

  -- Before the profile is complete, so that this changes no total of the directory.
  delete from public.maestro_oficios where maestro_id = p_maestro;
  delete from public.maestro_alcaldias where maestro_id = p_maestro;
  insert into public.maestros as m (
    id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
    referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
    terminos_aceptados, fecha_aceptacion)
  select p.id, p_datos #>> '{datos,nombre}', p_datos #>> '{datos,apellido}', p_datos #>> '{datos,telefono}',
    p_datos #>> '{alcaldias,0}', p_datos ->> 'descripcion', p_datos ->> 'selfie', p_datos ->> 'ine',
    p_datos ->> 'curp', p_datos ->> 'domicilio',
    p_datos #>> '{referencia1,nombre_cliente}', p_datos #>> '{referencia1,descripcion_trabajo}',
    p_datos #>> '{referencia1,numero_referencia}',
    p_datos #>> '{referencia2,nombre_cliente}', p_datos #>> '{referencia2,descripcion_trabajo}',
    p_datos #>> '{referencia2,numero_referencia}',
    p.terminos_aceptados, p.fecha_aceptacion
  from public.profiles p where p.id = p_maestro
  on conflict (id) do update set
    nombre = excluded.nombre, apellido = excluded.apellido, telefono = excluded.telefono, alcaldia = excluded.alcaldia,
    descripcion = excluded.descripcion, foto_perfil_url = excluded.foto_perfil_url, ine_url = excluded.ine_url,
    curp = excluded.curp, domicilio = excluded.domicilio,
    referencia1_nombre_cliente = excluded.referencia1_nombre_cliente,
    referencia1_descripcion_trabajo = excluded.referencia1_descripcion_trabajo,
    referencia1_numero_referencia = excluded.referencia1_numero_referencia,
    referencia2_nombre_cliente = excluded.referencia2_nombre_cliente,
    referencia2_descripcion_trabajo = excluded.referencia2_descripcion_trabajo,
    referencia2_numero_referencia = excluded.referencia2_numero_referencia,
    terminos_aceptados = excluded.terminos_aceptados, fecha_aceptacion = excluded.fecha_aceptacion;

  -- The order of insertion is the order of choosing: the first is the main one.
  insert into public.maestro_oficios (maestro_id, oficio)
  select p_maestro, e.nombre from jsonb_array_elements_text(p_datos -> 'oficios') with ordinality e (nombre, lugar)
  order by e.lugar;
  insert into public.maestro_alcaldias (maestro_id, alcaldia)
  select p_maestro, e.nombre from jsonb_array_elements_text(p_datos -> 'alcaldias') with ordinality e (nombre, lugar)
  order by e.lugar;

  insert into public.maestro_documentos (maestro_id, tipo, objeto)
  select p_maestro, tipo, p_datos ->> tipo from unnest('{ine_reverso,comprobante_domicilio}'::text[]) tipo
  where p_datos ->> tipo <> ''
  on conflict (maestro_id, tipo) do update set objeto = excluded.objeto, creado_en = now()
    where maestro_documentos.objeto <> excluded.objeto;

  perform interno.guardar_nombre_de_cuenta(p_maestro, p_datos #>> '{datos,nombre}', p_datos #>> '{datos,apellido}');
  delete from interno.borradores where maestro_id = p_maestro;
  if not exists (select from public.maestros where id = p_maestro and perfil_completo) then
    raise exception 'The onboarding did not complete the profile';
  end if;
  perform interno.dar_bienvenida(p_maestro, p_trabajo, p_intentos);
end $$;

-- Saves the steps that p_cambios names and answers all steps with their versions. A step is written when its base is the
-- stored version, or when its value is the stored one: repeating a save whose answer was lost changes nothing. A step
-- that another device has changed since is left as it is; the caller sees the other version in the answer.
create or replace function interno.guardar_borrador(
  p_maestro uuid, p_cambios jsonb, out completo boolean, out pasos jsonb
)
language plpgsql set search_path = ''
as $$
begin
  -- Saves wait for a submit and the other way round, so that none is written after the draft has become a profile.
  perform from public.profiles where id = p_maestro for no key update;
  completo := exists (select from public.maestros where id = p_maestro and perfil_completo);
  pasos := '{}';
  if completo then
    return;
  end if;
  insert into interno.borradores as b (maestro_id, paso, valor, version)
  select p_maestro, c.key, c.value -> 'valor', (c.value ->> 'base')::integer + 1
  from jsonb_each(p_cambios) c order by c.key
  on conflict (maestro_id, paso) do update
    set valor = excluded.valor, version = greatest(b.version, excluded.version), actualizado_en = now()
    where b.version = excluded.version - 1 or b.valor = excluded.valor;
  select jsonb_object_agg(s.paso, jsonb_build_object('version', s.version, 'valor', s.valor)) into pasos
  from (
    select b.paso, b.version, b.valor from interno.borradores b where b.maestro_id = p_maestro
    union all
    select e.key, 0, e.value from jsonb_each(interno.pasos_de_perfil(p_maestro)) e
    where not exists (select from interno.borradores b where b.maestro_id = p_maestro and b.paso = e.key)
  ) s;
end $$;

-- Pictures of a draft are shown by it, so that they are not removed after a day as unused. Null for other steps.
create or replace function interno.imagen_de_borrador(p_paso text, p_valor jsonb) returns text
language sql immutable
return case when p_paso in ('selfie', 'ine', 'ine_reverso', 'comprobante_domicilio') then nullif(p_valor #>> '{}', '') end;

create or replace function interno.exigir_imagen_de_borrador() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_imagen constant text := interno.imagen_de_borrador(new.paso, new.valor);
begin
  if v_imagen is not null
    and interno.imagen_propia(new.maestro_id, interno.prefijo_de_imagen(new.paso, new.maestro_id), v_imagen) is null then
    raise exception '%', interno.rechazo_de_imagen(new.paso) using errcode = 'PT422', detail = new.paso;
  end if;
  return new;
end $$;

create or replace function interno.marcar_imagen_de_borrador() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_maestro constant uuid := case tg_op when 'DELETE' then old.maestro_id else new.maestro_id end;
  v_paso constant text := case tg_op when 'DELETE' then old.paso else new.paso end;
  v_antes constant text := case when tg_op <> 'INSERT' then interno.imagen_de_borrador(old.paso, old.valor) end;
  v_ahora constant text := case when tg_op <> 'DELETE' then interno.imagen_de_borrador(new.paso, new.valor) end;
  v_of constant text[] := array[replace(interno.prefijo_de_imagen(v_paso, v_maestro), '_', '\_') || '%'];
begin
  if v_antes is distinct from v_ahora and v_antes is not null
    and not exists (
      select from public.maestros m where m.id = v_maestro
        and interno.direccion_de_objeto(v_antes) in (m.foto_perfil_url, m.ine_url))
    and not exists (select from public.maestro_documentos d where d.objeto = v_antes) then
    perform storage.mark_shown(false, 'chat-media', array[v_antes], v_of);
  end if;
  if v_ahora is not null then
    perform storage.mark_shown(true, 'chat-media', array[v_ahora], v_of);
  end if;
  return null;
end $$;

-- The beginning of the names of a maestro's pictures, by the step of the draft that holds them. Null for other steps.
create or replace function interno.prefijo_de_imagen(p_paso text, p_maestro uuid) returns text
language sql immutable
return case p_paso
  when 'selfie' then 'profile-photos/' || p_maestro || '/'
  when 'ine' then 'ine_' || p_maestro || '_'
  when 'ine_reverso' then 'documentos/' || p_maestro || '/ine_reverso_'
  when 'comprobante_domicilio' then 'documentos/' || p_maestro || '/comprobante_domicilio_'
end;

create or replace function interno.dar_bienvenida(p_maestro uuid, p_trabajo text, p_intentos integer) returns void
language plpgsql set search_path = ''
as $$
begin
  insert into interno.bienvenidas (cuenta_id) values (p_maestro) on conflict do nothing;
  if found then
    perform interno.encolar(p_trabajo, jsonb_build_object('userId', p_maestro), p_intentos);
  end if;
end $$;

-- A sign-up without a confirmed e-mail address has no session, so the call of the web app sends nothing. The welcome is
-- then queued when the address is confirmed. An account that is confirmed at once is inserted so, and fires no trigger.
create or replace function interno.dar_bienvenida_al_confirmar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if interno.rol_de(new.id) = 'buscador' then
    perform interno.dar_bienvenida(new.id, 'send-buscador-welcome-mail', 12);
  end if;
  return null;
end $$;

-- Unlocks the contact of a maestro for a seeker. p_nota is the text of the notice in the chat, p_contexto what a new chat
-- is about, p_por_dia how many new maestros a seeker may unlock in a day of Mexico City. The last two are the limits of
-- interno.iniciar_chat for new chats, whose errors are raised here too.
--
-- estado:
--   sin_maestro  The maestro is not in the directory. Nothing was written.
--   limite       The seeker has used up the day. espera is the number of seconds until the next day.
--   repetido     The contact was unlocked before. Nothing was written, unless the access had no chat. The phone is answered
--                as it is now, and a block refuses it like a first unlock.
--   abierto      The access and the notice were written; mensaje and chat are their rows.
--
-- Locks are taken in the order profiles, counters of the maestro, chat. A suspension and an erasure lock the profile before
-- the chats too, and sending a message locks only the chat, so none of them can deadlock with this function.
create or replace function interno.abrir_contacto(
  p_buscador uuid, p_maestro uuid, p_motivo text, p_detalle text, p_nota text, p_contexto jsonb, p_por_dia integer,
  p_maximo_chats integer, p_segundos_chats integer, p_frenos jsonb default null,
  out estado text, out espera integer, out nuevo_chat boolean, out chat public.chats, out mensaje public.mensajes,
  out nombre text, out apellido text, out telefono text
)
language plpgsql set search_path = ''
-- As in interno.sumar_resenas: only plans with indexes, because a session keeps the plan that it made while the tables were
-- small.
set enable_seqscan = off
as $$
declare
  v_hoy constant timestamptz := interno.dia_de_la_ciudad(now())::timestamp at time zone 'America/Mexico_City';
  v_manana constant timestamptz :=
    (interno.dia_de_la_ciudad(now()) + 1)::timestamp at time zone 'America/Mexico_City';
  v_repetido boolean;
  v_inicio record;
begin
  nuevo_chat := false;
  -- Simultaneous calls of one seeker wait for each other, so that all of them are counted and none is written twice.
  perform from public.profiles where id = p_buscador for no key update;
  -- A suspension or erasure of the maestro that has begun is completed first.
  perform from public.profiles where id = p_maestro for share;
  perform interno.exigir_cuenta_activa(p_buscador);
  select m.nombre, m.apellido, m.telefono into nombre, apellido, telefono
  from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    estado := 'sin_maestro';
    return;
  end if;

  v_repetido := exists (
    select from public.accesos_contacto a where a.buscador_id = p_buscador and a.maestro_id = p_maestro);
  if not v_repetido and p_por_dia <= (
    select count(*) from public.accesos_contacto a where a.buscador_id = p_buscador and a.creado_en >= v_hoy
  ) then
    estado := 'limite';
    espera := interno.segundos_hasta(v_manana);
    return;
  end if;
  if not v_repetido then
    perform interno.frenar_cuenta_nueva(p_buscador, 'contacto', p_maestro, p_frenos);
  end if;

  select * into v_inicio
  from interno.iniciar_chat(p_buscador, p_maestro, p_contexto, p_maximo_chats, p_segundos_chats);
  chat := v_inicio.chat;
  nuevo_chat := v_inicio.nuevo;
  if v_repetido then
    if not interno.contacto_visible(p_maestro, p_buscador) then
      raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
    end if;
    estado := 'repetido';
    return;
  end if;

  insert into public.accesos_contacto (buscador_id, maestro_id, motivo, detalle)
  values (p_buscador, p_maestro, p_motivo, p_detalle);
  -- As in interno.enviar_mensajes: messages of a chat get number and time in the order in which they become visible.
  perform from public.chats c where c.id = chat.id for no key update;
  insert into public.mensajes as m (chat_id, autor_id, tipo, contenido, creado_en)
  values (chat.id, p_buscador, 'contacto', p_nota, clock_timestamp())
  returning m.* into mensaje;
  select c.* into chat from public.chats c where c.id = mensaje.chat_id;
  estado := 'abierto';
end $$;

-- The maestros whose contact is open to the reader: the reader, and those with a recorded access. This is the only place with
-- this rule. Neither `security definer` nor `set`: with them PostgreSQL would not put the function into the query. No role of
-- a request may execute it, because row-level security would hide blocks from it.
create or replace function interno.contactos_abiertos(p_lector uuid) returns setof uuid
language sql stable
begin atomic
  select maestro_id from public.accesos_contacto where buscador_id = p_lector
  union all
  select p_lector where p_lector is not null;
end;

-- Whether the contact of a maestro was opened to a reader: the maestro's own, and that of seekers with a recorded access.
create or replace function interno.contacto_abierto(p_maestro uuid, p_lector uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from interno.contactos_abiertos(p_lector) abierto(id) where abierto.id = p_maestro);

-- The same without the maestros who block the reader. This is the only place with this rule.
create or replace function interno.contactos_visibles(p_lector uuid) returns setof uuid
language sql stable
begin atomic
  select abierto.id from interno.contactos_abiertos(p_lector) abierto(id)
  where not exists (select from public.bloqueos where bloqueador_id = abierto.id and bloqueado_id = p_lector);
end;

-- Whether a reader sees the contact of a maestro now: contact data is hidden from a seeker whom the maestro blocks, and
-- visible again after the block. The access itself never ends (interno.contacto_abierto): moderation and voice notes of the
-- chat depend on the access and not on the block. docs/decisions/contacto.md and docs/decisions/seguridad.md.
create or replace function interno.contacto_visible(p_maestro uuid, p_lector uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from interno.contactos_visibles(p_lector) visible(id) where visible.id = p_maestro);

create or replace function interno.ve_contacto(p_maestro uuid) returns boolean
language sql stable security definer set search_path = ''
return interno.contacto_visible(p_maestro, auth.uid());

create or replace function interno.contar_contactos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, 0, d.cuantas)
    from (
      select maestro_id, interno.dia_de_la_ciudad(creado_en) as dia, count(*)::int as cuantas
      from nuevas group by 1, 2 order by 1, 2
    ) d;
  else
    perform interno.sumar_cifra(d.maestro_id, d.dia, 0, -d.cuantas)
    from (
      select maestro_id, interno.dia_de_la_ciudad(creado_en) as dia, count(*)::int as cuantas
      from viejas group by 1, 2 order by 1, 2
    ) d;
  end if;
  return null;
end $$;

create or replace function interno.anotar_accesos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'contacto_accedido', buscador_id, maestro_id, jsonb_build_object('motivo', motivo) from nuevos;
  return null;
end $$;

-- Writes or edits the review of a pair. estado is 'escrita', 'editada', 'igual' (a repetition of the same review, which
-- changes nothing), or why it was refused. The author's profile is locked first: two writes of one author run one after the
-- other, and so do a write and the suspension or erasure of its author. p_frenos are those of interno.frenar_cuenta_nueva,
-- and 'rafaga': whether the address belongs to a burst of reviews of new accounts. The address itself is not stored.
create or replace function interno.guardar_resena(
  p_buscador uuid, p_maestro uuid, p_puntuacion integer, p_comentario text, p_trabajo boolean, p_fotos text[],
  p_dias integer, p_frenos jsonb default null, out estado text, out resena jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.resenas;
  v_fotos text[];
begin
  perform from public.profiles where id = p_buscador and eliminada_en is null for no key update;
  if not found then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
  estado := interno.impedimento_de_resena(p_buscador, p_maestro, p_dias);
  select r.* into v from public.resenas r where r.buscador_id = p_buscador and r.maestro_id = p_maestro for no key update;
  if found then
    v_fotos := array(select f.objeto from interno.fotos_de_resena f where f.resena_id = v.id order by f.orden);
    if (v.puntuacion, v.comentario, v.trabajo_realizado, v_fotos)
      is not distinct from (p_puntuacion::smallint, p_comentario, p_trabajo, p_fotos) then
      estado := 'igual';
      resena := to_jsonb(v);
      return;
    end if;
  end if;
  if estado is not null then
    return;
  end if;
  if v.id is null then
    perform interno.frenar_cuenta_nueva(p_buscador, 'resena', null, p_frenos);
    insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado, revisar_en)
    values (p_buscador, p_maestro, p_puntuacion, p_comentario, p_trabajo,
      case when p_frenos ->> 'rafaga' is distinct from 'true' or interno.etapa_de_cuenta(p_buscador) <> 'nueva'
        then now() + interval '7 days' end)
    returning * into v;
    estado := 'escrita';
  else
    update public.resenas r set
      puntuacion = p_puntuacion, comentario = p_comentario, trabajo_realizado = p_trabajo, editado_en = now()
    where r.id = v.id returning * into v;
    estado := 'editada';
  end if;
  if p_fotos is distinct from coalesce(v_fotos, '{}') then
    perform interno.cambiar_fotos(v.id, p_buscador, p_fotos);
  end if;
  resena := to_jsonb(v);
end $$;

-- The maestro's single answer. estado is 'respondida', 'igual' (a repetition of the same answer), 'ya_respondida' or
-- 'sin_resena'. It waits for an erasure of the review's author and is refused after it.
create or replace function interno.responder_resena(
  p_maestro uuid, p_resena uuid, p_respuesta text, out estado text, out resena jsonb
)
language plpgsql set search_path = ''
as $$
declare
  v public.resenas;
begin
  -- The profile before the review, as interno.borrar_cuenta does.
  perform from public.profiles where id = p_maestro and eliminada_en is null for share;
  if not found then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
  select r.* into v from public.resenas r
  where r.id = p_resena and r.maestro_id = p_maestro and not r.oculta for no key update;
  if not found then
    estado := 'sin_resena';
  elsif v.respuesta is null then
    update public.resenas r set respuesta = p_respuesta, respondido_en = now() where r.id = p_resena returning * into v;
    estado := 'respondida';
  else
    estado := case when v.respuesta = p_respuesta then 'igual' else 'ya_respondida' end;
  end if;
  resena := to_jsonb(v);
end $$;

-- Removes a review with its photos. Answers whether there was one. The files are noted in storage.leftovers, and the sweep
-- removes them; their addresses answer nothing from now on.
create or replace function interno.retirar_resena(p_operador uuid, p_resena uuid, p_motivo text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v public.resenas;
begin
  perform interno.exigir_operador(p_operador);
  -- The author's profile is locked first, as interno.guardar_resena does.
  perform from public.profiles p join public.resenas r on r.buscador_id = p.id where r.id = p_resena for no key update of p;
  select r.* into v from public.resenas r where r.id = p_resena for update;
  if not found then
    return false;
  end if;
  perform interno.borrar_fotos(array(select f.objeto from interno.fotos_de_resena f where f.resena_id = p_resena));
  delete from public.resenas where id = p_resena;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'retirar_resena', v.buscador_id,
    jsonb_build_object('resena', v.id, 'maestro', v.maestro_id, 'puntuacion', v.puntuacion, 'motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('resena_retirada', p_operador, v.buscador_id,
    jsonb_build_object('resena_id', v.id, 'maestro_id', v.maestro_id));
  perform interno.anunciar_resena(v);
  return true;
end $$;

-- Why a seeker may not write or edit the review of a maestro; null when they may. A review that exists can be edited for
-- p_dias days. A first one needs a recorded contact access, and that both have written in their chat: a text, a picture or
-- a voice note that was delivered.
create or replace function interno.impedimento_de_resena(p_buscador uuid, p_maestro uuid, p_dias integer) returns text
language plpgsql stable set search_path = ''
as $$
declare
  v_escrita timestamptz;
  v_chat uuid;
begin
  perform from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    return 'sin_maestro';
  end if;
  select r.creado_en into v_escrita from public.resenas r where r.buscador_id = p_buscador and r.maestro_id = p_maestro;
  if found then
    return case when v_escrita <= now() - make_interval(days => p_dias) then 'vencida' end;
  end if;
  perform from public.accesos_contacto where buscador_id = p_buscador and maestro_id = p_maestro;
  if not found then
    return 'sin_acceso';
  end if;
  select c.id into v_chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  perform from public.mensajes m
  where m.chat_id = v_chat and m.autor_id = p_buscador and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado limit 1;
  if not found then
    return 'sin_mensaje';
  end if;
  perform from public.mensajes m
  where m.chat_id = v_chat and m.autor_id = p_maestro and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado limit 1;
  return case when not found then 'sin_respuesta' end;
end $$;

-- Whether the seeker of a chat is asked for a review now. The first time that this is so is stored.
create or replace function interno.pedir_resena(
  p_buscador uuid, p_chat uuid, p_tras_dias integer, p_durante_dias integer, p_editable_dias integer
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_maestro uuid;
  v_pedida boolean;
begin
  select c.maestro_id into v_maestro from public.chats c
  join public.accesos_contacto a on a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id
  where c.id = p_chat and c.buscador_id = p_buscador and a.creado_en <= now() - make_interval(days => p_tras_dias)
    and not exists (
      select from public.resenas r where r.buscador_id = c.buscador_id and r.maestro_id = c.maestro_id);
  if not found or interno.impedimento_de_resena(p_buscador, v_maestro, p_editable_dias) is not null then
    return false;
  end if;
  insert into interno.peticiones_de_resena (buscador_id, maestro_id) values (p_buscador, v_maestro)
  on conflict (buscador_id, maestro_id) do nothing;
  select p.descartada_en is null and p.pedida_en > now() - make_interval(days => p_durante_dias) into v_pedida
  from interno.peticiones_de_resena p where p.buscador_id = p_buscador and p.maestro_id = v_maestro;
  return v_pedida;
end $$;

-- Answers whether it is a chat of this seeker with a recorded access. Dismissing again changes nothing.
create or replace function interno.descartar_peticion_de_resena(p_buscador uuid, p_chat uuid) returns boolean
language plpgsql set search_path = ''
as $$
begin
  insert into interno.peticiones_de_resena as p (buscador_id, maestro_id, descartada_en)
  select c.buscador_id, c.maestro_id, now() from public.chats c
  join public.accesos_contacto a on a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id
  where c.id = p_chat and c.buscador_id = p_buscador
  on conflict (buscador_id, maestro_id) do update set descartada_en = coalesce(p.descartada_en, excluded.descartada_en);
  return found;
end $$;

-- The ids only: the text of a removed review must not stay in the queue.
create or replace function interno.anunciar_resena(r public.resenas) returns void
language sql set search_path = ''
as $$
  select interno.encolar('announce-review', jsonb_build_object(
    'id', r.id, 'buscador_id', r.buscador_id, 'maestro_id', r.maestro_id, 'oculta', r.oculta))
$$;

create or replace function interno.anotar_resenas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'resena_escrita', buscador_id, maestro_id, jsonb_build_object('resena_id', id, 'puntuacion', puntuacion)
  from nuevas;
  return null;
end $$;

-- An erasure also changes texts of reviews. Only an edit by the author sets editado_en.
create or replace function interno.anotar_resena_cambiada() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.editado_en is distinct from old.editado_en then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('resena_editada', new.buscador_id, new.maestro_id,
      jsonb_build_object('resena_id', new.id, 'puntuacion', new.puntuacion));
  end if;
  if new.respondido_en is distinct from old.respondido_en then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('resena_respondida', new.maestro_id, new.buscador_id, jsonb_build_object('resena_id', new.id));
  end if;
  return null;
end $$;

create or replace function interno.cambiar_fotos(p_resena uuid, p_autor uuid, p_fotos text[]) returns void
language plpgsql set search_path = ''
as $$
begin
  -- Objects are locked before the rows that name them, as the removal of an object does.
  perform from storage.objects o
  where o.bucket_id = 'chat-media' and (
    o.name = any (p_fotos) or o.name in (select f.objeto from interno.fotos_de_resena f where f.resena_id = p_resena))
  order by o.name for no key update;
  if exists (select from interno.fotos_de_resena f where f.objeto = any (p_fotos) and f.resena_id <> p_resena) then
    raise exception 'Esa foto ya está en otra reseña.' using errcode = 'PT422', detail = 'fotos';
  end if;
  delete from interno.fotos_de_resena f where f.resena_id = p_resena and f.objeto <> all (p_fotos);
  insert into interno.fotos_de_resena (objeto, resena_id, orden)
  select u.objeto, p_resena, u.orden from unnest(p_fotos) with ordinality u (objeto, orden)
  on conflict (objeto) do update set orden = excluded.orden where fotos_de_resena.orden <> excluded.orden;
end $$;

create or replace function interno.borrar_fotos(p_objetos text[]) returns void
language sql set search_path = ''
as $$
  with borrados as (
    delete from storage.objects where bucket_id = 'chat-media' and name = any (p_objetos)
    returning coalesce(key, bucket_id || '/' || name) as lugar
  )
  insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing
$$;

-- The photos of a review in their order, as addresses.
create or replace function interno.direcciones_de_fotos(p_resena uuid) returns text[]
language sql stable set search_path = ''
return array(
  select interno.direccion_de_objeto(f.objeto) from interno.fotos_de_resena f where f.resena_id = p_resena order by f.orden);

create or replace function interno.exigir_foto_propia() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_autor constant uuid := (select buscador_id from public.resenas where id = new.resena_id);
begin
  if interno.imagen_propia(v_autor, 'review-photos/' || v_autor || '/', new.objeto) is null then
    raise exception 'Las fotos deben ser imágenes que hayas subido aquí.' using errcode = 'PT422', detail = 'fotos';
  end if;
  return new;
end $$;

create or replace function interno.marcar_foto_de_resena() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform storage.mark_shown(
    tg_op = 'INSERT', 'chat-media', array[case tg_op when 'INSERT' then new.objeto else old.objeto end],
    array['review-photos/%']);
  return null;
end $$;

-- A photo is public while its review is shown.
create or replace function interno.foto_de_resena_visible(p_objeto text) returns boolean
language sql stable set search_path = ''
return exists (
  select from interno.fotos_de_resena f
  join public.resenas r on r.id = f.resena_id and not r.oculta
  join public.profiles m on m.id = r.maestro_id and m.suspendido_en is null
  where f.objeto = p_objeto);

-- Removes one photo, named by its object or its address. The review stays. The photo is read again after the lock of the
-- author's profile: of two operators who remove it at the same time, the second finds that it is gone, and no second act is
-- recorded.
create or replace function interno.retirar_foto(p_operador uuid, p_foto text, p_motivo text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_objeto constant text := interno.objeto_nombrado(p_foto);
  v public.resenas;
begin
  perform interno.exigir_operador(p_operador);
  perform from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id
  join public.profiles p on p.id = r.buscador_id
  where f.objeto = v_objeto for no key update of p;
  select r.* into v from interno.fotos_de_resena f join public.resenas r on r.id = f.resena_id where f.objeto = v_objeto;
  if not found then
    return false;
  end if;
  perform interno.borrar_fotos(array[v_objeto]);
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'retirar_foto', v.buscador_id,
    jsonb_build_object('resena', v.id, 'foto', v_objeto, 'motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('foto_de_resena_retirada', p_operador, v.buscador_id, jsonb_build_object('resena_id', v.id));
  perform interno.anunciar_resena(v);
  return true;
end $$;

-- An object that is removed, with its owner's account or by an operator, leaves its review.
create or replace function interno.retirar_foto_de_resena_borrada() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from interno.fotos_de_resena where objeto = old.name;
  return null;
end $$;

-- Adds the difference of a statement to the counters: reviews that count and are not hidden.
create or replace function interno.contar_resenas() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_resenas(array(
      select row(n.maestro_id, n.puntuacion, n.trabajo_realizado, 1)::interno.cambio_de_resena
      from nuevas n where n.contada and not n.oculta));
  elsif tg_op = 'DELETE' then
    perform interno.sumar_resenas(array(
      select row(v.maestro_id, v.puntuacion, v.trabajo_realizado, -1)::interno.cambio_de_resena
      from viejas v where v.contada and not v.oculta));
  else
    perform interno.sumar_resenas(array(
      select row(n.maestro_id, n.puntuacion, n.trabajo_realizado, 1)::interno.cambio_de_resena
      from nuevas n where n.contada and not n.oculta
      union all
      select row(v.maestro_id, v.puntuacion, v.trabajo_realizado, -1)::interno.cambio_de_resena
      from viejas v where v.contada and not v.oculta));
  end if;
  return null;
end $$;

create or replace function interno.sumar_resenas(p_cambios interno.cambio_de_resena[]) returns void
language plpgsql security definer set search_path = ''
-- A session keeps the plan that it made while the tables were small. This setting allows only plans with indexes.
set enable_seqscan = off
as $$
declare
  -- Maestros whose figures change. An edit of the text alone changes none and locks no maestro.
  v_maestros constant uuid[] := array(
    select distinct c.maestro_id from (
      select u.maestro_id from unnest(p_cambios) u
      group by u.maestro_id, u.puntuacion, u.trabajo_realizado having sum(u.signo) <> 0
    ) c order by 1);
begin
  if cardinality(v_maestros) = 0 then
    return;
  end if;
  -- The locks make simultaneous reviews of one maestro wait for each other; their order prevents deadlocks. Maestros are
  -- locked before any counter, as in interno.refrescar_directorio. A stronger lock would conflict with the key lock that
  -- each writer already holds through the foreign key.
  perform from public.maestros where id = any (v_maestros) order by id for no key update;
  insert into interno.conteo_de_resenas (maestro_id) select unnest(v_maestros) on conflict (maestro_id) do nothing;
  update interno.conteo_de_resenas c set
    estrellas_1 = c.estrellas_1 + d.estrellas_1,
    estrellas_2 = c.estrellas_2 + d.estrellas_2,
    estrellas_3 = c.estrellas_3 + d.estrellas_3,
    estrellas_4 = c.estrellas_4 + d.estrellas_4,
    estrellas_5 = c.estrellas_5 + d.estrellas_5,
    confirmadas = c.confirmadas + d.confirmadas
  from (
    select u.maestro_id,
      coalesce(sum(u.signo) filter (where u.puntuacion = 1), 0) as estrellas_1,
      coalesce(sum(u.signo) filter (where u.puntuacion = 2), 0) as estrellas_2,
      coalesce(sum(u.signo) filter (where u.puntuacion = 3), 0) as estrellas_3,
      coalesce(sum(u.signo) filter (where u.puntuacion = 4), 0) as estrellas_4,
      coalesce(sum(u.signo) filter (where u.puntuacion = 5), 0) as estrellas_5,
      coalesce(sum(u.signo) filter (where u.trabajo_realizado), 0) as confirmadas
    from unnest(p_cambios) u group by u.maestro_id
  ) d
  where c.maestro_id = d.maestro_id and c.maestro_id = any (v_maestros);
  -- The trigger maestros_derive_columns derives the level, and the directory follows the maestro.
  update public.maestros m set
    promedio_calificacion = interno.promedio_de_resenas(c),
    "cantidad_reseñas" = interno.total_de_resenas(c),
    "reseñas_confirmadas" = c.confirmadas,
    numero_trabajos_completados = c.confirmadas
  from interno.conteo_de_resenas c
  where c.maestro_id = m.id and m.id = any (v_maestros);
end $$;

-- Rounded down to the hundredth, as its stars are: 4.995 is not five stars.
create or replace function interno.promedio_de_resenas(c interno.conteo_de_resenas) returns numeric
language sql immutable
return coalesce(trunc(
  (c.estrellas_1 + 2 * c.estrellas_2 + 3 * c.estrellas_3 + 4 * c.estrellas_4 + 5 * c.estrellas_5)::numeric
    / nullif(c.estrellas_1 + c.estrellas_2 + c.estrellas_3 + c.estrellas_4 + c.estrellas_5, 0), 2), 0);

create or replace function interno.total_de_resenas(c interno.conteo_de_resenas) returns integer
language sql immutable
return c.estrellas_1 + c.estrellas_2 + c.estrellas_3 + c.estrellas_4 + c.estrellas_5;

-- The thresholds are also in packages/dominio/src/resenas/reputacion.ts; a test compares the two.
create or replace function interno.nivel_de_reputacion(p_verificada boolean, p_confirmadas integer, p_promedio numeric)
returns text
language sql immutable
return case
  when p_verificada and p_confirmadas >= 10 and p_promedio >= 4.5 then 'experto'
  when p_verificada and p_confirmadas >= 3 and p_promedio >= 4.0 then 'confianza_comprobada'
  else 'nuevo'
end;

-- A review counts from its first text or edit that comes hours after the unlock.
create or replace function interno.contar_resena_con_intercambio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.contada := new.contada
    or interno.hubo_intercambio(new.buscador_id, new.maestro_id, coalesce(new.editado_en, new.creado_en));
  if new.contada then
    new.revisar_en := null;
  end if;
  return new;
end $$;

-- Whether a seeker and a maestro have both written in their chat: delivered messages that somebody wrote, so not the notice of
-- a contact.
create or replace function interno.se_escribieron(p_buscador uuid, p_maestro uuid) returns boolean
language sql stable set search_path = ''
return (
  select count(distinct m.autor_id) = 2
  from public.chats c cross join unnest(array[p_buscador, p_maestro]) a (autor)
  cross join lateral (
    select m.autor_id from public.mensajes m
    where m.chat_id = c.id and m.autor_id = a.autor and m.tipo in ('texto', 'imagen', 'audio') and not m.bloqueado limit 1
  ) m
  where c.buscador_id = p_buscador and c.maestro_id = p_maestro);

-- An exchange over time: both wrote, and some hours lie between the unlock and p_en.
create or replace function interno.hubo_intercambio(p_buscador uuid, p_maestro uuid, p_en timestamptz) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.accesos_contacto a
  where a.buscador_id = p_buscador and a.maestro_id = p_maestro and a.creado_en <= p_en - interval '4 hours'
) and interno.se_escribieron(p_buscador, p_maestro);

create or replace function interno.es_de_una_rafaga(r public.resenas) returns boolean
language sql stable set search_path = ''
return (
  select count(*) >= 3 from public.resenas x join auth.users u on u.id = x.buscador_id
  where x.maestro_id = r.maestro_id and x.creado_en between r.creado_en - interval '1 hour' and r.creado_en + interval '1 hour'
    and u.email_confirmed_at > x.creado_en - interval '7 days');

-- Decides about reviews that were written 7 days ago without an exchange over time. Each is decided once: it counts if both
-- wrote, its author's account is 7 days old, and it does not belong to a burst of its maestro: 3 or more reviews by accounts
-- younger than 7 days within the hours around it. Reviews of a burst of an address never come here: interno.guardar_resena
-- sets revisar_en to null. Returns how many it decided. Reviews that somebody is changing are left for the next call, so that
-- this waits for no author.
create or replace function interno.revisar_resenas(p_lote integer) returns integer
language plpgsql set search_path = ''
set enable_seqscan = off
as $$
declare
  v_ids constant uuid[] := array(
    select id from public.resenas where revisar_en <= now() order by revisar_en limit p_lote for no key update skip locked);
  v_contadas uuid[];
begin
  with decididas as (
    update public.resenas r set
      revisar_en = null,
      contada = interno.se_escribieron(r.buscador_id, r.maestro_id)
        and coalesce(interno.edad_de_cuenta(r.buscador_id) >= interval '7 days', false)
        and not interno.es_de_una_rafaga(r)
    where r.id = any (v_ids)
    returning r.id, r.contada
  )
  select array_agg(id) into v_contadas from decididas where contada;
  perform interno.anunciar_resena(r) from public.resenas r where r.id = any (v_contadas);
  return cardinality(v_ids);
end $$;

-- Fires after resenas_require_accounts, which has locked the author's profile: a suspension that runs at the same time has
-- been committed, or waits and then hides this review too.
create or replace function interno.ocultar_resena_nueva() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.oculta := (
    select interno.oculta_sus_resenas(p.suspendido_en, p.eliminada_en) from public.profiles p where p.id = new.buscador_id);
  return new;
end $$;

create or replace function interno.ocultar_resenas_de_autor() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_oculta constant boolean := interno.oculta_sus_resenas(new.suspendido_en, new.eliminada_en);
begin
  update public.resenas set oculta = v_oculta where buscador_id = new.id and oculta <> v_oculta;
  return null;
end $$;

-- Whether reviews of an author are hidden. An erased account counts as suspended since its erasure (docs/decisions/cuenta.md), and its
-- reviews stay. Those of an author who was suspended before the erasure stay hidden.
create or replace function interno.oculta_sus_resenas(p_suspendido_en timestamptz, p_eliminada_en timestamptz) returns boolean
language sql immutable
return p_suspendido_en is not null and (p_eliminada_en is null or p_suspendido_en < p_eliminada_en);

-- Blocks or unblocks. Answers whether the caller may (interno.puede_senalar), and the chat of the two as it is afterwards.
-- Repeating it changes nothing. The profile of the seeker is locked before that of the maestro, as unlocking a contact,
-- starting a chat and writing a review do.
create or replace function interno.cambiar_bloqueo(
  p_quien uuid, p_a_quien uuid, p_bloquear boolean, out permitido boolean, out chat public.chats
)
language plpgsql set search_path = ''
as $$
begin
  permitido := interno.puede_senalar(p_quien, p_a_quien);
  if not permitido then
    return;
  end if;
  -- The profiles before the pair, which is the order of every writer of chats and accesses.
  perform from public.profiles where id in (p_quien, p_a_quien) order by role = 'maestro', id for share;
  perform interno.cerrar_par(p_quien, p_a_quien);
  if p_bloquear then
    insert into public.bloqueos (bloqueador_id, bloqueado_id) values (p_quien, p_a_quien) on conflict do nothing;
  else
    delete from public.bloqueos where bloqueador_id = p_quien and bloqueado_id = p_a_quien;
  end if;
  select c.* into chat from public.chats c
  where (c.buscador_id, c.maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien));
end $$;

-- One transaction at a time changes the block of a pair, or writes a row that a block would refuse. An advisory lock and
-- not a lock of the two profiles: functions that already hold one profile would wait for each other in a circle.
create or replace function interno.cerrar_par(p_una uuid, p_otra uuid) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('par:' || least(p_una, p_otra) || greatest(p_una, p_otra), 0))
$$;

-- Whether one of two people blocks the other. This is the only place with this rule.
create or replace function interno.par_bloqueado(p_una uuid, p_otra uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.bloqueos
  where (bloqueador_id, bloqueado_id) in ((p_una, p_otra), (p_otra, p_una)));

-- Refuses new rows that connect a pair with a block. Arguments: the two columns that name the people. A row that is
-- written while a block is made waits for it, and is then refused.
create or replace function interno.rechazar_par_bloqueado() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_una constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  v_otra constant uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  perform interno.cerrar_par(v_una, v_otra);
  if interno.par_bloqueado(v_una, v_otra) then
    raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
  end if;
  return new;
end $$;

-- interno.enviar_mensajes answers a blocked chat before it writes. This trigger refuses every other way of writing. A
-- sender and interno.cambiar_bloqueo lock the chat, so that a message is either before a block or refused.
create or replace function interno.rechazar_mensajes_en_chats_bloqueados() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from nuevos n join public.chats c on c.id = n.chat_id where c.bloqueado_en is not null
  ) then
    raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
  end if;
  return null;
end $$;

-- Reading a blocked conversation lowers the own unread count and leaves the mark of reading. When the last block of the
-- pair ends, the mark of a person with nothing unread moves to the last message. Otherwise later messages would cause no
-- e-mail, and the deletion of a message that was read would be subtracted from the count of a later one. The other person
-- learns only what the count already told: the time of reading stays, and a deleted message, which may never have been
-- read, is not marked. docs/decisions/seguridad.md.
create or replace function interno.marcar_chats_bloqueados() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.bloqueos := case tg_op when 'INSERT' then new else old end;
begin
  update public.chats c set
    bloqueado_en = case when interno.par_bloqueado(c.buscador_id, c.maestro_id) then coalesce(c.bloqueado_en, now()) end
  where (c.buscador_id, c.maestro_id) in ((v.bloqueador_id, v.bloqueado_id), (v.bloqueado_id, v.bloqueador_id));
  if tg_op = 'DELETE' then
    with marcados as (
      update public.chats c set (leido_buscador_hasta, leido_maestro_hasta) = (
        select
          case c.no_leidos_buscador when 0 then greatest(c.leido_buscador_hasta, max(m.secuencia)) else c.leido_buscador_hasta end,
          case c.no_leidos_maestro when 0 then greatest(c.leido_maestro_hasta, max(m.secuencia)) else c.leido_maestro_hasta end
        from public.mensajes m
        where m.chat_id = c.id and not m.bloqueado and m.eliminado_en is null)
      where (c.buscador_id, c.maestro_id) in ((v.bloqueador_id, v.bloqueado_id), (v.bloqueado_id, v.bloqueador_id))
        and c.bloqueado_en is null
      returning c.id, c.buscador_id, c.no_leidos_buscador, c.no_leidos_maestro
    )
    -- The last announced message may be a deleted one, after the mark. The next message is announced nevertheless.
    update interno.avisos_sin_leer a set hasta = null
    from marcados c
    where a.chat_id = c.id
      and case a.persona_id when c.buscador_id then c.no_leidos_buscador else c.no_leidos_maestro end = 0;
  end if;
  return null;
end $$;

-- Whether a person may report or block another: they share a chat, or a seeker saw the profile of a maestro. Erased
-- accounts are excluded, because nothing about them is known any more.
create or replace function interno.puede_senalar(p_quien uuid, p_a_quien uuid) returns boolean
language sql stable set search_path = ''
return p_quien <> p_a_quien
  and exists (select from public.profiles where id = p_a_quien and eliminada_en is null)
  and (
    exists (
      select from public.chats
      where (buscador_id, maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien)))
    or exists (
      select from public.profiles p join public.maestros m on m.id = p_a_quien and m.perfil_completo
      where p.id = p_quien and p.role = 'buscador'));

-- When a person did the acts of one kind. A chat that an unlock began counts as a contact alone: both have the time of their
-- transaction. Only plans with indexes, because a session may keep the plan that it made while the tables were small.
create or replace function interno.actos_de(p_persona uuid, p_acto text, p_desde timestamptz) returns setof timestamptz
language sql stable set search_path = '' set enable_seqscan = off
as $$
  select c.creado_en from public.chats c
  -- A chat is never older than its last message, so the index on the inbox order bounds the scan.
  where p_acto = 'chat' and c.buscador_id = p_persona and c.ultimo_mensaje_en > p_desde and c.creado_en > p_desde
    and not interno.lo_inicio_un_contacto(c)
  union all
  select a.creado_en from public.accesos_contacto a
  where p_acto = 'contacto' and a.buscador_id = p_persona and a.creado_en > p_desde
  union all
  select r.creado_en from public.resenas r
  where p_acto = 'resena' and r.buscador_id = p_persona and r.creado_en > p_desde
  union all
  select r.creado_en from interno.reportes r
  where p_acto = 'reporte' and r.reportante_id = p_persona and r.creado_en > p_desde
$$;

-- When accounts that are younger than 7 days began a chat with a maestro, or unlocked the contact.
create or replace function interno.actos_de_cuentas_nuevas(p_maestro uuid, p_acto text, p_desde timestamptz) returns setof timestamptz
language sql stable set search_path = '' set enable_seqscan = off
as $$
  select c.creado_en from public.chats c
  where p_acto = 'chat' and c.maestro_id = p_maestro and c.ultimo_mensaje_en > p_desde and c.creado_en > p_desde
    and not interno.lo_inicio_un_contacto(c) and interno.etapa_de_cuenta(c.buscador_id) <> 'conocida'
  union all
  select a.creado_en from public.accesos_contacto a
  where p_acto = 'contacto' and a.maestro_id = p_maestro and a.creado_en > p_desde
    and interno.etapa_de_cuenta(a.buscador_id) <> 'conocida'
$$;

-- The age of an account begins when its e-mail is confirmed: an account cannot be prepared without a mailbox. Without SMTP
-- that is the time of the sign-up.
create or replace function interno.edad_de_cuenta(p_persona uuid) returns interval
language sql stable set search_path = ''
return now() - (select coalesce(u.email_confirmed_at, now()) from auth.users u where u.id = p_persona);

-- 'nueva' for 24 hours, 'reciente' for 7 days, then 'conocida'.
create or replace function interno.etapa_de_cuenta(p_persona uuid) returns text
language sql stable set search_path = ''
return case
  when interno.edad_de_cuenta(p_persona) < interval '24 hours' then 'nueva'
  when interno.edad_de_cuenta(p_persona) < interval '7 days' then 'reciente'
  else 'conocida'
end;

-- The one place with the limits of accounts in their first days. Called just before a new act is written, under a lock that
-- makes the acts of the person run one after the other. p_acto is 'chat', 'contacto', 'resena' or 'reporte'; p_maestro is null
-- when the target does not count. p_frenos (apps/server/src/protocol/functions/new-account-limits.ts) has the limits as {max, segundos}:
-- 'persona' for an account of less than 24 hours, and twice as many until it is 7 days old; 'maestro' for what all accounts of
-- less than 7 days do with one maestro; and 'direccion', the seconds until its address has room again, or null. Raises PT429
-- with the seconds to wait and, as the hint, which limit it was. Simultaneous acts of several people with one maestro do not
-- see each other, so they may exceed that limit by as many as run at once.
create or replace function interno.frenar_cuenta_nueva(p_persona uuid, p_acto text, p_maestro uuid, p_frenos jsonb) returns void
language plpgsql stable set search_path = ''
as $$
declare
  v_etapa constant text := interno.etapa_de_cuenta(p_persona);
  -- More is allowed from then on.
  v_siguiente constant timestamptz := now() - interno.edad_de_cuenta(p_persona)
    + case v_etapa when 'nueva' then interval '24 hours' else interval '7 days' end;
  v_de_persona constant interval := (p_frenos #>> '{persona,segundos}')::integer * interval '1 second';
  v_de_maestro constant interval := (p_frenos #>> '{maestro,segundos}')::integer * interval '1 second';
  v_acto timestamptz;
begin
  if p_frenos is null or v_etapa = 'conocida' then
    return;
  end if;
  if v_etapa = 'nueva' and p_frenos ->> 'direccion' is not null then
    raise exception 'Too many acts of new accounts of this address' using errcode = 'PT429',
      detail = p_frenos ->> 'direccion', hint = 'direccion';
  end if;
  select a into v_acto from interno.actos_de(p_persona, p_acto, now() - v_de_persona) a
  order by a desc
  offset (p_frenos #>> '{persona,max}')::integer * case v_etapa when 'nueva' then 1 else 2 end - 1 limit 1;
  if found then
    raise exception 'Too many acts of a new account' using errcode = 'PT429',
      detail = interno.segundos_hasta(least(v_acto + v_de_persona, v_siguiente))::text, hint = 'persona';
  end if;
  select a into v_acto from interno.actos_de_cuentas_nuevas(p_maestro, p_acto, now() - v_de_maestro) a
  order by a desc offset (p_frenos #>> '{maestro,max}')::integer - 1 limit 1;
  if found then
    raise exception 'Too many acts of new accounts with this maestro' using errcode = 'PT429',
      detail = interno.segundos_hasta(v_acto + v_de_maestro)::text, hint = 'maestro';
  end if;
end $$;

create or replace function interno.lo_inicio_un_contacto(c public.chats) returns boolean
language sql stable set search_path = ''
return exists (
  select from public.accesos_contacto a
  where a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id and a.creado_en = c.creado_en);

-- Writes a report. p_datos: client_id, motivo, texto, chat_id, mensajes (ids). estado is 'escrito', 'repetido',
-- 'desconocido' (the caller may not report this person, or a message is not one that they see in that chat) or 'limite'. It
-- waits for an erasure of one of the two accounts and is refused after it: the erasure has masked the reports already. The
-- profiles are locked in the order of interno.cambiar_bloqueo.
create or replace function interno.reportar(p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer, p_frenos jsonb default null)
returns text
language plpgsql set search_path = ''
as $$
declare
  v_chat constant uuid := (p_datos ->> 'chat_id')::uuid;
  v_mensajes constant uuid[] := array(
    select distinct e::uuid from jsonb_array_elements_text(coalesce(p_datos -> 'mensajes', '[]')) e);
  v_id bigint;
  -- The further reports about a person within this time are told in one e-mail.
  v_ventana constant interval := '1 hour';
begin
  -- An erasure or suspension that has begun is completed first.
  perform from public.profiles where id in (p_quien, p_a_quien) order by role = 'maestro', id for share;
  perform interno.exigir_cuenta_activa(p_quien);
  if not interno.puede_senalar(p_quien, p_a_quien) then
    return 'desconocido';
  end if;
  -- Simultaneous reports of one person wait for each other, so that all of them are counted.
  perform pg_advisory_xact_lock(hashtextextended('reportes:' || p_quien, 0));
  perform from interno.reportes where reportante_id = p_quien and client_id = (p_datos ->> 'client_id')::uuid;
  if found then
    return 'repetido';
  end if;
  if (
    select count(*) from interno.reportes r
    where r.reportante_id = p_quien
      and r.creado_en >= interno.dia_de_la_ciudad(now())::timestamp at time zone 'America/Mexico_City'
  ) >= p_maximo then
    return 'limite';
  end if;
  perform interno.frenar_cuenta_nueva(p_quien, 'reporte', null, p_frenos);
  if v_chat is not null and not exists (
    select from public.chats c
    where c.id = v_chat and (c.buscador_id, c.maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien))
  ) then
    return 'desconocido';
  end if;
  if cardinality(v_mensajes) <> (
    select count(*) from public.mensajes m
    where m.id = any (v_mensajes) and m.chat_id = v_chat and (not m.bloqueado or m.autor_id = p_quien)
  ) then
    return 'desconocido';
  end if;
  insert into interno.reportes (client_id, reportante_id, reportado_id, chat_id, motivo, texto)
  values ((p_datos ->> 'client_id')::uuid, p_quien, p_a_quien, v_chat, p_datos ->> 'motivo', p_datos ->> 'texto')
  returning id into v_id;
  insert into interno.reporte_mensajes (reporte_id, mensaje_id, autor_id, tipo, contenido, creado_en)
  select v_id, m.id, m.autor_id, m.tipo, m.contenido, m.creado_en from public.mensajes m where m.id = any (v_mensajes);
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('persona_reportada', p_quien, p_a_quien, jsonb_build_object('reporte', v_id, 'motivo', p_datos ->> 'motivo'));
  if p_datos ->> 'motivo' in ('acoso', 'fraude') then
    -- Simultaneous reports about one person wait for each other, so that only the first is announced at once.
    perform pg_advisory_xact_lock(hashtextextended('reportes sobre:' || p_a_quien, 0));
    perform interno.encolar_con_clave(
      'send-urgent-report', jsonb_build_object('reporte', v_id), 'reportes:' || p_a_quien,
      case when exists (
        select from interno.reportes r
        where r.reportado_id = p_a_quien and r.id <> v_id and r.motivo in ('acoso', 'fraude') and r.creado_en > now() - v_ventana
      ) then now() + v_ventana else now() end, 12);
  end if;
  return 'escrito';
end $$;

-- A report that also blocks, in one transaction. Answers the state of interno.reportar, and the chat of the two when it was
-- blocked.
create or replace function interno.reportar_y_bloquear(
  p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer, p_bloquear boolean, p_frenos jsonb default null,
  out estado text, out chat public.chats
)
language plpgsql set search_path = ''
as $$
begin
  estado := interno.reportar(p_quien, p_a_quien, p_datos, p_maximo, p_frenos);
  if p_bloquear and estado in ('escrito', 'repetido') then
    select (b.chat).* into chat from interno.cambiar_bloqueo(p_quien, p_a_quien, true) b;
  end if;
end $$;

-- Answers whether that changed anything: a report that is closed already stays as it is.
create or replace function interno.cerrar_reporte(p_operador uuid, p_reporte bigint, p_nota text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_nota constant text := interno.exigir_motivo(p_nota);
  v_reporte interno.reportes;
begin
  perform interno.exigir_operador(p_operador);
  select * into v_reporte from interno.reportes where id = p_reporte for no key update;
  if not found then
    raise exception 'Unknown report' using errcode = 'PT404', detail = 'reporte';
  end if;
  if v_reporte.cerrado_en is not null then
    return false;
  end if;
  update interno.reportes set cerrado_en = now(), cerrado_por = p_operador, nota = v_nota where id = p_reporte;
  -- The note is not copied into the audit, which is never changed: a note may name a person who is erased later.
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'cerrar_reporte', v_reporte.reportado_id, jsonb_build_object('reporte', p_reporte));
  perform interno.encolar(
    'send-report-closed', jsonb_build_object('reporte', p_reporte, 'userId', v_reporte.reportante_id));
  return true;
end $$;

-- The messages of a report, the oldest first. objeto is the stored file of a picture or voice note; it is null when the file
-- is gone. Messages are private, so the audit records who read them.
create or replace function interno.consultar_reporte(p_operador uuid, p_reporte bigint) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_reporte interno.reportes;
  v_mensajes jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select * into v_reporte from interno.reportes where id = p_reporte;
  if not found then
    raise exception 'Unknown report' using errcode = 'PT404', detail = 'reporte';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'autor_id', m.autor_id, 'tipo', m.tipo, 'contenido', m.contenido, 'creado_en', m.creado_en, 'objeto', o.name)
    order by m.creado_en, m.mensaje_id), '[]')
  into v_mensajes
  from interno.reporte_mensajes m
  left join storage.objects o on m.tipo not in ('texto', 'contacto') and o.bucket_id = 'chat-media'
    and o.name = storage.name_in('chat-media', m.contenido) and starts_with(o.name, v_reporte.chat_id || '/')
  where m.reporte_id = p_reporte;
  if v_mensajes <> '[]' then
    insert into interno.auditoria (operador_id, acto, sobre, detalle)
    values (p_operador, 'consultar_reporte', v_reporte.reportado_id, jsonb_build_object('reporte', p_reporte));
  end if;
  return v_mensajes;
end $$;

-- The newest reports by or about a person, and how many there are.
create or replace function interno.resumen_de_reportes(p_reportante uuid, p_reportado uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'total', count(*), 'abiertos', count(*) filter (where r.cerrado_en is null),
    'ultimos', coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'motivo', r.motivo, 'creado_en', r.creado_en, 'cerrado_en', r.cerrado_en) order by r.id desc)
      filter (where r.orden <= 10), '[]'))
  from (
    select *, row_number() over (order by id desc) as orden from interno.reportes
    where reportante_id = p_reportante or reportado_id = p_reportado
  ) r
$$;

-- Called by interno.borrar_cuenta, while names and e-mail of the account are still known.
create or replace function interno.borrar_reportes_y_bloqueos(p_id uuid, p_patron text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.bloqueos where p_id in (bloqueador_id, bloqueado_id);
  -- A report stays for operators, also because of the other person. Whatever names the erased person in it is masked.
  update interno.reportes set
    texto = interno.sin_datos_personales(texto, p_patron, 10, 1000),
    nota = interno.sin_datos_personales(nota, p_patron, 10, 500)
  where p_id in (reportante_id, reportado_id);
  update interno.reporte_mensajes m set
    contenido = case
      when m.tipo in ('texto', 'contacto') then interno.sin_datos_personales(m.contenido, p_patron, 1, 4000)
      when m.autor_id <> p_id then m.contenido
    end
  where m.reporte_id in (select r.id from interno.reportes r where p_id in (r.reportante_id, r.reportado_id));
end $$;

-- Writes a ticket. p_datos: nombre, correo, mensaje, imagenes (names of objects), client_id. estado is 'escrito',
-- 'repetido' (with the ticket that exists), 'limite' (segundos says when the next one is possible) or 'sin_objeto' (a
-- picture is not an object of this person). The profile is locked before the pictures, as everywhere.
create or replace function interno.enviar_ticket(
  p_usuario uuid, p_datos jsonb, p_maximo integer, p_segundos integer,
  out estado text, out ticket uuid, out segundos integer
)
language plpgsql set search_path = ''
as $$
declare
  v_imagenes constant text[] := array(
    select e.nombre from jsonb_array_elements_text(p_datos -> 'imagenes') with ordinality e (nombre, orden) order by e.orden);
  v_propias integer;
begin
  -- Simultaneous tickets of one person wait for each other, so that all of them are counted and none is written twice.
  perform pg_advisory_xact_lock(hashtextextended('tickets:' || p_usuario, 0));
  -- A call whose answer was lost is sent again, with the same id or, by a client without ids, with the same contents.
  select t.id into ticket from public.tickets t
  where t.usuario_id = p_usuario and (
    t.client_id = (p_datos ->> 'client_id')::uuid
    or (t.creado_en > now() - interval '10 minutes'
      and t.nombre = p_datos ->> 'nombre' and t.correo = p_datos ->> 'correo' and t.mensaje = p_datos ->> 'mensaje'
      and t.imagenes_url = v_imagenes))
  order by t.creado_en desc limit 1;
  if found then
    estado := 'repetido';
    return;
  end if;
  -- The oldest of the newest p_maximo tickets decides when there is room again.
  select greatest(1, ceil(extract(epoch from t.creado_en + make_interval(secs => p_segundos) - now())))::integer
  into segundos
  from public.tickets t
  where t.usuario_id = p_usuario and t.creado_en > now() - make_interval(secs => p_segundos)
  order by t.creado_en desc offset p_maximo - 1 limit 1;
  if found then
    estado := 'limite';
    return;
  end if;
  -- The profile before the files, as in interno.borrar_cuenta.
  perform from public.profiles where id = p_usuario for share;
  -- Locked, so that no picture is removed before the ticket marks it as shown.
  perform from storage.objects o
  where o.bucket_id = 'support-tickets' and o.name = any (v_imagenes) and o.owner = p_usuario
    and starts_with(o.name, p_usuario || '/')
  for no key update;
  get diagnostics v_propias = row_count;
  if v_propias <> cardinality(v_imagenes) then
    estado := 'sin_objeto';
    return;
  end if;
  insert into public.tickets (usuario_id, nombre, correo, mensaje, imagenes_url, client_id)
  values (
    p_usuario, p_datos ->> 'nombre', p_datos ->> 'correo', p_datos ->> 'mensaje', v_imagenes,
    (p_datos ->> 'client_id')::uuid)
  returning id into ticket;
  insert into interno.eventos (tipo, quien, datos) values ('ticket_enviado', p_usuario, jsonb_build_object('ticket', ticket));
  -- The person is in the payload, so that erasing the account finds these jobs.
  perform interno.encolar('send-ticket-received', jsonb_build_object('ticket', ticket, 'userId', p_usuario));
  perform interno.encolar('send-ticket-to-support', jsonb_build_object('ticket', ticket, 'userId', p_usuario));
  estado := 'escrito';
end $$;

-- The names of the pictures of a ticket that are still stored. A column of an older ticket may contain an address, or a
-- name without the folder of its uploader.
create or replace function interno.imagenes_de_ticket(t public.tickets) returns text[]
language sql stable set search_path = ''
return array(
  select o.name
  from unnest(t.imagenes_url) with ordinality i (texto, orden)
  join storage.objects o on o.bucket_id = 'support-tickets' and o.owner = t.usuario_id
    and o.name = regexp_replace(storage.name_in('support-tickets', i.texto), '^([^/]+)$', t.usuario_id || '/\1')
  order by i.orden);

create or replace function interno.marcar_imagenes_de_ticket() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.tickets := case tg_op when 'INSERT' then new else old end;
begin
  -- A name without a folder is in the folder of its uploader.
  perform storage.mark_shown(
    tg_op = 'INSERT', 'support-tickets',
    array(
      select regexp_replace(storage.name_in('support-tickets', t), '^([^/]+)$', v.usuario_id || '/\1')
      from unnest(v.imagenes_url) t),
    array[v.usuario_id || '/%']);
  return null;
end $$;

-- Answers a ticket. Without p_estado an open ticket is then in process. Answers whether that changed anything: the same
-- answer given again, because the operator repeated the command, is neither written nor sent again.
create or replace function interno.responder_ticket(p_operador uuid, p_ticket uuid, p_texto text, p_estado text default null)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_ticket constant public.tickets := interno.ticket_para_operador(p_operador, p_ticket, p_estado);
  v_texto constant text := btrim(p_texto, E' \t\r\n');
  v_estado constant text := coalesce(p_estado, case v_ticket.estado when 'abierto' then 'en_proceso' else v_ticket.estado end);
  v_respuesta bigint;
begin
  if v_texto is null or char_length(v_texto) not between 2 and 4000 then
    raise exception 'An answer of 2 to 4000 characters is needed' using errcode = 'PT422', detail = 'respuesta';
  end if;
  if v_texto = (select r.texto from interno.ticket_respuestas r where r.ticket_id = p_ticket order by r.id desc limit 1) then
    return interno.cambiar_estado_de_ticket(p_operador, p_ticket, v_estado);
  end if;
  insert into interno.ticket_respuestas (ticket_id, operador_id, texto) values (p_ticket, p_operador, v_texto)
  returning id into v_respuesta;
  update public.tickets set estado = v_estado where id = p_ticket;
  -- The text is not copied into the audit, which is never changed: it may name a person who is erased later.
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, 'responder_ticket', v_ticket.usuario_id,
    jsonb_build_object('ticket', p_ticket, 'antes', v_ticket.estado, 'estado', v_estado));
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('ticket_respondido', p_operador, v_ticket.usuario_id, jsonb_build_object('ticket', p_ticket));
  perform interno.encolar(
    'send-ticket-answered', jsonb_build_object('respuesta', v_respuesta, 'userId', v_ticket.usuario_id));
  return true;
end $$;

-- The answers of a ticket, the oldest first.
create or replace function interno.respuestas_de_ticket(p_ticket uuid) returns jsonb
language sql stable set search_path = ''
return (
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'texto', r.texto, 'creado_en', r.creado_en) order by r.id), '[]')
  from interno.ticket_respuestas r where r.ticket_id = p_ticket);

-- interno.borrar_cuenta takes person and texts out of a ticket. Its answers are about that person: they are deleted.
create or replace function interno.borrar_respuestas_de_ticket() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from interno.ticket_respuestas where ticket_id = new.id;
  return null;
end $$;

-- Answers whether that changed anything.
create or replace function interno.cambiar_estado_de_ticket(p_operador uuid, p_ticket uuid, p_estado text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_ticket constant public.tickets := interno.ticket_para_operador(p_operador, p_ticket, p_estado);
begin
  if v_ticket.estado = p_estado then
    return false;
  end if;
  update public.tickets set estado = p_estado where id = p_ticket;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, 'cambiar_ticket', v_ticket.usuario_id,
    jsonb_build_object('ticket', p_ticket, 'antes', v_ticket.estado, 'estado', p_estado));
  return true;
end $$;

create or replace function interno.consultar_ticket(p_operador uuid, p_ticket uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_usuario uuid;
begin
  perform interno.exigir_operador(p_operador);
  select usuario_id into v_usuario from public.tickets where id = p_ticket;
  if not found then
    raise exception 'Unknown ticket' using errcode = 'PT404', detail = 'ticket';
  end if;
  -- Of an erased account nothing is left to read.
  if v_usuario is not null then
    insert into interno.auditoria (operador_id, acto, sobre, detalle)
    values (p_operador, 'consultar_ticket', v_usuario, jsonb_build_object('ticket', p_ticket));
  end if;
end $$;

-- The locked ticket that an operator acts on.
create or replace function interno.ticket_para_operador(p_operador uuid, p_ticket uuid, p_estado text) returns public.tickets
language plpgsql set search_path = ''
as $$
declare
  v_ticket public.tickets;
begin
  perform interno.exigir_operador(p_operador);
  if p_estado not in ('abierto', 'en_proceso', 'resuelto') then
    raise exception 'Unknown state' using errcode = 'PT422', detail = 'estado_de_ticket';
  end if;
  select * into v_ticket from public.tickets where id = p_ticket for no key update;
  if not found then
    raise exception 'Unknown ticket' using errcode = 'PT404', detail = 'ticket';
  end if;
  if v_ticket.usuario_id is null then
    raise exception 'The account of the ticket was erased' using errcode = 'PT404', detail = 'ticket_sin_cuenta';
  end if;
  return v_ticket;
end $$;

create trigger mfa_factors_record_enrolment after update of status on auth.mfa_factors
  for each row when (new.status = 'verified' and old.status <> 'verified')
  execute function interno.anotar_entrada_de_operador('registrar_factor');

create trigger refresh_tokens_record_activity after insert on auth.refresh_tokens
  for each row execute function interno.al_dar_refresh_token();

create trigger sessions_check_level before insert or update of aal on auth.sessions
  for each row execute function interno.exigir_nivel_de_sesion();

create trigger sessions_record_entry after update of aal on auth.sessions
  for each row when (new.aal = 'aal2' and old.aal <> 'aal2')
  execute function interno.anotar_entrada_de_operador('entrar');

create trigger users_create_profile after insert on auth.users
  for each row execute function interno.crear_profile();

create trigger users_welcome_on_confirmation after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function interno.dar_bienvenida_al_confirmar();

create trigger users_end_exports after update of encrypted_password on auth.users
for each row when (old.encrypted_password is distinct from new.encrypted_password)
execute function interno.terminar_exportaciones_de_cuenta();

create trigger objects_clear_maestro_picture after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.unused_since is null and old.name ~ '^(ine_|profile-photos/)')
  execute function interno.retirar_imagen_de_maestro();

create trigger removed_documents_leave_their_maestro after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.name like 'documentos/%')
  execute function interno.retirar_documento();

create trigger objects_leave_their_review after delete on storage.objects
  for each row when (old.bucket_id = 'chat-media' and old.name like 'review-photos/%')
  execute function interno.retirar_foto_de_resena_borrada();

create trigger profiles_end_sessions after update of suspendido_en on public.profiles
  for each row when (new.suspendido_en is not null and old.suspendido_en is null)
  execute function interno.cerrar_sesiones();

create trigger profiles_refuse_contact_data
  before insert or update of nombre, apellido, display_name on public.profiles
  for each row execute function interno.exigir_textos_sin_contacto(
    'nombre', 'El nombre', 'apellido', 'El apellido', 'display_name', 'El nombre');

-- A suspended maestro is not listed.
create trigger profiles_refresh_directory after update on public.profiles
  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();

create trigger profiles_record_event after insert on public.profiles
  referencing new table as nuevas for each statement execute function interno.anotar_cuentas();

create trigger suspensions_take_effect after update of suspendido_en on public.profiles
  for each row
  when ((new.suspendido_en is null) <> (old.suspendido_en is null) and new.eliminada_en is null)
  execute function interno.aplicar_suspension();

create trigger profiles_hide_reviews after update of suspendido_en, eliminada_en on public.profiles
  for each row
  -- The condition is evaluated with the rights of the caller, who may not execute the functions of interno.
  when ((old.suspendido_en, old.eliminada_en) is distinct from (new.suspendido_en, new.eliminada_en))
  execute function interno.ocultar_resenas_de_autor();

create trigger profiles_lock_chats before update of suspendido_en on public.profiles
  for each row when ((old.suspendido_en is null) <> (new.suspendido_en is null))
  execute function interno.cerrar_chats_de_persona();

create trigger profiles_end_exports after update of suspendido_en on public.profiles
for each row when (new.suspendido_en is not null and old.suspendido_en is null)
execute function interno.terminar_exportaciones_de_cuenta();

-- Fires before profiles_lock_chats, which then has nothing to lock. The closing itself changes a null, and the erasure sets
-- eliminada_en.
create trigger profiles_keep_closing before update of suspendido_en on public.profiles
  for each row when (
    old.suspendido_en is not null and old.suspendido_en is distinct from new.suspendido_en and new.eliminada_en is null)
  execute function interno.suspender_durante_cierre();

create trigger profiles_compose_names before insert or update of nombre, apellido, display_name on public.profiles
for each row execute function interno.componer_nombres('nombre', 'El nombre', 'apellido', 'El apellido', 'display_name', 'El nombre');

create trigger auditoria_is_only_appended before update or delete or truncate on interno.auditoria
  for each statement execute function interno.rechazar_cambio_de_auditoria();

create trigger eventos_refuse_changes before update or delete or truncate on interno.eventos
  for each statement execute function interno.rechazar_cambio_de_eventos();
alter table interno.auditoria enable always trigger auditoria_is_only_appended;

create trigger alcaldias_disponibles_refresh_directory after update of activo on public.alcaldias_disponibles
for each row when (old.activo is distinct from new.activo) execute function interno.al_retirar_nombre('alcaldia');

create trigger oficios_disponibles_refresh_directory after update of activo on public.oficios_disponibles
for each row when (old.activo is distinct from new.activo) execute function interno.al_retirar_nombre('oficio');

-- Triggers of one table fire in the order of their names. maestros_check_own_pictures fires before this one, which compares
-- the document with the verified one: the same document in another spelling stays verified.
create trigger maestros_derive_columns before insert or update on public.maestros
  for each row execute function interno.antes_de_guardar_maestro();

create trigger maestros_refuse_contact_data
  before insert or update of nombre, apellido, descripcion, referencia1_nombre_cliente, referencia1_descripcion_trabajo,
    referencia2_nombre_cliente, referencia2_descripcion_trabajo on public.maestros
  for each row execute function interno.exigir_textos_sin_contacto(
    'nombre', 'El nombre', 'apellido', 'El apellido', 'descripcion', 'La descripción',
    'referencia1_nombre_cliente', 'El nombre del cliente de la referencia 1',
    'referencia1_descripcion_trabajo', 'La descripción del trabajo de la referencia 1',
    'referencia2_nombre_cliente', 'El nombre del cliente de la referencia 2',
    'referencia2_descripcion_trabajo', 'La descripción del trabajo de la referencia 2');

-- Fires before maestros_derive_columns; see there.
create trigger maestros_check_own_pictures before insert or update of foto_perfil_url, ine_url on public.maestros
  for each row execute function interno.exigir_imagenes_propias();

create trigger maestros_update_picture_use after insert or delete on public.maestros
  for each row execute function interno.marcar_imagenes_de_maestro();

create trigger maestros_update_picture_use_on_update after update of foto_perfil_url, ine_url on public.maestros
  for each row
  when ((old.foto_perfil_url, old.ine_url) is distinct from (new.foto_perfil_url, new.ine_url))
  execute function interno.marcar_imagenes_de_maestro();

create trigger maestros_refresh_directory_on_insert after insert on public.maestros
  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();

create trigger maestros_refresh_directory_on_update after update on public.maestros
  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();

create trigger maestros_record_event_on_insert after insert on public.maestros
  for each row when (new.perfil_completo) execute function interno.anotar_perfil_completado();

create trigger maestros_record_event_on_update after update on public.maestros
  for each row when (new.perfil_completo and not old.perfil_completo)
  execute function interno.anotar_perfil_completado();

create trigger maestros_record_imported_verifications after insert on public.maestros
  for each row when (new.ine_verificado or new.curp_verificado or new.domicilio_verificado)
  execute function interno.anotar_verificaciones();

create trigger maestros_erase_availability after update of eliminada_en on public.maestros
  for each row when (new.eliminada_en is not null and old.eliminada_en is null)
  execute function interno.olvidar_disponibilidad();

create trigger maestros_record_changed_data after update on public.maestros
  for each row
  when (
    (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url, old.curp, old.domicilio,
      old.ine_verificado, old.curp_verificado, old.domicilio_verificado)
    is distinct from
    (new.ine_url, new.nombre, new.apellido, new.foto_perfil_url, new.curp, new.domicilio,
      new.ine_verificado, new.curp_verificado, new.domicilio_verificado))
  execute function interno.anotar_verificaciones();

-- Before maestros_derive_columns, which compares the names with those before.
create trigger maestros_compose_names
before insert or update of nombre, apellido, referencia1_nombre_cliente, referencia2_nombre_cliente on public.maestros
for each row execute function interno.componer_nombres(
  'nombre', 'El nombre', 'apellido', 'El apellido',
  'referencia1_nombre_cliente', 'El nombre del cliente de la referencia 1',
  'referencia2_nombre_cliente', 'El nombre del cliente de la referencia 2');

-- Fires after maestros_derive_columns, which makes blank texts null.
create trigger maestros_keep_required_data before insert or update on public.maestros
  for each row execute function interno.exigir_ficha_completa(
    'nombre', 'Tu nombre no puede quedar vacío.',
    'apellido', 'Tu apellido no puede quedar vacío.',
    'telefono', 'Tu teléfono no puede quedar vacío.',
    'descripcion', 'Tu descripción no puede quedar vacía.',
    'foto_perfil_url', 'Tu foto de perfil no se puede quitar. Puedes cambiarla por otra.',
    'ine_url', 'Tu INE no se puede quitar. Puedes enviar otra foto.',
    'curp', 'Tu CURP no puede quedar vacía.',
    'domicilio', 'Tu domicilio no puede quedar vacío.');

create trigger maestro_oficios_update_completion after insert on public.maestro_oficios
  referencing new table as nuevas for each statement execute function interno.completar_maestros();

-- Triggers of one table fire in the order of their names: these fire before the triggers that derive the directory.
create trigger maestro_oficios_check_limit after insert on public.maestro_oficios
  referencing new table as nuevas for each statement execute function interno.limitar_elecciones(
    'oficio', 'oficios_disponibles', 8,
    'Puedes elegir como máximo %s oficios.', 'El oficio %s ya no está disponible.');

create trigger maestro_oficios_refresh_directory_on_insert after insert on public.maestro_oficios
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_oficios_refresh_directory_on_delete after delete on public.maestro_oficios
  referencing old table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_oficios_refresh_directory_on_update after update on public.maestro_oficios
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_alcaldias_update_completion after insert on public.maestro_alcaldias
  referencing new table as nuevas for each statement execute function interno.completar_maestros();

create trigger maestro_alcaldias_check_limit after insert on public.maestro_alcaldias
  referencing new table as nuevas for each statement execute function interno.limitar_elecciones(
    'alcaldia', 'alcaldias_disponibles', 16,
    'Puedes elegir como máximo %s alcaldías.', 'La alcaldía %s ya no está disponible.');

create trigger maestro_alcaldias_refresh_directory_on_insert after insert on public.maestro_alcaldias
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_alcaldias_refresh_directory_on_delete after delete on public.maestro_alcaldias
  referencing old table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_alcaldias_refresh_directory_on_update after update on public.maestro_alcaldias
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_documentos_check_owner before insert or update on public.maestro_documentos
  for each row execute function interno.exigir_documento_propio();

create trigger maestro_documentos_mark_shown after insert or update or delete on public.maestro_documentos
  for each row execute function interno.marcar_documento();

create trigger maestro_documentos_reopen_verification after insert or update of objeto on public.maestro_documentos
  for each row execute function interno.anotar_documento_nuevo();

create trigger disponibilidad_refresh_directory_on_insert after insert on interno.disponibilidad
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger disponibilidad_refresh_directory_on_update after update on interno.disponibilidad
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger disponibilidad_refresh_directory_on_delete after delete on interno.disponibilidad
  referencing old table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

create trigger maestro_stats_derive_figures before insert or update on public.maestro_stats
  for each row execute function interno.contar_stats();

create trigger verificaciones_set_their_flag after insert or update of estado on interno.verificaciones
  for each row execute function interno.aplicar_verificacion();

create trigger verificaciones_record_waiting before update of estado on interno.verificaciones
  for each row when (new.estado = 'pendiente' and old.estado <> 'pendiente')
  execute function interno.anotar_espera();

create trigger chats_require_accounts before insert on public.chats
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

create trigger chats_record_event after insert on public.chats
  referencing new table as nuevos for each statement execute function interno.anotar_chats();

create trigger chats_refuse_blocked_pairs before insert on public.chats
  for each row execute function interno.rechazar_par_bloqueado('buscador_id', 'maestro_id');

create trigger mensajes_update_chat after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.anotar_mensaje();

-- A text does not call the function.
create trigger mensajes_carry_the_size_of_their_picture before insert on public.mensajes
  for each row when (new.tipo = 'imagen') execute function interno.medir_imagen();

-- It fires before mensajes_update_chat, whose lock on the chats the sender already holds.
create trigger mensajes_record_answers after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.anotar_respuestas();

create trigger mensajes_refuse_blocked_chats after insert on public.mensajes
  referencing new table as nuevos for each statement
  execute function interno.rechazar_mensajes_en_chats_bloqueados();

create trigger mensajes_queue_push after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.encolar_push();

create trigger mensajes_update_file_use_on_insert after insert on public.mensajes
  for each row when (new.tipo in ('imagen', 'audio')) execute function interno.marcar_archivo_de_mensaje();

create trigger mensajes_update_file_use_on_delete after delete on public.mensajes
  for each row when (old.tipo in ('imagen', 'audio')) execute function interno.marcar_archivo_de_mensaje();

create trigger vistas_perfil_count_on_insert after insert on public.vistas_perfil
  referencing new table as nuevas for each statement execute function interno.contar_vistas();

create trigger vistas_perfil_count_on_update after update on public.vistas_perfil
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_vistas();

create trigger vistas_perfil_count_on_delete after delete on public.vistas_perfil
  referencing old table as viejas for each statement
  when (current_setting('interno.conservar_cifras', true) is distinct from 'si')
  execute function interno.contar_vistas();

create trigger directorio_count_on_insert after insert on interno.directorio
  referencing new table as nuevas for each statement execute function interno.contar_directorio();

create trigger directorio_count_on_update after update on interno.directorio
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_directorio();

create trigger directorio_count_on_delete after delete on interno.directorio
  referencing old table as viejas for each statement execute function interno.contar_directorio();

create trigger directorio_count_available_on_insert after insert on interno.directorio
  referencing new table as nuevas for each statement execute function interno.contar_disponibles();

create trigger directorio_count_available_on_update after update on interno.directorio
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_disponibles();

create trigger directorio_count_available_on_delete after delete on interno.directorio
  referencing old table as viejas for each statement execute function interno.contar_disponibles();

-- Triggers of one table fire in the order of their names: this one after directorio_count_on_insert, which waits for the
-- lock of interno.pedir_aviso.
create trigger directorio_queue_alerts_on_insert after insert on interno.directorio
  referencing new table as nuevas for each statement execute function interno.anunciar_en_directorio();

create trigger preferencias_avisos_set_time before insert or update on public.preferencias_avisos
  for each row execute function interno.fechar_preferencias();

create trigger pictures_of_drafts_are_of_their_maestro before insert or update of valor on interno.borradores
  for each row execute function interno.exigir_imagen_de_borrador();

create trigger pictures_are_shown_by_their_draft after insert or update or delete on interno.borradores
  for each row execute function interno.marcar_imagen_de_borrador();

create trigger accesos_contacto_require_accounts before insert on public.accesos_contacto
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

create trigger accesos_contacto_count_on_insert after insert on public.accesos_contacto
  referencing new table as nuevas for each statement execute function interno.contar_contactos();

create trigger accesos_contacto_count_on_delete after delete on public.accesos_contacto
  referencing old table as viejas for each statement execute function interno.contar_contactos();

create trigger accesos_contacto_record_event after insert on public.accesos_contacto
  referencing new table as nuevos for each statement execute function interno.anotar_accesos();

create trigger accesos_contacto_refuse_blocked_pairs before insert on public.accesos_contacto
  for each row execute function interno.rechazar_par_bloqueado('buscador_id', 'maestro_id');

create trigger accesos_contacto_queue_mail after insert on public.accesos_contacto
  referencing new table as nuevos for each statement execute function interno.encolar_correo_de_contacto();

create trigger resenas_refuse_contact_data
  before insert or update of comentario, respuesta on public.resenas
  for each row execute function interno.exigir_textos_sin_contacto(
    'comentario', 'La reseña', 'respuesta', 'La respuesta');

create trigger resenas_require_accounts before insert on public.resenas
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

create trigger resenas_set_hidden before insert on public.resenas
  for each row execute function interno.ocultar_resena_nueva();

create trigger resenas_count_on_insert after insert on public.resenas
  referencing new table as nuevas for each statement execute function interno.contar_resenas();

create trigger resenas_count_on_update after update on public.resenas
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_resenas();

create trigger resenas_count_on_delete after delete on public.resenas
  referencing old table as viejas for each statement execute function interno.contar_resenas();

create trigger resenas_record_event after insert on public.resenas
  referencing new table as nuevas for each statement execute function interno.anotar_resenas();

create trigger resenas_record_change after update on public.resenas
  for each row
  when ((old.editado_en, old.respondido_en) is distinct from (new.editado_en, new.respondido_en))
  execute function interno.anotar_resena_cambiada();

create trigger resenas_queue_mail after insert on public.resenas
  referencing new table as nuevas for each statement execute function interno.encolar_correo_de_resena();

create trigger resenas_decide_on_insert before insert on public.resenas
  for each row execute function interno.contar_resena_con_intercambio();

create trigger resenas_decide_on_update before update of editado_en on public.resenas
  for each row when (not old.contada) execute function interno.contar_resena_con_intercambio();

create trigger fotos_de_resena_check_owner before insert or update of objeto, resena_id on interno.fotos_de_resena
  for each row execute function interno.exigir_foto_propia();

create trigger fotos_de_resena_mark_shown after insert or delete on interno.fotos_de_resena
  for each row execute function interno.marcar_foto_de_resena();

create trigger bloqueos_require_accounts before insert on public.bloqueos
  for each row execute function interno.exigir_cuentas_vigentes('bloqueador_id', 'bloqueado_id');

create trigger bloqueos_mark_chats after insert or delete on public.bloqueos
  for each row execute function interno.marcar_chats_bloqueados();

create trigger tickets_require_accounts before insert on public.tickets
  for each row execute function interno.exigir_cuentas_vigentes('usuario_id');

create trigger tickets_update_picture_use after insert or delete on public.tickets
  for each row execute function interno.marcar_imagenes_de_ticket();

create trigger tickets_erase_answers after update of usuario_id on public.tickets
  for each row when (new.usuario_id is null and old.usuario_id is not null)
  execute function interno.borrar_respuestas_de_ticket();

grant usage on schema public, auth, interno to anon, authenticated, service_role;

grant execute on function auth.jwt(), auth.uid(), auth.role(), auth.open_request(text, text)
  to anon, authenticated, service_role;

grant select (id, nombre, apellido, display_name, role, terminos_aceptados, fecha_aceptacion)
  on public.profiles to authenticated;

grant all on public.profiles to service_role;

create policy "Profiles are readable by their owner" on public.profiles
  for select to authenticated using (id = (select auth.uid()));

create policy "A seeker's profile is readable by the maestros of their chats" on public.profiles
  for select to authenticated using (
    role = 'buscador'
    and id = any (array(select c.buscador_id from public.chats c where c.maestro_id = (select auth.uid())))
  );

grant execute on function interno.rol_de(uuid) to authenticated, service_role;
grant execute on function interno.esta_suspendido(uuid) to anon, authenticated, service_role;

grant execute on function auth.session_lives(uuid, uuid) to anon, authenticated, service_role;

grant execute on function interno.es_operador(uuid) to anon, authenticated, service_role;

grant select on public.alcaldias_disponibles, public.oficios_disponibles to anon, authenticated;

grant all on public.alcaldias_disponibles, public.oficios_disponibles to service_role;

create policy "Active boroughs are readable by everyone" on public.alcaldias_disponibles
  for select to anon, authenticated using (activo);

create policy "Active trades are readable by everyone" on public.oficios_disponibles
  for select to anon, authenticated using (activo);

grant select on public.maestros, public.maestro_oficios, public.maestro_alcaldias to authenticated;

grant insert (
  id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
  referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
  referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
  terminos_aceptados, fecha_aceptacion, perfil_completo, reputacion_nivel
), update (
  id, nombre, apellido, telefono, alcaldia, descripcion, foto_perfil_url, ine_url, curp, domicilio,
  referencia1_nombre_cliente, referencia1_descripcion_trabajo, referencia1_numero_referencia,
  referencia2_nombre_cliente, referencia2_descripcion_trabajo, referencia2_numero_referencia,
  terminos_aceptados, fecha_aceptacion, perfil_completo, reputacion_nivel
) on public.maestros to authenticated;

grant all on public.maestros, public.maestro_oficios, public.maestro_alcaldias to service_role;

grant insert (en_paginas_publicas), update (en_paginas_publicas) on public.maestros to authenticated;

create policy "Maestros are readable by themselves" on public.maestros
  for select to authenticated using (id = (select auth.uid()));

create policy "Maestros write their own row" on public.maestros
  for insert to authenticated
  with check (id = (select auth.uid()) and interno.rol_de((select auth.uid())) = 'maestro');

create policy "Maestros change their own row" on public.maestros
  for update to authenticated using (id = (select auth.uid())) with check (id = (select auth.uid()));

grant insert (maestro_id, oficio), delete on public.maestro_oficios to authenticated;

create policy "Trades are readable by their maestro" on public.maestro_oficios
  for select to authenticated using (maestro_id = (select auth.uid()));

create policy "Maestros choose their trades" on public.maestro_oficios
  for insert to authenticated with check (maestro_id = (select auth.uid()));

create policy "Maestros drop their trades" on public.maestro_oficios
  for delete to authenticated using (maestro_id = (select auth.uid()));

grant insert (maestro_id, alcaldia), delete on public.maestro_alcaldias to authenticated;

create policy "Boroughs are readable by their maestro" on public.maestro_alcaldias
  for select to authenticated using (maestro_id = (select auth.uid()));

create policy "Maestros choose their boroughs" on public.maestro_alcaldias
  for insert to authenticated with check (maestro_id = (select auth.uid()));

create policy "Maestros drop their boroughs" on public.maestro_alcaldias
  for delete to authenticated using (maestro_id = (select auth.uid()));

grant select on public.maestro_documentos to authenticated;

grant all on public.maestro_documentos to service_role;

create policy "Documents are readable by their maestro" on public.maestro_documentos
  for select to authenticated using (maestro_id = (select auth.uid()));

grant insert (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias),
  update (maestro_id, visitas_ultimos_30_dias, contactos_ultimos_30_dias)
  on public.maestro_stats to authenticated;

create policy "Figures are readable by their maestro" on public.maestro_stats
  for select to authenticated using (maestro_id = (select auth.uid()));

create policy "Maestros start their own figures" on public.maestro_stats
  for insert to authenticated with check (maestro_id = (select auth.uid()));

create policy "Maestros refresh their own figures" on public.maestro_stats
  for update to authenticated
  using (maestro_id = (select auth.uid())) with check (maestro_id = (select auth.uid()));

grant execute on function
  interno.en_blanco(text), interno.esta_completo(public.maestros), interno.antes_de_guardar_maestro()
  to authenticated, service_role;
grant execute on function public.update_maestro_stats() to authenticated, service_role;

grant select on public.chats, public.mensajes to authenticated;

grant all on public.chats, public.mensajes to service_role;

create policy "Chats are readable by their two people" on public.chats
  for select to authenticated using ((select auth.uid()) in (buscador_id, maestro_id));

-- The arrays of the next two policies are computed once in a statement, and an index then finds the rows: the cost depends
-- on what the caller may see, and not on the size of the table.
create policy "Messages are readable by the two of their chat, blocked ones by their author" on public.mensajes
  for select to authenticated using (
    (not bloqueado or autor_id = (select auth.uid()))
    and chat_id = any (array(
      select c.id from public.chats c where (select auth.uid()) in (c.buscador_id, c.maestro_id)))
  );

grant execute on function public.mark_messages_as_read(uuid, text, bigint) to authenticated;
grant execute on function public.maestros(public.chats) to authenticated, service_role;

grant select on public.vistas_perfil, public.maestro_stats to authenticated;

grant all on public.vistas_perfil, public.maestro_stats to service_role;

create policy "Profile views are readable by the seeker who made them" on public.vistas_perfil
  for select to authenticated using (buscador_id = (select auth.uid()));

grant select on public.preferencias_avisos to authenticated;

-- user_id is updatable because an upsert of the official client names it. The policy refuses any other value.
grant insert (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas,
    push_mensajes, push_contacto, push_con_texto),
  update (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas,
    push_mensajes, push_contacto, push_con_texto)
  on public.preferencias_avisos to authenticated;

grant all on public.preferencias_avisos to service_role;

grant insert (push_busquedas), update (push_busquedas) on public.preferencias_avisos to authenticated;

create policy "Choices of notices are readable by their owner" on public.preferencias_avisos
  for select to authenticated using (user_id = (select auth.uid()));

create policy "People make their own choices of notices" on public.preferencias_avisos
  for insert to authenticated with check (user_id = (select auth.uid()));

create policy "People change their own choices of notices" on public.preferencias_avisos
  for update to authenticated
  using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));

grant select on public.accesos_contacto to authenticated;

grant all on public.accesos_contacto to service_role;

create policy "Contact accesses are readable by the seeker and the maestro" on public.accesos_contacto
  for select to authenticated using ((select auth.uid()) in (buscador_id, maestro_id));

grant execute on function interno.ve_contacto(uuid) to authenticated, service_role;

grant select on public.resenas to authenticated;

grant all on public.resenas to service_role;

create policy "Reviews are readable by their author and their maestro" on public.resenas
  for select to authenticated using (buscador_id = (select auth.uid()) or (maestro_id = (select auth.uid()) and not oculta));

grant execute on function interno.nivel_de_reputacion(boolean, integer, numeric) to authenticated, service_role;

grant select on public.bloqueos to authenticated;

grant all on public.bloqueos to service_role;

create policy "Blocks are readable by the person who made them" on public.bloqueos
  for select to authenticated using (bloqueador_id = (select auth.uid()));

grant select on public.tickets to authenticated;

grant all on public.tickets to service_role;

create policy "Tickets are readable by their author" on public.tickets
  for select to authenticated using (usuario_id = (select auth.uid()));

insert into storage.buckets (id, file_size_limit, allowed_mime_types)
values
  ('chat-media', 5 * 1024 * 1024, '{image/jpeg,image/png,image/webp,audio/webm,audio/mp4}'),
  ('support-tickets', 5 * 1024 * 1024, '{image/jpeg,image/png,image/webp}');

-- New names are added by a step of db/changes as well, for databases that exist.
insert into public.alcaldias_disponibles (nombre) values
  ('Álvaro Obregón'),
  ('Azcapotzalco'),
  ('Benito Juárez'),
  ('Coyoacán'),
  ('Cuajimalpa de Morelos'),
  ('Cuauhtémoc'),
  ('Gustavo A. Madero'),
  ('Iztacalco'),
  ('Iztapalapa'),
  ('La Magdalena Contreras'),
  ('Miguel Hidalgo'),
  ('Milpa Alta'),
  ('Tláhuac'),
  ('Tlalpan'),
  ('Venustiano Carranza'),
  ('Xochimilco');
insert into public.oficios_disponibles (nombre, icono) values
  ('Albañilería', 'brick-wall'),
  ('Aire acondicionado', 'air-vent'),
  ('Aluminio y vidrio', 'app-window'),
  ('Calentadores y boilers', 'heater'),
  ('Cámaras de seguridad', 'cctv'),
  ('Carpintería', 'hammer'),
  ('Cerrajería', 'key-round'),
  ('Cisternas y tinacos', 'cylinder'),
  ('Control de plagas', 'bug'),
  ('Electricidad', 'zap'),
  ('Electrodomésticos', 'washing-machine'),
  ('Fumigación', 'spray-can'),
  ('Herrería', 'anvil'),
  ('Impermeabilización', 'umbrella'),
  ('Instalación de gas', 'flame'),
  ('Internet y redes', 'router'),
  ('Jardinería', 'sprout'),
  ('Limpieza', 'sparkles'),
  ('Mudanzas', 'truck'),
  ('Paneles solares', 'solar-panel'),
  ('Pintura', 'paint-roller'),
  ('Pisos y azulejos', 'grid-2x2'),
  ('Plomería', 'droplets'),
  ('Refrigeración', 'refrigerator'),
  ('Tablaroca', 'panels-top-left'),
  ('Tapicería', 'sofa');

insert into interno.examen_de_mensajes default values;

insert into interno.base_de_datos (version, texto, cambios, objetos) values ('1.0.0', 'c65ac5257967705b682c7c778b9068abc3322396dad612adb2e4eb7430e00f1c', '{}', E'{"function auth.jwt()","function auth.open_request(text,text)","function auth.role()","function auth.session_lives(uuid,uuid)","function auth.uid()","function interno.abrir_contacto(uuid,uuid,text,text,text,jsonb,integer,integer,integer,jsonb)","function interno.actos_de(uuid,text,timestamp with time zone)","function interno.actos_de_cuentas_nuevas(uuid,text,timestamp with time zone)","function interno.agotar_trabajo(bigint,text)","function interno.al_cambiar_elecciones()","function interno.al_cambiar_maestros()","function interno.al_dar_refresh_token()","function interno.al_retirar_nombre()","function interno.anotar_accesos()","function interno.anotar_chats()","function interno.anotar_cuentas()","function interno.anotar_documento_nuevo()","function interno.anotar_en_linea(uuid[])","function interno.anotar_entrada_de_operador()","function interno.anotar_espera()","function interno.anotar_mensaje()","function interno.anotar_perfil_completado()","function interno.anotar_rebote(text)","function interno.anotar_resena_cambiada()","function interno.anotar_resenas()","function interno.anotar_respuestas()","function interno.anotar_verificaciones()","function interno.antes_de_guardar_maestro()","function interno.anunciar_en_directorio()","function interno.anunciar_resena(public.resenas)","function interno.aplicar_suspension()","function interno.aplicar_verificacion()","function interno.aviso_en_espera(interno.avisos_de_busqueda)","function interno.aviso_sin_leer(uuid,uuid)","function interno.borrar_cuenta(uuid)","function interno.borrar_fotos(text[])","function interno.borrar_reportes_y_bloqueos(uuid,text)","function interno.borrar_respuestas_de_ticket()","function interno.borrar_trabajos(uuid)","function interno.busquedas_con_avisos_en_espera()","function interno.cambiar_bloqueo(uuid,uuid,boolean)","function interno.cambiar_disponibilidad(uuid,text,date,integer,integer)","function interno.cambiar_estado_de_ticket(uuid,uuid,text)","function interno.cambiar_fotos(uuid,uuid,text[])","function interno.cambiar_nivel(uuid,uuid,text)","function interno.cambiar_suspension(uuid,uuid,boolean,text,text)","function interno.celda(boolean,text,numeric)","function interno.cerrar_chats_de_persona()","function interno.cerrar_cuenta(uuid,uuid,integer,integer)","function interno.cerrar_par(uuid,uuid)","function interno.cerrar_reporte(uuid,bigint,text)","function interno.cerrar_sesiones()","function interno.cerrar_totales(text[],text[])","function interno.cerrar_trabajos(text,bigint[])","function interno.cerrojo_de_trabajos()","function interno.chip_de_nivel(text)","function interno.clave_recomendado(boolean,text,numeric,integer,date)","function interno.completar_maestros()","function interno.completar_onboarding(uuid,jsonb,text,integer)","function interno.componer_nombres()","function interno.conservar_cuenta(uuid)","function interno.consultar_cuenta(uuid,uuid)","function interno.consultar_reporte(uuid,bigint)","function interno.consultar_ticket(uuid,uuid)","function interno.consultar_verificacion(uuid,uuid)","function interno.contacto_abierto(uuid,uuid)","function interno.contacto_visible(uuid,uuid)","function interno.contactos_abiertos(uuid)","function interno.contactos_visibles(uuid)","function interno.contar_contactos()","function interno.contar_directorio()","function interno.contar_disponibles()","function interno.contar_resena_con_intercambio()","function interno.contar_resenas()","function interno.contar_stats()","function interno.contar_vistas()","function interno.crear_operador(text,text,text,uuid,text)","function interno.crear_profile()","function interno.cuentas_con_telefono(text)","function interno.dar_acceso(uuid,uuid,bytea)","function interno.dar_bienvenida(uuid,text,integer)","function interno.dar_bienvenida_al_confirmar()","function interno.decidir_verificacion(uuid,uuid,text,text,text,text[])","function interno.dejar_correo(uuid,text)","function interno.descartar_peticion_de_resena(uuid,uuid)","function interno.descartar_trabajo(uuid,bigint,text)","function interno.dia_de_la_ciudad(timestamp with time zone)","function interno.dias_del_panel(uuid,timestamp with time zone)","function interno.direccion_de_objeto(text)","function interno.direcciones_de_fotos(uuid)","function interno.disponibilidad_de(uuid)","function interno.documentos_de(uuid)","function interno.edad_de_cuenta(uuid)","function interno.eliminar_mensaje(uuid,uuid,integer)","function interno.en_blanco(text)","function interno.encolar(text,jsonb,integer,timestamp with time zone)","function interno.encolar_avisos(text,text,integer)","function interno.encolar_borrados()","function interno.encolar_con_clave(text,jsonb,text,timestamp with time zone,integer)","function interno.encolar_correo_de_contacto()","function interno.encolar_correo_de_resena()","function interno.encolar_push()","function interno.encolar_sin_leer()","function interno.enviar_mensajes(jsonb)","function interno.enviar_ticket(uuid,jsonb,integer,integer)","function interno.es_de_una_rafaga(public.resenas)","function interno.es_documento_de(text,uuid,text)","function interno.es_nombre_legible(text)","function interno.es_operador(uuid)","function interno.esta_completo(public.maestros)","function interno.esta_en_linea(uuid)","function interno.esta_suspendido(uuid)","function interno.estado_verificacion(uuid)","function interno.etapa_de_cuenta(uuid)","function interno.exigir_cuenta_activa(uuid)","function interno.exigir_cuenta_de_operador(uuid)","function interno.exigir_cuentas_vigentes()","function interno.exigir_documento_propio()","function interno.exigir_ficha_completa()","function interno.exigir_foto_propia()","function interno.exigir_imagen_de_borrador()","function interno.exigir_imagenes_propias()","function interno.exigir_mensaje(text)","function interno.exigir_motivo(text)","function interno.exigir_nivel(uuid,text)","function interno.exigir_nivel_de_sesion()","function interno.exigir_operador(uuid)","function interno.exigir_persona(uuid,uuid,text)","function interno.exigir_textos_sin_contacto()","function interno.exportacion_fallida(interno.exportaciones)","function interno.fechar_preferencias()","function interno.foto_de_perfil_visible(text)","function interno.foto_de_resena_visible(text)","function interno.foto_publica(text)","function interno.frenar_cuenta_nueva(uuid,text,uuid,jsonb)","function interno.guardar_borrador(uuid,jsonb)","function interno.guardar_contacto(uuid,text,text,text)","function interno.guardar_documento(uuid,text,text)","function interno.guardar_nombre_de_cuenta(uuid,text,text)","function interno.guardar_resena(uuid,uuid,integer,text,boolean,text[],integer,jsonb)","function interno.guardar_suscripcion(uuid,uuid,text,text,text,text,integer)","function interno.hay_responsable()","function interno.hubo_intercambio(uuid,uuid,timestamp with time zone)","function interno.imagen_de_borrador(text,jsonb)","function interno.imagen_propia(uuid,text,text)","function interno.imagenes_de_ticket(public.tickets)","function interno.impedimento(uuid,uuid,text)","function interno.impedimento_de_resena(uuid,uuid,integer)","function interno.iniciar_chat(uuid,uuid,jsonb,integer,integer,jsonb)","function interno.liberar_trabajos(text[])","function interno.limitar_elecciones()","function interno.lista_de_trabajos_fallidos()","function interno.lo_inicio_un_contacto(public.chats)","function interno.marcar_archivo_de_mensaje()","function interno.marcar_chats_bloqueados()","function interno.marcar_documento()","function interno.marcar_foto_de_resena()","function interno.marcar_imagen_de_borrador()","function interno.marcar_imagenes_de_maestro()","function interno.marcar_imagenes_de_ticket()","function interno.medir_imagen()","function interno.minutos_contados(timestamp with time zone,timestamp with time zone)","function interno.nivel_de_reputacion(boolean,integer,numeric)","function interno.numero_de_nivel(text)","function interno.objeto_nombrado(text)","function interno.oculta_sus_resenas(timestamp with time zone,timestamp with time zone)","function interno.ocultar_resena_nueva()","function interno.ocultar_resenas_de_autor()","function interno.oficios_mas_buscados(text,integer)","function interno.olvidar_disponibilidad()","function interno.olvidar_rebotes(text)","function interno.olvidar_vistas(integer,integer)","function interno.operador_del_acceso(bytea)","function interno.par_bloqueado(uuid,uuid)","function interno.parece_contacto(text)","function interno.paso_de_respuesta(integer,numeric)","function interno.pasos_de_perfil(uuid)","function interno.patron_de_datos_personales(uuid)","function interno.patron_de_valor(text)","function interno.pedir_aviso(uuid,text,text,integer)","function interno.pedir_exportacion(uuid,integer,integer)","function interno.pedir_resena(uuid,uuid,integer,integer,integer)","function interno.pendientes_de_operadores()","function interno.poner_al_dia(integer)","function interno.prefijo_de_imagen(text,uuid)","function interno.prioridad_de_trabajo(text)","function interno.procesos_ausentes()","function interno.promedio_de_resenas(interno.conteo_de_resenas)","function interno.puede_decidir(uuid,uuid,text)","function interno.puede_senalar(uuid,uuid)","function interno.quiere_aviso(uuid,text)","function interno.quiere_correo(uuid,text)","function interno.recalcular_respuestas(uuid[])","function interno.rechazar_cambio_de_auditoria()","function interno.rechazar_cambio_de_eventos()","function interno.rechazar_mensajes_en_chats_bloqueados()","function interno.rechazar_par_bloqueado()","function interno.rechazo_de_imagen(text)","function interno.recontar(uuid)","function interno.reemplazar_elecciones(uuid,text,text[])","function interno.reenviar_curp(uuid)","function interno.referencia_valida(text,text,text)","function interno.refrescar_directorio(uuid[])","function interno.refrescar_lote(text,text,uuid,integer)","function interno.registrar_actividad(uuid)","function interno.reintentar_trabajo(bigint)","function interno.reintentar_trabajos(uuid,bigint)","function interno.reportar(uuid,uuid,jsonb,integer,jsonb)","function interno.reportar_y_bloquear(uuid,uuid,jsonb,integer,boolean,jsonb)","function interno.responder_resena(uuid,uuid,text)","function interno.responder_ticket(uuid,uuid,text,text)","function interno.respuestas_de_ticket(uuid)","function interno.resumen_de_reportes(uuid,uuid)","function interno.retirar_documento()","function interno.retirar_documentos(integer,integer)","function interno.retirar_foto(uuid,text,text)","function interno.retirar_foto_de_resena_borrada()","function interno.retirar_imagen_de_maestro()","function interno.retirar_resena(uuid,uuid,text)","function interno.reunir_sin_leer(integer)","function interno.revisar_resenas(integer)","function interno.rol_de(uuid)","function interno.se_cierra(uuid)","function interno.se_escribieron(uuid,uuid)","function interno.segundos_contados(timestamp with time zone)","function interno.segundos_hasta(timestamp with time zone)","function interno.sesion_de_operador_vencida(timestamp with time zone)","function interno.sin_datos_personales(text,text,integer,integer)","function interno.sin_signos_alrededor(text)","function interno.soltar_trabajos(text)","function interno.sumar_al_total(text,text,smallint,integer)","function interno.sumar_busquedas(jsonb)","function interno.sumar_cifra(uuid,date,integer,integer)","function interno.sumar_disponibles(text,text,date,smallint,integer)","function interno.sumar_resenas(interno.cambio_de_resena[])","function interno.suspender_durante_cierre()","function interno.tarjeta(public.maestros,text,text,date,text)","function interno.terminar_aviso(bigint)","function interno.terminar_exportaciones(uuid)","function interno.terminar_exportaciones_de_cuenta()","function interno.ticket_para_operador(uuid,uuid,text)","function interno.total_de_resenas(interno.conteo_de_resenas)","function interno.usar_acceso(bytea,text)","function interno.ve_contacto(uuid)","function interno.verificaciones_en_espera()","function interno.version_de_datos(uuid)","function public.maestros(public.chats)","function public.mark_messages_as_read(uuid,text,bigint)","function public.update_maestro_stats()","function storage.allows(text,uuid,text,text)","function storage.allows_read(uuid,storage.objects)","function storage.allows_removal(uuid,storage.objects)","function storage.is_visible(uuid,storage.objects)","function storage.mark_shown(boolean,text,text[],text[])","function storage.name_in(text,text)","policy \\"A seeker''s profile is readable by the maestros of their chats\\" on public.profiles","policy \\"Active boroughs are readable by everyone\\" on public.alcaldias_disponibles","policy \\"Active trades are readable by everyone\\" on public.oficios_disponibles","policy \\"Blocks are readable by the person who made them\\" on public.bloqueos","policy \\"Boroughs are readable by their maestro\\" on public.maestro_alcaldias","policy \\"Chats are readable by their two people\\" on public.chats","policy \\"Choices of notices are readable by their owner\\" on public.preferencias_avisos","policy \\"Contact accesses are readable by the seeker and the maestro\\" on public.accesos_contacto","policy \\"Documents are readable by their maestro\\" on public.maestro_documentos","policy \\"Figures are readable by their maestro\\" on public.maestro_stats","policy \\"Maestros are readable by themselves\\" on public.maestros","policy \\"Maestros change their own row\\" on public.maestros","policy \\"Maestros choose their boroughs\\" on public.maestro_alcaldias","policy \\"Maestros choose their trades\\" on public.maestro_oficios","policy \\"Maestros drop their boroughs\\" on public.maestro_alcaldias","policy \\"Maestros drop their trades\\" on public.maestro_oficios","policy \\"Maestros refresh their own figures\\" on public.maestro_stats","policy \\"Maestros start their own figures\\" on public.maestro_stats","policy \\"Maestros write their own row\\" on public.maestros","policy \\"Messages are readable by the two of their chat, blocked ones by\\" on public.mensajes","policy \\"People change their own choices of notices\\" on public.preferencias_avisos","policy \\"People make their own choices of notices\\" on public.preferencias_avisos","policy \\"Profile views are readable by the seeker who made them\\" on public.vistas_perfil","policy \\"Profiles are readable by their owner\\" on public.profiles","policy \\"Reviews are readable by their author and their maestro\\" on public.resenas","policy \\"Tickets are readable by their author\\" on public.tickets","policy \\"Trades are readable by their maestro\\" on public.maestro_oficios","trigger accesos_contacto_count_on_delete on public.accesos_contacto","trigger accesos_contacto_count_on_insert on public.accesos_contacto","trigger accesos_contacto_queue_mail on public.accesos_contacto","trigger accesos_contacto_record_event on public.accesos_contacto","trigger accesos_contacto_refuse_blocked_pairs on public.accesos_contacto","trigger accesos_contacto_require_accounts on public.accesos_contacto","trigger alcaldias_disponibles_refresh_directory on public.alcaldias_disponibles","trigger auditoria_is_only_appended on interno.auditoria","trigger bloqueos_mark_chats on public.bloqueos","trigger bloqueos_require_accounts on public.bloqueos","trigger chats_record_event on public.chats","trigger chats_refuse_blocked_pairs on public.chats","trigger chats_require_accounts on public.chats","trigger directorio_count_available_on_delete on interno.directorio","trigger directorio_count_available_on_insert on interno.directorio","trigger directorio_count_available_on_update on interno.directorio","trigger directorio_count_on_delete on interno.directorio","trigger directorio_count_on_insert on interno.directorio","trigger directorio_count_on_update on interno.directorio","trigger directorio_queue_alerts_on_insert on interno.directorio","trigger disponibilidad_refresh_directory_on_delete on interno.disponibilidad","trigger disponibilidad_refresh_directory_on_insert on interno.disponibilidad","trigger disponibilidad_refresh_directory_on_update on interno.disponibilidad","trigger eventos_refuse_changes on interno.eventos","trigger fotos_de_resena_check_owner on interno.fotos_de_resena","trigger fotos_de_resena_mark_shown on interno.fotos_de_resena","trigger maestro_alcaldias_check_limit on public.maestro_alcaldias","trigger maestro_alcaldias_refresh_directory_on_delete on public.maestro_alcaldias","trigger maestro_alcaldias_refresh_directory_on_insert on public.maestro_alcaldias","trigger maestro_alcaldias_refresh_directory_on_update on public.maestro_alcaldias","trigger maestro_alcaldias_update_completion on public.maestro_alcaldias","trigger maestro_documentos_check_owner on public.maestro_documentos","trigger maestro_documentos_mark_shown on public.maestro_documentos","trigger maestro_documentos_reopen_verification on public.maestro_documentos","trigger maestro_oficios_check_limit on public.maestro_oficios","trigger maestro_oficios_refresh_directory_on_delete on public.maestro_oficios","trigger maestro_oficios_refresh_directory_on_insert on public.maestro_oficios","trigger maestro_oficios_refresh_directory_on_update on public.maestro_oficios","trigger maestro_oficios_update_completion on public.maestro_oficios","trigger maestro_stats_derive_figures on public.maestro_stats","trigger maestros_check_own_pictures on public.maestros","trigger maestros_compose_names on public.maestros","trigger maestros_derive_columns on public.maestros","trigger maestros_erase_availability on public.maestros","trigger maestros_keep_required_data on public.maestros","trigger maestros_record_changed_data on public.maestros","trigger maestros_record_event_on_insert on public.maestros","trigger maestros_record_event_on_update on public.maestros","trigger maestros_record_imported_verifications on public.maestros","trigger maestros_refresh_directory_on_insert on public.maestros","trigger maestros_refresh_directory_on_update on public.maestros","trigger maestros_refuse_contact_data on public.maestros","trigger maestros_update_picture_use on public.maestros","trigger maestros_update_picture_use_on_update on public.maestros","trigger mensajes_carry_the_size_of_their_picture on public.mensajes","trigger mensajes_queue_push on public.mensajes","trigger mensajes_record_answers on public.mensajes","trigger mensajes_refuse_blocked_chats on public.mensajes","trigger mensajes_update_chat on public.mensajes","trigger mensajes_update_file_use_on_delete on public.mensajes","trigger mensajes_update_file_use_on_insert on public.mensajes","trigger mfa_factors_record_enrolment on auth.mfa_factors","trigger objects_clear_maestro_picture on storage.objects","trigger objects_leave_their_review on storage.objects","trigger oficios_disponibles_refresh_directory on public.oficios_disponibles","trigger pictures_are_shown_by_their_draft on interno.borradores","trigger pictures_of_drafts_are_of_their_maestro on interno.borradores","trigger preferencias_avisos_set_time on public.preferencias_avisos","trigger profiles_compose_names on public.profiles","trigger profiles_end_exports on public.profiles","trigger profiles_end_sessions on public.profiles","trigger profiles_hide_reviews on public.profiles","trigger profiles_keep_closing on public.profiles","trigger profiles_lock_chats on public.profiles","trigger profiles_record_event on public.profiles","trigger profiles_refresh_directory on public.profiles","trigger profiles_refuse_contact_data on public.profiles","trigger refresh_tokens_record_activity on auth.refresh_tokens","trigger removed_documents_leave_their_maestro on storage.objects","trigger resenas_count_on_delete on public.resenas","trigger resenas_count_on_insert on public.resenas","trigger resenas_count_on_update on public.resenas","trigger resenas_decide_on_insert on public.resenas","trigger resenas_decide_on_update on public.resenas","trigger resenas_queue_mail on public.resenas","trigger resenas_record_change on public.resenas","trigger resenas_record_event on public.resenas","trigger resenas_refuse_contact_data on public.resenas","trigger resenas_require_accounts on public.resenas","trigger resenas_set_hidden on public.resenas","trigger sessions_check_level on auth.sessions","trigger sessions_record_entry on auth.sessions","trigger suspensions_take_effect on public.profiles","trigger tickets_erase_answers on public.tickets","trigger tickets_require_accounts on public.tickets","trigger tickets_update_picture_use on public.tickets","trigger users_create_profile on auth.users","trigger users_end_exports on auth.users","trigger users_welcome_on_confirmation on auth.users","trigger verificaciones_record_waiting on interno.verificaciones","trigger verificaciones_set_their_flag on interno.verificaciones","trigger vistas_perfil_count_on_delete on public.vistas_perfil","trigger vistas_perfil_count_on_insert on public.vistas_perfil","trigger vistas_perfil_count_on_update on public.vistas_perfil","view interno.trabajos_fallidos"}');
-- Rows --
-- Some rows for every table. `npm run release` appends them to the text of a release, for the test that brings an older database up to
-- date. They are written without triggers and without foreign keys.
insert into auth.flow_states (user_id, kind, code_hash, code_challenge, code_challenge_method, expires_at) values
  ('11111111-1111-4111-8111-111111111111', 'recovery', decode(repeat('ab', 32), 'hex'), repeat('a', 43), 's256', '2026-01-02T03:04:05Z');
insert into auth.known_addresses (user_id, address) values ('11111111-1111-4111-8111-111111111111', repeat('a', 43));
insert into auth.mfa_challenges (id, factor_id) values
  ('11111111-1111-4111-8111-111111111111', '99999999-9999-4999-8999-999999999999');
insert into auth.mfa_factors (id, user_id, secret) values
  ('99999999-9999-4999-8999-999999999999', '11111111-1111-4111-8111-111111111111', 'ejemplo de un texto');
insert into auth.one_time_tokens (user_id, kind, token_hash, code_hash, expires_at) values
  ('11111111-1111-4111-8111-111111111111', 'recovery', decode(repeat('ab', 32), 'hex'), decode(repeat('ab', 32), 'hex'), '2026-01-02T03:04:05Z');
insert into auth.phone_links (session_id, token_hash, expires_at) values
  ('55555555-5555-4555-8555-555555555555', decode(repeat('ab', 32), 'hex'), '2026-01-02T03:04:05Z');
insert into auth.refresh_tokens (session_id, token_hash) values
  ('55555555-5555-4555-8555-555555555555', decode(repeat('ab', 32), 'hex'));
insert into auth.sessions (id, user_id) values ('55555555-5555-4555-8555-555555555555', '11111111-1111-4111-8111-111111111111');
insert into auth.users (id, email, encrypted_password) values
  ('11111111-1111-4111-8111-111111111111', 'ana@example.com', 'x'), ('22222222-2222-4222-8222-222222222222', 'luis@example.com', 'x'), ('33333333-3333-4333-8333-333333333333', 'olga@example.com', 'x');
insert into interno.accesos_de_operador (operador_id, token_hash, vence_en) values
  ('33333333-3333-4333-8333-333333333333', decode(repeat('ab', 32), 'hex'), '2026-01-02T03:04:05Z');
insert into interno.auditoria (operador_id, acto) values ('33333333-3333-4333-8333-333333333333', 'cambiar_nivel');
insert into interno.avisos_de_busqueda (buscador_id, alcaldia, oficio) values
  ('11111111-1111-4111-8111-111111111111', 'Coyoacán', 'Plomería');
insert into interno.avisos_sin_leer (persona_id, chat_id, pendiente) values
  ('11111111-1111-4111-8111-111111111111', '44444444-4444-4444-8444-444444444444', true);
insert into interno.bienvenidas (cuenta_id) values ('11111111-1111-4111-8111-111111111111');
insert into interno.borradores (maestro_id, paso, valor, version) values
  ('22222222-2222-4222-8222-222222222222', 'datos', '{}', 1);
insert into interno.busquedas_diarias (alcaldia, dia, oficio, total) values ('Coyoacán', '2026-01-02', 'Plomería', 1);
insert into interno.cierres (cuenta_id, borrar_en) values ('11111111-1111-4111-8111-111111111111', '2026-01-02T03:04:05Z');
insert into interno.cifras_diarias (maestro_id, dia) values ('22222222-2222-4222-8222-222222222222', '2026-01-02');
insert into interno.claves (ajuste, id, huella) values ('JWT_SECRET', '0123abcd', decode(repeat('ab', 32), 'hex'));
insert into interno.conteo_de_resenas (maestro_id) values ('22222222-2222-4222-8222-222222222222');
insert into interno.directorio (alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, tarjeta) values
  ('Coyoacán', 'Plomería', '22222222-2222-4222-8222-222222222222', 1, 1, 1, 1, 'ejemplo de un texto');
insert into interno.directorio_celdas (alcaldia, oficio, celda, total) values ('Coyoacán', 'Plomería', 1, 1);
insert into interno.directorio_disponibles (alcaldia, oficio, dia, celda, total) values
  ('Coyoacán', 'Plomería', '2026-01-02', 1, 1);
insert into interno.directorio_totales (alcaldia, oficio, total) values ('Coyoacán', 'Plomería', 1);
insert into interno.disponibilidad (maestro_id, disponible_el) values ('22222222-2222-4222-8222-222222222222', '2026-01-02');
insert into interno.en_linea (user_id, visto_en) values ('11111111-1111-4111-8111-111111111111', '2026-01-02T03:04:05Z');
insert into interno.eventos (tipo, quien) values ('chat_iniciado', '11111111-1111-4111-8111-111111111111');
insert into interno.exportaciones (id, cuenta_id) values
  ('11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111');
insert into interno.fotos_de_resena (objeto, resena_id, orden) values
  ('carpeta/uno.jpg', '77777777-7777-4777-8777-777777777777', 1);
insert into interno.operadores (operador_id, nivel) values ('33333333-3333-4333-8333-333333333333', 'revisor');
insert into interno.peticiones_de_resena (buscador_id, maestro_id) values
  ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222');
insert into interno.primeras_respuestas (chat_id, maestro_id, respondido_en) values
  ('44444444-4444-4444-8444-444444444444', '22222222-2222-4222-8222-222222222222', '2026-01-02T03:04:05Z');
insert into interno.rebotes (user_id) values ('11111111-1111-4111-8111-111111111111');
insert into interno.reporte_mensajes (reporte_id, mensaje_id, autor_id, tipo, creado_en) values
  (1, '66666666-6666-4666-8666-666666666666', '11111111-1111-4111-8111-111111111111', 'ejemplo de un texto', '2026-01-02T03:04:05Z');
insert into interno.reportes (client_id, reportante_id, reportado_id, motivo) values
  ('11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'fraude');
insert into interno.suscripciones_push (id, user_id, session_id, endpoint, p256dh, auth, navegador) values
  ('11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111', '55555555-5555-4555-8555-555555555555', 'ejemplo de un texto', 'ejemplo de un texto', 'ejemplo de un texto', 'ejemplo de un texto');
insert into interno.ticket_respuestas (ticket_id, operador_id, texto) values
  ('88888888-8888-4888-8888-888888888888', '33333333-3333-4333-8333-333333333333', 'ejemplo de un texto');
insert into interno.tiempos_de_respuesta (maestro_id) values ('22222222-2222-4222-8222-222222222222');
insert into interno.verificaciones (maestro_id, tipo, estado) values
  ('22222222-2222-4222-8222-222222222222', 'ine', 'pendiente');
insert into public.accesos_contacto (buscador_id, maestro_id, motivo) values
  ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 'agendar_visita');
insert into public.bloqueos (bloqueador_id, bloqueado_id) values
  ('11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222');
insert into public.chats (id, buscador_id, maestro_id) values
  ('44444444-4444-4444-8444-444444444444', '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222');
insert into public.maestro_alcaldias (maestro_id, alcaldia) values ('22222222-2222-4222-8222-222222222222', 'Coyoacán');
insert into public.maestro_documentos (maestro_id, tipo, objeto) values
  ('22222222-2222-4222-8222-222222222222', 'ine_reverso', 'carpeta/uno.jpg');
insert into public.maestro_oficios (maestro_id, oficio) values ('22222222-2222-4222-8222-222222222222', 'Plomería');
insert into public.maestro_stats (maestro_id) values ('22222222-2222-4222-8222-222222222222');
insert into public.maestros (id, nombre, apellido, telefono, alcaldia, curp) values
  ('22222222-2222-4222-8222-222222222222', 'Luis', 'Gil', '5512345678', 'Coyoacán', 'PAJU900101MDFZLL09');
insert into public.mensajes (id, chat_id, autor_id, tipo, contenido) values
  ('66666666-6666-4666-8666-666666666666', '44444444-4444-4444-8444-444444444444', '11111111-1111-4111-8111-111111111111', 'texto', 'Hola');
insert into public.preferencias_avisos (user_id) values ('11111111-1111-4111-8111-111111111111');
insert into public.profiles (id, nombre, apellido, role) values
  ('11111111-1111-4111-8111-111111111111', 'Ana', 'Ruiz', 'buscador'), ('22222222-2222-4222-8222-222222222222', 'Luis', 'Gil', 'maestro'), ('33333333-3333-4333-8333-333333333333', 'Olga', 'Paz', 'operador');
insert into public.resenas (id, buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado) values
  ('77777777-7777-4777-8777-777777777777', '11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222', 1, 'ejemplo de un texto', true);
insert into public.tickets (id, usuario_id, nombre, correo, mensaje) values
  ('88888888-8888-4888-8888-888888888888', '11111111-1111-4111-8111-111111111111', 'Ana Ruiz', 'ana@example.com', 'No encuentro a mi maestro');
insert into public.vistas_perfil (maestro_id, buscador_id) values
  ('22222222-2222-4222-8222-222222222222', '11111111-1111-4111-8111-111111111111');
insert into storage.leftovers (key) values ('ejemplo de un texto');
insert into storage.objects (id, bucket_id, name, mimetype, size, etag) values
  ('11111111-1111-4111-8111-111111111111', 'chat-media', 'carpeta/uno.jpg', 'image/jpeg', 1, 'x');
