-- Blocks or unblocks. Answers whether the caller may (interno.puede_senalar), and the chat of the two as it is afterwards.
-- Repeating it changes nothing. The profile of the seeker is locked before that of the maestro, as unlocking a contact,
-- starting a chat and writing a review do.
create or replace function interno.cambiar_bloqueo(
  p_quien uuid, p_a_quien uuid, p_bloquear boolean, out permitido boolean, out chat public.chats
)
language plpgsql set search_path = ''
as $$
begin
  permitido := interno.puede_senalar(p_quien, p_a_quien);
  if not permitido then
    return;
  end if;
  -- The profiles before the pair, which is the order of every writer of chats and accesses.
  perform from public.profiles where id in (p_quien, p_a_quien) order by role = 'maestro', id for share;
  perform interno.cerrar_par(p_quien, p_a_quien);
  if p_bloquear then
    insert into public.bloqueos (bloqueador_id, bloqueado_id) values (p_quien, p_a_quien) on conflict do nothing;
  else
    delete from public.bloqueos where bloqueador_id = p_quien and bloqueado_id = p_a_quien;
  end if;
  select c.* into chat from public.chats c
  where (c.buscador_id, c.maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien));
end $$;

-- One transaction at a time changes the block of a pair, or writes a row that a block would refuse. An advisory lock and
-- not a lock of the two profiles: functions that already hold one profile would wait for each other in a circle.
create or replace function interno.cerrar_par(p_una uuid, p_otra uuid) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('par:' || least(p_una, p_otra) || greatest(p_una, p_otra), 0))
$$;

-- Whether one of two people blocks the other. This is the only place with this rule.
create or replace function interno.par_bloqueado(p_una uuid, p_otra uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.bloqueos
  where (bloqueador_id, bloqueado_id) in ((p_una, p_otra), (p_otra, p_una)));

-- Refuses new rows that connect a pair with a block. Arguments: the two columns that name the people. A row that is
-- written while a block is made waits for it, and is then refused.
create or replace function interno.rechazar_par_bloqueado() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_una constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  v_otra constant uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  perform interno.cerrar_par(v_una, v_otra);
  if interno.par_bloqueado(v_una, v_otra) then
    raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
  end if;
  return new;
end $$;

-- interno.enviar_mensajes answers a blocked chat before it writes. This trigger refuses every other way of writing. A
-- sender and interno.cambiar_bloqueo lock the chat, so that a message is either before a block or refused.
create or replace function interno.rechazar_mensajes_en_chats_bloqueados() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from nuevos n join public.chats c on c.id = n.chat_id where c.bloqueado_en is not null
  ) then
    raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
  end if;
  return null;
end $$;

-- Reading a blocked conversation lowers the own unread count and leaves the mark of reading. When the last block of the
-- pair ends, the mark of a person with nothing unread moves to the last message. Otherwise later messages would cause no
-- e-mail, and the deletion of a message that was read would be subtracted from the count of a later one. The other person
-- learns only what the count already told: the time of reading stays, and a deleted message, which may never have been
-- read, is not marked. docs/decisions/seguridad.md.
create or replace function interno.marcar_chats_bloqueados() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.bloqueos := case tg_op when 'INSERT' then new else old end;
begin
  update public.chats c set
    bloqueado_en = case when interno.par_bloqueado(c.buscador_id, c.maestro_id) then coalesce(c.bloqueado_en, now()) end
  where (c.buscador_id, c.maestro_id) in ((v.bloqueador_id, v.bloqueado_id), (v.bloqueado_id, v.bloqueador_id));
  if tg_op = 'DELETE' then
    with marcados as (
      update public.chats c set (leido_buscador_hasta, leido_maestro_hasta) = (
        select
          case c.no_leidos_buscador when 0 then greatest(c.leido_buscador_hasta, max(m.secuencia)) else c.leido_buscador_hasta end,
          case c.no_leidos_maestro when 0 then greatest(c.leido_maestro_hasta, max(m.secuencia)) else c.leido_maestro_hasta end
        from public.mensajes m
        where m.chat_id = c.id and not m.bloqueado and m.eliminado_en is null)
      where (c.buscador_id, c.maestro_id) in ((v.bloqueador_id, v.bloqueado_id), (v.bloqueado_id, v.bloqueador_id))
        and c.bloqueado_en is null
      returning c.id, c.buscador_id, c.no_leidos_buscador, c.no_leidos_maestro
    )
    -- The last announced message may be a deleted one, after the mark. The next message is announced nevertheless.
    update interno.avisos_sin_leer a set hasta = null
    from marcados c
    where a.chat_id = c.id
      and case a.persona_id when c.buscador_id then c.no_leidos_buscador else c.no_leidos_maestro end = 0;
  end if;
  return null;
end $$;

-- Whether a person may report or block another: they share a chat, or a seeker saw the profile of a maestro. Erased
-- accounts are excluded, because nothing about them is known any more.
create or replace function interno.puede_senalar(p_quien uuid, p_a_quien uuid) returns boolean
language sql stable set search_path = ''
return p_quien <> p_a_quien
  and exists (select from public.profiles where id = p_a_quien and eliminada_en is null)
  and (
    exists (
      select from public.chats
      where (buscador_id, maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien)))
    or exists (
      select from public.profiles p join public.maestros m on m.id = p_a_quien and m.perfil_completo
      where p.id = p_quien and p.role = 'buscador'));
