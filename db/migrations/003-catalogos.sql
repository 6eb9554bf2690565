-- The boroughs and the trades. Other tables refer to them by name, because the product's calls do.

create table public.alcaldias_disponibles (
  id smallint generated always as identity primary key,
  nombre text collate "es-x-icu" not null unique check (char_length(nombre) between 1 and 80),
  activo boolean not null default true
);

create table public.oficios_disponibles (
  id smallint generated always as identity primary key,
  nombre text collate "es-x-icu" not null unique check (char_length(nombre) between 1 and 80),
  -- The name of a lucide icon. The screen shows a default icon for null and for unknown names.
  icono text check (icono ~ '^[a-z0-9-]{1,40}$'),
  activo boolean not null default true
);

grant select on public.alcaldias_disponibles, public.oficios_disponibles to anon, authenticated;
grant all on public.alcaldias_disponibles, public.oficios_disponibles to service_role;

alter table public.alcaldias_disponibles enable row level security;
alter table public.oficios_disponibles enable row level security;

create policy "Active boroughs are readable by everyone" on public.alcaldias_disponibles
  for select to anon, authenticated using (activo);
create policy "Active trades are readable by everyone" on public.oficios_disponibles
  for select to anon, authenticated using (activo);

insert into public.alcaldias_disponibles (nombre) values
  ('Álvaro Obregón'),
  ('Azcapotzalco'),
  ('Benito Juárez'),
  ('Coyoacán'),
  ('Cuajimalpa de Morelos'),
  ('Cuauhtémoc'),
  ('Gustavo A. Madero'),
  ('Iztacalco'),
  ('Iztapalapa'),
  ('La Magdalena Contreras'),
  ('Miguel Hidalgo'),
  ('Milpa Alta'),
  ('Tláhuac'),
  ('Tlalpan'),
  ('Venustiano Carranza'),
  ('Xochimilco');

insert into public.oficios_disponibles (nombre, icono) values
  ('Albañilería', 'brick-wall'),
  ('Aire acondicionado', 'air-vent'),
  ('Aluminio y vidrio', 'app-window'),
  ('Calentadores y boilers', 'heater'),
  ('Cámaras de seguridad', 'cctv'),
  ('Carpintería', 'hammer'),
  ('Cerrajería', 'key-round'),
  ('Cisternas y tinacos', 'cylinder'),
  ('Control de plagas', 'bug'),
  ('Electricidad', 'zap'),
  ('Electrodomésticos', 'washing-machine'),
  ('Fumigación', 'spray-can'),
  ('Herrería', 'anvil'),
  ('Impermeabilización', 'umbrella'),
  ('Instalación de gas', 'flame'),
  ('Internet y redes', 'router'),
  ('Jardinería', 'sprout'),
  ('Limpieza', 'sparkles'),
  ('Mudanzas', 'truck'),
  ('Paneles solares', 'solar-panel'),
  ('Pintura', 'paint-roller'),
  ('Pisos y azulejos', 'grid-2x2'),
  ('Plomería', 'droplets'),
  ('Refrigeración', 'refrigerator'),
  ('Tablaroca', 'panels-top-left'),
  ('Tapicería', 'sofa');
