create or replace function interno.aplicar_suspension() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Also when the account is restored: a sign-in that ran at the time of the suspension may have left a session.
  delete from auth.sessions where user_id = new.id;
  perform from public.chats where new.id in (buscador_id, maestro_id) order by id for no key update;
  if new.suspendido_en is not null then
    update public.chats c set pausado_en = now()
    where new.id in (c.buscador_id, c.maestro_id) and c.pausado_en is null;
  else
    update public.chats c set pausado_en = null
    where new.id in (c.buscador_id, c.maestro_id) and not exists (
      select from public.profiles p
      where p.id = case new.id when c.buscador_id then c.maestro_id else c.buscador_id end
        and p.suspendido_en is not null and p.eliminada_en is null);
  end if;
  -- Whoever suspends may run in another process than the live sockets. The job reaches them.
  perform interno.encolar('announce-suspension', jsonb_build_object('persona', new.id));
  return null;
end $$;

-- p_motivo is for the audit, p_mensaje for the person. Answers whether that changed anything. The suspension of an account
-- that is being closed is kept beside the closing: restoring it does not open the account, and keeping the account does not
-- lift the suspension.
create or replace function interno.cambiar_suspension(p_operador uuid, p_persona uuid, p_suspender boolean, p_motivo text, p_mensaje text default null)
returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_motivo constant text := interno.exigir_motivo(p_motivo);
  v_mensaje constant text := interno.exigir_mensaje(p_mensaje);
  v_suspendida boolean;
  v_evento bigint;
begin
  perform interno.exigir_nivel(p_operador, 'responsable');
  if p_operador = p_persona then
    raise exception 'Operators cannot suspend themselves' using errcode = 'PT422', detail = 'propia';
  end if;
  select suspendido_en is not null into v_suspendida from public.profiles
  where id = p_persona and eliminada_en is null for no key update;
  if not found then
    raise exception 'Unknown account' using errcode = 'PT404', detail = 'cuenta';
  end if;
  v_suspendida := v_suspendida and not interno.se_cierra(p_persona);
  if v_suspendida = p_suspender then
    return false;
  end if;
  update interno.cierres set suspendida = p_suspender where cuenta_id = p_persona;
  if not found then
    update public.profiles set suspendido_en = case when p_suspender then now() end where id = p_persona;
  end if;
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (
    p_operador, case when p_suspender then 'suspender' else 'restaurar' end, p_persona,
    jsonb_build_object('motivo', v_motivo));
  insert into interno.eventos (tipo, quien, sobre)
  values (case when p_suspender then 'cuenta_suspendida' else 'cuenta_restaurada' end, p_operador, p_persona)
  returning id into v_evento;
  -- The person is in the payload, so that erasing the account finds this job.
  perform interno.encolar(
    'send-suspension-mail',
    jsonb_strip_nulls(jsonb_build_object('evento', v_evento, 'userId', p_persona, 'mensaje', v_mensaje)));
  return true;
end $$;
