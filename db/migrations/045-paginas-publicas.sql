-- Public search pages for each trade and borough. Decision 056.

-- A maestro may leave the list of these pages. The directory and its totals are not affected.
alter table public.maestros add column en_paginas_publicas boolean not null default true;
grant insert (en_paginas_publicas), update (en_paginas_publicas) on public.maestros to authenticated;

-- When the figures of a pair last changed, for the sitemap.
alter table interno.directorio_totales add column cambiado_en timestamptz not null default now();

-- As before, with the time of the change.
create or replace function interno.sumar_al_total(p_alcaldia text, p_oficio text, p_celda smallint, p_delta integer)
returns void
language sql security definer set search_path = ''
as $$
  insert into interno.directorio_totales as t (alcaldia, oficio, total) values (p_alcaldia, p_oficio, greatest(p_delta, 0))
  on conflict (alcaldia, oficio) do update set total = t.total + p_delta, cambiado_en = now();
  insert into interno.directorio_celdas as t values (p_alcaldia, p_oficio, p_celda, greatest(p_delta, 0))
  on conflict (alcaldia, oficio, celda) do update set total = t.total + p_delta;
$$;
