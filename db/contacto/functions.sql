-- Unlocks the contact of a maestro for a seeker. p_nota is the text of the notice in the chat, p_contexto what a new chat
-- is about, p_por_dia how many new maestros a seeker may unlock in a day of Mexico City. The last two are the limits of
-- interno.iniciar_chat for new chats, whose errors are raised here too.
--
-- estado:
--   sin_maestro  The maestro is not in the directory. Nothing was written.
--   limite       The seeker has used up the day. espera is the number of seconds until the next day.
--   repetido     The contact was unlocked before. Nothing was written, unless the access had no chat. The phone is answered
--                as it is now, and a block refuses it like a first unlock.
--   abierto      The access and the notice were written; mensaje and chat are their rows.
--
-- Locks are taken in the order profiles, counters of the maestro, chat. A suspension and an erasure lock the profile before
-- the chats too, and sending a message locks only the chat, so none of them can deadlock with this function.
create or replace function interno.abrir_contacto(
  p_buscador uuid, p_maestro uuid, p_motivo text, p_detalle text, p_nota text, p_contexto jsonb, p_por_dia integer,
  p_maximo_chats integer, p_segundos_chats integer, p_frenos jsonb default null,
  out estado text, out espera integer, out nuevo_chat boolean, out chat public.chats, out mensaje public.mensajes,
  out nombre text, out apellido text, out telefono text
)
language plpgsql set search_path = ''
-- As in interno.sumar_resenas: only plans with indexes, because a session keeps the plan that it made while the tables were
-- small.
set enable_seqscan = off
as $$
declare
  v_hoy constant timestamptz := interno.dia_de_la_ciudad(now())::timestamp at time zone 'America/Mexico_City';
  v_manana constant timestamptz :=
    (interno.dia_de_la_ciudad(now()) + 1)::timestamp at time zone 'America/Mexico_City';
  v_repetido boolean;
  v_inicio record;
begin
  nuevo_chat := false;
  -- Simultaneous calls of one seeker wait for each other, so that all of them are counted and none is written twice.
  perform from public.profiles where id = p_buscador for no key update;
  -- A suspension or erasure of the maestro that has begun is completed first.
  perform from public.profiles where id = p_maestro for share;
  perform interno.exigir_cuenta_activa(p_buscador);
  select m.nombre, m.apellido, m.telefono into nombre, apellido, telefono
  from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    estado := 'sin_maestro';
    return;
  end if;

  v_repetido := exists (
    select from public.accesos_contacto a where a.buscador_id = p_buscador and a.maestro_id = p_maestro);
  if not v_repetido and p_por_dia <= (
    select count(*) from public.accesos_contacto a where a.buscador_id = p_buscador and a.creado_en >= v_hoy
  ) then
    estado := 'limite';
    espera := interno.segundos_hasta(v_manana);
    return;
  end if;
  if not v_repetido then
    perform interno.frenar_cuenta_nueva(p_buscador, 'contacto', p_maestro, p_frenos);
  end if;

  select * into v_inicio
  from interno.iniciar_chat(p_buscador, p_maestro, p_contexto, p_maximo_chats, p_segundos_chats);
  chat := v_inicio.chat;
  nuevo_chat := v_inicio.nuevo;
  if v_repetido then
    if not interno.contacto_visible(p_maestro, p_buscador) then
      raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
    end if;
    estado := 'repetido';
    return;
  end if;

  insert into public.accesos_contacto (buscador_id, maestro_id, motivo, detalle)
  values (p_buscador, p_maestro, p_motivo, p_detalle);
  -- As in interno.enviar_mensajes: messages of a chat get number and time in the order in which they become visible.
  perform from public.chats c where c.id = chat.id for no key update;
  insert into public.mensajes as m (chat_id, autor_id, tipo, contenido, creado_en)
  values (chat.id, p_buscador, 'contacto', p_nota, clock_timestamp())
  returning m.* into mensaje;
  select c.* into chat from public.chats c where c.id = mensaje.chat_id;
  estado := 'abierto';
end $$;

-- The maestros whose contact is open to the reader: the reader, and those with a recorded access. This is the only place with
-- this rule. Neither `security definer` nor `set`: with them PostgreSQL would not put the function into the query. No role of
-- a request may execute it, because row-level security would hide blocks from it.
create or replace function interno.contactos_abiertos(p_lector uuid) returns setof uuid
language sql stable
begin atomic
  select maestro_id from public.accesos_contacto where buscador_id = p_lector
  union all
  select p_lector where p_lector is not null;
end;

-- Whether the contact of a maestro was opened to a reader: the maestro's own, and that of seekers with a recorded access.
create or replace function interno.contacto_abierto(p_maestro uuid, p_lector uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from interno.contactos_abiertos(p_lector) abierto(id) where abierto.id = p_maestro);

-- The same without the maestros who block the reader. This is the only place with this rule.
create or replace function interno.contactos_visibles(p_lector uuid) returns setof uuid
language sql stable
begin atomic
  select abierto.id from interno.contactos_abiertos(p_lector) abierto(id)
  where not exists (select from public.bloqueos where bloqueador_id = abierto.id and bloqueado_id = p_lector);
end;

-- Whether a reader sees the contact of a maestro now: contact data is hidden from a seeker whom the maestro blocks, and
-- visible again after the block. The access itself never ends (interno.contacto_abierto): moderation and voice notes of the
-- chat depend on the access and not on the block. docs/decisions/contacto.md and docs/decisions/seguridad.md.
create or replace function interno.contacto_visible(p_maestro uuid, p_lector uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (select from interno.contactos_visibles(p_lector) visible(id) where visible.id = p_maestro);

create or replace function interno.ve_contacto(p_maestro uuid) returns boolean
language sql stable security definer set search_path = ''
return interno.contacto_visible(p_maestro, auth.uid());

create or replace function interno.contar_contactos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    perform interno.sumar_cifra(d.maestro_id, d.dia, 0, d.cuantas)
    from (
      select maestro_id, interno.dia_de_la_ciudad(creado_en) as dia, count(*)::int as cuantas
      from nuevas group by 1, 2 order by 1, 2
    ) d;
  else
    perform interno.sumar_cifra(d.maestro_id, d.dia, 0, -d.cuantas)
    from (
      select maestro_id, interno.dia_de_la_ciudad(creado_en) as dia, count(*)::int as cuantas
      from viejas group by 1, 2 order by 1, 2
    ) d;
  end if;
  return null;
end $$;

create or replace function interno.anotar_accesos() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'contacto_accedido', buscador_id, maestro_id, jsonb_build_object('motivo', motivo) from nuevos;
  return null;
end $$;
