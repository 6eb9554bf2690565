-- Chats and messages. A chat contains its last message and both unread counters, which the transaction of a message
-- updates, so that an inbox is one range scan. Only server functions write chats and messages.

create table public.chats (
  id uuid primary key default gen_random_uuid(),
  buscador_id uuid not null references public.profiles on delete restrict,
  maestro_id uuid not null references public.maestros on delete restrict,
  contexto jsonb not null default '{}' check (jsonb_typeof(contexto) = 'object' and pg_column_size(contexto) <= 2000),
  creado_en timestamptz not null default now(),
  ultimo_mensaje_id uuid,
  ultimo_mensaje_tipo text,
  ultimo_mensaje_contenido text,
  -- The order of the inbox. A chat without messages has the time of its start.
  ultimo_mensaje_en timestamptz not null default now(),
  no_leidos_buscador integer not null default 0 check (no_leidos_buscador >= 0),
  no_leidos_maestro integer not null default 0 check (no_leidos_maestro >= 0),
  leido_buscador_en timestamptz,
  leido_maestro_en timestamptz,
  -- When the account of one of the two people was erased. The other person can read the chat; nobody can write in it.
  cerrado_en timestamptz,
  unique (buscador_id, maestro_id),
  check (buscador_id <> maestro_id)
)
-- Free space in each page, so that a counter is updated without new index entries.
with (fillfactor = 80);
create index chats_of_a_buscador on public.chats (buscador_id, ultimo_mensaje_en desc, id);
create index chats_of_a_maestro on public.chats (maestro_id, ultimo_mensaje_en desc, id);

create table public.mensajes (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.chats on delete restrict,
  autor_id uuid not null references public.profiles on delete restrict,
  tipo text not null check (tipo in ('texto', 'imagen', 'video')),
  -- Null for a picture or video that was removed with its author's account.
  contenido text check (char_length(contenido) between 1 and 4000),
  creado_en timestamptz not null default now(),
  bloqueado boolean not null default false,
  -- The reasons are those of packages/dominio/src/moderacion; a test compares the two.
  motivo_bloqueo text check (motivo_bloqueo in ('telefono', 'correo', 'enlace', 'mensajeria', 'tarjeta')),
  -- Created by the sender. A message that is sent twice with the same id is written once.
  client_id uuid,
  -- The order of a conversation. Unlike the time it is unique.
  secuencia bigint not null generated always as identity,
  check (bloqueado = (motivo_bloqueo is not null)),
  unique (chat_id, autor_id, client_id),
  constraint mensajes_texts_have_content check (contenido is not null or tipo <> 'texto')
);
-- A page of a conversation contains delivered messages and the reader's own blocked ones. Each kind has its own index, so
-- that blocked messages of the other person are not scanned.
create unique index mensajes_delivered_in_order on public.mensajes (chat_id, secuencia desc) where not bloqueado;
create unique index mensajes_blocked_in_order on public.mensajes (chat_id, autor_id, secuencia desc) where bloqueado;
create index mensajes_of_an_author on public.mensajes (autor_id);

create trigger chats_require_accounts before insert on public.chats
  for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');

-- Rights --------------------------------------------------------------------------------------------------------------

grant select on public.chats, public.mensajes to authenticated;
grant all on public.chats, public.mensajes to service_role;

alter table public.chats enable row level security;
alter table public.mensajes enable row level security;

create policy "Chats are readable by their two people" on public.chats
  for select to authenticated using ((select auth.uid()) in (buscador_id, maestro_id));
-- The arrays of the next two policies are computed once in a statement, and an index then finds the rows: the cost depends
-- on what the caller may see, and not on the size of the table.
create policy "Messages are readable by the two of their chat, blocked ones by their author" on public.mensajes
  for select to authenticated using (
    (not bloqueado or autor_id = (select auth.uid()))
    and chat_id = any (array(
      select c.id from public.chats c where (select auth.uid()) in (c.buscador_id, c.maestro_id)))
  );
create policy "A seeker's profile is readable by the maestros of their chats" on public.profiles
  for select to authenticated using (
    role = 'buscador'
    and id = any (array(select c.buscador_id from public.chats c where c.maestro_id = (select auth.uid())))
  );

-- Starting a chat -----------------------------------------------------------------------------------------------------

-- Returns the chat of a seeker and a maestro, and creates it if there is none. Returns no chat when the maestro is not in
-- the directory. The rules for new chats do not apply to a chat that exists.
-- A new chat must name a borough and a trade of the active catalogue: the maestro's inbox shows both, so any other text
-- would reach the maestro without moderation. Raises PT400 with the name of the wrong datum, and PT429 with the seconds to
-- wait when the seeker has started p_maximo chats within p_segundos. Each step is a separate statement, so that of two
-- simultaneous calls the second sees the row of the first.
create function interno.iniciar_chat(
  p_buscador uuid, p_maestro uuid, p_contexto jsonb, p_maximo integer default null, p_segundos integer default null,
  out chat public.chats, out nuevo boolean
)
language plpgsql set search_path = ''
as $$
declare
  v_ventana constant interval := p_segundos * interval '1 second';
  v_limite timestamptz;
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

  perform from public.alcaldias_disponibles where nombre = p_contexto ->> 'alcaldia' and activo;
  if not found then
    raise exception 'The borough is not in the active catalogue' using errcode = 'PT400', detail = 'alcaldia';
  end if;
  perform from public.oficios_disponibles where nombre = p_contexto ->> 'servicio' and activo;
  if not found then
    raise exception 'The trade is not in the active catalogue' using errcode = 'PT400', detail = 'servicio';
  end if;

  -- The lock makes simultaneous new chats of one seeker wait for each other, so that all of them are counted.
  perform from public.profiles where id = p_buscador for no key update;
  -- The oldest of the last p_maximo new chats. A chat is never older than its last message, so the index on the
  -- inbox order bounds this scan to chats of the window.
  select c.creado_en into v_limite from public.chats c
  where c.buscador_id = p_buscador and c.ultimo_mensaje_en > now() - v_ventana and c.creado_en > now() - v_ventana
  order by c.creado_en desc offset p_maximo - 1 limit 1;
  if found then
    raise exception 'Too many new chats' using errcode = 'PT429',
      detail = greatest(1, ceil(extract(epoch from v_limite + v_ventana - now())))::integer::text;
  end if;

  insert into public.chats as c (buscador_id, maestro_id, contexto) values (p_buscador, p_maestro, p_contexto)
  on conflict (buscador_id, maestro_id) do nothing
  returning c.* into chat;
  nuevo := found;
  if not nuevo then
    select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  end if;
end $$;

-- Sending messages ----------------------------------------------------------------------------------------------------

-- Updates the preview and the unread counters of the chats, once for each statement, and refuses authors that are not one
-- of the two people of the chat.
create function interno.anotar_mensaje() returns trigger
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
  -- A blocked message was not delivered, so it is neither shown as the preview nor counted as unread.
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
create trigger mensajes_update_chat after insert on public.mensajes
  referencing new table as nuevos for each statement execute function interno.anotar_mensaje();

-- Writes messages of several people. A message that its sender wrote before with the same client_id is returned and not
-- written again. The chats are locked first, so that their messages get number and time in the order in which they become
-- visible. They are locked in the order of their ids, so that two calls cannot deadlock.
-- Returns one row for each message, and one more for each chat, as it is afterwards.
create function interno.enviar_mensajes(p_envios jsonb)
returns table (orden integer, estado text, mensaje jsonb, chat jsonb)
language plpgsql set search_path = ''
-- A session keeps the plan that it made while the tables were small. These settings allow only plans with indexes.
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
declare
  v_chats constant uuid[] := array(
    select distinct (e ->> 'chat_id')::uuid from jsonb_array_elements(p_envios) e);
begin
  perform from public.chats c where c.id = any (v_chats) order by c.id for no key update;
  -- A separate statement after the lock: it sees what was written while it waited.
  return query
  with envio as materialized (
    select gen_random_uuid() as id, e.*
    from jsonb_to_recordset(p_envios) as e (
      orden integer, sesion uuid, autor uuid, chat_id uuid, client_id uuid, tipo text, contenido text,
      -- Why it is blocked while the contact is locked, and once it is open.
      motivo_cerrado text, motivo_abierto text)
  ), juzgado as materialized (
    select e.*, to_jsonb(r) as repetido,
      case when e.motivo_cerrado is not distinct from e.motivo_abierto
        or interno.contacto_abierto(c.maestro_id, c.buscador_id) then e.motivo_abierto else e.motivo_cerrado
      end as motivo,
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

create function interno.marcar_imagen_de_mensaje() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.mensajes := case tg_op when 'INSERT' then new else old end;
begin
  perform storage.mark_shown(
    tg_op = 'INSERT', 'chat-media', array[storage.name_in('chat-media', v.contenido)], array[v.chat_id || '/%']);
  return null;
end $$;
create trigger mensajes_update_picture_use_on_insert after insert on public.mensajes
  for each row when (new.tipo = 'imagen') execute function interno.marcar_imagen_de_mensaje();
create trigger mensajes_update_picture_use_on_delete after delete on public.mensajes
  for each row when (old.tipo = 'imagen') execute function interno.marcar_imagen_de_mensaje();

-- Reading -------------------------------------------------------------------------------------------------------------

create function public.mark_messages_as_read(p_chat_id uuid, p_user_role text) returns void
language plpgsql security definer set search_path = ''
as $$
declare
  yo uuid := auth.uid();
begin
  if p_user_role is null or p_user_role not in ('buscador', 'maestro') then
    raise exception 'p_user_role must be buscador or maestro' using errcode = '22023';
  end if;
  if p_user_role = 'buscador' then
    update public.chats set no_leidos_buscador = 0, leido_buscador_en = now()
    where id = p_chat_id and buscador_id = yo;
  else
    update public.chats set no_leidos_maestro = 0, leido_maestro_en = now()
    where id = p_chat_id and maestro_id = yo;
  end if;
  if not found then
    raise exception 'Chat no encontrado' using errcode = 'PT404';
  end if;
end $$;
grant execute on function public.mark_messages_as_read(uuid, text) to authenticated;
