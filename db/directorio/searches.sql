-- Adds counts that a process has collected: [{alcaldia, oficio, total}]. The rows are written in the order of their keys,
-- so that two processes never wait for each other in a circle. Days outside the window are deleted.
create or replace function interno.sumar_busquedas(p_busquedas jsonb) returns void
language sql set search_path = ''
begin atomic
  delete from interno.busquedas_diarias b
  where b.dia <= interno.dia_de_la_ciudad(now()) - 30
    and b.alcaldia in (select e.alcaldia from jsonb_to_recordset(p_busquedas) as e (alcaldia text));
  insert into interno.busquedas_diarias as b (alcaldia, dia, oficio, total, sin_resultado)
  select a.nombre, interno.dia_de_la_ciudad(now()), o.nombre, sum(e.total), sum(coalesce(e.sin_resultado, 0))
  from jsonb_to_recordset(p_busquedas) as e (alcaldia text, oficio text, total integer, sin_resultado integer)
  join public.alcaldias_disponibles a on a.nombre = e.alcaldia
  join public.oficios_disponibles o on o.nombre = e.oficio
  where e.total + coalesce(e.sin_resultado, 0) > 0
  group by a.nombre, o.nombre
  order by a.nombre, o.nombre
  on conflict (alcaldia, dia, oficio) do update set
    total = b.total + excluded.total, sin_resultado = b.sin_resultado + excluded.sin_resultado;
end;

-- The active trades with most searches in a borough today and in the 29 days before.
create or replace function interno.oficios_mas_buscados(p_alcaldia text, p_cuantos integer) returns text[]
language sql stable set search_path = ''
return array(
  select b.oficio
  from interno.busquedas_diarias b
  join public.oficios_disponibles o on o.nombre = b.oficio and o.activo
  where b.alcaldia = p_alcaldia and b.dia > interno.dia_de_la_ciudad(now()) - 30 and b.total > 0
  group by b.oficio
  order by sum(b.total) desc, b.oficio
  limit p_cuantos
);
