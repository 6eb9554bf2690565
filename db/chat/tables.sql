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
