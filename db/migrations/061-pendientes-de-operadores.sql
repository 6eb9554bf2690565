-- What waits for operators: failed jobs, which they retry or give up, and the numbers and ages that the daily e-mail and the
-- metrics show (apps/server/src/notices/pending.ts). A report of harassment or fraud is announced at once.

-- Failed jobs ---------------------------------------------------------------------------------------------------------

select interno.ampliar_lista('interno.auditoria', 'auditoria_acto_check', 'acto', '{reintentar_trabajo,descartar_trabajo}');
-- Null for an act about the queue, which concerns no account.
alter table interno.auditoria alter column sobre drop not null;

-- Retries one failed job, or all of them without p_trabajo. Answers how many.
create function interno.reintentar_trabajos(p_operador uuid, p_trabajo bigint default null) returns integer
language plpgsql set search_path = '' as $$
declare
  v_nombre text;
  v_cuantos integer;
begin
  perform interno.exigir_operador(p_operador);
  select max(f.nombre), count(*) filter (where interno.reintentar_trabajo(f.id)) into v_nombre, v_cuantos
  from interno.trabajos_fallidos f where p_trabajo is null or f.id = p_trabajo;
  if v_cuantos = 0 and p_trabajo is not null then
    raise exception 'Unknown job' using errcode = 'PT404', detail = 'trabajo';
  end if;
  if v_cuantos > 0 then
    insert into interno.auditoria (operador_id, acto, detalle)
    values (
      p_operador, 'reintentar_trabajo', case when p_trabajo is null
        then jsonb_build_object('trabajos', v_cuantos)
        else jsonb_build_object('trabajo', p_trabajo, 'nombre', v_nombre)
      end);
  end if;
  return v_cuantos;
end $$;

-- Removes a failed job, which is then never run.
create function interno.descartar_trabajo(p_operador uuid, p_trabajo bigint, p_motivo text) returns void
language plpgsql set search_path = '' as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_nombre text;
begin
  perform interno.exigir_operador(p_operador);
  select f.nombre into v_nombre from interno.trabajos_fallidos f where f.id = p_trabajo;
  if not found then
    raise exception 'Unknown job' using errcode = 'PT404', detail = 'trabajo';
  end if;
  perform graphile_worker.complete_jobs(array[p_trabajo]);
  insert into interno.auditoria (operador_id, acto, detalle)
  values (
    p_operador, 'descartar_trabajo', jsonb_build_object('trabajo', p_trabajo, 'nombre', v_nombre, 'motivo', v_motivo));
end $$;

-- Waiting verifications -----------------------------------------------------------------------------------------------

alter table interno.verificaciones
  -- When the datum became pending again. Null while it waits since the profile was completed.
  add column espera_desde timestamptz;

create function interno.anotar_espera() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.espera_desde := now();
  return new;
end $$;
create trigger verificaciones_record_waiting before update of estado on interno.verificaciones
  for each row when (new.estado = 'pendiente' and old.estado <> 'pendiente')
  execute function interno.anotar_espera();

create index maestros_not_verified on public.maestros (creado_en, id) where perfil_completo and not perfil_verificado;

-- Complete profiles with a datum that nobody has decided about, and since when the oldest such datum waits.
create function interno.verificaciones_en_espera() returns table (maestro_id uuid, desde timestamptz)
language sql stable set search_path = '' as $$
  select m.id, d.desde
  from public.maestros m
  join public.profiles p on p.id = m.id and p.suspendido_en is null
  cross join lateral (
    select coalesce(max(e.ocurrido_en), m.creado_en) as completo_en
    from interno.eventos e where e.quien = m.id and e.tipo = 'perfil_completado'
  ) c
  cross join lateral (
    select min(coalesce(v.espera_desde, c.completo_en)) as desde
    from (values ('ine'), ('curp'), ('domicilio')) t (tipo)
    left join interno.verificaciones v on v.maestro_id = m.id and v.tipo = t.tipo
    where v.estado is null or v.estado in ('pendiente', 'en_revision')
  ) d
  where m.perfil_completo and not m.perfil_verificado and d.desde is not null
$$;

-- What waits, how much of it, and since when the oldest has waited.
create function interno.pendientes_de_operadores() returns table (que text, cuantos integer, desde timestamptz)
language sql stable set search_path = '' as $$
  select 'reportes', count(*)::integer, min(creado_en) from interno.reportes where cerrado_en is null
  union all
  select 'verificaciones', count(*)::integer, min(desde) from interno.verificaciones_en_espera()
  union all
  select 'tickets', count(*)::integer, min(creado_en) from public.tickets where estado <> 'resuelto'
  union all
  select 'trabajos', count(*)::integer, min(creado_en) from interno.trabajos_fallidos
$$;

-- Urgent reports ------------------------------------------------------------------------------------------------------

select interno.cambiar_en_funcion(
  'interno.reportar(uuid, uuid, jsonb, integer)',
  '  return ''escrito'';',
  '  if p_datos ->> ''motivo'' in (''acoso'', ''fraude'') then
    perform interno.encolar(''send-urgent-report'', jsonb_build_object(''reporte'', v_id));
  end if;
  return ''escrito'';');
