-- Writes a report. p_datos: client_id, motivo, texto, chat_id, mensajes (ids). estado is 'escrito', 'repetido',
-- 'desconocido' (the caller may not report this person, or a message is not one that they see in that chat) or 'limite'. It
-- waits for an erasure of one of the two accounts and is refused after it: the erasure has masked the reports already. The
-- profiles are locked in the order of interno.cambiar_bloqueo.
create or replace function interno.reportar(p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer, p_frenos jsonb default null)
returns text
language plpgsql set search_path = ''
as $$
declare
  v_chat constant uuid := (p_datos ->> 'chat_id')::uuid;
  v_mensajes constant uuid[] := array(
    select distinct e::uuid from jsonb_array_elements_text(coalesce(p_datos -> 'mensajes', '[]')) e);
  v_id bigint;
  -- The further reports about a person within this time are told in one e-mail.
  v_ventana constant interval := '1 hour';
begin
  -- An erasure or suspension that has begun is completed first.
  perform from public.profiles where id in (p_quien, p_a_quien) order by role = 'maestro', id for share;
  perform interno.exigir_cuenta_activa(p_quien);
  if not interno.puede_senalar(p_quien, p_a_quien) then
    return 'desconocido';
  end if;
  -- Simultaneous reports of one person wait for each other, so that all of them are counted.
  perform pg_advisory_xact_lock(hashtextextended('reportes:' || p_quien, 0));
  perform from interno.reportes where reportante_id = p_quien and client_id = (p_datos ->> 'client_id')::uuid;
  if found then
    return 'repetido';
  end if;
  if (
    select count(*) from interno.reportes r
    where r.reportante_id = p_quien
      and r.creado_en >= interno.dia_de_la_ciudad(now())::timestamp at time zone 'America/Mexico_City'
  ) >= p_maximo then
    return 'limite';
  end if;
  perform interno.frenar_cuenta_nueva(p_quien, 'reporte', null, p_frenos);
  if v_chat is not null and not exists (
    select from public.chats c
    where c.id = v_chat and (c.buscador_id, c.maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien))
  ) then
    return 'desconocido';
  end if;
  if cardinality(v_mensajes) <> (
    select count(*) from public.mensajes m
    where m.id = any (v_mensajes) and m.chat_id = v_chat and (not m.bloqueado or m.autor_id = p_quien)
  ) then
    return 'desconocido';
  end if;
  insert into interno.reportes (client_id, reportante_id, reportado_id, chat_id, motivo, texto)
  values ((p_datos ->> 'client_id')::uuid, p_quien, p_a_quien, v_chat, p_datos ->> 'motivo', p_datos ->> 'texto')
  returning id into v_id;
  insert into interno.reporte_mensajes (reporte_id, mensaje_id, autor_id, tipo, contenido, creado_en)
  select v_id, m.id, m.autor_id, m.tipo, m.contenido, m.creado_en from public.mensajes m where m.id = any (v_mensajes);
  insert into interno.eventos (tipo, quien, sobre, datos)
  values ('persona_reportada', p_quien, p_a_quien, jsonb_build_object('reporte', v_id, 'motivo', p_datos ->> 'motivo'));
  if p_datos ->> 'motivo' in ('acoso', 'fraude') then
    -- Simultaneous reports about one person wait for each other, so that only the first is announced at once.
    perform pg_advisory_xact_lock(hashtextextended('reportes sobre:' || p_a_quien, 0));
    perform interno.encolar_con_clave(
      'send-urgent-report', jsonb_build_object('reporte', v_id), 'reportes:' || p_a_quien,
      case when exists (
        select from interno.reportes r
        where r.reportado_id = p_a_quien and r.id <> v_id and r.motivo in ('acoso', 'fraude') and r.creado_en > now() - v_ventana
      ) then now() + v_ventana else now() end, 12);
  end if;
  return 'escrito';
end $$;

-- A report that also blocks, in one transaction. Answers the state of interno.reportar, and the chat of the two when it was
-- blocked.
create or replace function interno.reportar_y_bloquear(
  p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer, p_bloquear boolean, p_frenos jsonb default null,
  out estado text, out chat public.chats
)
language plpgsql set search_path = ''
as $$
begin
  estado := interno.reportar(p_quien, p_a_quien, p_datos, p_maximo, p_frenos);
  if p_bloquear and estado in ('escrito', 'repetido') then
    select (b.chat).* into chat from interno.cambiar_bloqueo(p_quien, p_a_quien, true) b;
  end if;
end $$;

-- Answers whether that changed anything: a report that is closed already stays as it is.
create or replace function interno.cerrar_reporte(p_operador uuid, p_reporte bigint, p_nota text) returns boolean
language plpgsql set search_path = ''
as $$
declare
  v_nota constant text := interno.exigir_motivo(p_nota);
  v_reporte interno.reportes;
begin
  perform interno.exigir_operador(p_operador);
  select * into v_reporte from interno.reportes where id = p_reporte for no key update;
  if not found then
    raise exception 'Unknown report' using errcode = 'PT404', detail = 'reporte';
  end if;
  if v_reporte.cerrado_en is not null then
    return false;
  end if;
  update interno.reportes set cerrado_en = now(), cerrado_por = p_operador, nota = v_nota where id = p_reporte;
  -- The note is not copied into the audit, which is never changed: a note may name a person who is erased later.
  insert into interno.auditoria (operador_id, acto, sobre, detalle)
  values (p_operador, 'cerrar_reporte', v_reporte.reportado_id, jsonb_build_object('reporte', p_reporte));
  perform interno.encolar(
    'send-report-closed', jsonb_build_object('reporte', p_reporte, 'userId', v_reporte.reportante_id));
  return true;
end $$;

-- The messages of a report, the oldest first. objeto is the stored file of a picture or voice note; it is null when the file
-- is gone. Messages are private, so the audit records who read them.
create or replace function interno.consultar_reporte(p_operador uuid, p_reporte bigint) returns jsonb
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

-- The newest reports by or about a person, and how many there are.
create or replace function interno.resumen_de_reportes(p_reportante uuid, p_reportado uuid) returns jsonb
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

-- Called by interno.borrar_cuenta, while names and e-mail of the account are still known.
create or replace function interno.borrar_reportes_y_bloqueos(p_id uuid, p_patron text) returns void
language plpgsql set search_path = ''
as $$
begin
  delete from public.bloqueos where p_id in (bloqueador_id, bloqueado_id);
  -- A report stays for operators, also because of the other person. Whatever names the erased person in it is masked.
  update interno.reportes set
    texto = interno.sin_datos_personales(texto, p_patron, 10, 1000),
    nota = interno.sin_datos_personales(nota, p_patron, 10, 500)
  where p_id in (reportante_id, reportado_id);
  update interno.reporte_mensajes m set
    contenido = case
      when m.tipo in ('texto', 'contacto') then interno.sin_datos_personales(m.contenido, p_patron, 1, 4000)
      when m.autor_id <> p_id then m.contenido
    end
  where m.reporte_id in (select r.id from interno.reportes r where p_id in (r.reportante_id, r.reportado_id));
end $$;
