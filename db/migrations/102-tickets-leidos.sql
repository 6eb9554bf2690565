-- Who read a help request with its pictures is in the audit, as with reports, accounts and documents.
select interno.ampliar_lista('interno.auditoria', 'auditoria_acto_check', 'acto', '{consultar_ticket}');

create function interno.consultar_ticket(p_operador uuid, p_ticket uuid) returns void
language plpgsql set search_path = ''
as $$
declare
  v_usuario uuid;
begin
  perform interno.exigir_operador(p_operador);
  select usuario_id into v_usuario from public.tickets where id = p_ticket;
  if not found then
    raise exception 'Unknown ticket' using errcode = 'PT404', detail = 'ticket';
  end if;
  -- Of an erased account nothing is left to read.
  if v_usuario is not null then
    insert into interno.auditoria (operador_id, acto, sobre, detalle)
    values (p_operador, 'consultar_ticket', v_usuario, jsonb_build_object('ticket', p_ticket));
  end if;
end $$;
