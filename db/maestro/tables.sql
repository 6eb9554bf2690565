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
