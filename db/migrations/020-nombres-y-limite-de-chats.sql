-- A new chat is about a borough and a trade of the active catalogue: the maestro's inbox shows both names, and any
-- other text there would reach the maestro without moderation. A seeker starts a bounded number of chats in a time.
-- Both rules hold for new chats only: a chat that exists is opened again whatever has changed since.

drop function interno.iniciar_chat(uuid, uuid, jsonb);

-- The chat of a pair, created if there is none. Without a chat when the maestro cannot be found by seekers.
-- Raises PT400 with the name of the datum that is not in the catalogue, and PT429 with the seconds to wait when the
-- seeker has started p_maximo chats within p_segundos. Each step is a statement of its own, so that the loser of a
-- race sees the row of the winner.
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

  -- The lock makes new chats of one seeker wait for each other, so that all of them are counted.
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
