-- The maestro gets an e-mail about each decision (apps/server/src/accounts/verification-mail.ts). The job is added in the
-- transaction of the decision; the rest of the function is as before.

-- Decides about one datum of a maestro: 'en_revision', 'verificado' or 'rechazado' with a reason. Answers whether that
-- changed anything. The maestro's row is locked first, as every change of the datum does.
create or replace function interno.decidir_verificacion(
  p_operador uuid, p_maestro uuid, p_tipo text, p_estado text, p_motivo text default null
) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_maestro public.maestros;
  v_motivo constant text := case p_estado when 'rechazado' then interno.exigir_motivo(p_motivo) end;
  v_decidido constant boolean := p_estado in ('verificado', 'rechazado');
  v_antes text;
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
  select v.estado into v_antes from interno.verificaciones v where v.maestro_id = p_maestro and v.tipo = p_tipo;
  insert into interno.verificaciones as v (maestro_id, tipo, estado, motivo, decidido_por, decidido_en)
  values (p_maestro, p_tipo, p_estado, v_motivo, p_operador, case when v_decidido then now() end)
  on conflict (maestro_id, tipo) do update set
    estado = excluded.estado, motivo = excluded.motivo, decidido_por = excluded.decidido_por,
    decidido_en = excluded.decidido_en
  where (v.estado, v.motivo) is distinct from (excluded.estado, excluded.motivo);
  if not found then
    return false;
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador,
    case p_estado when 'verificado' then 'verificar' when 'rechazado' then 'rechazar' else 'revisar' end,
    p_maestro,
    jsonb_strip_nulls(jsonb_build_object('tipo', p_tipo, 'antes', coalesce(v_antes, 'pendiente'), 'motivo', v_motivo)));
  if v_decidido then
    insert into interno.eventos (tipo, quien, sobre, datos)
    values ('verificacion_decidida', p_operador, p_maestro, jsonb_build_object('tipo', p_tipo, 'estado', p_estado))
    returning id into v_evento;
    perform interno.encolar('send-verification-mail', jsonb_build_object('evento', v_evento));
  end if;
  return true;
end $$;
