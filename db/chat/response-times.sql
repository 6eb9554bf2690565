-- Records the first answers among new messages. The request for a contact (type 'contacto') is neither a question nor an
-- answer. Before a maestro's first message a chat has only messages of the seeker, so the first one is found at once.
create or replace function interno.anotar_respuestas() returns trigger
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

-- Computes the medians of the last 90 days again. The rows are locked in the order of their keys before the answers are
-- read, so that of two simultaneous answers the second counts both, and two calls cannot deadlock.
create or replace function interno.recalcular_respuestas(p_maestros uuid[]) returns void
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

-- Seconds between 7:00 and 22:00 of Mexico City since a fixed day. The difference of two moments is the counted time.
create or replace function interno.segundos_contados(p_momento timestamptz) returns bigint
language sql stable
return (
  select (l.momento::date - date '2000-01-01') * 54000::bigint
    + least(greatest(floor(extract(epoch from l.momento::time))::bigint - 25200, 0), 54000)
  from (select p_momento at time zone 'America/Mexico_City' as momento) l);

create or replace function interno.minutos_contados(p_desde timestamptz, p_hasta timestamptz) returns integer
language sql stable strict
return (greatest(interno.segundos_contados(p_hasta) - interno.segundos_contados(p_desde), 0) / 60)::integer;

-- A counted day has 15 hours, so '1_dia' is below 900 minutes: at most 24 hours by the clock.
create or replace function interno.paso_de_respuesta(p_respuestas integer, p_mediana numeric) returns text
language sql immutable
return case
  when p_respuestas < 5 then null
  when p_mediana < 15 then '15_minutos'
  when p_mediana < 60 then '1_hora'
  when p_mediana < 180 then '3_horas'
  when p_mediana < 900 then '1_dia'
end;
