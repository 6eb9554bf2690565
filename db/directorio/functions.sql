create or replace function interno.al_cambiar_elecciones() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.refrescar_directorio(array(select distinct maestro_id from cambiadas));
  return null;
end $$;

create or replace function interno.al_cambiar_maestros() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.refrescar_directorio(array(select id from nuevas));
  return null;
end $$;

create or replace function interno.al_retirar_nombre() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('refresh-directory', jsonb_build_object(tg_argv[0], new.nombre));
  return null;
end $$;

-- Derives the rows of these maestros. A maestro on pause is not listed. A retired trade or borough is not in the directory,
-- because no chat can be started about it: search, neighbouring boroughs, alerts and public pages all leave it out, and a
-- card names the first trade that is still active.
--
-- The totals of all pairs with a changed counter are locked before, and rows that leave the directory are counted before
-- rows that are new in it: two maestros who exchange their trades would lock the counters in opposite orders.
create or replace function interno.refrescar_directorio(p_maestros uuid[]) returns void
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
      d.disponible_el,
      interno.tarjeta(m, a.alcaldia, p.oficio, d.disponible_el, t.paso) as tarjeta
    from public.maestros m
    join public.profiles f on f.id = m.id and f.suspendido_en is null
    join public.maestro_alcaldias a on a.maestro_id = m.id
    join public.alcaldias_disponibles ca on ca.nombre = a.alcaldia and ca.activo
    join public.maestro_oficios o on o.maestro_id = m.id
    join public.oficios_disponibles co on co.nombre = o.oficio and co.activo
    join lateral (
      select e.oficio from public.maestro_oficios e
      join public.oficios_disponibles c on c.nombre = e.oficio and c.activo
      where e.maestro_id = m.id order by e.orden limit 1
    ) p on true
    -- The condition of interno.disponibilidad_de.
    left join interno.disponibilidad d on d.maestro_id = m.id
      and (d.disponible_el = interno.dia_de_la_ciudad(now()) or d.pausa_hasta > interno.dia_de_la_ciudad(now()))
    left join interno.tiempos_de_respuesta t on t.maestro_id = m.id
    where m.id = any (p_maestros) and m.perfil_completo and d.pausa_hasta is null
  ), sobrante as (
    delete from interno.directorio d
    where d.maestro_id = any (p_maestros)
      and not exists (
        select from deseado w
        where w.maestro_id = d.maestro_id and w.alcaldia = d.alcaldia and w.oficio = d.oficio)
  ), cambiado as (
    select distinct alcaldia, oficio from (
      (select maestro_id, alcaldia, oficio, celda, disponible_el from deseado
      except select maestro_id, alcaldia, oficio, celda, disponible_el from interno.directorio
      where maestro_id = any (p_maestros))
      union all
      (select maestro_id, alcaldia, oficio, celda, disponible_el from interno.directorio
      where maestro_id = any (p_maestros)
      except select maestro_id, alcaldia, oficio, celda, disponible_el from deseado)
    ) distinto
  ), cerrado as (
    -- As in interno.cerrar_totales. The counters are changed by triggers, which run after this statement.
    insert into interno.directorio_totales as t (alcaldia, oficio, total)
    select alcaldia, oficio, 0 from cambiado order by 1, 2
    on conflict (alcaldia, oficio) do update set total = t.total where false
  )
  insert into interno.directorio as d
    (alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, disponible_el, tarjeta)
  select alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, disponible_el, tarjeta
  from deseado
  order by alcaldia, oficio, maestro_id
  on conflict (maestro_id, alcaldia, oficio) do update set
    recomendado = excluded.recomendado,
    por_calificacion = excluded.por_calificacion,
    por_trabajos = excluded.por_trabajos,
    celda = excluded.celda,
    disponible_el = excluded.disponible_el,
    tarjeta = excluded.tarjeta
  where (d.recomendado, d.por_calificacion, d.por_trabajos, d.celda, d.disponible_el, d.tarjeta)
    is distinct from
    (excluded.recomendado, excluded.por_calificacion, excluded.por_trabajos, excluded.celda, excluded.disponible_el,
      excluded.tarjeta);
end $$;

-- Refreshes the next p_lote maestros after p_desde who have chosen the trade or the borough, of which one is given. Returns
-- the last of them, or null when there are no more.
create or replace function interno.refrescar_lote(p_oficio text, p_alcaldia text, p_desde uuid, p_lote integer) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_maestros uuid[];
begin
  if p_oficio is not null then
    v_maestros := array(
      select maestro_id from public.maestro_oficios
      where oficio = p_oficio and maestro_id > p_desde order by maestro_id limit p_lote);
  else
    v_maestros := array(
      select maestro_id from public.maestro_alcaldias
      where alcaldia = p_alcaldia and maestro_id > p_desde order by maestro_id limit p_lote);
  end if;
  perform interno.refrescar_directorio(v_maestros);
  return v_maestros[cardinality(v_maestros)];
end $$;

-- 66 cells: verified or not, three levels, eleven half stars. A filter is a set of cells, so its page and its exact total
-- need at most 66 short scans.
create or replace function interno.celda(p_verificada boolean, p_nivel text, p_promedio numeric) returns smallint
language sql immutable
return (p_verificada::int * 33 + interno.numero_de_nivel(p_nivel) * 11 + floor(p_promedio * 2))::smallint;

-- The labels are also in packages/dominio/src/resenas/reputacion.ts; a test compares the two.
create or replace function interno.chip_de_nivel(p_nivel text) returns text
language sql immutable
return case p_nivel
  when 'experto' then 'Experto'
  when 'confianza_comprobada' then 'Confianza comprobada'
  else 'Nuevo'
end;

-- Verified maestros first, then by level, then by a Bayesian rating (as if there were five more reviews of 3.8), then by
-- the day of the last activity. The number is negative, so that the best maestro has the lowest.
create or replace function interno.clave_recomendado(
  p_verificada boolean, p_nivel text, p_promedio numeric, p_cantidad integer, p_activo date
) returns bigint
language sql immutable
return -(
  ((p_verificada::int::bigint * 3 + interno.numero_de_nivel(p_nivel)) * 10000
    + round((5 * 3.8 + p_promedio * p_cantidad) / (5 + p_cantidad) * 1000)::bigint) * 1000000
  + greatest(0, p_activo - date '2020-01-01')
);

-- The card of a search result. The reader compares the day of the mark 'Disponible hoy' with the current day.
create or replace function interno.tarjeta(
  m public.maestros, p_alcaldia text, p_principal text, p_disponible_el date, p_tiempo_respuesta text
) returns text
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
  'alcaldia', p_alcaldia,
  'disponible_el', p_disponible_el,
  'tiempo_respuesta', p_tiempo_respuesta
)::text;
