-- The directory itself. interno.refrescar_directorio derives it for a few changed maestros. Here the rows of
-- all maestros are written in one statement, the indexes are created afterwards as in the migration, and at
-- the end the function is called for some of them: it must find nothing to correct.

do $$
declare
  clave text := (
    select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'interno.directorio'::regclass and contype = 'p');
  definiciones text[] := array(
    select pg_get_indexdef(indexrelid) from pg_index
    where indrelid = 'interno.directorio'::regclass and not indisprimary);
  definicion text;
  indice text;
begin
  foreach indice in array array(
    select indexrelid::regclass::text from pg_index
    where indrelid = 'interno.directorio'::regclass and not indisprimary)
  loop
    execute 'drop index ' || indice;
  end loop;
  alter table interno.directorio drop constraint directorio_pkey;

  insert into interno.directorio
    (alcaldia, oficio, maestro_id, recomendado, por_calificacion, por_trabajos, celda, disponible_el, tarjeta)
  select a.alcaldia, o.oficio, m.id,
    interno.clave_recomendado(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion,
      m."cantidad_reseñas", m.activo_en),
    -(m.promedio_calificacion * 100)::bigint * 1000000 - least(m."cantidad_reseñas", 999999),
    -m.numero_trabajos_completados::bigint * 1000 - (m.promedio_calificacion * 100)::bigint,
    interno.celda(m.identidad_verificada, m.reputacion_nivel, m.promedio_calificacion),
    d.disponible_el,
    interno.tarjeta(m, a.alcaldia, p.oficio, d.disponible_el, null)
  from public.maestros m
  join public.maestro_alcaldias a on a.maestro_id = m.id
  join public.maestro_oficios o on o.maestro_id = m.id
  join (
    select distinct on (maestro_id) maestro_id, oficio from public.maestro_oficios order by maestro_id, orden
  ) p on p.maestro_id = m.id
  left join interno.disponibilidad d on d.maestro_id = m.id;

  execute 'alter table interno.directorio add constraint directorio_pkey ' || clave;
  foreach definicion in array definiciones loop
    execute definicion;
  end loop;
end $$;

insert into interno.directorio_totales (alcaldia, oficio, total)
select alcaldia, oficio, count(*) from interno.directorio group by 1, 2;
insert into interno.directorio_celdas (alcaldia, oficio, celda, total)
select alcaldia, oficio, celda, count(*) from interno.directorio group by 1, 2, 3;
insert into interno.directorio_disponibles (alcaldia, oficio, dia, celda, total)
select alcaldia, oficio, disponible_el, celda, count(*) from interno.directorio
where disponible_el is not null group by 1, 2, 3, 4;
analyze interno.directorio, interno.directorio_totales, interno.directorio_celdas, interno.directorio_disponibles;

do $$
declare
  algunos uuid[] := array(select id from public.maestros order by id limit 200);
  antes text := (select md5(string_agg(d.ctid::text || d::text, '' order by maestro_id, alcaldia, oficio))
    from interno.directorio d where maestro_id = any (algunos));
begin
  perform interno.refrescar_directorio(algunos);
  if antes is distinct from (select md5(string_agg(d.ctid::text || d::text, '' order by maestro_id, alcaldia, oficio))
    from interno.directorio d where maestro_id = any (algunos)) then
    raise exception 'the directory of bench/directory/list.sql is not the one that the product would list';
  end if;
end $$;

-- The same rows for a Data API that serves whole relations, with the card unchanged.
create view public.directorio_a_la_vista as
select alcaldia, oficio, recomendado, maestro_id, tarjeta from interno.directorio;
grant select on public.directorio_a_la_vista to anon;
