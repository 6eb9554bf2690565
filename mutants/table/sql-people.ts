import { inFile } from '../mutant.ts'

const DB = 'db/migrations'

/** Maestros, chats, contact data and figures in the database. */
export const sqlPeopleMutants = [
  ...inFile(`${DB}/052-curps-y-telefonos.sql`, [
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
  ]),
  ...inFile(`${DB}/057-datos-de-contacto.sql`, [
    {
      it: 'accepts a phone with one digit and many dashes',
      text: "check (translate(telefono, ' ()-', '') ~ '^\\+?[0-9]{8,20}$')",
      by: 'check (true)',
      tests: ['maestro/contact-data'],
    },
    {
      it: 'locks the maestro before the account',
      text: '  perform from public.profiles where id = p_maestro for no key update;\n',
      by: '',
      tests: ['maestro/contact-data'],
    },
  ]),
  ...inFile(`${DB}/058-foto-verificada.sql`, [
    {
      it: 'leaves the INE verified after a change',
      text: 'new.ine_verificado := new.ine_verificado\n      and (new.ine_url, new.nombre, new.apellido, new.foto_perfil_url)\n        is not distinct from (old.ine_url, old.nombre, old.apellido, old.foto_perfil_url);',
      by: '',
      tests: ['matrix/side-channels'],
      titles: 'verified datum|no longer verified',
    },
  ]),
  ...inFile(`${DB}/007-maestros.sql`, [
    {
      it: 'does not check the texts of maestros',
      text: 'before insert or update of nombre, apellido, descripcion,',
      by: 'before update of nombre, apellido, descripcion,',
      tests: ['seguridad/public-texts'],
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
    {
      it: 'gives a level without a verified identity',
      text: "when p_verificada and p_confirmadas >= 10 and p_promedio >= 4.5 then 'experto'",
      by: "when p_confirmadas >= 10 and p_promedio >= 4.5 then 'experto'",
      tests: ['architecture/bounds'],
    },
  ]),
  ...inFile(`${DB}/009-chats.sql`, [
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
      tests: ['matrix/calls', 'chat/inboxes'],
    },
    {
      it: 'writes messages in the chats of others',
      text: 'on c.id = e.chat_id and e.autor in (c.buscador_id, c.maestro_id)',
      by: 'on c.id = e.chat_id',
      tests: ['matrix/calls', 'chat/messages'],
    },
    {
      it: 'sends a picture that another person uploaded',
      text: 'and o.name = e.contenido and o.owner = e.autor',
      by: 'and o.name = e.contenido',
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
  ]),
  ...inFile(`${DB}/010-contacto.sql`, [
    {
      it: 'accepts accesses that name an erased account',
      text: "for each row execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');",
      by: "for each row when (false) execute function interno.exigir_cuentas_vigentes('buscador_id', 'maestro_id');",
      tests: ['platform/db/constraints-and-triggers'],
    },
  ]),
  ...inFile(`${DB}/011-visitas-y-cifras.sql`, [
    {
      it: 'takes the figures from the client',
      text: 'create trigger maestro_stats_derive_figures before insert or update on public.maestro_stats\n  for each row execute',
      by: 'create trigger maestro_stats_derive_figures before insert or update on public.maestro_stats\n  for each row when (false) execute',
      tests: ['protocol/rest/table-writes'],
    },
    {
      it: 'lets a person recount the figures of everyone',
      text: "if auth.role() = 'service_role' then",
      by: 'if true then',
      tests: ['platform/db/constraints-and-triggers'],
    },
  ]),
  ...inFile(`${DB}/095-contactos-visibles.sql`, [
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
  ...inFile(`${DB}/036-disponibilidad-y-avisos.sql`, [
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
  ...inFile(`${DB}/070-fin-de-exportaciones.sql`, [
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
  ]),
  ...inFile(`${DB}/074-correo-de-cuenta-conservada.sql`, [
    {
      it: 'keeps an account without telling its owner',
      text: "perform interno.encolar(''send-kept-mail'', jsonb_build_object(''userId'', p_cuenta));",
      by: '',
      tests: ['cuenta/closing'],
    },
  ]),
  ...inFile(`${DB}/071-lectura-de-chats-bloqueados.sql`, [
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
  ...inFile(`${DB}/072-exportaciones-por-dia.sql`, [
    {
      it: 'makes any number of exports in a day for a person who ends each of them',
      text: 'or p_maximo <= (',
      by: 'or 1000 <= (',
      tests: ['cuenta/export'],
    },
  ]),
  ...inFile(`${DB}/073-cuentas-en-trabajos.sql`, [
    ...[
      ['exports', ", 'userId', p_cuenta)", ')'],
      ['notifications of messages', ", 'userId', d.user_id)", ')'],
      ['notifications of searches', ", 'userId', b.buscador_id)", ')'],
    ].map(([jobs, text = '', by = '']) => ({
      it: `keeps failed ${jobs} of an erased person`,
      text,
      by,
      tests: ['cuenta/erasure-leaves-no-data'],
    })),
  ]),
  ...inFile(`${DB}/078-nombre-del-onboarding.sql`, [
    {
      it: 'leaves the old name in the account',
      text: 'where id = p_cuenta and (nombre, apellido) is distinct from (p_nombre, p_apellido)',
      by: 'where false',
      tests: ['maestro/contact-data', 'onboarding/welcome-emails'],
    },
    {
      it: 'leaves the name of the sign-up in the account after the onboarding',
      text: "  perform interno.guardar_nombre_de_cuenta(p_maestro, p_datos #>> '{datos,nombre}', p_datos #>> '{datos,apellido}');\n",
      by: '',
      tests: ['onboarding/welcome-emails'],
    },
  ]),
  ...inFile(`${DB}/076-lectura-al-desbloquear.sql`, [
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
]
