-- Answers 'pedido', 'sin_catalogo', 'ya_hay' when somebody is listed, or 'limite' when the seeker has p_maximo of them.
-- The row of the total is locked: a maestro who is listed at the same time is either seen here, or sees the alert.
create or replace function interno.pedir_aviso(p_buscador uuid, p_alcaldia text, p_oficio text, p_maximo integer) returns text
language plpgsql set search_path = ''
as $$
declare
  v_total integer;
begin
  perform from public.alcaldias_disponibles a, public.oficios_disponibles o
  where a.nombre = p_alcaldia and a.activo and o.nombre = p_oficio and o.activo;
  if not found then
    return 'sin_catalogo';
  end if;
  -- The alerts of one seeker are counted one after the other.
  perform from public.profiles where id = p_buscador for no key update;
  insert into interno.directorio_totales values (p_alcaldia, p_oficio, 0) on conflict (alcaldia, oficio) do nothing;
  select total into v_total from interno.directorio_totales
  where alcaldia = p_alcaldia and oficio = p_oficio for update;
  if v_total > 0 then
    return 'ya_hay';
  end if;
  if (select count(*) >= p_maximo from interno.avisos_de_busqueda
    where buscador_id = p_buscador and (alcaldia, oficio) <> (p_alcaldia, p_oficio)) then
    return 'limite';
  end if;
  insert into interno.avisos_de_busqueda (buscador_id, alcaldia, oficio) values (p_buscador, p_alcaldia, p_oficio)
  on conflict (buscador_id, alcaldia, oficio) do update set encolado_en = null;
  return 'pedido';
end $$;

-- An alert can be queued when it is not in the queue and its person is not suspended. The job tries for less than a day;
-- one that was queued two days ago has failed.
create or replace function interno.aviso_en_espera(a interno.avisos_de_busqueda) returns boolean
language sql stable set search_path = ''
return (a.encolado_en is null or a.encolado_en < now() - interval '2 days')
  and exists (select from public.profiles p where p.id = a.buscador_id and p.suspendido_en is null);

-- Searches with somebody listed and an alert that waits nevertheless: its person was suspended when somebody was listed, or
-- the maestro was listed at the moment when the alert was put back.
create or replace function interno.busquedas_con_avisos_en_espera() returns table (alcaldia text, oficio text)
language sql stable set search_path = ''
begin atomic
  select distinct t.alcaldia, t.oficio
  from interno.avisos_de_busqueda a
  join interno.directorio_totales t
    on t.alcaldia = a.alcaldia collate "default" and t.oficio = a.oficio collate "default" and t.total > 0
  where interno.aviso_en_espera(a);
end;

-- Deletes an alert that is done and adds a push notification for each browser of its person, in one transaction, so that
-- there is one for each alert. The job checks the choice (apps/server/src/subjects/directorio/search-alert-push.ts).
create or replace function interno.terminar_aviso(p_aviso bigint) returns void
language sql set search_path = ''
begin atomic
  with borrado as (
    delete from interno.avisos_de_busqueda where id = p_aviso returning buscador_id, alcaldia, oficio
  )
  select interno.encolar_con_clave(
    'send-search-push',
    jsonb_build_object('suscripcion', s.id, 'alcaldia', b.alcaldia, 'oficio', b.oficio, 'userId', b.buscador_id),
    'push-search:' || s.id || ':' || p_aviso, now(), 8)
  from borrado b join interno.suscripciones_push s on s.user_id = b.buscador_id;
end;

-- Queues at most p_lote alerts of a search, if somebody is listed. Answers how many.
create or replace function interno.encolar_avisos(p_alcaldia text, p_oficio text, p_lote integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_cuantos integer;
begin
  with elegidos as (
    update interno.avisos_de_busqueda set encolado_en = now() where id in (
      select a.id from interno.avisos_de_busqueda a
      where a.alcaldia = p_alcaldia and a.oficio = p_oficio and interno.aviso_en_espera(a)
      order by a.id limit p_lote for update)
      and exists (select from interno.directorio_totales where alcaldia = p_alcaldia and oficio = p_oficio and total > 0)
    returning id, buscador_id
  )
  select count(interno.encolar('send-search-alert', jsonb_build_object('aviso', id, 'userId', buscador_id)))
  into v_cuantos from elegidos;
  return v_cuantos;
end $$;
