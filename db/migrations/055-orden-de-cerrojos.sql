-- Locks in one order, so that simultaneous changes wait for each other instead of ending in a deadlock: first profiles, then
-- chats, then maestros, then the counters of the directory, each in the order of their keys.

-- Counters of the directory -------------------------------------------------------------------------------------------

-- Locks the totals of boroughs and trades, in the order of their keys. A total that is missing is created.
create function interno.cerrar_totales(p_alcaldias text[], p_oficios text[]) returns void
language sql set search_path = ''
begin atomic
  insert into interno.directorio_totales as t (alcaldia, oficio, total)
  select distinct a.nombre, o.nombre, 0 from unnest(p_alcaldias) a (nombre), unnest(p_oficios) o (nombre) order by 1, 2
  -- The condition is evaluated after the row is locked: it is locked and not written.
  on conflict (alcaldia, oficio) do update set total = t.total where false;
end;

-- Rows that leave the directory are counted before rows that are new in it. Two maestros who exchange their trades would lock
-- the counters in opposite orders. The totals of all pairs with a changed counter are therefore locked before.
select interno.cambiar_en_funcion(
  'interno.refrescar_directorio(uuid[])',
  '  )
  insert into interno.directorio as d',
  '  ), cambiado as (
    select distinct alcaldia, oficio from (
      (select maestro_id, alcaldia, oficio, celda, disponible_el from deseado
      except select maestro_id, alcaldia, oficio, celda, disponible_el from interno.directorio
      where maestro_id = any (p_maestros))
      union all
      (select maestro_id, alcaldia, oficio, celda, disponible_el from interno.directorio
      where maestro_id = any (p_maestros)
      except select maestro_id, alcaldia, oficio, celda, disponible_el from deseado)
    ) distinto
  ), cerrado as (
    -- As in interno.cerrar_totales. The counters are changed by triggers, which run after this statement.
    insert into interno.directorio_totales as t (alcaldia, oficio, total)
    select alcaldia, oficio, 0 from cambiado order by 1, 2
    on conflict (alcaldia, oficio) do update set total = t.total where false
  )
  insert into interno.directorio as d');

-- The old choices are deleted before the new ones are inserted, each with its own change of the directory.
select interno.cambiar_en_funcion(
  'interno.reemplazar_elecciones(uuid, text, text[])',
  '    delete from public.maestro_oficios where maestro_id = p_maestro;',
  '    perform interno.cerrar_totales(
      array(select alcaldia from public.maestro_alcaldias where maestro_id = p_maestro),
      array(select oficio from public.maestro_oficios where maestro_id = p_maestro) || p_nombres);
    delete from public.maestro_oficios where maestro_id = p_maestro;');
select interno.cambiar_en_funcion(
  'interno.reemplazar_elecciones(uuid, text, text[])',
  '    delete from public.maestro_alcaldias where maestro_id = p_maestro;',
  '    perform interno.cerrar_totales(
      array(select alcaldia from public.maestro_alcaldias where maestro_id = p_maestro) || p_nombres,
      array(select oficio from public.maestro_oficios where maestro_id = p_maestro));
    delete from public.maestro_alcaldias where maestro_id = p_maestro;');

-- Suspensions ---------------------------------------------------------------------------------------------------------

-- A sender holds the chat and then the maestro. A suspension hides reviews, which locks their maestros, and pauses chats, so
-- it locks the chats before everything else.
create function interno.cerrar_chats_de_persona() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.chats where new.id in (buscador_id, maestro_id) order by id for no key update;
  return new;
end $$;
create trigger profiles_lock_chats before update of suspendido_en on public.profiles
  for each row when ((old.suspendido_en is null) <> (new.suspendido_en is null))
  execute function interno.cerrar_chats_de_persona();

-- A suspension that has begun is completed first. Otherwise it would not pause the new chat, which it cannot see.
select interno.cambiar_en_funcion(
  'interno.iniciar_chat(uuid, uuid, jsonb, integer, integer)',
  'perform from public.profiles where id = p_buscador for no key update;',
  'perform from public.profiles where id = p_buscador for no key update;
  perform from public.profiles where id = p_maestro for share;
  if interno.esta_suspendido(p_maestro) then
    return;
  end if;
  if interno.esta_suspendido(p_buscador) then
    raise exception ''The account is suspended'' using errcode = ''PT403'', detail = ''suspended'';
  end if;');
