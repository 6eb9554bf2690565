-- Availability and answer time of maestros, and what a search without results offers: alerts and counts. Decision 045.

-- Availability --------------------------------------------------------------------------------------------------------

-- A maestro without a row is listed and has no mark. Rows that have ended are deleted by a job (interno.poner_al_dia), but
-- every reader compares the day, so that a late job shows no wrong state.
create table interno.disponibilidad (
  maestro_id uuid primary key references public.maestros on delete cascade,
  -- The day of Mexico City on which the maestro is marked as available.
  disponible_el date,
  -- The day of Mexico City on which the maestro is listed again.
  pausa_hasta date,
  constraint disponibilidad_has_one_state check (num_nonnulls(disponible_el, pausa_hasta) = 1)
);
create index disponibilidad_by_end on interno.disponibilidad (coalesce(pausa_hasta, disponible_el + 1));
alter table interno.disponibilidad enable row level security;

create trigger disponibilidad_refresh_directory_on_insert after insert on interno.disponibilidad
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();
create trigger disponibilidad_refresh_directory_on_update after update on interno.disponibilidad
  referencing new table as cambiadas for each statement execute function interno.al_cambiar_elecciones();
create trigger disponibilidad_refresh_directory_on_delete after delete on interno.disponibilidad
  referencing old table as cambiadas for each statement execute function interno.al_cambiar_elecciones();

-- Sets 'disponible' for today, 'pausa' until a day, or 'normal'. Answers 'hecho', 'sin_maestro', or 'fuera' for a pause
-- that does not end p_minimo to p_maximo days from today. The maestro is locked first, as every writer of the directory does.
create function interno.cambiar_disponibilidad(
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

-- The state as it is today: both null for a maestro without one, or whose state has ended.
create function interno.disponibilidad_de(p_maestro uuid, out disponible_el date, out pausa_hasta date)
language sql stable set search_path = ''
begin atomic
  select d.disponible_el, d.pausa_hasta from interno.disponibilidad d
  where d.maestro_id = p_maestro
    and (d.disponible_el = interno.dia_de_la_ciudad(now()) or d.pausa_hasta > interno.dia_de_la_ciudad(now()));
end;

create function interno.olvidar_disponibilidad() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from interno.disponibilidad where maestro_id = new.id;
  return null;
end $$;
create trigger maestros_erase_availability after update of eliminada_en on public.maestros
  for each row when (new.eliminada_en is not null and old.eliminada_en is null)
  execute function interno.olvidar_disponibilidad();

-- The chat of a seeker shows until when its maestro is on pause.
alter type interno.maestro_en_chat add attribute en_pausa_hasta date;
create or replace function public.maestros(public.chats) returns setof interno.maestro_en_chat
language sql stable rows 1 security definer set search_path = ''
as $$
  select m.id, m.nombre,
    case when interno.ve_contacto(m.id) then m.apellido else left(btrim(m.apellido), 1) end,
    interno.foto_publica(m.foto_perfil_url),
    (interno.disponibilidad_de(m.id)).pausa_hasta
  from public.maestros m where m.id = $1.maestro_id
$$;

-- Answer time ---------------------------------------------------------------------------------------------------------

-- Seconds between 7:00 and 22:00 of Mexico City since a fixed day. The difference of two moments is the counted time.
create function interno.segundos_contados(p_momento timestamptz) returns bigint
language sql stable
return (
  select (l.momento::date - date '2000-01-01') * 54000::bigint
    + least(greatest(floor(extract(epoch from l.momento::time))::bigint - 25200, 0), 54000)
  from (select p_momento at time zone 'America/Mexico_City' as momento) l);

create function interno.minutos_contados(p_desde timestamptz, p_hasta timestamptz) returns integer
language sql stable strict
return (greatest(interno.segundos_contados(p_hasta) - interno.segundos_contados(p_desde), 0) / 60)::integer;

-- One row for each chat in which the maestro has written, made by the maestro's first delivered message and never again.
create table interno.primeras_respuestas (
  chat_id uuid primary key references public.chats on delete cascade,
  maestro_id uuid not null references public.maestros on delete cascade,
  -- Null when the maestro wrote before the seeker: there was nothing to answer, and the chat does not count.
  minutos integer check (minutos >= 0),
  respondido_en timestamptz not null
);
create index primeras_respuestas_of_a_maestro on interno.primeras_respuestas (maestro_id, respondido_en) include (minutos);
alter table interno.primeras_respuestas enable row level security;

create table interno.tiempos_de_respuesta (
  maestro_id uuid primary key references public.maestros on delete cascade,
  respuestas integer not null default 0 check (respuestas >= 0),
  mediana numeric check (mediana >= 0),
  -- What is shown. The steps are those of packages/dominio/src/respuesta.ts; a test compares the two.
  paso text constraint tiempos_de_respuesta_paso_check check (paso in ('15_minutos', '1_hora', '3_horas', '1_dia')),
  -- When the oldest counted answer leaves the window, so that the median must be computed again.
  vence_en timestamptz
);
create index tiempos_de_respuesta_by_end on interno.tiempos_de_respuesta (vence_en) where vence_en is not null;
alter table interno.tiempos_de_respuesta enable row level security;

-- A counted day has 15 hours, so '1_dia' is below 900 minutes: at most 24 hours by the clock.
create function interno.paso_de_respuesta(p_respuestas integer, p_mediana numeric) returns text
language sql immutable
return case
  when p_respuestas < 5 then null
  when p_mediana < 15 then '15_minutos'
  when p_mediana < 60 then '1_hora'
  when p_mediana < 180 then '3_horas'
  when p_mediana < 900 then '1_dia'
end;

-- Computes the medians of the last 90 days again. The rows are locked in the order of their keys before the answers are
-- read, so that of two simultaneous answers the second counts both, and two calls cannot deadlock.
create function interno.recalcular_respuestas(p_maestros uuid[]) returns void
language plpgsql security definer set search_path = ''
set enable_seqscan = off
as $$
declare
  v_cambiados uuid[];
begin
  insert into interno.tiempos_de_respuesta as t (maestro_id)
  select distinct m.id from unnest(p_maestros) m (id) order by m.id
  on conflict (maestro_id) do update set maestro_id = excluded.maestro_id;
  with calculado as (
    select t.maestro_id, t.paso as antes, r.*
    from interno.tiempos_de_respuesta t
    cross join lateral (
      select count(*)::integer as respuestas,
        (percentile_cont(0.5) within group (order by r.minutos))::numeric as mediana,
        min(r.respondido_en) + interval '90 days' as vence_en
      from interno.primeras_respuestas r
      where r.maestro_id = t.maestro_id and r.respondido_en > now() - interval '90 days' and r.minutos is not null
    ) r
    where t.maestro_id = any (p_maestros)
  ), escrito as (
    update interno.tiempos_de_respuesta t set
      respuestas = c.respuestas, mediana = c.mediana, vence_en = c.vence_en,
      paso = interno.paso_de_respuesta(c.respuestas, c.mediana)
    from calculado c where t.maestro_id = c.maestro_id
    returning t.maestro_id, t.paso, c.antes
  )
  select array_agg(e.maestro_id) into v_cambiados from escrito e where e.paso is distinct from e.antes;
  if v_cambiados is not null then
    perform interno.refrescar_directorio(v_cambiados);
  end if;
end $$;

-- Records the first answers among new messages. The request for a contact (type 'contacto') is neither a question nor an
-- answer. Before a maestro's first message a chat has only messages of the seeker, so the first one is found at once.
create function interno.anotar_respuestas() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_maestros uuid[];
begin
  -- Nearly every message ends here: it is the seeker's, or the chat has its first answer.
  if not exists (
    select from nuevos n where exists (
      select from public.chats c where c.id = n.chat_id and c.maestro_id = n.autor_id)
      and not exists (select from interno.primeras_respuestas r where r.chat_id = n.chat_id)
  ) then
    return null;
  end if;
  with primeras as (
    select distinct on (n.chat_id) n.chat_id, c.maestro_id, c.buscador_id, n.creado_en, n.secuencia
    from nuevos n join public.chats c on c.id = n.chat_id and c.maestro_id = n.autor_id
    where not n.bloqueado and n.tipo <> 'contacto'
      and not exists (select from interno.primeras_respuestas r where r.chat_id = n.chat_id)
    order by n.chat_id, n.secuencia
  ), anotadas as (
    insert into interno.primeras_respuestas (chat_id, maestro_id, minutos, respondido_en)
    select p.chat_id, p.maestro_id, interno.minutos_contados(q.creado_en, p.creado_en), p.creado_en
    from primeras p
    left join lateral (
      select m.creado_en from public.mensajes m
      where m.chat_id = p.chat_id and not m.bloqueado and m.secuencia < p.secuencia
        and m.autor_id = p.buscador_id and m.tipo <> 'contacto'
      order by m.secuencia limit 1
    ) q on true
    on conflict (chat_id) do nothing
    returning maestro_id, minutos
  )
  select array_agg(distinct a.maestro_id) into v_maestros from anotadas a where a.minutos is not null;
  if v_maestros is not null then
    perform interno.recalcular_respuestas(v_maestros);
  end if;
  return null;
end $$;
-- It fires before mensajes_update_chat, whose lock on the chats the sender already holds.
create trigger mensajes_record_answers after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.anotar_respuestas();

-- The directory -------------------------------------------------------------------------------------------------------

-- The filter 'Disponible hoy' reads rows and counters of the current day. A day that has ended is never read again, so at
-- midnight no total is wrong, even before the job has removed the marks.
alter table interno.directorio add column disponible_el date;
create index directorio_disponible_recomendado
  on interno.directorio (alcaldia, oficio, disponible_el, celda, recomendado, maestro_id) where disponible_el is not null;
create index directorio_disponible_calificacion
  on interno.directorio (alcaldia, oficio, disponible_el, celda, por_calificacion, maestro_id) where disponible_el is not null;
create index directorio_disponible_trabajos
  on interno.directorio (alcaldia, oficio, disponible_el, celda, por_trabajos, maestro_id) where disponible_el is not null;

create table interno.directorio_disponibles (
  alcaldia text not null,
  oficio text not null,
  dia date not null,
  celda smallint not null,
  total integer not null check (total >= 0),
  primary key (alcaldia, oficio, dia, celda)
);
alter table interno.directorio_disponibles enable row level security;

-- As before, with the day of the mark 'Disponible hoy', which the reader compares with the current day, and the answer time.
create function interno.tarjeta(
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

-- As before; a maestro on pause is not listed.
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
    join public.maestro_oficios o on o.maestro_id = m.id
    join lateral (
      select oficio from public.maestro_oficios where maestro_id = m.id order by orden limit 1
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
drop function interno.tarjeta(public.maestros, text, text);

create function interno.sumar_disponibles(p_alcaldia text, p_oficio text, p_dia date, p_celda smallint, p_delta integer)
returns void
language sql security definer set search_path = ''
as $$
  insert into interno.directorio_disponibles as t values (p_alcaldia, p_oficio, p_dia, p_celda, greatest(p_delta, 0))
  on conflict (alcaldia, oficio, dia, celda) do update set total = t.total + p_delta;
$$;

-- Counts the marked rows, in the order of their keys, as interno.contar_directorio counts all rows.
create function interno.contar_disponibles() returns trigger
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
create trigger directorio_count_available_on_insert after insert on interno.directorio
  referencing new table as nuevas for each statement execute function interno.contar_disponibles();
create trigger directorio_count_available_on_update after update on interno.directorio
  referencing old table as viejas new table as nuevas for each statement execute function interno.contar_disponibles();
create trigger directorio_count_available_on_delete after delete on interno.directorio
  referencing old table as viejas for each statement execute function interno.contar_disponibles();

-- Deletes states that have ended, which lists paused maestros again and removes marks, and computes the medians again that
-- have lost an answer. At most p_lote maestros of each kind; answers how many there were.
create function interno.poner_al_dia(p_lote integer) returns integer
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
  if cardinality(v_vencidos) > 0 then
    perform interno.recalcular_respuestas(v_vencidos);
  end if;
  return cardinality(v_terminados) + cardinality(v_vencidos);
end $$;

-- Alerts --------------------------------------------------------------------------------------------------------------

-- A seeker who found nobody gets one e-mail when a maestro of that trade and borough is listed. The row is deleted when
-- the e-mail has been sent, when the seeker takes it back, and with the account.
create table interno.avisos_de_busqueda (
  id bigint generated always as identity primary key,
  buscador_id uuid not null references auth.users on delete cascade,
  alcaldia text collate "es-x-icu" not null
    references public.alcaldias_disponibles (nombre) on update cascade on delete cascade,
  oficio text collate "es-x-icu" not null
    references public.oficios_disponibles (nombre) on update cascade on delete cascade,
  creado_en timestamptz not null default now(),
  -- When its e-mail was queued.
  encolado_en timestamptz,
  unique (buscador_id, alcaldia, oficio)
);
create index avisos_de_busqueda_of_a_search on interno.avisos_de_busqueda (alcaldia, oficio, id);
create index avisos_de_busqueda_of_a_trade on interno.avisos_de_busqueda (oficio);
alter table interno.avisos_de_busqueda enable row level security;

-- Answers 'pedido', 'sin_catalogo', 'ya_hay' when somebody is listed, or 'limite' when the seeker has p_maximo of them.
-- The row of the total is locked: a maestro who is listed at the same time is either seen here, or sees the alert.
create function interno.pedir_aviso(p_buscador uuid, p_alcaldia text, p_oficio text, p_maximo integer) returns text
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

-- One job for each trade and borough with waiting alerts, so that the transaction that lists a maestro stays short.
create function interno.anunciar_en_directorio() returns trigger
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
-- Triggers of one table fire in the order of their names: this one after directorio_count_on_insert, which waits for the
-- lock of interno.pedir_aviso.
create trigger directorio_queue_alerts_on_insert after insert on interno.directorio
  referencing new table as nuevas for each statement execute function interno.anunciar_en_directorio();

-- Queues the e-mails of at most p_lote waiting alerts and answers how many. None while nobody is listed.
create function interno.encolar_avisos(p_alcaldia text, p_oficio text, p_lote integer) returns integer
language plpgsql set search_path = ''
as $$
declare
  v_avisos bigint[];
begin
  with elegidos as (
    update interno.avisos_de_busqueda set encolado_en = now() where id in (
      select id from interno.avisos_de_busqueda
      where alcaldia = p_alcaldia and oficio = p_oficio and encolado_en is null order by id limit p_lote for update)
      and exists (select from interno.directorio_totales where alcaldia = p_alcaldia and oficio = p_oficio and total > 0)
    returning id
  )
  select array_agg(id) into v_avisos from elegidos;
  perform interno.encolar('send-search-alert', jsonb_build_object('aviso', a.id)) from unnest(v_avisos) a (id);
  return coalesce(cardinality(v_avisos), 0);
end $$;

-- Searches without results --------------------------------------------------------------------------------------------

alter table interno.busquedas_diarias
  -- Searches that found nobody. They are not part of the total, which decides what is suggested.
  add column sin_resultado integer not null default 0 check (sin_resultado >= 0),
  drop constraint busquedas_diarias_total_check,
  add constraint busquedas_diarias_total_check check (total >= 0 and total + sin_resultado > 0);

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

-- Existing chats and cards --------------------------------------------------------------------------------------------

insert into interno.primeras_respuestas (chat_id, maestro_id, minutos, respondido_en)
select c.id, c.maestro_id, interno.minutos_contados(q.creado_en, r.creado_en), r.creado_en
from public.chats c
cross join lateral (
  select m.creado_en, m.secuencia from public.mensajes m
  where m.chat_id = c.id and not m.bloqueado and m.autor_id = c.maestro_id and m.tipo <> 'contacto'
  order by m.secuencia limit 1
) r
left join lateral (
  select m.creado_en from public.mensajes m
  where m.chat_id = c.id and not m.bloqueado and m.autor_id = c.buscador_id and m.tipo <> 'contacto'
    and m.secuencia < r.secuencia
  order by m.secuencia limit 1
) q on true;
select interno.recalcular_respuestas(array(select distinct maestro_id from interno.primeras_respuestas));
select interno.refrescar_directorio(array(select id from public.maestros));
