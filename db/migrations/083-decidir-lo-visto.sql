-- A decision is about the data that the operator has last looked at. Until now only a change after a review or a decision was noticed, so
-- that the first decision could be about data that the operator had not seen.

-- A hash of all that a decision can be about. Files are compared by the ids of their objects, because a name can be uploaded again after
-- its deletion.
create function interno.version_de_datos(p_maestro uuid) returns text
language sql stable set search_path = '' as $$
  select left(encode(sha256(convert_to(jsonb_build_array(
    m.id, m.nombre, m.apellido, m.curp, m.domicilio,
    (
      select jsonb_agg(jsonb_build_array(d.tipo, o.id) order by d.tipo)
      from interno.documentos_de(m.id) d
      join storage.objects o on o.bucket_id = 'chat-media' and o.name = d.objeto
    ))::text, 'UTF8')), 'hex'), 32)
  from public.maestros m where m.id = p_maestro
$$;

-- The version that an operator has last seen is in the audit of the look.
select interno.cambiar_en_funcion(
  'interno.consultar_verificacion(uuid, uuid)',
  '''id'', m.id, ''correo'', u.email,',
  '''version'', interno.version_de_datos(m.id),
    ''id'', m.id, ''correo'', u.email,');
select interno.cambiar_en_funcion(
  'interno.consultar_verificacion(uuid, uuid)',
  'insert into interno.auditoria (operador_id, acto, sobre) values (p_operador, ''consultar'', p_maestro);
  return v_visto;',
  'insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, ''consultar'', p_maestro, jsonb_build_object(''version'', v_visto -> ''version''));
  return v_visto - ''version'';');

-- Whether an operator can decide about a datum. Somebody who has looked decides about what they saw. Somebody who has not looked can decide
-- about a datum that the maestro has not changed since the onboarding or the review.
create function interno.puede_decidir(p_operador uuid, p_maestro uuid, p_tipo text) returns boolean
language sql stable set search_path = '' as $$
  select coalesce(
    (
      select a.detalle ->> 'version' = interno.version_de_datos(p_maestro)
      from interno.auditoria a
      where a.operador_id = p_operador and a.sobre = p_maestro and a.acto = 'consultar'
      order by a.id desc limit 1
    ),
    not exists (
      select from interno.verificaciones v
      where v.maestro_id = p_maestro and v.tipo = p_tipo and v.estado = 'pendiente'
    ))
$$;

select interno.cambiar_en_funcion(
  'interno.decidir_verificacion(uuid, uuid, text, text, text)',
  'if v_decidido and v_antes.estado = ''pendiente'' then
    raise exception ''The datum has changed since the review''',
  'if v_decidido and not interno.puede_decidir(p_operador, p_maestro, p_tipo) then
    raise exception ''The operator has not seen these data''');
