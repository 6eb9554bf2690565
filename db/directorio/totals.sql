-- The counters are derived from the rows of the directory by triggers, so they are right for every writer.
create or replace function interno.contar_directorio() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  c record;
begin
  if tg_op = 'INSERT' then
    for c in select alcaldia, oficio, celda, count(*)::int as delta from nuevas group by 1, 2, 3 order by 1, 2, 3 loop
      perform interno.sumar_al_total(c.alcaldia, c.oficio, c.celda, c.delta);
    end loop;
  elsif tg_op = 'DELETE' then
    for c in select alcaldia, oficio, celda, -count(*)::int as delta from viejas group by 1, 2, 3 order by 1, 2, 3 loop
      perform interno.sumar_al_total(c.alcaldia, c.oficio, c.celda, c.delta);
    end loop;
  else
    -- Most updates do not change the cell and therefore no counter.
    for c in
      select alcaldia, oficio, celda, sum(delta)::int as delta
      from (
        select alcaldia, oficio, celda, 1 as delta from nuevas
        union all
        select alcaldia, oficio, celda, -1 from viejas
      ) cambios
      group by 1, 2, 3 having sum(delta) <> 0 order by 1, 2, 3
    loop
      perform interno.sumar_al_total(c.alcaldia, c.oficio, c.celda, c.delta);
    end loop;
  end if;
  return null;
end $$;

-- Counts the marked rows, in the order of their keys, as interno.contar_directorio counts all rows.
create or replace function interno.contar_disponibles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_disponibles(c.alcaldia, c.oficio, c.dia, c.celda, c.delta) from (
      select alcaldia, oficio, disponible_el as dia, celda, count(*)::int as delta
      from nuevas where disponible_el is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4) c;
  elsif tg_op = 'DELETE' then
    perform interno.sumar_disponibles(c.alcaldia, c.oficio, c.dia, c.celda, c.delta) from (
      select alcaldia, oficio, disponible_el as dia, celda, -count(*)::int as delta
      from viejas where disponible_el is not null group by 1, 2, 3, 4 order by 1, 2, 3, 4) c;
  else
    perform interno.sumar_disponibles(c.alcaldia, c.oficio, c.dia, c.celda, c.delta) from (
      select alcaldia, oficio, dia, celda, sum(delta)::int as delta
      from (
        select alcaldia, oficio, disponible_el as dia, celda, 1 as delta from nuevas
        union all
        select alcaldia, oficio, disponible_el, celda, -1 from viejas
      ) cambios
      where dia is not null group by 1, 2, 3, 4 having sum(delta) <> 0 order by 1, 2, 3, 4) c;
  end if;
  return null;
end $$;

create or replace function interno.sumar_al_total(p_alcaldia text, p_oficio text, p_celda smallint, p_delta integer)
returns void
language sql security definer set search_path = ''
as $$
  insert into interno.directorio_totales as t (alcaldia, oficio, total) values (p_alcaldia, p_oficio, greatest(p_delta, 0))
  on conflict (alcaldia, oficio) do update set total = t.total + p_delta, cambiado_en = now();
  insert into interno.directorio_celdas as t values (p_alcaldia, p_oficio, p_celda, greatest(p_delta, 0))
  on conflict (alcaldia, oficio, celda) do update set total = t.total + p_delta;
$$;

create or replace function interno.sumar_disponibles(p_alcaldia text, p_oficio text, p_dia date, p_celda smallint, p_delta integer)
returns void
language sql security definer set search_path = ''
as $$
  insert into interno.directorio_disponibles as t values (p_alcaldia, p_oficio, p_dia, p_celda, greatest(p_delta, 0))
  on conflict (alcaldia, oficio, dia, celda) do update set total = t.total + p_delta;
$$;

-- Locks the totals of boroughs and trades, in the order of their keys. A total that is missing is created.
create or replace function interno.cerrar_totales(p_alcaldias text[], p_oficios text[]) returns void
language sql set search_path = ''
begin atomic
  insert into interno.directorio_totales as t (alcaldia, oficio, total)
  select distinct a.nombre, o.nombre, 0 from unnest(p_alcaldias) a (nombre), unnest(p_oficios) o (nombre) order by 1, 2
  -- The condition is evaluated after the row is locked: it is locked and not written.
  on conflict (alcaldia, oficio) do update set total = t.total where false;
end;
