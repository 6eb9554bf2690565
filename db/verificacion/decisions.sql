-- What the maestro sees. The profile is verified when the three are, rejected when one is, and in review when one is.
create or replace function interno.estado_verificacion(p_maestro uuid)
  returns table (tipo text, estado text, motivo text, corrige_con text[])
language sql stable set search_path = '' as $$
  select d.tipo, coalesce(v.estado, 'pendiente'), v.motivo, v.corrige_con
  from unnest('{ine,domicilio,curp}'::text[]) with ordinality d (tipo, orden)
  left join interno.verificaciones v on v.maestro_id = p_maestro and v.tipo = d.tipo
  order by d.orden
$$;

-- Decides about one datum of a maestro: 'en_revision', 'verificado' or 'rechazado' with a reason. Answers whether that
-- changed anything. The maestro's row is locked first, as every change of the datum does, and the e-mail about the decision
-- is queued in its transaction.
--
-- A datum or a document that changes after a review or a decision is pending again and has a row that says so: it must be
-- reviewed again first, so that no decision is about something that the operator has not seen. An operator replaces the
-- decision of another one only after a later look.
create or replace function interno.decidir_verificacion(
  p_operador uuid, p_maestro uuid, p_tipo text, p_estado text, p_motivo text default null, p_corrige_con text[] default null
) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_maestro public.maestros;
  v_motivo constant text := case p_estado when 'rechazado' then interno.exigir_motivo(p_motivo) end;
  v_decidido constant boolean := p_estado in ('verificado', 'rechazado');
  v_corrige constant text[] := case p_estado when 'rechazado' then coalesce(
    p_corrige_con, case p_tipo when 'ine' then '{ine,reverso}' else interno.correcciones_de(p_tipo) end) end;
  v_antes record;
  v_evento bigint;
begin
  perform interno.exigir_operador(p_operador);
  if p_tipo is null or p_tipo not in ('ine', 'curp', 'domicilio') then
    raise exception 'Unknown datum' using errcode = 'PT422', detail = 'tipo';
  end if;
  if p_estado is null or p_estado not in ('en_revision', 'verificado', 'rechazado') then
    raise exception 'Unknown state' using errcode = 'PT422', detail = 'estado';
  end if;
  if not (cardinality(v_corrige) > 0 and v_corrige <@ interno.correcciones_de(p_tipo)) then
    raise exception 'A rejection of this datum cannot end so' using errcode = 'PT422', detail = 'corrige_con';
  end if;
  select * into v_maestro from public.maestros m
  where m.id = p_maestro and m.eliminada_en is null for no key update;
  if not found then
    raise exception 'Unknown maestro' using errcode = 'PT404', detail = 'maestro';
  end if;
  if (case p_tipo when 'ine' then v_maestro.ine_url when 'curp' then v_maestro.curp else v_maestro.domicilio end) is null then
    raise exception 'The datum is missing' using errcode = 'PT422', detail = 'sin_dato';
  end if;
  select v.estado, v.motivo, v.corrige_con, v.decidido_por into v_antes
  from (values (p_tipo)) d (tipo) left join interno.verificaciones v on v.maestro_id = p_maestro and v.tipo = d.tipo;
  if (v_antes.estado, v_antes.motivo, v_antes.corrige_con) is not distinct from (p_estado, v_motivo, v_corrige) then
    return false;
  end if;
  -- The decision of another operator is replaced only after a look at it: two may work through the same list.
  if v_antes.estado in ('verificado', 'rechazado') and v_antes.decidido_por <> p_operador and not exists (
    select from interno.auditoria a
    where a.operador_id = p_operador and a.sobre = p_maestro and a.acto = 'consultar' and a.id > (
      select max(d.id) from interno.auditoria d
      where d.sobre = p_maestro and d.acto in ('verificar', 'rechazar') and d.detalle ->> 'tipo' = p_tipo)
  ) then
    raise exception 'Another operator has decided' using errcode = 'PT409', detail = 'otro_operador';
  end if;
  if v_decidido and not interno.puede_decidir(p_operador, p_maestro, p_tipo) then
    raise exception 'The operator has not seen these data' using errcode = 'PT409', detail = 'cambio';
  end if;
  if p_estado = 'verificado' and p_tipo <> 'curp' and not exists (
    select from interno.documentos_de(p_maestro) d
    where d.tipo = case p_tipo when 'ine' then 'ine' else 'comprobante_domicilio' end
  ) then
    raise exception 'The document is not stored'
      using errcode = 'PT409', detail = case p_tipo when 'ine' then 'sin_archivo' else 'sin_comprobante' end;
  end if;
  insert into interno.verificaciones (maestro_id, tipo, estado, motivo, corrige_con, decidido_por, decidido_en)
  values (p_maestro, p_tipo, p_estado, v_motivo, v_corrige, p_operador, case when v_decidido then now() end)
  on conflict (maestro_id, tipo) do update set
    estado = excluded.estado, motivo = excluded.motivo, corrige_con = excluded.corrige_con,
    decidido_por = excluded.decidido_por, decidido_en = excluded.decidido_en;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador,
    case p_estado when 'verificado' then 'verificar' when 'rechazado' then 'rechazar' else 'revisar' end,
    p_maestro,
    jsonb_strip_nulls(jsonb_build_object('tipo', p_tipo, 'antes', coalesce(v_antes.estado, 'pendiente'), 'motivo', v_motivo)));
  if v_decidido then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('verificacion_decidida', p_operador, p_maestro, jsonb_build_object('tipo', p_tipo, 'estado', p_estado))
    returning id into v_evento;
    perform interno.encolar('send-verification-mail', jsonb_build_object('evento', v_evento, 'userId', p_maestro));
  end if;
  return true;
end $$;

-- Whether an operator can decide about a datum. Somebody who has looked decides about what they saw. Somebody who has not
-- looked can decide about a datum that the maestro has not changed since the onboarding or the review.
create or replace function interno.puede_decidir(p_operador uuid, p_maestro uuid, p_tipo text) returns boolean
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

create or replace function interno.aplicar_verificacion() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- The trigger maestros_derive_columns derives the reputation from these flags, in this transaction.
  update public.maestros m set
    ine_verificado = case new.tipo when 'ine' then new.estado = 'verificado' else m.ine_verificado end,
    curp_verificado = case new.tipo when 'curp' then new.estado = 'verificado' else m.curp_verificado end,
    domicilio_verificado =
      case new.tipo when 'domicilio' then new.estado = 'verificado' else m.domicilio_verificado end
  where m.id = new.maestro_id
    and (new.estado = 'verificado') is distinct from case new.tipo
      when 'ine' then m.ine_verificado when 'curp' then m.curp_verificado else m.domicilio_verificado end;
  return null;
end $$;

-- What an operator needs to see for a decision. The audit records who looked at whose data, and the version that was seen.
create or replace function interno.consultar_verificacion(p_operador uuid, p_maestro uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_visto jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select jsonb_build_object(
    'version', interno.version_de_datos(m.id),
    'id', m.id, 'correo', u.email, 'nombre', m.nombre, 'apellido', m.apellido, 'curp', m.curp, 'domicilio', m.domicilio,
    'estados', (select jsonb_agg(to_jsonb(e)) from interno.estado_verificacion(m.id) e),
    'documentos', (select coalesce(jsonb_agg(to_jsonb(d)), '[]') from interno.documentos_de(m.id) d),
    'misma_curp', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', o.id, 'correo', ou.email, 'nombre', o.nombre, 'apellido', o.apellido) order by o.creado_en, o.id), '[]')
      from public.maestros o join auth.users ou on ou.id = o.id
      where o.curp = m.curp and o.id <> m.id))
  into v_visto
  from public.maestros m join auth.users u on u.id = m.id
  where m.id = p_maestro and m.eliminada_en is null;
  if not found then
    raise exception 'Unknown maestro' using errcode = 'PT404', detail = 'maestro';
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'consultar', p_maestro, jsonb_build_object('version', v_visto -> 'version'));
  return v_visto - 'version';
end $$;

-- Complete profiles with a datum that nobody has decided about, and since when the oldest such datum waits. A pending datum
-- whose document the maestro has still to send waits for the maestro and not for operators: sinDocumento of
-- packages/dominio. With its document it waits from the moment of the upload.
create or replace function interno.verificaciones_en_espera() returns table (maestro_id uuid, desde timestamptz)
language sql stable set search_path = '' as $$
  select m.id, d.desde
  from public.maestros m
  join public.profiles p on p.id = m.id and p.suspendido_en is null
  cross join lateral (
    select coalesce(max(e.ocurrido_en), m.creado_en) as completo_en
    from interno.eventos e where e.quien = m.id and e.tipo = 'perfil_completado'
  ) c
  cross join lateral (
    select min(greatest(coalesce(v.espera_desde, c.completo_en), o.created_at)) as desde
    -- The names of the files are those of interno.documentos_de, which would be called for each maestro.
    from (values
      ('ine', interno.objeto_nombrado(m.ine_url)),
      ('curp', null),
      ('domicilio', (
        select f.objeto from public.maestro_documentos f
        where f.maestro_id = m.id and f.tipo = 'comprobante_domicilio'))
    ) t (tipo, objeto)
    left join interno.verificaciones v on v.maestro_id = m.id and v.tipo = t.tipo
    left join storage.objects o on o.bucket_id = 'chat-media' and o.owner = m.id and o.name = t.objeto
    where v.estado = 'en_revision'
      or (coalesce(v.estado, 'pendiente') = 'pendiente' and (t.tipo = 'curp' or o.id is not null))
  ) d
  where m.perfil_completo and not m.perfil_verificado and d.desde is not null
$$;

-- The CURP has no document that could be sent again: the maestro confirms that it is right, and operators look again.
create or replace function interno.reenviar_curp(p_maestro uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  update interno.verificaciones set estado = 'pendiente'
  where maestro_id = p_maestro and tipo = 'curp' and estado = 'rechazado';
  return true;
end $$;

-- A datum that is pending again has no decision. Its files are new, so none was removed.
create or replace function interno.anotar_espera() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  new.espera_desde := now();
  new.motivo := null;
  new.corrige_con := null;
  new.decidido_por := null;
  new.decidido_en := null;
  new.documentos_retirados_en := null;
  return new;
end $$;

-- The flags say whether a datum is verified; interno.antes_de_guardar_maestro ends a verification. A flag that an import
-- writes is recorded as a state without an operator, so that flags and states never differ. A change of any kind ends a
-- review, because the operator looks at other data than are stored now. A rejection ends only when what it asks for is
-- sent: a picture that is removed is no correction, and another photo does not make the INE readable.
create or replace function interno.anotar_verificaciones() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  v_cambios text[];
  v_enviados text[];
begin
  if tg_op = 'UPDATE' then
    select array_agg(c.que), array_agg(c.que) filter (where c.ahora is not null) into v_cambios, v_enviados
    from (values
      ('ine', new.ine_url, old.ine_url),
      ('nombre', new.nombre || E'\n' || new.apellido, old.nombre || E'\n' || old.apellido),
      ('foto', new.foto_perfil_url, old.foto_perfil_url),
      ('curp', new.curp, old.curp),
      ('domicilio', new.domicilio, old.domicilio)
    ) c (que, ahora, antes)
    where c.ahora is distinct from c.antes;
    update interno.verificaciones v set estado = 'pendiente'
    where v.maestro_id = new.id and (
      new.eliminada_en is not null and v.estado <> 'pendiente'
      or case v.estado
        when 'verificado' then not case v.tipo
          when 'ine' then new.ine_verificado when 'curp' then new.curp_verificado else new.domicilio_verificado end
        when 'en_revision' then interno.correcciones_de(v.tipo) && v_cambios
        when 'rechazado' then v.corrige_con && v_enviados
      end);
  end if;
  insert into interno.verificaciones as v (maestro_id, tipo, estado, decidido_en)
  select new.id, d.tipo, 'verificado', now()
  from (values
    ('ine', new.ine_verificado), ('curp', new.curp_verificado), ('domicilio', new.domicilio_verificado)
  ) d (tipo, verificado)
  where d.verificado
  on conflict (maestro_id, tipo) do update set
    estado = 'verificado', motivo = null, corrige_con = null, decidido_por = null, decidido_en = now(),
    documentos_retirados_en = null
  where v.estado <> 'verificado';
  return null;
end $$;
