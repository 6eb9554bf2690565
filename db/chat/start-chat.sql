-- chats?select=…,maestros(nombre,apellido,foto_perfil_url) reads the maestro through this function. The surname is whole
-- only for readers who may see the contact. The table itself is readable by its maestro only. The chat of a seeker shows
-- until when its maestro is on pause.
create or replace function public.maestros(public.chats) returns setof interno.maestro_en_chat
language sql stable rows 1 security definer set search_path = ''
as $$
  select m.id, m.nombre,
    case when interno.ve_contacto(m.id) then m.apellido else left(btrim(m.apellido), 1) end,
    interno.foto_publica(m.foto_perfil_url),
    (interno.disponibilidad_de(m.id)).pausa_hasta
  from public.maestros m where m.id = $1.maestro_id
$$;

-- Returns the chat of a seeker and a maestro, and creates it if there is none. Returns no chat when the maestro is not in
-- the directory. The rules for new chats do not apply to a chat that exists. A new chat must name a borough and a trade of
-- the active catalogue: the maestro's inbox shows both, so any other text would reach the maestro without moderation.
-- Raises PT400 with the name of the wrong datum, and PT429 with the seconds to wait when the seeker has started p_maximo
-- chats within p_segundos.
--
-- Each step is a separate statement, so that of two simultaneous calls the second sees the row of the first. A suspension
-- or a closing that has begun is completed first: it would not pause the new chat, which it cannot see.
create or replace function interno.iniciar_chat(
  p_buscador uuid, p_maestro uuid, p_contexto jsonb, p_maximo integer default null, p_segundos integer default null,
  p_frenos jsonb default null, out chat public.chats, out nuevo boolean
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
  perform from public.profiles where id = p_maestro for share;
  perform from public.profiles where id = p_maestro and suspendido_en is not null and eliminada_en is null;
  if found then
    return;
  end if;
  perform interno.exigir_cuenta_activa(p_buscador);
  -- The oldest of the last p_maximo new chats. A chat is never older than its last message, so the index on the
  -- inbox order bounds this scan to chats of the window.
  select c.creado_en into v_limite from public.chats c
  where c.buscador_id = p_buscador and c.ultimo_mensaje_en > now() - v_ventana and c.creado_en > now() - v_ventana
  order by c.creado_en desc offset p_maximo - 1 limit 1;
  if found then
    raise exception 'Too many new chats' using errcode = 'PT429',
      detail = interno.segundos_hasta(v_limite + v_ventana)::text;
  end if;
  perform interno.frenar_cuenta_nueva(p_buscador, 'chat', p_maestro, p_frenos);

  insert into public.chats as c (buscador_id, maestro_id, contexto) values (p_buscador, p_maestro, p_contexto)
  on conflict (buscador_id, maestro_id) do nothing
  returning c.* into chat;
  nuevo := found;
  if not nuevo then
    select c.* into chat from public.chats c where c.buscador_id = p_buscador and c.maestro_id = p_maestro;
  end if;
end $$;

create or replace function interno.anotar_chats() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into interno.eventos (tipo, quien, sobre, datos)
  select 'chat_iniciado', buscador_id, maestro_id, jsonb_build_object('chat_id', id) from nuevos;
  return null;
end $$;
