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
