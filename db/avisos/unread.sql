-- Whether an e-mail about unread messages of a chat may be sent to one of its two people. The two columns say why not.
create or replace function interno.aviso_sin_leer(p_persona uuid, p_chat uuid, out debido boolean, out en_linea boolean)
language sql stable set search_path = ''
as $$
  select c.cerrado_en is null and c.pausado_en is null and c.bloqueado_en is null and p.suspendido_en is null
      and case p_persona when c.maestro_id then c.no_leidos_maestro else c.no_leidos_buscador end > 0
      and interno.quiere_correo(p_persona, 'correo_mensajes'),
    interno.esta_en_linea(p_persona)
  from public.chats c join public.profiles p on p.id = p_persona
  where c.id = p_chat and p_persona in (c.buscador_id, c.maestro_id)
$$;

-- Queues one e-mail for each noted chat whose person is not online. A chat of a person who is online is examined again
-- at the next call; one that was read, or whose e-mail is not wanted, is forgotten. Answers how many were queued.
create or replace function interno.encolar_sin_leer() returns integer
language plpgsql set search_path = ''
as $$
declare
  v_cuantos integer;
begin
  with pendientes as materialized (
    select a.persona_id, a.chat_id, coalesce(e.debido, false) as debido, e.en_linea
    from interno.avisos_sin_leer a
    left join lateral interno.aviso_sin_leer(a.persona_id, a.chat_id) e on true
    where a.pendiente
    for update of a skip locked
  ), decididos as (
    update interno.avisos_sin_leer a set
      pendiente = false,
      hasta = case when p.debido then (
        select m.secuencia from public.mensajes m where m.chat_id = a.chat_id and not m.bloqueado
        order by m.secuencia desc limit 1) else a.hasta end
    from pendientes p
    where a.persona_id = p.persona_id and a.chat_id = p.chat_id and not (p.debido and p.en_linea)
    returning a.persona_id, a.chat_id, a.hasta, p.debido
  )
  select count(interno.encolar(
    'send-unread-mail', jsonb_build_object('persona', persona_id, 'chat', chat_id, 'hasta', hasta)))
  into v_cuantos from decididos where debido;
  return v_cuantos;
end $$;

-- Notes the chats with messages that have been unread for p_minutos. Requests of a contact have an e-mail of their own.
create or replace function interno.reunir_sin_leer(p_minutos integer) returns void
language plpgsql set search_path = ''
-- A session keeps the plan that it made while the tables were small. This setting allows only plans with indexes.
set enable_seqscan = off
as $$
declare
  v_hasta constant timestamptz := now() - make_interval(mins => p_minutos);
  v_desde timestamptz;
begin
  select hasta into v_desde from interno.examen_de_mensajes for update;
  if v_desde >= v_hasta then
    return;
  end if;
  insert into interno.avisos_sin_leer as a (persona_id, chat_id, pendiente)
  select distinct l.persona_id, m.chat_id, true
  from public.mensajes m
  join public.chats c on c.id = m.chat_id
  cross join lateral (
    select case m.autor_id when c.maestro_id then c.buscador_id else c.maestro_id end as persona_id,
      case m.autor_id when c.maestro_id then c.leido_buscador_hasta else c.leido_maestro_hasta end as leido_hasta
  ) l
  join auth.users u on u.id = l.persona_id
  left join interno.avisos_sin_leer antes on antes.persona_id = l.persona_id and antes.chat_id = m.chat_id
  where m.creado_en > v_desde and m.creado_en <= v_hasta and not m.bloqueado and m.tipo <> 'contacto'
    and m.secuencia > l.leido_hasta
    and (antes.hasta is null or l.leido_hasta >= antes.hasta)
  order by 1, 2
  on conflict (persona_id, chat_id) do update set pendiente = true where not a.pendiente;
  update interno.examen_de_mensajes set hasta = v_hasta;
end $$;

-- Several processes may see the same person, so a recent mark is not written again.
create or replace function interno.anotar_en_linea(p_personas uuid[]) returns void
language sql set search_path = ''
begin atomic
  insert into interno.en_linea as e (user_id, visto_en)
  select u.id, now() from auth.users u where u.id = any (p_personas) order by u.id
  on conflict (user_id) do update set visto_en = now() where e.visto_en < now() - interval '30 seconds';
end;

-- A mark is written every minute; two missed marks mean that the person has left.
create or replace function interno.esta_en_linea(p_persona uuid) returns boolean
language sql stable set search_path = ''
return exists (
  select from interno.en_linea where user_id = p_persona and visto_en > now() - interval '150 seconds');
