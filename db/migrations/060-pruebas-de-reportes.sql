-- Operators open the pictures and voice notes of a report, and tickets of erased accounts are resolved.

-- Reports -------------------------------------------------------------------------------------------------------------

select interno.ampliar_lista('interno.auditoria', 'auditoria_acto_check', 'acto', '{consultar_reporte}');

-- The messages of a report, the oldest first. objeto is the stored file of a picture or voice note; it is null when the file
-- is gone. Messages are private, so the audit records who read them.
create function interno.consultar_reporte(p_operador uuid, p_reporte bigint) returns jsonb
language plpgsql set search_path = '' as $$
declare
  v_reporte interno.reportes;
  v_mensajes jsonb;
begin
  perform interno.exigir_operador(p_operador);
  select * into v_reporte from interno.reportes where id = p_reporte;
  if not found then
    raise exception 'Unknown report' using errcode = 'PT404', detail = 'reporte';
  end if;
  select coalesce(jsonb_agg(jsonb_build_object(
    'autor_id', m.autor_id, 'tipo', m.tipo, 'contenido', m.contenido, 'creado_en', m.creado_en, 'objeto', o.name)
    order by m.creado_en, m.mensaje_id), '[]')
  into v_mensajes
  from interno.reporte_mensajes m
  left join storage.objects o on m.tipo not in ('texto', 'contacto') and o.bucket_id = 'chat-media'
    and o.name = storage.name_in('chat-media', m.contenido) and starts_with(o.name, v_reporte.chat_id || '/')
  where m.reporte_id = p_reporte;
  if v_mensajes <> '[]' then
    insert into interno.auditoria (operador_id, acto, sobre, detalle)
    values (p_operador, 'consultar_reporte', v_reporte.reportado_id, jsonb_build_object('reporte', p_reporte));
  end if;
  return v_mensajes;
end $$;

-- One file can be in two messages. A report of one of them keeps the file also when the other one is deleted.
select interno.cambiar_en_funcion(
  'interno.eliminar_mensaje(uuid, uuid, integer)',
  'not exists (select from interno.reporte_mensajes r where r.mensaje_id = v.id)',
  'not exists (
        select from interno.reportes p join interno.reporte_mensajes r on r.reporte_id = p.id
        where p.chat_id = v.chat_id and (r.mensaje_id = v.id or r.contenido = v.contenido))');

-- Tickets -------------------------------------------------------------------------------------------------------------

-- A ticket without its account cannot be answered, and interno.ticket_para_operador refuses to change its state.
update public.tickets set estado = 'resuelto' where usuario_id is null and estado <> 'resuelto';
alter table public.tickets
  add constraint tickets_of_erased_accounts_are_resolved check (usuario_id is not null or estado = 'resuelto');
select interno.cambiar_en_funcion(
  'interno.borrar_cuenta(uuid)',
  'update public.tickets set usuario_id = null,',
  'update public.tickets set estado = ''resuelto'', usuario_id = null,');
