-- Operators decide only about what they have seen, see the documents, and maestros send documents again after onboarding.

-- The stored files that operators look at. A file that was removed is not listed.
create function interno.documentos_de(p_maestro uuid) returns table (tipo text, objeto text)
language sql stable set search_path = '' as $$
  select d.tipo, o.name
  from public.maestros m
  cross join lateral (values
    (1, 'ine', interno.objeto_nombrado(m.ine_url)),
    (2, 'ine_reverso',
      (select r.objeto from public.maestro_documentos r where r.maestro_id = m.id and r.tipo = 'ine_reverso')),
    (3, 'selfie', interno.objeto_nombrado(m.foto_perfil_url)),
    (4, 'comprobante_domicilio',
      (select c.objeto from public.maestro_documentos c where c.maestro_id = m.id and c.tipo = 'comprobante_domicilio'))
  ) d (orden, tipo, objeto)
  join storage.objects o on o.bucket_id = 'chat-media' and o.owner = m.id and o.name = d.objeto
  where m.id = p_maestro
  order by d.orden
$$;

-- Decides about one datum of a maestro. A datum or a document that changes after a review or a decision is pending again and has a
-- row that says so: it must be reviewed again first, so that no decision is about something that the operator has not seen.
create or replace function interno.decidir_verificacion(
  p_operador uuid, p_maestro uuid, p_tipo text, p_estado text, p_motivo text default null
) returns boolean
language plpgsql set search_path = '' as $$
declare
  v_maestro public.maestros;
  v_motivo constant text := case p_estado when 'rechazado' then interno.exigir_motivo(p_motivo) end;
  v_decidido constant boolean := p_estado in ('verificado', 'rechazado');
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
  select * into v_maestro from public.maestros m
  where m.id = p_maestro and m.eliminada_en is null for no key update;
  if not found then
    raise exception 'Unknown maestro' using errcode = 'PT404', detail = 'maestro';
  end if;
  if (case p_tipo when 'ine' then v_maestro.ine_url when 'curp' then v_maestro.curp else v_maestro.domicilio end) is null then
    raise exception 'The datum is missing' using errcode = 'PT422', detail = 'sin_dato';
  end if;
  select v.estado, v.motivo into v_antes
  from (values (p_tipo)) d (tipo) left join interno.verificaciones v on v.maestro_id = p_maestro and v.tipo = d.tipo;
  if (v_antes.estado, v_antes.motivo) is not distinct from (p_estado, v_motivo) then
    return false;
  end if;
  if v_decidido and v_antes.estado = 'pendiente' then
    raise exception 'The datum has changed since the review' using errcode = 'PT409', detail = 'cambio';
  end if;
  if p_estado = 'verificado' and p_tipo = 'ine' and not exists (
    select from interno.documentos_de(p_maestro) d where d.tipo = 'ine'
  ) then
    raise exception 'The document is not stored' using errcode = 'PT409', detail = 'sin_archivo';
  end if;
  insert into interno.verificaciones (maestro_id, tipo, estado, motivo, decidido_por, decidido_en)
  values (p_maestro, p_tipo, p_estado, v_motivo, p_operador, case when v_decidido then now() end)
  on conflict (maestro_id, tipo) do update set
    estado = excluded.estado, motivo = excluded.motivo, decidido_por = excluded.decidido_por,
    decidido_en = excluded.decidido_en;
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
    perform interno.encolar('send-verification-mail', jsonb_build_object('evento', v_evento));
  end if;
  return true;
end $$;

-- A verified datum loses its state by its flag (interno.marcar_documento).
create or replace function interno.anotar_documento_nuevo() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  update interno.verificaciones v set
    estado = 'pendiente', motivo = null, decidido_por = null, decidido_en = null, documentos_retirados_en = null
  where v.maestro_id = new.maestro_id and v.estado in ('en_revision', 'rechazado')
    and v.tipo = case new.tipo when 'ine_reverso' then 'ine' else 'domicilio' end;
  return null;
end $$;
alter trigger maestro_documentos_reopen_rejected on public.maestro_documentos
  rename to maestro_documentos_reopen_verification;

-- Stores the back of the INE or the proof of address of a maestro, in the place of the one before. False without a profile.
create function interno.guardar_documento(p_maestro uuid, p_tipo text, p_objeto text) returns boolean
language plpgsql set search_path = '' as $$
begin
  -- A decision that has begun ends first, so that this document reopens it.
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  insert into public.maestro_documentos (maestro_id, tipo, objeto)
  values (p_maestro, p_tipo, interno.objeto_nombrado(p_objeto))
  on conflict (maestro_id, tipo) do update set objeto = excluded.objeto, creado_en = now()
    where maestro_documentos.objeto <> excluded.objeto;
  return true;
end $$;

-- A CURP that was rejected although it is right is reviewed again. It has no document that could be sent instead.
create function interno.reenviar_curp(p_maestro uuid) returns boolean
language plpgsql set search_path = '' as $$
begin
  perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;
  if not found then
    return false;
  end if;
  update interno.verificaciones set
    estado = 'pendiente', motivo = null, decidido_por = null, decidido_en = null, documentos_retirados_en = null
  where maestro_id = p_maestro and tipo = 'curp' and estado = 'rechazado';
  return true;
end $$;

select interno.ampliar_lista('interno.auditoria', 'auditoria_acto_check', 'acto', '{consultar}');

-- What an operator needs to see for a decision. The audit records who looked at whose data.
create function interno.consultar_verificacion(p_operador uuid, p_maestro uuid) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_visto jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select jsonb_build_object(
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
  insert into interno.auditoria (operador_id, acto, sobre) values (p_operador, 'consultar', p_maestro);
  return v_visto;
end $$;
