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
