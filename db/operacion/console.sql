-- What waits, how much of it, and since when the oldest has waited.
create or replace function interno.pendientes_de_operadores() returns table (que text, cuantos integer, desde timestamptz)
language sql stable set search_path = '' as $$
  select 'reportes', count(*)::integer, min(creado_en) from interno.reportes where cerrado_en is null
  union all
  select 'verificaciones', count(*)::integer, min(desde) from interno.verificaciones_en_espera()
  union all
  select 'tickets', count(*)::integer, min(creado_en) from public.tickets where estado <> 'resuelto'
  union all
  select 'trabajos', count(*)::integer, min(creado_en) from interno.trabajos_fallidos
$$;

-- What operators see of an account, also of an erased one. The audit records who looked, because these are personal data.
create or replace function interno.consultar_cuenta(p_operador uuid, p_cuenta uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_visto jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select jsonb_build_object(
    'id', p.id, 'correo', u.email, 'nombre', p.display_name, 'rol', p.role, 'telefono', m.telefono,
    'creada_en', p.creado_en, 'confirmada_en', u.email_confirmed_at, 'eliminada_en', p.eliminada_en,
    'suspendida_en', case when not interno.se_cierra(p.id) and p.eliminada_en is null then p.suspendido_en end,
    'cierre', (
      select jsonb_build_object('pedido_en', c.pedido_en, 'borrar_en', c.borrar_en)
      from interno.cierres c where c.cuenta_id = p.id),
    'sesiones', (select count(*) from auth.sessions s where s.user_id = p.id),
    'maestro', case when m.eliminada_en is null and m.id is not null then jsonb_build_object(
      'completo', m.perfil_completo,
      'estados', (select jsonb_agg(to_jsonb(e)) from interno.estado_verificacion(m.id) e)) end,
    'reportes_enviados', interno.resumen_de_reportes(p.id, null),
    'reportes_recibidos', interno.resumen_de_reportes(null, p.id),
    'tickets', (
      select jsonb_build_object('total', count(*), 'abiertos', coalesce(
        jsonb_agg(t.id order by t.creado_en desc) filter (where t.estado <> 'resuelto'), '[]'))
      from public.tickets t where t.usuario_id = p.id),
    'resenas', jsonb_build_object(
      'escritas', (select count(*) from public.resenas r where r.buscador_id = p.id),
      'recibidas', (select count(*) from public.resenas r where r.maestro_id = p.id)))
  into v_visto
  from public.profiles p
  left join auth.users u on u.id = p.id
  left join public.maestros m on m.id = p.id
  where p.id = p_cuenta;
  if not found then
    raise exception 'Unknown account' using errcode = 'PT404', detail = 'cuenta';
  end if;
  insert into interno.auditoria (operador_id, acto, sobre) values (p_operador, 'consultar_cuenta', p_cuenta);
  return v_visto;
end $$;

create or replace function interno.exigir_motivo(p_motivo text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  if p_motivo is null or char_length(btrim(p_motivo)) not between 10 and 500 then
    raise exception 'A reason of 10 to 500 characters is needed' using errcode = 'PT422', detail = 'motivo';
  end if;
  return btrim(p_motivo);
end $$;

-- The reason in the audit is for operators. This text is for the person, in the e-mail about it; without it the e-mail has
-- a general sentence.
create or replace function interno.exigir_mensaje(p_mensaje text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(btrim(p_mensaje)) not between 10 and 500 then
    raise exception 'A message of 10 to 500 characters is needed' using errcode = 'PT422', detail = 'mensaje';
  end if;
  return btrim(p_mensaje);
end $$;

-- Retries one failed job, or all of them without p_trabajo. Answers how many.
create or replace function interno.reintentar_trabajos(p_operador uuid, p_trabajo bigint default null) returns integer
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
create or replace function interno.descartar_trabajo(p_operador uuid, p_trabajo bigint, p_motivo text) returns void
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

create or replace function interno.rechazar_cambio_de_auditoria() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'The audit is only appended' using errcode = '23001';
end $$;

create or replace function interno.rechazar_cambio_de_eventos() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'Events are only appended' using errcode = '23001';
end $$;
