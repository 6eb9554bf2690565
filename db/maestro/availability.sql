-- The state as it is today: both null for a maestro without one, or whose state has ended.
create or replace function interno.disponibilidad_de(p_maestro uuid, out disponible_el date, out pausa_hasta date)
language sql stable set search_path = ''
begin atomic
  select d.disponible_el, d.pausa_hasta from interno.disponibilidad d
  where d.maestro_id = p_maestro
    and (d.disponible_el = interno.dia_de_la_ciudad(now()) or d.pausa_hasta > interno.dia_de_la_ciudad(now()));
end;

-- Sets 'disponible' for today, 'pausa' until a day, or 'normal'. Answers 'hecho', 'sin_maestro', or 'fuera' for a pause
-- that does not end p_minimo to p_maximo days from today. The maestro is locked first, as every writer of the directory does.
create or replace function interno.cambiar_disponibilidad(
  p_maestro uuid, p_estado text, p_hasta date, p_minimo integer, p_maximo integer
) returns text
language plpgsql set search_path = ''
as $$
declare
  v_hoy constant date := interno.dia_de_la_ciudad(now());
begin
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return 'sin_maestro';
  end if;
  if p_estado = 'normal' then
    delete from interno.disponibilidad where maestro_id = p_maestro;
    return 'hecho';
  end if;
  if p_estado = 'pausa' and (p_hasta is null or p_hasta not between v_hoy + p_minimo and v_hoy + p_maximo) then
    return 'fuera';
  end if;
  insert into interno.disponibilidad as d (maestro_id, disponible_el, pausa_hasta)
  values (p_maestro, case p_estado when 'disponible' then v_hoy end, case p_estado when 'pausa' then p_hasta end)
  on conflict (maestro_id) do update set disponible_el = excluded.disponible_el, pausa_hasta = excluded.pausa_hasta
  where (d.disponible_el, d.pausa_hasta) is distinct from (excluded.disponible_el, excluded.pausa_hasta);
  return 'hecho';
end $$;

create or replace function interno.olvidar_disponibilidad() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from interno.disponibilidad where maestro_id = new.id;
  return null;
end $$;

-- Deletes states that have ended, which lists paused maestros again and removes marks, or computes the medians again that
-- have lost an answer: one of the two in each transaction, because with both it would hold totals of the directory when it
-- locks further maestros, in the opposite order of everybody else. At most p_lote maestros; answers how many there were.
-- Its job calls it until nothing is left.
create or replace function interno.poner_al_dia(p_lote integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_hoy constant date := interno.dia_de_la_ciudad(now());
  v_terminados constant uuid[] := array(
    select maestro_id from interno.disponibilidad where coalesce(pausa_hasta, disponible_el + 1) <= v_hoy limit p_lote);
  v_vencidos constant uuid[] := array(
    select maestro_id from interno.tiempos_de_respuesta where vence_en <= now() order by vence_en limit p_lote);
begin
  perform from public.maestros where id = any (v_terminados) order by id for no key update;
  delete from interno.disponibilidad
  where maestro_id = any (v_terminados) and coalesce(pausa_hasta, disponible_el + 1) <= v_hoy;
  delete from interno.directorio_disponibles where dia < v_hoy and total = 0;
  if cardinality(v_terminados) = 0 and cardinality(v_vencidos) > 0 then
    perform interno.recalcular_respuestas(v_vencidos);
  end if;
  return cardinality(v_terminados) + cardinality(v_vencidos);
end $$;

-- One job for each trade and borough with waiting alerts, so that the transaction that lists a maestro stays short.
create or replace function interno.anunciar_en_directorio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('queue-search-alerts', jsonb_build_object('alcaldia', n.alcaldia, 'oficio', n.oficio))
  from (select distinct alcaldia, oficio from nuevas) n
  where exists (
    select from interno.avisos_de_busqueda a
    where a.alcaldia = n.alcaldia collate "es-x-icu" and a.oficio = n.oficio collate "es-x-icu" and a.encolado_en is null);
  return null;
end $$;
