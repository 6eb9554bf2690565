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
