-- Clients may write the row, as the specification's calls do, but the figures are always derived: today and the 29 days
-- before it.
create or replace function interno.contar_stats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  select coalesce(sum(c.visitas), 0), coalesce(sum(c.contactos), 0)
  into new.visitas_ultimos_30_dias, new.contactos_ultimos_30_dias
  from interno.cifras_diarias c
  where c.maestro_id = new.maestro_id and c.dia > interno.dia_de_la_ciudad(now()) - 30;
  new.actualizado_en := now();
  return new;
end $$;

-- The window of 30 days moves every day, so the dashboard requests a new sum of its own figures.
create or replace function public.update_maestro_stats() returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if auth.role() = 'service_role' then
    update public.maestro_stats set actualizado_en = now();
  elsif exists (select from public.maestros where id = auth.uid()) then
    perform interno.recontar(auth.uid());
  end if;
end $$;

-- The 60 days of Mexico City's calendar that end with the given moment's day, each with its counters. The last 30 are the
-- window of the statistics, the first 30 the period that it is compared with. At most 60 rows are read, however many views
-- a maestro has.
create or replace function interno.dias_del_panel(p_maestro uuid, p_momento timestamptz)
returns table (dia date, visitas integer, contactos integer)
language sql stable set search_path = ''
-- A plan that was made while the table was small is kept by its session: only the index is offered.
set enable_seqscan = off
as $$
  select d.dia, coalesce(c.visitas, 0), coalesce(c.contactos, 0)
  from (
    select interno.dia_de_la_ciudad(p_momento) - atras as dia from generate_series(0, 59) atras
  ) d
  left join interno.cifras_diarias c on c.maestro_id = p_maestro and c.dia = d.dia
    and c.dia > interno.dia_de_la_ciudad(p_momento) - 60 and c.dia <= interno.dia_de_la_ciudad(p_momento)
  order by d.dia
$$;

-- Adds to the counters of a day and derives the maestro's figures again. A maestro that is being deleted has none.
create or replace function interno.sumar_cifra(p_maestro uuid, p_dia date, p_visitas integer, p_contactos integer) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.maestros where id = p_maestro) then
    return;
  end if;
  insert into interno.cifras_diarias as c (maestro_id, dia, visitas, contactos)
  values (p_maestro, p_dia, greatest(p_visitas, 0), greatest(p_contactos, 0))
  on conflict (maestro_id, dia) do update set
    visitas = c.visitas + p_visitas,
    contactos = c.contactos + p_contactos;
  perform interno.recontar(p_maestro);
end $$;

create or replace function interno.recontar(p_maestro uuid) returns void
language sql security definer set search_path = ''
as $$
  insert into public.maestro_stats (maestro_id) values (p_maestro)
  on conflict (maestro_id) do update set actualizado_en = now()
$$;
