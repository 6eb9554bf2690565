-- A common trade or borough may belong to thousands of maestros. A job refreshes them in batches: the request that retires the
-- name has a time limit (DATABASE_STATEMENT_MS).
drop trigger oficios_disponibles_refresh_directory on public.oficios_disponibles;
drop trigger alcaldias_disponibles_refresh_directory on public.alcaldias_disponibles;
drop function interno.al_retirar_oficio();
drop function interno.al_retirar_alcaldia();

create function interno.al_retirar_nombre() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform interno.encolar('refresh-directory', jsonb_build_object(tg_argv[0], new.nombre));
  return null;
end $$;

create trigger oficios_disponibles_refresh_directory after update of activo on public.oficios_disponibles
for each row when (old.activo is distinct from new.activo) execute function interno.al_retirar_nombre('oficio');

create trigger alcaldias_disponibles_refresh_directory after update of activo on public.alcaldias_disponibles
for each row when (old.activo is distinct from new.activo) execute function interno.al_retirar_nombre('alcaldia');

-- Refreshes the next p_lote maestros after p_desde who have chosen the trade or the borough, of which one is given. Returns
-- the last of them, or null when there are no more.
create function interno.refrescar_lote(p_oficio text, p_alcaldia text, p_desde uuid, p_lote integer) returns uuid
language plpgsql set search_path = ''
as $$
declare
  v_maestros uuid[];
begin
  if p_oficio is not null then
    v_maestros := array(
      select maestro_id from public.maestro_oficios
      where oficio = p_oficio and maestro_id > p_desde order by maestro_id limit p_lote);
  else
    v_maestros := array(
      select maestro_id from public.maestro_alcaldias
      where alcaldia = p_alcaldia and maestro_id > p_desde order by maestro_id limit p_lote);
  end if;
  perform interno.refrescar_directorio(v_maestros);
  return v_maestros[cardinality(v_maestros)];
end $$;

-- A name is not retired while a maestro chooses it: that maestro would not be seen by the job, and stay listed.
select interno.cambiar_en_funcion(
  'interno.limitar_elecciones()',
  '  execute format(
    ''select c.nombre from nuevas n',
  '  execute format(
    ''select from public.%I where nombre in (select %I from nuevas) order by nombre for share'', v_catalogo, v_columna);
  execute format(
    ''select c.nombre from nuevas n');
