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
