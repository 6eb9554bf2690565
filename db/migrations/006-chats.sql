-- Conversations. A chat carries its last message and both unread counters, kept in the transaction that writes
-- the message, so that an inbox is one range scan. Chats and messages are written by our functions alone.

create table public.chats (
  id uuid primary key default gen_random_uuid(),
  buscador_id uuid not null references public.profiles on delete cascade,
  maestro_id uuid not null references public.maestros on delete cascade,
  contexto jsonb not null default '{}' check (jsonb_typeof(contexto) = 'object' and pg_column_size(contexto) <= 2000),
  creado_en timestamptz not null default now(),
  ultimo_mensaje_id uuid,
  ultimo_mensaje_tipo text,
  ultimo_mensaje_contenido text,
  -- The order of the inbox: a chat without messages stands where it was started.
  ultimo_mensaje_en timestamptz not null default now(),
  no_leidos_buscador integer not null default 0 check (no_leidos_buscador >= 0),
  no_leidos_maestro integer not null default 0 check (no_leidos_maestro >= 0),
  leido_buscador_en timestamptz,
  leido_maestro_en timestamptz,
  unique (buscador_id, maestro_id),
  check (buscador_id <> maestro_id)
);
create index chats_of_a_buscador on public.chats (buscador_id, ultimo_mensaje_en desc, id);
create index chats_of_a_maestro on public.chats (maestro_id, ultimo_mensaje_en desc, id);

create table public.mensajes (
  id uuid primary key default gen_random_uuid(),
  chat_id uuid not null references public.chats on delete cascade,
  autor_id uuid not null references public.profiles on delete cascade,
  tipo text not null check (tipo in ('texto', 'imagen', 'video')),
  contenido text not null check (char_length(contenido) between 1 and 4000),
  creado_en timestamptz not null default now(),
  bloqueado boolean not null default false,
  motivo_bloqueo text,
  -- Made by the sender: the same one sent twice writes once.
  client_id uuid,
  -- The order of a conversation: never two alike, whatever the clock says.
  secuencia bigint not null generated always as identity,
  check (bloqueado = (motivo_bloqueo is not null)),
  unique (chat_id, autor_id, client_id)
);
create unique index mensajes_in_order on public.mensajes (chat_id, secuencia desc);
create index mensajes_of_an_author on public.mensajes (autor_id);

grant select on public.chats, public.mensajes to authenticated;
grant all on public.chats, public.mensajes to service_role;

create function interno.anotar_mensaje() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- A blocked message was never delivered: it is no preview and no unread.
  if new.bloqueado then
    return null;
  end if;
  update public.chats c set
    ultimo_mensaje_id = new.id,
    ultimo_mensaje_tipo = new.tipo,
    ultimo_mensaje_contenido = new.contenido,
    ultimo_mensaje_en = new.creado_en,
    no_leidos_buscador = c.no_leidos_buscador + (new.autor_id = c.maestro_id)::int,
    no_leidos_maestro = c.no_leidos_maestro + (new.autor_id = c.buscador_id)::int
  where c.id = new.chat_id;
  return null;
end $$;
create trigger mensajes_are_noted_in_their_chat after insert on public.mensajes
  for each row execute function interno.anotar_mensaje();

-- Whoever writes in a chat is one of its two people.
create function interno.autor_es_del_chat() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (
    select from public.chats c where c.id = new.chat_id and new.autor_id in (c.buscador_id, c.maestro_id)
  ) then
    raise exception 'The author is not of this chat' using errcode = '23514';
  end if;
  return new;
end $$;
create trigger mensajes_are_written_by_the_two before insert on public.mensajes
  for each row execute function interno.autor_es_del_chat();

alter table public.chats enable row level security;
alter table public.mensajes enable row level security;

create policy "Chats are readable by their two people" on public.chats
  for select to authenticated using ((select auth.uid()) in (buscador_id, maestro_id));
-- The lists of these two are made once a statement, and rows are then found by an index: asking for a whole table
-- costs what the caller may see of it, not what there is.
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
