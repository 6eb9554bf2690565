-- People are told what operators did: an account that was suspended or restored, a report that was closed. And operators look
-- up an account.

-- Suspensions ---------------------------------------------------------------------------------------------------------

-- The reason in the audit is for operators. This text is for the person, in the e-mail about it; without it the e-mail has a
-- general sentence.
create function interno.exigir_mensaje(p_mensaje text) returns text
language plpgsql immutable set search_path = '' as $$
begin
  if char_length(btrim(p_mensaje)) not between 10 and 500 then
    raise exception 'A message of 10 to 500 characters is needed' using errcode = 'PT422', detail = 'mensaje';
  end if;
  return btrim(p_mensaje);
end $$;

select interno.cambiar_en_funcion(
  'interno.cambiar_suspension(uuid, uuid, boolean, text)', 'p_motivo text)', 'p_motivo text, p_mensaje text default null)');
drop function interno.cambiar_suspension(uuid, uuid, boolean, text);
select interno.cambiar_en_funcion(
  'interno.cambiar_suspension(uuid, uuid, boolean, text, text)',
  'v_suspendida boolean;',
  'v_mensaje constant text := interno.exigir_mensaje(p_mensaje);
  v_suspendida boolean;
  v_evento bigint;');
select interno.cambiar_en_funcion(
  'interno.cambiar_suspension(uuid, uuid, boolean, text, text)',
  '''cuenta_restaurada'' end, p_operador, p_persona);',
  '''cuenta_restaurada'' end, p_operador, p_persona)
  returning id into v_evento;
  -- The person is in the payload, so that erasing the account finds this job.
  perform interno.encolar(
    ''send-suspension-mail'',
    jsonb_strip_nulls(jsonb_build_object(''evento'', v_evento, ''userId'', p_persona, ''mensaje'', v_mensaje)));');

-- Reports -------------------------------------------------------------------------------------------------------------

select interno.cambiar_en_funcion(
  'interno.cerrar_reporte(uuid, bigint, text)',
  '  return true;',
  '  perform interno.encolar(
    ''send-report-closed'', jsonb_build_object(''reporte'', p_reporte, ''userId'', v_reporte.reportante_id));
  return true;');

-- Looking up an account -----------------------------------------------------------------------------------------------

select interno.ampliar_lista('interno.auditoria', 'auditoria_acto_check', 'acto', '{consultar_cuenta}');

-- The newest reports by or about a person, and how many there are.
create function interno.resumen_de_reportes(p_reportante uuid, p_reportado uuid) returns jsonb
language sql stable set search_path = '' as $$
  select jsonb_build_object(
    'total', count(*), 'abiertos', count(*) filter (where r.cerrado_en is null),
    'ultimos', coalesce(jsonb_agg(jsonb_build_object(
      'id', r.id, 'motivo', r.motivo, 'creado_en', r.creado_en, 'cerrado_en', r.cerrado_en) order by r.id desc)
      filter (where r.orden <= 10), '[]'))
  from (
    select *, row_number() over (order by id desc) as orden from interno.reportes
    where reportante_id = p_reportante or reportado_id = p_reportado
  ) r
$$;

-- What operators see of an account, also of an erased one. The audit records who looked, because these are personal data.
create function interno.consultar_cuenta(p_operador uuid, p_cuenta uuid) returns jsonb
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

-- The accounts of maestros with a telephone number, however it is written. The prefix of the country does not count.
create function interno.cuentas_con_telefono(p_telefono text) returns setof uuid
language sql stable set search_path = '' as $$
  select m.id from public.maestros m
  where right(regexp_replace(m.telefono, '\D', '', 'g'), 10) = right(regexp_replace(p_telefono, '\D', '', 'g'), 10)
  order by m.creado_en, m.id
$$;
