-- An account that is being closed counts as suspended in profiles, but interno.esta_suspendido is false for it. A chat that
-- was started at that moment would not have been paused.
select interno.cambiar_en_funcion(
  'interno.iniciar_chat(uuid, uuid, jsonb, integer, integer)',
  'if interno.esta_suspendido(p_maestro) then
    return;
  end if;
  if interno.esta_suspendido(p_buscador) then
    raise exception ''The account is suspended'' using errcode = ''PT403'', detail = ''suspended'';
  end if;',
  'perform from public.profiles where id = p_maestro and suspendido_en is not null and eliminada_en is null;
  if found then
    return;
  end if;
  if interno.esta_suspendido(p_buscador) then
    raise exception ''The account is suspended'' using errcode = ''PT403'', detail = ''suspended'';
  end if;
  perform from public.profiles where id = p_buscador and suspendido_en is not null;
  if found then
    raise exception ''The session does not live'' using errcode = ''PT401'';
  end if;');
