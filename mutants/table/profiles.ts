import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** The functions of the directory and of maestros, the accounts, and the commands of operators. */
export const profilesMutants = [
  ...inFile('db/directorio/functions.sql', [
    {
      it: 'lists maestros in a retired borough',
      text: 'on ca.nombre = a.alcaldia and ca.activo',
      by: 'on ca.nombre = a.alcaldia',
      tests: ['directorio/directory'],
    },
    {
      it: 'lists maestros of a retired trade',
      text: 'on co.nombre = o.oficio and co.activo',
      by: 'on co.nombre = o.oficio',
      tests: ['directorio/directory', 'directorio/search-alerts'],
    },
    {
      it: 'names a retired trade on a card',
      text: 'on c.nombre = e.oficio and c.activo',
      by: 'on c.nombre = e.oficio',
      tests: ['directorio/directory'],
    },
    {
      it: 'skips maestros between two batches',
      text: 'oficio = p_oficio and maestro_id > p_desde order by maestro_id limit',
      by: 'oficio = p_oficio and maestro_id > p_desde order by maestro_id desc limit',
      tests: ['directorio/directory'],
    },
  ]),
  ...inFile('db/maestro/functions.sql', [
    {
      it: 'retires a name while a maestro chooses it',
      text: 'order by nombre for share',
      by: 'order by nombre',
      tests: ['directorio/directory'],
    },
  ]),
  ...inFile(`${SRC}/subjects/perfil/functions/maestro-profile.ts`, [
    {
      it: 'shows a retired trade in a profile',
      text: 'o.nombre = e.oficio and o.activo',
      by: 'o.nombre = e.oficio',
      tests: ['directorio/directory'],
    },
    {
      it: 'shows a retired borough in a profile',
      text: 'l.nombre = e.alcaldia and l.activo',
      by: 'l.nombre = e.alcaldia',
      tests: ['directorio/directory'],
    },
    {
      it: 'shows the whole surname to everyone',
      text: 'case when c.visible then m.apellido else left(btrim(m.apellido), 1) end as apellido',
      by: 'm.apellido',
      tests: ['perfil/maestro-profile'],
    },
    {
      it: 'shows the phone to everyone',
      text: 'case when c.visible then m.telefono end as telefono',
      by: 'm.telefono',
      tests: ['perfil/maestro-profile'],
    },
    {
      it: 'shows the phones of references to everyone',
      text: 'case when c.visible then r.numero end',
      by: 'r.numero',
      tests: ['perfil/maestro-profile'],
    },
    {
      it: 'answers that a blocked seeker never unlocked the contact',
      text: 'interno.contacto_abierto(m.id, ${lector}::uuid) as contacto_pedido',
      by: 'c.visible as contacto_pedido',
      tests: ['seguridad/blocks'],
    },
    {
      it: 'shows suspended maestros',
      text: 'join public.profiles p on p.id = m.id and p.suspendido_en is null',
      by: 'join public.profiles p on p.id = m.id',
      tests: ['perfil/maestro-profile'],
    },
    {
      it: 'shows incomplete maestros',
      text: 'where m.id = ${id} and (m.perfil_completo or m.id = ${lector}::uuid)`',
      by: 'where m.id = ${id} and (true or m.id = ${lector}::uuid)`',
      tests: ['perfil/maestro-profile'],
    },
    {
      it: 'does not check the session of the reader',
      text: '[find(sql, id, caller.userId, after), requirePerson(sql, caller, null)]',
      by: '[find(sql, id, caller.userId, after)]',
      tests: ['perfil/maestro-profile'],
    },
    {
      it: 'shows photos of other sites',
      text: 'interno.foto_publica(m.foto_perfil_url) as foto_perfil_url, m.identidad_verificada',
      by: 'm.foto_perfil_url, m.identidad_verificada',
      tests: ['verificacion/documents'],
    },
  ]),
  ...inFile(`${SRC}/subjects/directorio/functions/maestros.ts`, [
    {
      it: 'does not check the session of the searcher',
      text: "if (caller.role === 'authenticated') {",
      by: 'if (false) {',
      tests: ['directorio/maestros'],
    },
    {
      it: 'counts filtered searches and later pages',
      text: 'const isNew = search.after === undefined && search.celdas === undefined',
      by: 'const isNew = true',
      tests: ['directorio/most-searched'],
    },
  ]),
  ...inFile(`${SRC}/subjects/directorio/search-counter.ts`, [
    {
      it: 'counts each repeated search',
      text: 'if (seen.has(once)) return',
      by: '',
      tests: ['directorio/most-searched'],
    },
    {
      it: 'counts any number of callers',
      text: 'if (seen.size >= MAX_SEARCHES) return',
      by: '',
      tests: ['directorio/most-searched'],
    },
  ]),
  ...inFile(`${SRC}/subjects/directorio/search-query.ts`, [
    {
      it: 'accepts any number of results',
      text: 'if (limit < 1 || limit > MAX_MAESTROS_POR_PAGINA) throw',
      by: 'if (false) throw',
      tests: ['directorio/maestros'],
    },
    {
      it: 'accepts names of any length',
      text: 'if (value.length > NOMBRE_BUSCADO_MAX) throw',
      by: 'if (false) throw',
      tests: ['directorio/maestros'],
    },
    {
      it: 'accepts unknown parameters',
      text: 'if (!isKnown(name)) throw',
      by: 'if (!isKnown(name)) continue\n    if (false) throw',
      tests: ['directorio/maestros'],
    },
    {
      it: 'accepts the cursor of another order',
      text: 'if (written !== orden) throw',
      by: 'if (false) throw',
      tests: ['directorio/maestros'],
    },
  ]),
  ...inFile(`${SRC}/subjects/perfil/functions/track-profile-view.ts`, [
    {
      it: 'records the view of another person',
      text: "if (buscador_id !== caller.userId) throw error('FORBIDDEN', textos.otraPersona)",
      by: '',
      tests: ['perfil/profile-views'],
    },
    {
      it: 'records views of suspended maestros',
      text: 'and m.perfil_completo and p.suspendido_en is null',
      by: 'and m.perfil_completo',
      tests: ['perfil/profile-views'],
    },
    {
      it: 'records views of incomplete maestros',
      text: 'and m.perfil_completo and p.suspendido_en is null',
      by: 'and p.suspendido_en is null',
      tests: ['perfil/profile-views'],
    },
  ]),
  ...inFile(`${SRC}/subjects/maestro/functions/mi-perfil.ts`, [
    {
      it: 'shows the profile of any maestro',
      text: 'where m.id = ${caller.userId}`',
      by: 'where m.id is not null or m.id = ${caller.userId}`',
      tests: ['maestro/own-profile'],
    },
  ]),
  ...inFile(`${SRC}/subjects/maestro/functions/guardar-contacto.ts`, [
    {
      it: 'accepts a name or a phone that breaks a rule',
      text: 'if (refusal !== undefined) {',
      by: 'if (false) {',
      tests: ['maestro/contact-data'],
    },
  ]),
  ...inFile(`${SRC}/subjects/cuenta/functions/cerrar-cuenta.ts`, [
    {
      it: 'sends any number of e-mails about closing and keeping an account',
      text: 'if (!verdict.allowed) throw',
      by: 'if (!verdict) throw',
      tests: ['cuenta/closing'],
    },
    {
      it: 'counts attempts to close an account without the password',
      text: 'await limits.peek(key',
      by: 'await limits.hit(key',
      tests: ['cuenta/closing'],
    },
  ]),
  ...inFile(`${SRC}/subjects/cuenta/functions/guardar-nombre.ts`, [
    {
      it: 'accepts a name that breaks a rule',
      text: "const refusal = names ? rechazoDeFila('profiles', names) : error?.issues[0]?.message",
      by: 'const refusal = names ? undefined : error?.issues[0]?.message',
      tests: ['cuenta/own-name'],
    },
    {
      it: 'changes the name of every account',
      text: 'where id = ${caller.userId} returning id',
      by: 'where true returning id',
      tests: ['cuenta/own-name'],
    },
    {
      it: 'leaves the old name in the metadata of the account',
      text: 'raw_user_meta_data || ${sql.json(names)}',
      by: 'raw_user_meta_data',
      tests: ['cuenta/own-name'],
    },
  ]),
  ...inFile(`${SRC}/subjects/maestro/functions/panel-maestro.ts`, [
    {
      it: 'counts the unread chats of everyone',
      text: 'where c.maestro_id = m.id and c.no_leidos_maestro > 0',
      by: 'where c.no_leidos_maestro > 0',
      tests: ['maestro/panel-maestro'],
    },
    {
      it: 'counts retired trades on the dashboard',
      text: 'c.nombre = e.oficio and c.activo',
      by: 'c.nombre = e.oficio',
      tests: ['maestro/panel-maestro'],
    },
    {
      it: 'counts retired boroughs on the dashboard',
      text: 'c.nombre = e.alcaldia and c.activo',
      by: 'c.nombre = e.alcaldia',
      tests: ['maestro/panel-maestro'],
    },
    {
      it: 'shows the dashboard of any maestro',
      text: 'where m.id = ${caller.userId}`',
      by: 'where m.id is not null or m.id = ${caller.userId}`',
      tests: ['maestro/panel-maestro'],
    },
  ]),
  ...inFile(`${SRC}/subjects/onboarding/functions/send-maestro-welcome-email.ts`, [
    {
      it: 'welcomes a maestro whose profile is not complete',
      text: 'and m.perfil_completo and',
      by: 'and',
      tests: ['protocol/functions/redundant-checks'],
    },
  ]),
  ...inFile(`${SRC}/subjects/onboarding/welcome.ts`, [
    {
      it: 'sends the welcome e-mail of a maestro to a seeker',
      text: 'if (person?.role !== role) return',
      by: 'if (!person) return',
      tests: ['onboarding/welcome-emails'],
    },
  ]),
  ...inFile(`${SRC}/subjects/onboarding/functions/onboarding-enviar.ts`, [
    {
      it: 'accepts a form that breaks a rule',
      text: 'if (refusal !== undefined) {',
      by: 'if (false) {',
      tests: ['onboarding/onboarding-submit'],
    },
  ]),
  ...inFile(`${SRC}/subjects/onboarding/functions/onboarding-enlace.ts`, [
    {
      it: 'makes a link that lasts for a year',
      text: 'const SECONDS = ENLACE_DE_TELEFONO_MIN * 60',
      by: 'const SECONDS = ENLACE_DE_TELEFONO_MIN * 60 * 52_560',
      tests: ['protocol/auth/phone-link'],
    },
  ]),
  ...inFile(`${SRC}/subjects/cuenta/announce-suspension.ts`, [
    {
      it: 'closes the sockets of a restored account',
      text: 'if (profile.suspended) {',
      by: 'if (profile) {',
      tests: ['cuenta/suspension'],
    },
    {
      it: 'leaves the sockets of a suspended account open',
      text: 'if (profile.suspended) {',
      by: 'if (profile.suspended && false) {',
      tests: ['cuenta/suspension'],
    },
  ]),
  ...inFile(`${SRC}/subjects/resenas/review-pages.ts`, [
    {
      it: 'shows the surname of the author of a review',
      text: 'left(btrim(f.apellido), 1) as apellido, f.eliminada_en is',
      by: 'f.apellido, f.eliminada_en is',
      tests: ['perfil/maestro-profile'],
    },
  ]),
  ...inFile(`${SRC}/subjects/cuenta/closing.ts`, [
    {
      it: 'does not erase an account whose mailbox refuses the e-mail',
      text: 'if (waits && !(error instanceof PermanentFailure)) throw error',
      by: 'if (waits) throw error',
      tests: ['cuenta/closing'],
    },
    {
      it: 'waits for the mail server without end',
      text: 'if (waits && !(error instanceof PermanentFailure)) throw error',
      by: 'if (!(error instanceof PermanentFailure)) throw error',
      tests: ['cuenta/closing'],
    },
  ]),
  ...inFile(`${SRC}/subjects/cuenta/erase.ts`, [
    {
      it: 'leaves the channels of an erased account open',
      text: "bus.publish({ kind: 'sessions-ended', userId: id })",
      by: '',
      tests: ['cuenta/erasure'],
    },
    {
      it: 'publishes an erasure that did not happen',
      text: 'if (!erased?.borrada) return false',
      by: 'if (!erased) return false',
      tests: ['cuenta/erasure'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/commands/acts.ts`, [
    {
      it: 'acts for anyone',
      text: "and p.role = 'operador' and p.suspendido_en is null`",
      by: '`',
      tests: ['operacion/commands/commands'],
    },
    {
      it: 'acts for a suspended operator',
      text: ' and p.suspendido_en is null`\n  if (!found) throw new OperatorError(textos.errores.operador)',
      by: '`\n  if (!found) throw new OperatorError(textos.errores.operador)',
      tests: ['operacion/commands/commands'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/commands/jobs.ts`, [
    {
      it: 'shows the texts of jobs',
      text: 'from jsonb_each(j.payload::jsonb) d\n        where d',
      by: 'from jsonb_each(j.payload::jsonb) d\n        where true or d',
      tests: ['operacion/commands/jobs'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/commands/run.ts`, [
    {
      it: 'prints control characters',
      text: "(sign) => (sign === '\\n' ? sign : '·')",
      by: '(sign) => sign',
      tests: ['operacion/commands/commands'],
    },
    {
      it: 'prints the line breaks of a name',
      text: "printable(line).replaceAll('\\n', '·')",
      by: 'printable(line)',
      tests: ['operacion/commands/verifications'],
    },
  ]),
  ...inFile(`${SRC}/subjects/operacion/commands/lists.ts`, [
    {
      it: 'shows what a person wrote like lines of its own',
      text: '`${indent}| ${line}`',
      by: '`${indent}${line}`',
      tests: ['seguridad/reports'],
    },
  ]),
]
