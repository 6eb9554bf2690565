-- Blocking and reporting a person. A block stops messages between two people in both directions; a report is kept for
-- operators. Decision 046.

-- Replaces a fragment in the body of a function that earlier migrations wrote, and fails when the fragment is not in it.
-- Other migrations of the same release may replace these functions too: a whole copy here would undo their changes.
create function pg_temp.cambiar_en(p_funcion regprocedure, p_antes text, p_despues text) returns void
language plpgsql
as $$
declare
  v_texto constant text := pg_get_functiondef(p_funcion);
begin
  if strpos(v_texto, p_antes) = 0 then
    raise exception 'the function % does not contain: %', p_funcion, p_antes;
  end if;
  execute replace(v_texto, p_antes, p_despues);
end $$;

-- Blocks --------------------------------------------------------------------------------------------------------------

-- Who blocked whom. The blocked person cannot read it.
create table public.bloqueos (
  bloqueador_id uuid not null references public.profiles on delete restrict,
  bloqueado_id uuid not null references public.profiles on delete restrict,
  creado_en timestamptz not null default now(),
  primary key (bloqueador_id, bloqueado_id),
  check (bloqueador_id <> bloqueado_id)
);
create index bloqueos_of_a_blocked_person on public.bloqueos (bloqueado_id);

create trigger bloqueos_require_accounts before insert on public.bloqueos
  for each row execute function interno.exigir_cuentas_vigentes('bloqueador_id', 'bloqueado_id');

grant select on public.bloqueos to authenticated;
grant all on public.bloqueos to service_role;
alter table public.bloqueos enable row level security;
create policy "Blocks are readable by the person who made them" on public.bloqueos
  for select to authenticated using (bloqueador_id = (select auth.uid()));

alter table public.chats
  -- Set while one of the two people blocks the other. Both read the chat, and neither can write in it.
  add column bloqueado_en timestamptz;

-- Whether one of two people blocks the other. This is the only place with this rule.
create function interno.par_bloqueado(p_una uuid, p_otra uuid) returns boolean
language sql stable security definer set search_path = ''
return exists (
  select from public.bloqueos
  where (bloqueador_id, bloqueado_id) in ((p_una, p_otra), (p_otra, p_una)));

create function interno.marcar_chats_bloqueados() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v public.bloqueos := case tg_op when 'INSERT' then new else old end;
begin
  update public.chats c set
    bloqueado_en = case when interno.par_bloqueado(c.buscador_id, c.maestro_id) then coalesce(c.bloqueado_en, now()) end
  where (c.buscador_id, c.maestro_id) in ((v.bloqueador_id, v.bloqueado_id), (v.bloqueado_id, v.bloqueador_id));
  return null;
end $$;
create trigger bloqueos_mark_chats after insert or delete on public.bloqueos
  for each row execute function interno.marcar_chats_bloqueados();

-- One transaction at a time changes the block of a pair, or writes a row that a block would refuse. An advisory lock and
-- not a lock of the two profiles: functions that already hold one profile would wait for each other in a circle.
create function interno.cerrar_par(p_una uuid, p_otra uuid) returns void
language sql set search_path = ''
as $$
  select pg_advisory_xact_lock(hashtextextended('par:' || least(p_una, p_otra) || greatest(p_una, p_otra), 0))
$$;

-- Refuses new rows that connect a pair with a block. Arguments: the two columns that name the people. A row that is
-- written while a block is made waits for it, and is then refused.
create function interno.rechazar_par_bloqueado() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_una constant uuid := (to_jsonb(new) ->> tg_argv[0])::uuid;
  v_otra constant uuid := (to_jsonb(new) ->> tg_argv[1])::uuid;
begin
  perform interno.cerrar_par(v_una, v_otra);
  if interno.par_bloqueado(v_una, v_otra) then
    raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
  end if;
  return new;
end $$;
create trigger chats_refuse_blocked_pairs before insert on public.chats
  for each row execute function interno.rechazar_par_bloqueado('buscador_id', 'maestro_id');
create trigger accesos_contacto_refuse_blocked_pairs before insert on public.accesos_contacto
  for each row execute function interno.rechazar_par_bloqueado('buscador_id', 'maestro_id');

-- interno.enviar_mensajes answers a blocked chat before it writes. This trigger refuses every other way of writing. A
-- sender and interno.cambiar_bloqueo lock the chat, so that a message is either before a block or refused.
create function interno.rechazar_mensajes_en_chats_bloqueados() returns trigger
language plpgsql security definer set search_path = ''
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
as $$
begin
  if exists (
    select from nuevos n join public.chats c on c.id = n.chat_id where c.bloqueado_en is not null
  ) then
    raise exception 'One of the two people blocks the other' using errcode = 'PT403', detail = 'bloqueo';
  end if;
  return null;
end $$;
create trigger mensajes_refuse_blocked_chats after insert on public.mensajes
  referencing new table as nuevos for each statement
  execute function interno.rechazar_mensajes_en_chats_bloqueados();

select pg_temp.cambiar_en(
  'interno.enviar_mensajes(jsonb)',
  $$when otro.suspendido_en is not null then 'sin_destino'$$,
  $$when otro.suspendido_en is not null then 'sin_destino'
        when c.bloqueado_en is not null then 'par_bloqueado'$$);

-- An upload into a chat with a block is refused. Pictures that were sent before stay readable.
select pg_temp.cambiar_en(
  'storage.allows(text, uuid, text, text)',
  'select from public.chats c where c.id = v_whose::uuid and p_user in (c.buscador_id, c.maestro_id)',
  $$select from public.chats c where c.id = v_whose::uuid and p_user in (c.buscador_id, c.maestro_id)
        and (p_act <> 'upload' or c.bloqueado_en is null)$$);

-- Whether a person may report or block another: they share a chat, or a seeker saw the profile of a maestro. Erased
-- accounts are excluded, because nothing about them is known any more.
create function interno.puede_senalar(p_quien uuid, p_a_quien uuid) returns boolean
language sql stable set search_path = ''
return p_quien <> p_a_quien
  and exists (select from public.profiles where id = p_a_quien and eliminada_en is null)
  and (
    exists (
      select from public.chats
      where (buscador_id, maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien)))
    or exists (
      select from public.profiles p join public.maestros m on m.id = p_a_quien and m.perfil_completo
      where p.id = p_quien and p.role = 'buscador'));

-- Blocks or unblocks. Answers whether the caller may (interno.puede_senalar), and the chat of the two as it is
-- afterwards. Repeating it changes nothing.
create function interno.cambiar_bloqueo(
  p_quien uuid, p_a_quien uuid, p_bloquear boolean, out permitido boolean, out chat public.chats
)
language plpgsql set search_path = ''
as $$
begin
  permitido := interno.puede_senalar(p_quien, p_a_quien);
  if not permitido then
    return;
  end if;
  -- The profiles before the pair, which is the order of every writer of chats and accesses.
  perform from public.profiles where id in (p_quien, p_a_quien) order by id for share;
  perform interno.cerrar_par(p_quien, p_a_quien);
  if p_bloquear then
    insert into public.bloqueos (bloqueador_id, bloqueado_id) values (p_quien, p_a_quien) on conflict do nothing;
  else
    delete from public.bloqueos where bloqueador_id = p_quien and bloqueado_id = p_a_quien;
  end if;
  select c.* into chat from public.chats c
  where (c.buscador_id, c.maestro_id) in ((p_quien, p_a_quien), (p_a_quien, p_quien));
end $$;

-- Reports -------------------------------------------------------------------------------------------------------------

create table interno.reportes (
  id bigint generated always as identity primary key,
  -- Created by the sender. A report that is sent twice is written once.
  client_id uuid not null,
  reportante_id uuid not null references public.profiles on delete restrict,
  reportado_id uuid not null references public.profiles on delete restrict,
  chat_id uuid references public.chats on delete restrict,
  -- The reasons are those of packages/dominio/src/seguridad.ts; a test compares the two.
  motivo text not null
    constraint reportes_motivo_check
    check (motivo in ('fraude', 'acoso', 'identidad_falsa', 'trabajo_peligroso', 'contenido_inapropiado', 'otro')),
  texto text check (char_length(texto) between 10 and 1000),
  creado_en timestamptz not null default now(),
  cerrado_en timestamptz,
  cerrado_por uuid,
  nota text check (char_length(nota) between 10 and 500),
  unique (reportante_id, client_id),
  check (reportante_id <> reportado_id),
  constraint reportes_other_reasons_are_explained check (motivo <> 'otro' or texto is not null),
  constraint reportes_closed_have_a_note check (num_nonnulls(cerrado_en, cerrado_por, nota) in (0, 3))
);
create index reportes_of_a_day on interno.reportes (reportante_id, creado_en);
create index reportes_about_a_person on interno.reportes (reportado_id);
create index reportes_of_a_chat on interno.reportes (chat_id);
create index reportes_open on interno.reportes (id) where cerrado_en is null;
alter table interno.reportes enable row level security;

-- Copies of the messages that the reporting person chose. The text is a copy. A picture is named: its object can only be
-- removed together with the account of its author.
create table interno.reporte_mensajes (
  reporte_id bigint not null references interno.reportes on delete cascade,
  mensaje_id uuid not null,
  autor_id uuid not null references public.profiles on delete restrict,
  tipo text not null,
  -- Null for a picture whose author's account was erased.
  contenido text,
  creado_en timestamptz not null,
  primary key (reporte_id, mensaje_id)
);
create index reporte_mensajes_of_an_author on interno.reporte_mensajes (autor_id);
alter table interno.reporte_mensajes enable row level security;

-- Writes a report. p_datos: client_id, motivo, texto, chat_id, mensajes (ids). estado is 'escrito', 'repetido',
-- 'desconocido' (the caller may not report this person, or a message is not one that they see in that chat) or 'limite'.
create function interno.reportar(p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer) returns text
language plpgsql set search_path = ''
as $$
declare
  v_chat constant uuid := (p_datos ->> 'chat_id')::uuid;
  v_mensajes constant uuid[] := array(
    select distinct e::uuid from jsonb_array_elements_text(coalesce(p_datos -> 'mensajes', '[]')) e);
  v_id bigint;
begin
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
  return 'escrito';
end $$;

-- A report that also blocks, in one transaction. Answers the state of interno.reportar, and the chat of the two when it
-- was blocked.
create function interno.reportar_y_bloquear(
  p_quien uuid, p_a_quien uuid, p_datos jsonb, p_maximo integer, p_bloquear boolean,
  out estado text, out chat public.chats
)
language plpgsql set search_path = ''
as $$
begin
  estado := interno.reportar(p_quien, p_a_quien, p_datos, p_maximo);
  if p_bloquear and estado in ('escrito', 'repetido') then
    select (b.chat).* into chat from interno.cambiar_bloqueo(p_quien, p_a_quien, true) b;
  end if;
end $$;

-- Operators -----------------------------------------------------------------------------------------------------------

select interno.ampliar_lista('interno.eventos', 'eventos_tipo_check', 'tipo', '{persona_reportada}');
select interno.ampliar_lista('interno.auditoria', 'auditoria_acto_check', 'acto', '{cerrar_reporte}');

-- Answers whether that changed anything: a report that is closed already stays as it is.
create function interno.cerrar_reporte(p_operador uuid, p_reporte bigint, p_nota text) returns boolean
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
  return true;
end $$;

-- Erasing -------------------------------------------------------------------------------------------------------------

-- Called by interno.borrar_cuenta, while names and e-mail of the account are still known.
create function interno.borrar_reportes_y_bloqueos(p_id uuid, p_patron text) returns void
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

select pg_temp.cambiar_en(
  'interno.borrar_cuenta(uuid)',
  'v_patron := interno.patron_de_datos_personales(p_id);',
  'v_patron := interno.patron_de_datos_personales(p_id);
  perform interno.borrar_reportes_y_bloqueos(p_id, v_patron);');

drop function pg_temp.cambiar_en(regprocedure, text, text);
