-- Two operators may look at the same maestro at the same time. The decision of one is no longer replaced by the other, who has seen the datum
-- as it was before: an operator replaces the decision of another one only after a later look.
select interno.cambiar_en_funcion(
  'interno.decidir_verificacion(uuid, uuid, text, text, text)',
  'select v.estado, v.motivo into v_antes',
  'select v.estado, v.motivo, v.decidido_por into v_antes');
select interno.cambiar_en_funcion(
  'interno.decidir_verificacion(uuid, uuid, text, text, text)',
  'if v_decidido and not interno.puede_decidir(',
  'if v_antes.estado in (''verificado'', ''rechazado'') and v_antes.decidido_por <> p_operador and not exists (
    select from interno.auditoria a
    where a.operador_id = p_operador and a.sobre = p_maestro and a.acto = ''consultar'' and a.id > (
      select max(d.id) from interno.auditoria d
      where d.sobre = p_maestro and d.acto in (''verificar'', ''rechazar'') and d.detalle ->> ''tipo'' = p_tipo)
  ) then
    raise exception ''Another operator has decided'' using errcode = ''PT409'', detail = ''otro_operador'';
  end if;
  if v_decidido and not interno.puede_decidir(');
