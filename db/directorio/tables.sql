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
