import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** The server functions in general, and those of chats. */
export const functionsMutants = [
  ...inFile(`${SRC}/protocol/functions/plugin.ts`, [
    {
      it: 'lets a call wait for its connection without a limit',
      text: 'setTimeout(() => controller.abort(new Overloaded(RETRY_SECONDS)), MAX_WAIT_MS)',
      by: 'setTimeout(() => {}, MAX_WAIT_MS)',
      tests: ['protocol/functions/fair-connections'],
    },
    {
      it: 'lets the secret key call functions for persons',
      text: "if (caller.role === 'service_role') throw forbidden(textos.soloPersonas)",
      by: '',
      tests: ['protocol/functions/bodies'],
    },
    {
      it: 'lets callers without a session call functions for persons',
      text: "if (caller.role !== 'authenticated') throw sessionRequired()",
      by: '',
      tests: ['matrix/calls'],
    },
    {
      it: 'lets every role call every function',
      text: "const role = contract.callers === 'person' ? null : contract.callers",
      by: 'const role = null',
      tests: ['matrix/calls'],
    },
    {
      it: 'takes any apikey for the publishable key',
      text: 'apikey === key && (authorization',
      by: '(authorization',
      tests: ['directorio/maestros'],
    },
    {
      it: 'ignores a token beside the publishable key',
      text: '(authorization === undefined || authorization === bearer)',
      by: 'true',
      tests: ['directorio/maestros'],
    },
    {
      it: 'lets one caller use all connections',
      text: 'runningPerKey: Math.max(1, Math.floor(running / 2)),',
      by: 'runningPerKey: running,',
      tests: ['protocol/functions/fair-connections'],
    },
    {
      it: 'lets one caller fill the queue',
      text: 'waitingPerKey: 100,',
      by: 'waitingPerKey: 1000,',
      tests: ['protocol/functions/fair-connections'],
    },
  ]),
  ...inFile(`${SRC}/protocol/functions/person.ts`, [
    {
      it: 'runs functions without a check of the person',
      text: "runAfterCheck(db.sql, 'read write', (sql) => requirePerson(sql, person, role), statement)",
      by: "runAfterCheck(db.sql, 'read write', (sql) => sql`select ${role}::text, ${person.userId}::text`, statement)",
      tests: ['matrix/calls'],
    },
  ]),
  ...inFile(`${SRC}/protocol/functions/bodies.ts`, [
    {
      it: 'reads forms',
      text: 'READ_AS_JSON.has(typeOf(request)) ?',
      by: 'READ_AS_JSON.size > 0 ?',
      tests: ['protocol/functions/bodies'],
    },
  ]),
  ...inFile(`${SRC}/protocol/functions/batch-queue.ts`, [
    {
      it: 'lets one caller fill the queue',
      text: ' || list.length >= WAITING_PER_KEY',
      by: '',
      tests: ['protocol/functions/fair-connections'],
    },
    {
      it: 'lets any number of queries wait',
      text: 'waiting >= WAITING || ',
      by: '',
      tests: ['protocol/functions/fair-connections'],
    },
  ]),
  ...inFile(`${SRC}/protocol/functions/cursor.ts`, [
    {
      it: 'accepts cursors of any length',
      text: 'cursor.length <= CURSOR_MAX ?',
      by: 'cursor.length >= 0 ?',
      tests: ['protocol/functions/redundant-checks'],
    },
    {
      it: 'accepts cursors of any form',
      text: 'if (!match) throw invalidInput(textos.datoInvalido(name))',
      by: "if (!match) return ['1', '00000000-0000-0000-0000-000000000000']",
      tests: ['chat/messages', 'chat/inboxes'],
    },
  ]),
  ...inFile(`${SRC}/protocol/functions/errors.ts`, [
    {
      it: 'tells the details of internal errors',
      text: "return invalidInput()\n  return new FunctionError('INTERNAL', textos.fallo)",
      by: "return invalidInput()\n  return new FunctionError('INTERNAL', String(error))",
      tests: ['protocol/functions/redundant-checks'],
    },
    {
      it: 'tells the details of database errors',
      text: "if (error.code !== 'PT403') return new FunctionError('INTERNAL', textos.fallo)",
      by: "if (error.code !== 'PT403') return new FunctionError('INTERNAL', error.message)",
      tests: ['protocol/functions/redundant-checks'],
    },
  ]),
  ...inFile(`${SRC}/subjects/chat/functions/chat-initiate.ts`, [
    {
      it: 'accepts a borough that differs from the context',
      text: "if (chosen.alcaldia_seleccionada !== contexto.alcaldia) throw differs('alcaldia_seleccionada')",
      by: '',
      tests: ['chat/chat-limits'],
    },
    {
      it: 'accepts a trade that differs from the context',
      text: "if (chosen.oficio_seleccionado !== contexto.servicio) throw differs('oficio_seleccionado')",
      by: '',
      tests: ['chat/chat-limits'],
    },
  ]),
  ...inFile(`${SRC}/subjects/chat/functions/get-maestro-chats.ts`, [
    {
      it: 'shows the name of an erased seeker',
      text: "chat.cerrado_en === null ? (chat.display_name ?? '') : null",
      by: "(chat.display_name ?? '')",
      tests: ['cuenta/erasure'],
    },
  ]),
  ...inFile(`${SRC}/subjects/chat/functions/get-messages.ts`, [
    {
      it: 'shows blocked messages to both people',
      text: 'newest(sql`bloqueado and autor_id = ${reader}`)',
      by: 'newest(sql`bloqueado and ${reader}::uuid is not null`)',
      tests: ['chat/messages'],
    },
    {
      it: 'shows every chat to everyone',
      text: 'where c.id = ${chat} and ${reader}::uuid in (c.buscador_id, c.maestro_id)`',
      by: 'where c.id = ${chat}`',
      tests: ['matrix/calls'],
    },
  ]),
  ...inFile(`${SRC}/subjects/chat/inbox.ts`, [
    {
      it: 'shows whole surnames in the inbox',
      text: 'case when v.id is null then left(btrim(m.apellido), 1) else m.apellido end as apellido',
      by: 'm.apellido',
      tests: ['architecture/duplicated-rules', 'chat/inboxes'],
    },
    {
      it: 'shows the inbox of another side',
      text: 'where c.${mine} = ${reader} and ',
      by: 'where ${reader}::uuid in (c.buscador_id, c.maestro_id) and c.${mine} is not null and ',
      tests: ['protocol/functions/redundant-checks'],
    },
  ]),
  ...inFile(`${SRC}/subjects/chat/moderation.ts`, [
    {
      it: 'does not moderate messages',
      text: 'const cerrado = moderar(text, { contactoAbierto: false, anteriores })',
      by: 'const cerrado: MotivoDeBloqueo | null = null',
      tests: ['chat/messages'],
    },
    {
      it: 'allows card numbers after the contact was opened',
      text: "abierto: cerrado === 'tarjeta' ? cerrado : null",
      by: 'abierto: null',
      tests: ['chat/messages'],
    },
    {
      it: 'does not look at earlier messages',
      text: 'write(motivosOf(sent.text, await recentTexts(sent, run)))',
      by: 'write(motivosOf(sent.text, (await recentTexts(sent, run)).slice(0, 0)))',
      tests: ['chat/messages'],
    },
    {
      it: 'counts the earlier messages of the other person',
      text: "where autor_id = ${author} and tipo = 'texto'",
      by: "where ${author}::uuid is not null and tipo = 'texto'",
      tests: ['chat/messages'],
    },
  ]),
  ...inFile(`${SRC}/subjects/chat/functions/send-message.ts`, [
    {
      it: 'publishes nothing for a repeated message',
      text: 'if (!prepared.published.has(message.id)) {',
      by: "if (written.estado === 'escrito') {",
      tests: ['chat/messages'],
    },
    {
      it: 'does not limit messages',
      text: 'await requireRoom(context)',
      by: '',
      tests: ['chat/chat-limits'],
    },
    {
      it: 'accepts pictures of other folders',
      text: '!path?.startsWith(`${chat_id.toLowerCase()}/`)',
      by: 'path === undefined',
      tests: ['chat/messages'],
    },
  ]),
  ...inFile(`${SRC}/platform/objects/address.ts`, [
    {
      it: 'accepts unsafe paths of pictures',
      text: ' && isSafePath(name)',
      by: '',
      tests: ['chat/messages'],
    },
  ]),
  ...inFile(`${SRC}/protocol/functions/new-account-limits.ts`, [
    {
      it: 'counts no acts of the new accounts of an address',
      text: "if (counted(written)) await count('hit')",
      by: 'counted(written)',
      tests: ['protocol/functions/new-account-limits'],
    },
  ]),
  ...inFile(`${SRC}/subjects/ayuda/functions/submit-support-ticket.ts`, [
    {
      it: 'accepts tickets that break the rules of the form',
      text: 'if (field) return errors[field]',
      by: '',
      tests: ['ayuda/support-tickets'],
    },
  ]),
  ...inFile(`${SRC}/platform/mail/mails.ts`, [
    {
      it: 'keeps line breaks in the name of a ticket',
      text: "replace(/[\\p{Cc}\\s]+/gu, ' ')",
      by: "replace(/^$/gu, ' ')",
      tests: ['ayuda/support-tickets'],
    },
  ]),
]
