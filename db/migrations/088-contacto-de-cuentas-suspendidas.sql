-- A seeker whose account is suspended or closed while the contact is being unlocked gets no phone, and the maestro gets no notice. The check
-- of the session runs before the lock of the profile, so what was committed while the call waited for that lock is checked after it.

create function interno.exigir_cuenta_activa(p_cuenta uuid) returns void
language plpgsql stable set search_path = '' as $$
begin
  if interno.esta_suspendido(p_cuenta) then
    raise exception 'The account is suspended' using errcode = 'PT403', detail = 'suspended';
  end if;
  -- The account is being closed, or was erased.
  if exists (select from public.profiles where id = p_cuenta and suspendido_en is not null) then
    raise exception 'The session does not live' using errcode = 'PT401';
  end if;
end $$;

select interno.cambiar_en_funcion(
  'interno.iniciar_chat(uuid, uuid, jsonb, integer, integer)',
  '  if interno.esta_suspendido(p_buscador) then
    raise exception ''The account is suspended'' using errcode = ''PT403'', detail = ''suspended'';
  end if;
  perform from public.profiles where id = p_buscador and suspendido_en is not null;
  if found then
    raise exception ''The session does not live'' using errcode = ''PT401'';
  end if;
',
  '  perform interno.exigir_cuenta_activa(p_buscador);
');

select interno.cambiar_en_funcion(
  'interno.abrir_contacto(uuid, uuid, text, text, text, jsonb, integer, integer, integer)',
  '  perform from public.profiles where id = p_maestro for share;
',
  '  perform from public.profiles where id = p_maestro for share;
  perform interno.exigir_cuenta_activa(p_buscador);
');
