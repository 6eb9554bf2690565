import { inFile } from '../mutant.ts'

/** Maestros, chats, contact data and figures in the database. */
export const sqlPeopleMutants = [
  ...inFile('db/maestro/functions.sql', [
    {
      it: 'takes the level from the client',
      text: "raise exception 'reputacion_nivel is derived and cannot be written' using errcode = '42501';",
      by: 'null;',
      tests: ['matrix/tables'],
      titles: 'maestros',
    },
    {
      it: 'takes completeness from the client',
      text: 'new.perfil_completo := interno.esta_completo(new)\n    or',
      by: 'new.perfil_completo := new.perfil_completo or interno.esta_completo(new)\n    or',
      tests: ['protocol/rest/table-writes', 'matrix/tables'],
    },
    {
      it: 'leaves the CURP verified after a change',
      text: 'new.curp_verificado := new.curp_verificado and new.curp is not distinct from old.curp;',
      by: '',
      tests: ['matrix/side-channels'],
      titles: 'verified datum|no longer verified',
    },
    {
      it: 'leaves the address verified after a change',
      text: 'new.domicilio_verificado := new.domicilio_verificado and new.domicilio is not distinct from old.domicilio;',
      by: '',
      tests: ['matrix/side-channels'],
      titles: 'verified datum|no longer verified',
    },
    {
      it: 'locks the maestro before the account',
      text: '  perform from public.profiles where id = p_maestro for no key update;\n',
      by: '',
      tests: ['maestro/contact-data'],
    },
    {
      it: 'leaves the INE verified after a change',
      text: 'new.ine_verificado := new.ine_verificado\n      and (new.ine_url, new.nombre, new.apellido, new.foto_perfil_url)\n        is not distinct from (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url);',
      by: '',
      tests: ['matrix/side-channels'],
      titles: 'verified datum|no longer verified',
    },
    {
      it: 'accepts any number of trades',
      text: "raise exception '%', format(tg_argv[3], v_maximo) using errcode = 'PT422', detail = v_columna;",
      by: 'null;',
      tests: ['maestro/choices'],
    },
    {
      it: 'accepts trades that are not active',
      text: "raise exception '%', format(tg_argv[4], v_inactivo) using errcode = 'PT422', detail = v_columna;",
      by: 'null;',
      tests: ['maestro/choices'],
    },
    {
      it: 'does not lock while it counts trades',
      text: 'perform from public.maestros where id in (select maestro_id from nuevas) order by id for no key update;',
      by: '',
      tests: ['maestro/choices'],
    },
  ]),
  ...inFile('db/maestro/tables.sql', [
    {
      it: 'accepts a phone with one digit and many dashes',
      text: "check (translate(telefono, ' ()-', '') ~ '^\\+?[0-9]{8,20}$')",
      by: 'check (true)',
      tests: ['maestro/contact-data'],
    },
  ]),
  ...inFile('db/maestro/triggers.sql', [
    {
      it: 'does not check the texts of maestros',
      text: 'before insert or update of nombre, apellido, descripcion,',
      by: 'before update of nombre, apellido, descripcion,',
      tests: ['seguridad/public-texts'],
    },
    {
      it: 'takes the figures from the client',
      text: 'create trigger maestro_stats_derive_figures before insert or update on public.maestro_stats\n  for each row execute',
      by: 'create trigger maestro_stats_derive_figures before insert or update on public.maestro_stats\n  for each row when (false) execute',
      tests: ['protocol/rest/table-writes'],
    },
  ]),
  ...inFile('db/resenas/reputation.sql', [
    {
      it: 'gives a level without a verified identity',
      text: "when p_verificada and p_confirmadas >= 10 and p_promedio >= 4.5 then 'experto'",
      by: "when p_confirmadas >= 10 and p_promedio >= 4.5 then 'experto'",
      tests: ['architecture/bounds'],
    },
  ]),
  ...inFile('db/chat/messages.sql', [
    {
      it: 'accepts messages of authors outside of the chat',
      text: "raise exception 'The author is not of this chat' using errcode = '23514';",
      by: 'null;',
      tests: ['platform/db/constraints-and-triggers'],
    },
    {
      it: 'shows a blocked message in the preview',
      text: 'where not m.bloqueado\n    order by m.chat_id',
      by: 'order by m.chat_id',
      tests: ['chat/inboxes'],
    },
    {
      it: 'applies the rule of the open contact to a locked one',
      text: 'or interno.contacto_abierto(c.maestro_id, c.buscador_id) then e.motivo_abierto',
      by: 'or true then e.motivo_abierto',
      tests: ['chat/messages'],
    },
    {
      it: 'writes messages of ended sessions and suspended accounts',
      text: 'coalesce(interno.impedimento(e.sesion, e.autor, null), case',
      by: 'coalesce(null, case',
      tests: ['matrix/calls', 'chat/messages'],
    },
    {
      it: 'writes messages in the chats of others',
      text: 'on c.id = e.chat_id and e.autor in (c.buscador_id, c.maestro_id)',
      by: 'on c.id = e.chat_id',
      tests: ['matrix/calls', 'chat/messages'],
    },
    {
      it: 'sends a picture that another person uploaded',
      text: '\n            and o.owner = e.autor',
      by: '',
      tests: ['chat/messages'],
    },
    {
      it: 'sends a picture of another folder',
      text: "\n            and starts_with(e.contenido, e.chat_id || '/')",
      by: '',
      tests: ['protocol/functions/redundant-checks'],
    },
    {
      it: 'marks every picture',
      text: "array[storage.name_in('chat-media', v.contenido)], array[v.chat_id || '/%']",
      by: "array[storage.name_in('chat-media', v.contenido)], array['%']",
      tests: ['protocol/storage/pictures/shown-pictures'],
    },
    {
      it: 'marks messages as read for the other person while one blocks the other',
      text: 'if v_bloqueado then',
      by: 'if false then',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'lets a seeker mark the chats of others as read',
      text: "yo = case p_user_role when 'buscador' then buscador_id else maestro_id end",
      by: "yo = case p_user_role when 'buscador' then yo else maestro_id end",
      tests: ['matrix/calls'],
    },
    {
      it: 'lets a maestro mark the chats of others as read',
      text: "yo = case p_user_role when 'buscador' then buscador_id else maestro_id end",
      by: "yo = case p_user_role when 'buscador' then buscador_id else yo end",
      tests: ['matrix/calls'],
    },
  ]),
  ...inFile('db/contacto/triggers.sql', [
    {
      it: 'accepts accesses that name an erased account',
      text: "for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');",
      by: "for each row when (false) execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');",
      tests: ['platform/db/constraints-and-triggers'],
    },
  ]),
  ...inFile('db/maestro/figures.sql', [
    {
      it: 'lets a person recount the figures of everyone',
      text: "if auth.role() = 'service_role' then",
      by: 'if true then',
      tests: ['platform/db/constraints-and-triggers'],
    },
  ]),
  ...inFile('db/contacto/functions.sql', [
    {
      it: 'opens the contact of a maestro to every seeker',
      text: 'from public.accesos_contacto where buscador_id = p_lector',
      by: 'from public.accesos_contacto',
      tests: ['perfil/maestro-profile'],
    },
    {
      it: 'hides the contact from the maestro',
      text: '\n  union all\n  select p_lector where p_lector is not null',
      by: '',
      tests: ['matrix/calls'],
    },
    {
      it: 'opens the contact of every maestro after one access',
      text: ' where abierto.id = p_maestro',
      by: '',
      tests: ['chat/messages'],
    },
    {
      it: 'shows the contact of every maestro after one access',
      text: ' where visible.id = p_maestro',
      by: '',
      tests: ['matrix/calls'],
    },
    {
      it: 'shows the contact to a seeker whom the maestro blocks',
      text: '\n  where not exists (select from public.bloqueos where bloqueador_id = abierto.id and bloqueado_id = p_lector)',
      by: '',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'hides the contact of a maestro who blocks somebody else',
      text: 'bloqueador_id = abierto.id and bloqueado_id = p_lector',
      by: 'bloqueador_id = abierto.id',
      tests: ['seguridad/blocks'],
    },
  ]),
  ...inFile('db/chat/start-chat.sql', [
    {
      it: 'shows the whole surname in a chat',
      text: 'case when interno.ve_contacto(m.id) then m.apellido else left(btrim(m.apellido), 1) end,',
      by: 'm.apellido,',
      tests: ['matrix/side-channels'],
    },
    {
      it: 'shows photos of other sites in a chat',
      text: 'interno.foto_publica(m.foto_perfil_url),\n    (interno.disponibilidad_de',
      by: 'm.foto_perfil_url,\n    (interno.disponibilidad_de',
      tests: ['verificacion/documents'],
    },
  ]),
  ...inFile('db/cuenta/export.sql', [
    {
      it: 'leaves the exports of an account valid after a new password',
      text: 'where cuenta_id = p_cuenta and vence_en > now()',
      by: 'where false',
      tests: ['cuenta/export'],
    },
    {
      it: 'refuses a new export on the day on which one was ended',
      text: 'and (e.vence_en is null or e.vence_en > now())',
      by: '',
      tests: ['cuenta/export'],
    },
    {
      it: 'makes any number of exports in a day for a person who ends each of them',
      text: 'or p_maximo <= (',
      by: 'or 1000 <= (',
      tests: ['cuenta/export'],
    },
  ]),
  ...inFile('db/cuenta/closing.sql', [
    {
      it: 'keeps an account without telling its owner',
      text: "perform interno.encolar('send-kept-mail', jsonb_build_object('userId', p_cuenta));",
      by: '',
      tests: ['cuenta/closing'],
    },
  ]),
  ...inFile('db/cuenta/functions.sql', [
    {
      it: 'leaves the old name in the account',
      text: 'where id = p_cuenta and (nombre, apellido) is distinct from (p_nombre, p_apellido)',
      by: 'where false',
      tests: ['maestro/contact-data', 'onboarding/welcome-emails'],
    },
  ]),
  ...inFile('db/onboarding/functions.sql', [
    {
      it: 'leaves the name of the sign-up in the account after the onboarding',
      text: "  perform interno.guardar_nombre_de_cuenta(p_maestro, p_datos #>> '{datos,nombre}', p_datos #>> '{datos,apellido}');\n",
      by: '',
      tests: ['onboarding/welcome-emails'],
    },
  ]),
  ...inFile('db/seguridad/blocks.sql', [
    {
      it: 'leaves the mark of a conversation that was read during a block',
      text: "if tg_op = 'DELETE' then",
      by: 'if false then',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'marks unread messages as read at the end of a block',
      text: 'case c.no_leidos_buscador when 0 then',
      by: 'case when true then',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'shows a deleted message as read at the end of a block',
      text: ' and m.eliminado_en is null)',
      by: ')',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'shows what was read during a block when only the first of two blocks ends',
      text: '\n        and c.bloqueado_en is null',
      by: '',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'announces nothing after a block before which the announced message was deleted',
      text: 'set hasta = null',
      by: 'set hasta = a.hasta',
      tests: ['seguridad/blocks'],
    },
  ]),
  ...inFile('db/cuenta/export.sql', [
    {
      it: 'keeps failed exports of an erased person',
      text: "'export-data', jsonb_build_object('exportacion', v_id, 'userId', p_cuenta)",
      by: "'export-data', jsonb_build_object('exportacion', v_id)",
      tests: ['cuenta/erasure-leaves-no-data'],
    },
  ]),
  ...inFile('db/avisos/push.sql', [
    {
      it: 'keeps failed notifications of messages of an erased person',
      text: "'chat', d.chat_id, 'userId', d.user_id)",
      by: "'chat', d.chat_id)",
      tests: ['cuenta/erasure-leaves-no-data'],
    },
  ]),
  ...inFile('db/directorio/alerts.sql', [
    {
      it: 'keeps failed notifications of searches of an erased person',
      text: "'oficio', b.oficio, 'userId', b.buscador_id)",
      by: "'oficio', b.oficio)",
      tests: ['cuenta/erasure-leaves-no-data'],
    },
  ]),
]
