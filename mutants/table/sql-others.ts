import { inFile } from '../mutant.ts'

/** Reviews, the directory, tickets, events and the erasure of accounts in the database. */
export const sqlOthersMutants = [
  ...inFile('db/resenas/triggers.sql', [
    {
      it: 'does not check the texts of reviews',
      text: 'before insert or update of comentario, respuesta on public.resenas',
      by: 'before update of comentario, respuesta on public.resenas',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'accepts reviews that name an erased account',
      text: "for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');",
      by: "for each row when (false) execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');",
      tests: ['platform/db/constraints-and-triggers'],
    },
  ]),
  ...inFile('db/resenas/tables.sql', [
    {
      it: 'accepts two reviews of one seeker',
      text: 'unique (maestro_id, buscador_id),\n  check',
      by: 'check',
      tests: ['platform/db/constraints-and-triggers'],
    },
  ]),
  ...inFile('db/cuenta/triggers.sql', [
    {
      it: 'does not remove a suspended maestro at once',
      text: 'create trigger profiles_refresh_directory after update on public.profiles\n  referencing new table as nuevas for each statement execute function interno.al_cambiar_maestros();',
      by: '',
      tests: ['directorio/maestros', 'cuenta/suspension'],
    },
  ]),
  ...inFile('db/ayuda/functions.sql', [
    {
      it: 'marks every picture',
      text: "array[v.usuario_id || '/%']",
      by: "array['%']",
      tests: ['protocol/storage/pictures/shown-pictures'],
    },
    {
      it: 'writes a repeated ticket again',
      text: "t.client_id = (p_datos ->> 'client_id')::uuid\n    or (",
      by: 'false\n    or (',
      tests: ['ayuda/support-tickets'],
    },
    {
      it: 'takes old tickets with equal contents as repeated',
      text: "t.creado_en > now() - interval '10 minutes'",
      by: 'true',
      tests: ['ayuda/support-tickets'],
    },
    {
      it: 'does not count simultaneous tickets',
      text: "perform pg_advisory_xact_lock(hashtextextended('tickets:' || p_usuario, 0));",
      by: '',
      tests: ['ayuda/support-tickets'],
    },
    {
      it: 'does not limit tickets',
      text: "estado := 'limite';\n    return;",
      by: '',
      tests: ['ayuda/support-tickets'],
    },
    {
      it: 'accepts pictures of other people in a ticket',
      text: " and o.owner = p_usuario\n    and starts_with(o.name, p_usuario || '/')",
      by: '',
      tests: ['ayuda/support-tickets'],
    },
    {
      it: 'lets anyone answer a ticket',
      text: "  perform interno.exigir_operador(p_operador);\n  if p_estado not in ('abierto', 'en_proceso', 'resuelto') then",
      by: "  \n  if p_estado not in ('abierto', 'en_proceso', 'resuelto') then",
      tests: ['operacion/commands/tickets'],
    },
    {
      it: 'does not record answers to tickets in the audit',
      text: "p_operador, 'responder_ticket', v_ticket.usuario_id,",
      by: "p_operador, 'cambiar_ticket', v_ticket.usuario_id,",
      tests: ['operacion/tickets'],
    },
    {
      it: 'sends the same answer twice',
      text: 'return interno.cambiar_estado_de_ticket(p_operador, p_ticket, v_estado);',
      by: '',
      tests: ['operacion/tickets'],
    },
    {
      it: 'keeps the answers to an erased person',
      text: 'delete from interno.ticket_respuestas where ticket_id = new.id;',
      by: '',
      tests: ['operacion/tickets'],
    },
    {
      it: 'shows pictures of other people in a ticket',
      text: "on o.bucket_id = 'support-tickets' and o.owner = t.usuario_id",
      by: "on o.bucket_id = 'support-tickets'",
      tests: ['ayuda/own-tickets'],
    },
    {
      it: 'shows tickets to anyone',
      text: '  perform interno.exigir_operador(p_operador);\n  select usuario_id into v_usuario from public.tickets where id = p_ticket;',
      by: '  \n  select usuario_id into v_usuario from public.tickets where id = p_ticket;',
      tests: ['operacion/commands/tickets'],
    },
    {
      it: 'does not record who read a ticket',
      text: 'if v_usuario is not null then',
      by: 'if false then',
      tests: ['operacion/commands/tickets'],
    },
    {
      it: 'locks the pictures of a ticket before the profile of its author',
      text: 'perform from public.profiles where id = p_usuario for share;',
      by: '',
      tests: ['platform/db/locks'],
    },
  ]),
  ...inFile('db/ayuda/triggers.sql', [
    {
      it: 'accepts tickets that name an erased account',
      text: "for each row execute function interno.exigir_cuentas_vigentes('usuario_id');",
      by: "for each row when (false) execute function interno.exigir_cuentas_vigentes('usuario_id');",
      tests: ['platform/db/constraints-and-triggers'],
    },
  ]),
  ...inFile('db/operacion/console.sql', [
    {
      it: 'lets events be changed',
      text: "raise exception 'Events are only appended' using errcode = '23001';",
      by: 'return null;',
      tests: ['platform/db/events'],
    },
    {
      it: 'lets anyone retry jobs',
      text: 'perform interno.exigir_operador(p_operador);\n  select max(f.nombre)',
      by: 'select max(f.nombre)',
      tests: ['operacion/commands/jobs'],
    },
    {
      it: 'lets anyone give up a job',
      text: 'perform interno.exigir_operador(p_operador);\n  select f.nombre',
      by: 'select f.nombre',
      tests: ['operacion/commands/jobs'],
    },
    {
      it: 'shows accounts to anyone',
      text: '  perform interno.exigir_operador(p_operador);\n  select jsonb_build_object(',
      by: '  \n  select jsonb_build_object(',
      tests: ['operacion/commands/account'],
    },
    {
      it: 'does not record who looked at an account',
      text: "insert into interno.auditoria (operador_id, acto, sobre) values (p_operador, 'consultar_cuenta', p_cuenta);",
      by: '',
      tests: ['operacion/commands/account'],
    },
  ]),
  ...inFile('db/cuenta/closing.sql', [
    {
      it: 'keeps blocked messages of an erased person',
      text: 'delete from public.mensajes where autor_id = p_id and bloqueado;',
      by: '',
      tests: ['cuenta/erasure', 'cuenta/erasure-property'],
    },
    {
      it: 'keeps contact data in messages of an erased person',
      text: 'update public.mensajes set contenido = interno.sin_datos_personales(contenido, v_patron, 1, 4000)\n  where autor_id = p_id and',
      by: 'update public.mensajes set contenido = interno.sin_datos_personales(contenido, v_patron, 1, 4000)\n  where false and',
      tests: ['cuenta/erasure'],
    },
    {
      it: 'leaves the chats of an erased person open',
      text: 'cerrado_en = coalesce(c.cerrado_en, now()),',
      by: '',
      tests: ['cuenta/erasure'],
    },
    {
      it: 'removes the files of everyone',
      text: 'delete from storage.objects where owner = p_id returning',
      by: 'delete from storage.objects where owner is not null returning',
      tests: ['cuenta/erasure-property'],
    },
    {
      it: 'keeps the files of an erased person',
      text: 'delete from storage.objects where owner = p_id returning',
      by: 'delete from storage.objects where false returning',
      tests: ['cuenta/erasure'],
    },
    {
      it: 'forgets files that were not removed yet',
      text: 'insert into storage.leftovers (key) select lugar from borrados on conflict (key) do nothing',
      by: 'select 1',
      tests: ['cuenta/erasure'],
    },
    {
      it: 'keeps pictures and voice notes of an erased person',
      text: "update public.mensajes set contenido = null, duracion_ms = null, picos = null\n  where autor_id = p_id and tipo <> 'texto';",
      by: '',
      tests: ['cuenta/erasure', 'chat/voice-notes'],
    },
    {
      it: 'changes the messages of the other person',
      text: "picos = null\n  where autor_id = p_id and tipo <> 'texto';",
      by: "picos = null\n  where tipo <> 'texto';",
      tests: ['cuenta/erasure-property', 'chat/voice-notes'],
    },
    {
      it: 'looks for an address with the punctuation around it',
      text: 'case when char_length(v_centro) < 3 then v_valor else v_centro end',
      by: 'v_valor',
      tests: ['cuenta/erasure-schema'],
      titles: 'punctuation',
    },
    {
      it: 'masks a short word of a name without its punctuation',
      text: 'case when char_length(v_centro) < 3 then v_valor else v_centro end',
      by: 'v_centro',
      tests: ['cuenta/erasure-schema'],
      titles: 'punctuation',
    },
    {
      it: 'masks all punctuation of a person without a surname',
      text: "if v_centro = '' then",
      by: 'if false then',
      tests: ['cuenta/erasure-schema'],
      titles: 'punctuation',
    },
    {
      it: 'masks the article of a name in parentheses',
      text: 'lower(interno.sin_signos_alrededor(palabra)) not in',
      by: 'lower(palabra) not in',
      tests: ['cuenta/erasure-schema'],
      titles: 'punctuation',
    },
    {
      it: 'opens an account whose erasure has begun',
      text: '    return exists (select from public.profiles where id = p_cuenta and suspendido_en is null',
      by: '    return exists (select from public.profiles where id = p_cuenta',
      tests: ['cuenta/closing'],
    },
    {
      it: 'locks an account against rows that refer to it before its profile is locked',
      text: 'perform from auth.users where id = p_id for no key update;',
      by: 'perform from auth.users where id = p_id for update;',
      tests: ['platform/db/locks'],
    },
    {
      it: 'keeps the owner of the tickets of an erased person',
      text: "'resuelto', usuario_id = null,",
      by: "'resuelto',",
      tests: ['cuenta/erasure'],
    },
  ]),
  ...inFile('db/maestro/functions.sql', [
    {
      it: 'changes the choices of an erased maestro',
      text: 'perform from public.maestros where id = p_maestro and eliminada_en is null for no key update;',
      by: 'perform from public.maestros where id = p_maestro for no key update;',
      tests: ['platform/db/constraints-and-triggers'],
    },
    {
      it: 'does not lock while it replaces choices',
      text: 'and eliminada_en is null for no key update;',
      by: 'and eliminada_en is null;',
      tests: ['maestro/own-profile'],
    },
  ]),
  ...inFile('db/chat/messages.sql', [
    {
      it: 'writes messages to a suspended account',
      text: "when otro.suspendido_en is not null then 'sin_destino'\n        when",
      by: 'when',
      tests: ['chat/messages'],
    },
    {
      it: 'accepts voice notes while the contact is locked',
      text: "when e.tipo = 'audio' and not interno.contacto_abierto(c.maestro_id, c.buscador_id) then 'contacto_cerrado'\n        when",
      by: 'when',
      tests: ['chat/voice-notes'],
    },
    {
      it: 'sends a voice note as a picture',
      text: "\n            and starts_with(o.mimetype, case e.tipo when 'imagen' then 'image/' else 'audio/' end)",
      by: '',
      tests: ['chat/voice-notes'],
    },
    {
      it: 'keeps the file of a deleted voice note',
      text: "if v.tipo in ('imagen', 'audio')",
      by: "if v.tipo = 'imagen'",
      tests: ['chat/voice-notes'],
    },
    {
      it: 'sends a picture that is being removed',
      text: 'order by o.name for no key update;',
      by: 'order by o.name;',
      tests: ['protocol/storage/pictures/unsent-pictures'],
    },
  ]),
  ...inFile('db/protocol/storage.sql', [
    {
      it: 'lets everyone use the folder of a chat',
      text: 'select from public.chats c where c.id = v_whose::uuid and p_user in (c.buscador_id, c.maestro_id)\n',
      by: 'select from public.chats c where c.id = v_whose::uuid\n',
      tests: ['matrix/objects'],
    },
    {
      it: 'shows the photos of suspended accounts',
      text: "p_name like 'profile-photos/%' and interno.foto_de_perfil_visible(p_name)",
      by: "p_name like 'profile-photos/%'",
      tests: ['protocol/storage/public'],
    },
  ]),
  ...inFile('db/ayuda/tables.sql', [
    {
      it: 'accepts several addresses as the e-mail of a ticket',
      text: 'constraint tickets_correo_is_one_address check (correo ~ ',
      by: "constraint tickets_correo_is_one_address check (correo is null or '@' ~ '@' or correo ~ ",
      tests: ['ayuda/support-tickets'],
    },
  ]),
  ...inFile('db/seguridad/reports.sql', [
    {
      it: 'shows reported messages to anyone',
      text: '  perform interno.exigir_operador(p_operador);\n  select * into v_reporte from interno.reportes where id = p_reporte;',
      by: '  \n  select * into v_reporte from interno.reportes where id = p_reporte;',
      tests: ['seguridad/reports'],
    },
    {
      it: 'does not record who read reported messages',
      text: "if v_mensajes <> '[]' then",
      by: 'if false then',
      tests: ['seguridad/reports'],
    },
    {
      it: 'shows files of other chats in a report',
      text: " and starts_with(o.name, v_reporte.chat_id || '/')",
      by: '',
      tests: ['seguridad/reports'],
    },
  ]),
  ...inFile('db/platform/jobs.sql', [
    {
      it: 'sends the e-mails of sign-ups after all others that wait',
      text: "'announce-review') then -10",
      by: "'announce-review') then 20",
      tests: ['directorio/search-alerts'],
    },
    {
      it: 'keeps a job that is given up when its process ends before it has failed',
      text: ', last_error = p_error',
      by: '',
      tests: ['platform/jobs/queue'],
      titles: 'given up',
    },
  ]),
  ...inFile('db/directorio/functions.sql', [
    {
      it: 'shows suspended maestros on public pages',
      text: 'join public.profiles f on f.id = m.id and f.suspendido_en is null',
      by: 'join public.profiles f on f.id = m.id',
      tests: ['directorio/pages/pages'],
    },
    {
      it: 'shows maestros on pause on public pages',
      text: 'and m.perfil_completo and d.pausa_hasta is null',
      by: 'and m.perfil_completo',
      tests: ['directorio/pages/pages'],
    },
    {
      it: 'lists suspended maestros',
      text: 'join public.profiles f on f.id = m.id and f.suspendido_en is null',
      by: 'join public.profiles f on f.id = m.id',
      tests: ['directorio/maestros'],
    },
    {
      it: 'lists incomplete maestros',
      text: 'where m.id = any (p_maestros) and m.perfil_completo',
      by: 'where m.id = any (p_maestros)',
      tests: ['directorio/maestros'],
    },
    {
      it: 'shows whole surnames in the directory',
      text: "'apellido', left(btrim(m.apellido), 1),",
      by: "'apellido', m.apellido,",
      tests: ['directorio/maestros'],
    },
    {
      it: 'shows phones in the directory',
      text: "'telefono', null,",
      by: "'telefono', m.telefono,",
      tests: ['directorio/maestros'],
    },
    {
      it: 'shows photos of other sites in the directory',
      text: "'foto_perfil_url', interno.foto_publica(m.foto_perfil_url),",
      by: "'foto_perfil_url', m.foto_perfil_url,",
      tests: ['verificacion/documents'],
    },
  ]),
  ...inFile('db/directorio/searches.sql', [
    {
      it: 'suggests trades that are not active',
      text: 'join public.oficios_disponibles o on o.nombre = b.oficio and o.activo',
      by: 'join public.oficios_disponibles o on o.nombre = b.oficio',
      tests: ['directorio/most-searched'],
    },
  ]),
  ...inFile('db/chat/tables.sql', [
    {
      it: 'accepts any number of values in the drawing of a voice note',
      text: 'array_ndims(picos) = 1 and cardinality(picos) = 48 and',
      by: '',
      tests: ['chat/voice-notes'],
    },
  ]),
  ...inFile('db/directorio/alerts.sql', [
    {
      it: 'keeps failed alerts of an erased person',
      text: "'aviso', id, 'userId', buscador_id",
      by: "'aviso', id",
      tests: ['cuenta/erasure-leaves-no-data'],
    },
  ]),
  ...inFile('db/acceso/who-may-act.sql', [
    {
      it: 'starts a chat for a seeker who is being suspended',
      text: 'if interno.esta_suspendido(p_cuenta) then',
      by: 'if false then',
      tests: ['platform/db/locks', 'contacto/contact-concurrency'],
      titles: 'suspended|suspension',
    },
    {
      it: 'starts a chat for a seeker who closes the account',
      text: 'id = p_cuenta and suspendido_en is not null',
      by: 'false',
      tests: ['platform/db/locks'],
    },
    {
      it: 'locks the two profiles of a new row in the order of their ids',
      text: "any (v_personas) order by role = 'maestro', id for share",
      by: 'any (v_personas) order by id for share',
      tests: ['platform/db/locks'],
      titles: 'in this order',
    },
  ]),
  ...inFile('db/seguridad/blocks.sql', [
    {
      it: 'locks the two profiles of a block in the order of their ids',
      text: "(p_quien, p_a_quien) order by role = 'maestro', id for share",
      by: '(p_quien, p_a_quien) order by id for share',
      tests: ['platform/db/locks'],
      titles: 'in this order',
    },
  ]),
  ...inFile('db/resenas/functions.sql', [
    {
      it: 'does not lock the profile of the maestro who answers a review',
      text: 'where id = p_maestro and eliminada_en is null for share;',
      by: 'where id = p_maestro;',
      tests: ['cuenta/erasure'],
      titles: 'an answer to a review',
    },
    {
      it: 'writes an answer of an account that is being erased',
      text: 'where id = p_maestro and eliminada_en is null for share;',
      by: 'where id = p_maestro for share;',
      tests: ['cuenta/erasure'],
      titles: 'an answer to a review',
    },
  ]),
  ...inFile('db/resenas/pictures.sql', [
    {
      it: 'records the removal of a photo twice',
      text: 'join public.resenas r on r.id = f.resena_id where f.objeto = v_objeto;',
      by: 'join public.resenas r on r.id = f.resena_id where f.objeto = v_objeto;\n  select r.* into v from public.resenas r limit 1;',
      tests: ['operacion/commands/reviews'],
    },
  ]),
  ...inFile('db/maestro/availability.sql', [
    {
      it: 'locks maestros after totals of the directory',
      text: 'cardinality(v_terminados) = 0 and ',
      by: '',
      tests: ['platform/db/locks'],
      titles: 'hourly',
    },
  ]),
  ...inFile('db/resenas/reputation.sql', [
    {
      it: 'rounds the stored average to the nearest',
      text: 'return coalesce(trunc(',
      by: 'return coalesce(round(',
      tests: ['resenas/average'],
    },
  ]),
]
