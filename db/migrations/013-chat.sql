-- What the chat functions ask of the database: a chat is started once a pair, a message is written once a client_id
-- and in the order of commits, and the pages of inbox and conversation are range scans.

-- The reasons as dominio/moderacion lists them; a test compares the two.
alter table public.mensajes add constraint mensajes_motivo_bloqueo_check
  check (motivo_bloqueo in ('telefono', 'correo', 'enlace', 'mensajeria', 'tarjeta'));

-- A page is the newest of what was delivered and of the reader's own blocked ones: each an index of its own, so
-- that what the other side had blocked is never walked over.
create unique index mensajes_delivered_in_order on public.mensajes (chat_id, secuencia desc) where not bloqueado;
create unique index mensajes_blocked_in_order on public.mensajes (chat_id, autor_id, secuencia desc) where bloqueado;
drop index public.mensajes_in_order;

-- Reading and counting rewrite a chat's row in place where its page has room.
alter table public.chats set (fillfactor = 80);

-- One trigger a statement in the place of two a row: noting messages finds their chats anyway, and whose they are.
drop trigger mensajes_are_written_by_the_two on public.mensajes;
drop trigger mensajes_are_noted_in_their_chat on public.mensajes;
drop function interno.autor_es_del_chat();
create or replace function interno.anotar_mensaje() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from nuevos n where not exists (
      select from public.chats c where c.id = n.chat_id and n.autor_id in (c.buscador_id, c.maestro_id))
  ) then
    raise exception 'The author is not of this chat' using errcode = '23514';
  end if;
  -- A blocked message was never delivered: it is no preview and no unread.
  update public.chats c set
    ultimo_mensaje_id = n.id,
    ultimo_mensaje_tipo = n.tipo,
    ultimo_mensaje_contenido = n.contenido,
    ultimo_mensaje_en = n.creado_en,
    no_leidos_buscador = c.no_leidos_buscador + n.del_maestro,
    no_leidos_maestro = c.no_leidos_maestro + n.del_buscador
  from (
    select distinct on (m.chat_id) m.*,
      count(*) filter (where m.autor_id = k.maestro_id) over (partition by m.chat_id) as del_maestro,
      count(*) filter (where m.autor_id = k.buscador_id) over (partition by m.chat_id) as del_buscador
    from nuevos m join public.chats k on k.id = m.chat_id
    where not m.bloqueado
    order by m.chat_id, m.secuencia desc
  ) n
  where c.id = n.chat_id;
  return null;
end $$;
create trigger mensajes_are_noted_in_their_chats after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.anotar_mensaje();

-- The chat of a pair, started if there is none; without one when the maestro is not there for seekers. Statements
-- of their own: whoever loses the race to another sees the other's row.
create function interno.iniciar_chat(
  p_buscador uuid, p_maestro uuid, p_contexto jsonb, out chat public.chats, out nuevo boolean
)
language plpgsql set search_path = ''
as $$
begin
  nuevo := false;
  perform from public.maestros m join public.profiles p using (id)
  where m.id = p_maestro and m.perfil_completo and p.suspendido_en is null;
  if not found then
    return;
  end if;
  select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  if found then
    return;
  end if;
  insert into public.chats as c (buscador_id, maestro_id, contexto) values (p_buscador, p_maestro, p_contexto)
  on conflict (buscador_id, maestro_id) do nothing
  returning c.* into chat;
  nuevo := found;
  if not nuevo then
    select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  end if;
end $$;

-- What keeps a person from acting, null when nothing does. Said, and not raised, for statements that serve several.
create function interno.impedimento(p_session uuid, p_user uuid, p_role text) returns text
language sql stable
return nullif(
  coalesce((
    select case
      when p.suspendido_en is not null then 'cuenta_suspendida'
      when p_role is not null and p.role is distinct from p_role then 'otro_rol'
      else ''
    end
    from auth.sessions s join public.profiles p on p.id = s.user_id
    where s.id = p_session and s.user_id = p_user
  ), 'sin_sesion'), '');

create or replace function interno.exigir_persona(p_session uuid, p_user uuid, p_role text) returns void
language plpgsql stable set search_path = ''
as $$
begin
  case interno.impedimento(p_session, p_user, p_role)
    when 'sin_sesion' then
      raise exception 'The session does not live' using errcode = 'PT401';
    when 'cuenta_suspendida' then
      raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
    when 'otro_rol' then
      raise exception 'Another role is needed' using errcode = 'PT403', detail = p_role;
    else null;
  end case;
end $$;

-- Writes messages of several people, or finds those that their senders wrote before under the same client_id. Chats
-- are locked first: their messages take their number and their time in the order in which they become visible. They
-- are locked in the order of their ids, so that no two groups wait for each other.
-- Answers a row a message, and one more for each chat that was written in, as it was left.
create function interno.enviar_mensajes(p_envios jsonb)
returns table (orden integer, estado text, mensaje jsonb, chat jsonb)
language plpgsql set search_path = ''
-- A plan made while the tables were small is kept by its session: only the kind that stays good is offered.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_chats constant uuid[] := array(
    select distinct (e ->> 'chat_id')::uuid from jsonb_array_elements(p_envios) e);
begin
  perform from public.chats c where c.id = any (v_chats) order by c.id for no key update;
  -- A statement of its own, after the wait: it sees what was written meanwhile.
  return query
  with envio as materialized (
    select gen_random_uuid() as id, e.*
    from jsonb_to_recordset(p_envios) as e (
      orden integer, sesion uuid, autor uuid, chat_id uuid, client_id uuid, tipo text, contenido text,
      -- Why it is held back while the contact is locked, and once it is open.
      motivo_cerrado text, motivo_abierto text)
  ), juzgado as materialized (
    select e.*, to_jsonb(r) as repetido,
      case when e.motivo_cerrado is not distinct from e.motivo_abierto or exists (
        select from public.accesos_contacto a where a.buscador_id = c.buscador_id and a.maestro_id = c.maestro_id
      ) then e.motivo_abierto else e.motivo_cerrado end as motivo,
      coalesce(interno.impedimento(e.sesion, e.autor, null), case
        when c.id is null then 'sin_chat'
        when r.id is not null then 'repetido'
        when otro.suspendido_en is not null then 'sin_destino'
        when e.tipo = 'imagen' and not exists (
          select from storage.objects o
          where o.bucket_id = 'chat-media' and o.name = e.contenido and o.owner = e.autor
            and starts_with(e.contenido, e.chat_id || '/')
        ) then 'sin_objeto'
        else 'escrito'
      end) as estado
    from envio e
    left join public.chats c on c.id = e.chat_id and e.autor in (c.buscador_id, c.maestro_id)
    left join public.profiles otro
      on otro.id = case e.autor when c.maestro_id then c.buscador_id else c.maestro_id end
    left join public.mensajes r
      on r.chat_id = e.chat_id and r.autor_id = e.autor and r.client_id = e.client_id
  ), escrito as (
    insert into public.mensajes as m
      (id, chat_id, autor_id, tipo, contenido, creado_en, bloqueado, motivo_bloqueo, client_id)
    select j.id, j.chat_id, j.autor, j.tipo, j.contenido, clock_timestamp(), j.motivo is not null, j.motivo, j.client_id
    from (select * from juzgado where juzgado.estado = 'escrito' order by juzgado.orden) j
    returning m.*
  )
  select j.orden, j.estado, case j.estado when 'repetido' then j.repetido else to_jsonb(n) end, null::jsonb
  from juzgado j left join escrito n on n.id = j.id;
  return query
  select null::integer, null::text, null::jsonb, to_jsonb(c) from public.chats c where c.id = any (v_chats);
end $$;
