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
