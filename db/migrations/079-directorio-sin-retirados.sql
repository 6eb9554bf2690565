-- A retired trade or borough (`activo` is false) is not in the directory, because no chat can be started about it. So search,
-- neighbouring boroughs, alerts and public pages all leave it out, and a card names the first trade that is still active.
select interno.cambiar_en_funcion(
  'interno.refrescar_directorio(uuid[])',
  '    join public.maestro_alcaldias a on a.maestro_id = m.id
    join public.maestro_oficios o on o.maestro_id = m.id
    join lateral (
      select oficio from public.maestro_oficios where maestro_id = m.id order by orden limit 1
    ) p on true',
  '    join public.maestro_alcaldias a on a.maestro_id = m.id
    join public.alcaldias_disponibles ca on ca.nombre = a.alcaldia and ca.activo
    join public.maestro_oficios o on o.maestro_id = m.id
    join public.oficios_disponibles co on co.nombre = o.oficio and co.activo
    join lateral (
      select e.oficio from public.maestro_oficios e
      join public.oficios_disponibles c on c.nombre = e.oficio and c.activo
      where e.maestro_id = m.id order by e.orden limit 1
    ) p on true');

-- Maestros who choose the name at the same moment are not seen here. Their chats are refused with a sentence.
create function interno.al_retirar_oficio() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.refrescar_directorio(array(select maestro_id from public.maestro_oficios where oficio = new.nombre));
  return null;
end $$;

create trigger oficios_disponibles_refresh_directory after update of activo on public.oficios_disponibles
for each row when (old.activo is distinct from new.activo) execute function interno.al_retirar_oficio();

create function interno.al_retirar_alcaldia() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.refrescar_directorio(array(select maestro_id from public.maestro_alcaldias where alcaldia = new.nombre));
  return null;
end $$;

create trigger alcaldias_disponibles_refresh_directory after update of activo on public.alcaldias_disponibles
for each row when (old.activo is distinct from new.activo) execute function interno.al_retirar_alcaldia();

-- Names that were retired before.
select interno.refrescar_directorio(array(
  select maestro_id from public.maestro_oficios e join public.oficios_disponibles c on c.nombre = e.oficio where not c.activo
  union
  select maestro_id from public.maestro_alcaldias e join public.alcaldias_disponibles c on c.nombre = e.alcaldia where not c.activo));
