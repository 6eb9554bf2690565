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
