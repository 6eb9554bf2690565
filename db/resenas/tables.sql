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
