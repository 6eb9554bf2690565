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
  primary key (maestro_id, alcaldia, oficio)
);
create index directorio_recomendado on interno.directorio (alcaldia, oficio, recomendado, maestro_id);
create index directorio_celda_recomendado on interno.directorio (alcaldia, oficio, celda, recomendado, maestro_id);
create index directorio_celda_calificacion on interno.directorio (alcaldia, oficio, celda, por_calificacion, maestro_id);
create index directorio_celda_trabajos on interno.directorio (alcaldia, oficio, celda, por_trabajos, maestro_id);

create table interno.directorio_totales (
  alcaldia text not null,
  oficio text not null,
  total integer not null check (total >= 0),
  primary key (alcaldia, oficio)
);

create table interno.directorio_celdas (
  alcaldia text not null,
  oficio text not null,
  celda smallint not null,
  total integer not null check (total >= 0),
  primary key (alcaldia, oficio, celda)
);

alter table interno.directorio enable row level security;
alter table interno.directorio_totales enable row level security;
alter table interno.directorio_celdas enable row level security;

-- Order and card ------------------------------------------------------------------------------------------------------

create function interno.numero_de_nivel(p_nivel text) returns smallint
language sql immutable
return case p_nivel when 'experto' then 2 when 'confianza_comprobada' then 1 else 0 end;

-- 66 cells: verified or not, three levels, eleven half stars. A filter is a set of cells, so its page and its exact total
-- need at most 66 short scans.
create function interno.celda(p_verificada boolean, p_nivel text, p_promedio numeric) returns smallint
language sql immutable
return (p_verificada::int * 33 + interno.numero_de_nivel(p_nivel) * 11 + floor(p_promedio * 2))::smallint;

-- Verified maestros first, then by level, then by a Bayesian rating (as if there were five more reviews of 3.8), then by
-- the day of the last activity. The number is negative, so that the best maestro has the lowest.
create function interno.clave_recomendado(
  p_verificada boolean, p_nivel text, p_promedio numeric, p_cantidad integer, p_activo date
) returns bigint
language sql immutable
return -(
  ((p_verificada::int::bigint * 3 + interno.numero_de_nivel(p_nivel)) * 10000
    + round((5 * 3.8 + p_promedio * p_cantidad) / (5 + p_cantidad) * 1000)::bigint) * 1000000
  + greatest(0, p_activo - date '2020-01-01')
);

-- The labels are also in packages/dominio/src/reputacion.ts; a test compares the two.
create function interno.chip_de_nivel(p_nivel text) returns text
language sql immutable
return case p_nivel
  when 'experto' then 'Experto'
  when 'confianza_comprobada' then 'Confianza comprobada'
  else 'Nuevo'
end;

create function interno.tarjeta(m public.maestros, p_alcaldia text, p_principal text) returns text
language sql stable
return json_build_object(
  'id', m.id,
  'nombre', m.nombre,
  'apellido', left(btrim(m.apellido), 1),
  'foto_perfil_url', interno.foto_publica(m.foto_perfil_url),
  'identidad_verificada', m.identidad_verificada,
  'oficio_principal', p_principal,
  'promedio_calificacion', m.promedio_calificacion,
  'cantidad_reseñas', m."cantidad_reseñas",
  'reputacion_nivel', m.reputacion_nivel,
  'reputacion_chip_label', interno.chip_de_nivel(m.reputacion_nivel),
  'numero_trabajos_completados', m.numero_trabajos_completados,
  'telefono', null,
  'alcaldia', p_alcaldia
)::text;

-- Deriving the rows ---------------------------------------------------------------------------------------------------

create function interno.refrescar_directorio(p_maestros uuid[]) returns void
language plpgsql security definer set search_path = ''
as $$
begin
  -- The lock makes a second writer of the same maestro wait, so that it reads what the first wrote. Maestros are locked
  -- before counters, and both in the order of their keys, which prevents deadlocks.
  perform from public.maestros where id = any (p_maestros) order by id for no key update;

  with deseado as (
    select a.alcaldia, o.oficio, m.id as maestro_id,
      interno.clave_recomendado(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion,
        m."cantidad_reseñas", m.activo_en) as recomendado,
      -(m.promedio_calificacion * 100)::bigint * 1000000 - least(m."cantidad_reseñas", 999999) as por_calificacion,
      -m.numero_trabajos_completados::bigint * 1000 - (m.promedio_calificacion * 100)::bigint as por_trabajos,
      interno.celda(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion) as celda,
      interno.tarjeta(m, a.alcaldia, p.oficio) as tarjeta
    from public.maestros m
    join public.profiles f on f.id = m.id and f.suspendido_en is null
    join public.maestro_alcaldias a on a.maestro_id = m.id
    join public.maestro_oficios o on o.maestro_id = m.id
    join lateral (
      select oficio from public.maestro_oficios where maestro_id = m.id order by orden limit 1
    ) p on true
    where m.id = any (p_maestros) and m.perfil_completo
  ), sobrante as (
    delete from interno.directorio d
    where d.maestro_id = any (p_maestros)
      and not exists (
        select from deseado w
        where w.maestro_id = d.maestro_id and w.alcaldia = d.alcaldia and w.oficio = d.oficio)
  )
  insert into interno.directorio as d
    (alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, tarjeta)
  select alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, tarjeta
  from deseado
  order by alcaldia, oficio, maestro_id
  on conflict (maestro_id, alcaldia, oficio) do update set
    recomendado = excluded.recomendado,
    por_calificacion = excluded.por_calificacion,
    por_trabajos = excluded.por_trabajos,
    celda = excluded.celda,
    tarjeta = excluded.tarjeta
  where (d.recomendado, d.por_calificacion, d.por_trabajos, d.celda, d.tarjeta)
    is distinct from
    (excluded.recomendado, excluded.por_calificacion, excluded.por_trabajos, excluded.celda, excluded.tarjeta);
end $$;

create function interno.al_cambiar_maestros() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.refrescar_directorio(array(select id from nuevas));
  return null;
end $$;
create trigger maestros_refresh_directory_on_insert after insert on public.maestros
  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();
create trigger maestros_refresh_directory_on_update after update on public.maestros
  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();
-- A suspended maestro is not listed.
create trigger profiles_refresh_directory after update on public.profiles
  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();

create function interno.al_cambiar_elecciones() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.refrescar_directorio(array(select distinct maestro_id from cambiadas));
  return null;
end $$;
create trigger maestro_oficios_refresh_directory_on_insert after insert on public.maestro_oficios
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();
create trigger maestro_oficios_refresh_directory_on_delete after delete on public.maestro_oficios
  referencing old table as cambiadas for each statement execute function interno.al_cambiar_elecciones();
create trigger maestro_oficios_refresh_directory_on_update after update on public.maestro_oficios
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();
create trigger maestro_alcaldias_refresh_directory_on_insert after insert on public.maestro_alcaldias
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();
create trigger maestro_alcaldias_refresh_directory_on_delete after delete on public.maestro_alcaldias
  referencing old table as cambiadas for each statement execute function interno.al_cambiar_elecciones();
create trigger maestro_alcaldias_refresh_directory_on_update after update on public.maestro_alcaldias
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

-- Counters ------------------------------------------------------------------------------------------------------------

create function interno.sumar_al_total(p_alcaldia text, p_oficio text, p_celda smallint, p_delta integer) returns void
language sql security definer set search_path = ''
as $$
  insert into interno.directorio_totales as t values (p_alcaldia, p_oficio, greatest(p_delta, 0))
  on conflict (alcaldia, oficio) do update set total = t.total + p_delta;
  insert into interno.directorio_celdas as t values (p_alcaldia, p_oficio, p_celda, greatest(p_delta, 0))
  on conflict (alcaldia, oficio, celda) do update set total = t.total + p_delta;
$$;

-- The counters are derived from the rows of the directory by triggers, so they are right for every writer.
create function interno.contar_directorio() returns trigger
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
create trigger directorio_count_on_insert after insert on interno.directorio
  referencing new table as nuevas for each statement execute function interno.contar_directorio();
create trigger directorio_count_on_update after update on interno.directorio
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_directorio();
create trigger directorio_count_on_delete after delete on interno.directorio
  referencing old table as viejas for each statement execute function interno.contar_directorio();
