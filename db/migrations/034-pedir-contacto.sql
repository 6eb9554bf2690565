-- Unlocking a contact: chat, access and notice are written in one transaction. Decision 043.

-- 'contacto' is the notice that the seeker requested the contact, with the reason. Only interno.abrir_contacto writes it.
alter table public.mensajes
  drop constraint mensajes_tipo_check,
  add constraint mensajes_tipo_check check (tipo in ('texto', 'imagen', 'video', 'contacto'));

-- Unlocks the contact of a maestro for a seeker. p_nota is the text of the notice in the chat, p_contexto what a new chat
-- is about, p_por_dia how many new maestros a seeker may unlock in a day of Mexico City. The last two are the limits of
-- interno.iniciar_chat for new chats, whose errors are raised here too.
--
-- estado:
--   sin_maestro  The maestro is not in the directory. Nothing was written.
--   limite       The seeker has used up the day. espera is the number of seconds until the next day.
--   repetido     The contact was unlocked before. Nothing was written, unless the access had no chat.
--   abierto      The access and the notice were written; mensaje and chat are their rows.
--
-- Locks are taken in the order profiles, counters of the maestro, chat. A suspension and an erasure lock the profile
-- before the chats too, and sending a message locks only the chat, so none of them can deadlock with this function.
create function interno.abrir_contacto(
  p_buscador uuid, p_maestro uuid, p_motivo text, p_detalle text, p_nota text, p_contexto jsonb,
  p_por_dia integer, p_maximo_chats integer, p_segundos_chats integer,
  out estado text, out espera integer, out nuevo_chat boolean, out chat public.chats, out mensaje public.mensajes,
  out nombre text, out apellido text, out telefono text
)
language plpgsql set search_path = ''
-- A session keeps the plan that it made while the tables were small. This setting allows only plans with indexes.
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
    espera := greatest(1, ceil(extract(epoch from v_manana - now())))::integer;
    return;
  end if;

  select * into v_inicio
  from interno.iniciar_chat(p_buscador, p_maestro, p_contexto, p_maximo_chats, p_segundos_chats);
  chat := v_inicio.chat;
  nuevo_chat := v_inicio.nuevo;
  if v_repetido then
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
