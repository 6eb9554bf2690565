-- Reading a blocked conversation lowers the own unread count and leaves the mark of reading (071). When the last block of the pair
-- ends, the mark of a person with nothing unread moves to the last message. Otherwise later messages would cause no e-mail, and the
-- deletion of a message that was read would be subtracted from the count of a later one. The other person learns only what the count
-- already told: the time of reading stays, and a deleted message, which may never have been read, is not marked. Decision 046.
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
