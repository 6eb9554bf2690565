-- E-mails about what happened: a requested contact, a received review and unread messages; the welcome of seekers; mailboxes
-- that refuse e-mails; and who is online. Decision 054.

-- Who is online -------------------------------------------------------------------------------------------------------

-- When a process last saw an open socket of a person (apps/server/src/realtime/last-seen.ts). Unlogged: after a crash of
-- PostgreSQL the marks are written again within a minute. The free space lets a mark be updated without new index entries.
create unlogged table interno.en_linea (
  user_id uuid primary key references auth.users on delete cascade,
  visto_en timestamptz not null
) with (fillfactor = 50);
alter table interno.en_linea enable row level security;

-- Several processes may see the same person, so a recent mark is not written again.
create function interno.anotar_en_linea(p_personas uuid[]) returns void
language sql set search_path = ''
begin atomic
  insert into interno.en_linea as e (user_id, visto_en)
  select u.id, now() from auth.users u where u.id = any (p_personas) order by u.id
  on conflict (user_id) do update set visto_en = now() where e.visto_en < now() - interval '30 seconds';
end;

-- A mark is written every minute; two missed marks mean that the person has left.
create function interno.esta_en_linea(p_persona uuid) returns boolean
language sql stable set search_path = ''
return exists (
  select from interno.en_linea where user_id = p_persona and visto_en > now() - interval '150 seconds');

-- Mailboxes that refuse e-mails ---------------------------------------------------------------------------------------

-- How often in a row the mailbox of an account was refused for good. An accepted e-mail deletes the row.
create table interno.rebotes (
  user_id uuid primary key references auth.users on delete cascade,
  veces integer not null default 1 check (veces > 0),
  ultimo_en timestamptz not null default now()
);
alter table interno.rebotes enable row level security;

create function interno.anotar_rebote(p_correo text) returns void
language sql set search_path = ''
begin atomic
  insert into interno.rebotes as r (user_id) select id from auth.users where email = lower(p_correo)
  on conflict (user_id) do update set veces = r.veces + 1, ultimo_en = now();
end;

create function interno.olvidar_rebotes(p_correo text) returns void
language sql set search_path = ''
begin atomic
  delete from interno.rebotes r using auth.users u where u.id = r.user_id and u.email = lower(p_correo);
end;

-- Whether an optional e-mail is sent to a person: it is wanted, and the mailbox did not refuse the last three.
create function interno.quiere_correo(p_user uuid, p_columna text) returns boolean
language sql stable set search_path = ''
return interno.quiere_aviso(p_user, p_columna)
  and not exists (select from interno.rebotes where user_id = p_user and veces >= 3);

-- The link in an optional e-mail (apps/server/src/unsubscribe). An account that was erased meanwhile changes nothing.
create function interno.dejar_correo(p_user uuid, p_columna text) returns void
language plpgsql set search_path = ''
as $$
begin
  if not interno.quiere_aviso(p_user, p_columna) then
    return;
  end if;
  insert into public.preferencias_avisos as p
    (user_id, correo_mensajes, correo_contacto, correo_resenas, correo_busquedas)
  select id, p_columna <> 'correo_mensajes', p_columna <> 'correo_contacto', p_columna <> 'correo_resenas',
    p_columna <> 'correo_busquedas'
  from auth.users where id = p_user
  on conflict (user_id) do update set
    correo_mensajes = p.correo_mensajes and excluded.correo_mensajes,
    correo_contacto = p.correo_contacto and excluded.correo_contacto,
    correo_resenas = p.correo_resenas and excluded.correo_resenas,
    correo_busquedas = p.correo_busquedas and excluded.correo_busquedas;
end $$;

-- Welcome -------------------------------------------------------------------------------------------------------------

-- A sign-up without a confirmed e-mail address has no session, so the call of the web app sends nothing. The welcome is
-- then queued when the address is confirmed. An account that is confirmed at once is inserted so, and fires no trigger.
create function interno.dar_bienvenida_al_confirmar() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if interno.rol_de(new.id) = 'buscador' then
    perform interno.dar_bienvenida(new.id, 'send-buscador-welcome-mail', 12);
  end if;
  return null;
end $$;
create trigger users_welcome_on_confirmation after update of email_confirmed_at on auth.users
  for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
  execute function interno.dar_bienvenida_al_confirmar();

-- Contact and review --------------------------------------------------------------------------------------------------

-- Rows of the past, which an import or the demo directory writes, are no news.
create function interno.encolar_correo_de_contacto() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('send-contact-mail', jsonb_build_object('buscador', buscador_id, 'maestro', maestro_id))
  from nuevos where creado_en > now() - interval '1 hour';
  return null;
end $$;
create trigger accesos_contacto_queue_mail after insert on public.accesos_contacto
  referencing new table as nuevos for each statement execute function interno.encolar_correo_de_contacto();

create function interno.encolar_correo_de_resena() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('send-review-mail', jsonb_build_object('resena', id, 'maestro', maestro_id))
  from nuevas where creado_en > now() - interval '1 hour';
  return null;
end $$;
create trigger resenas_queue_mail after insert on public.resenas
  referencing new table as nuevas for each statement execute function interno.encolar_correo_de_resena();

-- Unread messages -----------------------------------------------------------------------------------------------------

-- Finds the messages of a minute. A BRIN index stores one pair of times for 32 pages and costs a message almost nothing,
-- because messages are appended in the order of their time.
create index mensajes_by_time on public.mensajes using brin (creado_en) with (pages_per_range = 32, autosummarize = on);

-- Up to which time messages were examined. Messages from before this migration are not announced.
create table interno.examen_de_mensajes (
  unico boolean primary key default true check (unico),
  hasta timestamptz not null default now()
);
insert into interno.examen_de_mensajes default values;
alter table interno.examen_de_mensajes enable row level security;

create table interno.avisos_sin_leer (
  persona_id uuid not null references auth.users on delete cascade,
  chat_id uuid not null references public.chats on delete cascade,
  -- The chat has a message that was unread for long enough, and no e-mail was queued for it yet.
  pendiente boolean not null,
  -- The number of the newest message when the last e-mail was queued. There is no further e-mail until the person has
  -- read up to it.
  hasta bigint,
  primary key (persona_id, chat_id)
);
create index avisos_sin_leer_of_a_chat on interno.avisos_sin_leer (chat_id);
create index avisos_sin_leer_pending on interno.avisos_sin_leer (persona_id) where pendiente;
alter table interno.avisos_sin_leer enable row level security;

-- Notes the chats with messages that have been unread for p_minutos. Requests of a contact have an e-mail of their own.
create function interno.reunir_sin_leer(p_minutos integer) returns void
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

-- Whether an e-mail about unread messages of a chat may be sent to one of its two people. The two columns say why not.
create function interno.aviso_sin_leer(p_persona uuid, p_chat uuid, out debido boolean, out en_linea boolean)
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
create function interno.encolar_sin_leer() returns integer
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
