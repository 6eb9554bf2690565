-- While one of the two people blocks the other, reading changes the own unread count only: the marks of reading would tell the
-- other one at each opening that the person is there. Decision 046.
create or replace function public.mark_messages_as_read(p_chat_id uuid, p_user_role text, p_hasta bigint default null)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  yo uuid := auth.uid();
  v_antes bigint;
  v_bloqueado boolean;
  v_hasta bigint;
  v_sin_leer integer;
begin
  if p_user_role is null or p_user_role not in ('buscador', 'maestro') then
    raise exception 'p_user_role must be buscador or maestro' using errcode = '22023';
  end if;
  -- The lock makes messages that are being written wait, so that the count below misses none.
  select case p_user_role when 'buscador' then leido_buscador_hasta else leido_maestro_hasta end, bloqueado_en is not null
  into v_antes, v_bloqueado
  from public.chats
  where id = p_chat_id and yo = case p_user_role when 'buscador' then buscador_id else maestro_id end
  for no key update;
  if not found then
    raise exception 'Chat no encontrado' using errcode = 'PT404';
  end if;

  -- A mark is never taken back, and never includes a message that does not exist yet.
  select greatest(v_antes, coalesce(max(secuencia), 0)) into v_hasta
  from public.mensajes
  where chat_id = p_chat_id and not bloqueado and secuencia <= coalesce(p_hasta, 9223372036854775807);
  select count(*) into v_sin_leer
  from public.mensajes
  where chat_id = p_chat_id and not bloqueado and secuencia > v_hasta and autor_id <> yo and eliminado_en is null;

  if v_bloqueado then
    -- The mark stays, so that a later call may name an earlier message: the count never grows.
    update public.chats set
      no_leidos_buscador = case p_user_role when 'buscador' then least(no_leidos_buscador, v_sin_leer) else no_leidos_buscador end,
      no_leidos_maestro = case p_user_role when 'maestro' then least(no_leidos_maestro, v_sin_leer) else no_leidos_maestro end
    where id = p_chat_id;
  elsif p_user_role = 'buscador' then
    update public.chats set no_leidos_buscador = v_sin_leer, leido_buscador_hasta = v_hasta, leido_buscador_en = now()
    where id = p_chat_id;
  else
    update public.chats set no_leidos_maestro = v_sin_leer, leido_maestro_hasta = v_hasta, leido_maestro_en = now()
    where id = p_chat_id;
  end if;
end $$;
