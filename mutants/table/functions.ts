import { inFile } from '../mutant.ts'

const SRC = 'apps/server/src'

/** The server functions in general, and those of chats. */
export const functionsMutants = [
  ...inFile(`${SRC}/functions/plugin.ts`, [
    {
      it: 'lets a call wait for its connection without a limit',
      text: 'setTimeout(() => controller.abort(new Overloaded(RETRY_SECONDS)), MAX_WAIT_MS)',
      by: 'setTimeout(() => {}, MAX_WAIT_MS)',
      tests: ['functions/fair-connections'],
    },
    {
      it: 'lets the secret key call functions for persons',
      text: "if (caller.role === 'service_role') throw forbidden(textos.soloPersonas)",
      by: '',
      tests: ['functions/bodies'],
    },
    {
      it: 'lets callers without a session call functions for persons',
      text: "if (caller.role !== 'authenticated') throw sessionRequired()",
      by: '',
      tests: ['access-matrix/calls'],
    },
    {
      it: 'lets every role call every function',
      text: "const role = contract.callers === 'person' ? null : contract.callers",
      by: 'const role = null',
      tests: ['access-matrix/calls'],
    },
    {
      it: 'takes any apikey for the publishable key',
      text: 'apikey === key && (authorization',
      by: '(authorization',
      tests: ['functions/maestros'],
    },
    {
      it: 'ignores a token beside the publishable key',
      text: '(authorization === undefined || authorization === bearer)',
      by: 'true',
      tests: ['functions/maestros'],
    },
    {
      it: 'lets one caller use all connections',
      text: 'runningPerKey: Math.max(1, Math.floor(running / 2)),',
      by: 'runningPerKey: running,',
      tests: ['functions/fair-connections'],
    },
    {
      it: 'lets one caller fill the queue',
      text: 'waitingPerKey: 100,',
      by: 'waitingPerKey: 1000,',
      tests: ['functions/fair-connections'],
    },
  ]),
  ...inFile(`${SRC}/functions/person.ts`, [
    {
      it: 'runs functions without a check of the person',
      text: "runAfterCheck(db.sql, 'read write', (sql) => requirePerson(sql, person, role), statement)",
      by: "runAfterCheck(db.sql, 'read write', (sql) => sql`select ${role}::text, ${person.userId}::text`, statement)",
      tests: ['access-matrix/calls'],
    },
  ]),
  ...inFile(`${SRC}/functions/bodies.ts`, [
    {
      it: 'reads forms',
      text: 'READ_AS_JSON.has(typeOf(request)) ?',
      by: 'READ_AS_JSON.size > 0 ?',
      tests: ['functions/bodies'],
    },
  ]),
  ...inFile(`${SRC}/functions/batch-queue.ts`, [
    {
      it: 'lets one caller fill the queue',
      text: ' || list.length >= WAITING_PER_KEY',
      by: '',
      tests: ['functions/fair-connections'],
    },
    {
      it: 'lets any number of queries wait',
      text: 'waiting >= WAITING || ',
      by: '',
      tests: ['functions/fair-connections'],
    },
  ]),
  ...inFile(`${SRC}/functions/cursor.ts`, [
    {
      it: 'accepts cursors of any length',
      text: 'cursor.length <= CURSOR_MAX ?',
      by: 'cursor.length >= 0 ?',
      tests: ['functions/redundant-checks'],
    },
    {
      it: 'accepts cursors of any form',
      text: 'if (!match) throw invalidInput(textos.datoInvalido(name))',
      by: "if (!match) return ['1', '00000000-0000-0000-0000-000000000000']",
      tests: ['functions/messages', 'functions/inboxes'],
    },
  ]),
  ...inFile(`${SRC}/functions/errors.ts`, [
    {
      it: 'tells the details of internal errors',
      text: "return invalidInput()\n  return new FunctionError('INTERNAL', textos.fallo)",
      by: "return invalidInput()\n  return new FunctionError('INTERNAL', String(error))",
      tests: ['functions/redundant-checks'],
    },
    {
      it: 'tells the details of database errors',
      text: "if (error.code !== 'PT403') return new FunctionError('INTERNAL', textos.fallo)",
      by: "if (error.code !== 'PT403') return new FunctionError('INTERNAL', error.message)",
      tests: ['functions/redundant-checks'],
    },
  ]),
  ...inFile(`${SRC}/functions/chat/chat-initiate.ts`, [
    {
      it: 'accepts a borough that differs from the context',
      text: "if (chosen.alcaldia_seleccionada !== contexto.alcaldia) throw differs('alcaldia_seleccionada')",
      by: '',
      tests: ['functions/chat-limits'],
    },
    {
      it: 'accepts a trade that differs from the context',
      text: "if (chosen.oficio_seleccionado !== contexto.servicio) throw differs('oficio_seleccionado')",
      by: '',
      tests: ['functions/chat-limits'],
    },
  ]),
  ...inFile(`${SRC}/functions/chat/get-maestro-chats.ts`, [
    {
      it: 'shows the name of an erased seeker',
      text: "chat.cerrado_en === null ? (chat.display_name ?? '') : null",
      by: "(chat.display_name ?? '')",
      tests: ['accounts/erasure'],
    },
  ]),
  ...inFile(`${SRC}/functions/chat/get-messages.ts`, [
    {
      it: 'shows blocked messages to both people',
      text: 'newest(sql`bloqueado and autor_id = ${reader}`)',
      by: 'newest(sql`bloqueado and ${reader}::uuid is not null`)',
      tests: ['functions/messages'],
    },
    {
      it: 'shows every chat to everyone',
      text: 'where c.id = ${chat} and ${reader}::uuid in (c.buscador_id, c.maestro_id)`',
      by: 'where c.id = ${chat}`',
      tests: ['access-matrix/calls'],
    },
  ]),
  ...inFile(`${SRC}/functions/chat/support/inbox.ts`, [
    {
      it: 'shows whole surnames in the inbox',
      text: 'case when v.id is null then left(btrim(m.apellido), 1) else m.apellido end as apellido',
      by: 'm.apellido',
      tests: ['functions/duplicated-rules', 'functions/inboxes'],
    },
    {
      it: 'shows the inbox of another side',
      text: 'where c.${mine} = ${reader} and ',
      by: 'where ${reader}::uuid in (c.buscador_id, c.maestro_id) and c.${mine} is not null and ',
      tests: ['functions/redundant-checks'],
    },
  ]),
  ...inFile(`${SRC}/functions/chat/support/moderation.ts`, [
    {
      it: 'does not moderate messages',
      text: 'const cerrado = moderar(text, { contactoAbierto: false, anteriores })',
      by: 'const cerrado: MotivoDeBloqueo | null = null',
      tests: ['functions/messages'],
    },
    {
      it: 'allows card numbers after the contact was opened',
      text: "abierto: cerrado === 'tarjeta' ? cerrado : null",
      by: 'abierto: null',
      tests: ['functions/messages'],
    },
    {
      it: 'does not look at earlier messages',
      text: 'write(motivosOf(sent.text, await recentTexts(sent, run)))',
      by: 'write(motivosOf(sent.text, (await recentTexts(sent, run)).slice(0, 0)))',
      tests: ['functions/messages'],
    },
    {
      it: 'counts the earlier messages of the other person',
      text: "where autor_id = ${author} and tipo = 'texto'",
      by: "where ${author}::uuid is not null and tipo = 'texto'",
      tests: ['functions/messages'],
    },
  ]),
  ...inFile(`${SRC}/functions/chat/send-message.ts`, [
    {
      it: 'publishes nothing for a repeated message',
      text: 'if (!prepared.published.has(message.id)) {',
      by: "if (written.estado === 'escrito') {",
      tests: ['functions/messages'],
    },
    {
      it: 'does not limit messages',
      text: 'await requireRoom(context)',
      by: '',
      tests: ['functions/chat-limits'],
    },
    {
      it: 'accepts pictures of other folders',
      text: '!path?.startsWith(`${chat_id.toLowerCase()}/`)',
      by: 'path === undefined',
      tests: ['functions/messages'],
    },
  ]),
  ...inFile(`${SRC}/objects/address.ts`, [
    {
      it: 'accepts unsafe paths of pictures',
      text: ' && isSafePath(name)',
      by: '',
      tests: ['functions/messages'],
    },
  ]),
  ...inFile(`${SRC}/functions/newcomers.ts`, [
    {
      it: 'counts no acts of the new accounts of an address',
      text: "if (counted(written)) await count('hit')",
      by: 'counted(written)',
      tests: ['functions/newcomers'],
    },
  ]),
  ...inFile(`${SRC}/functions/ayuda/submit-support-ticket.ts`, [
    {
      it: 'accepts tickets that break the rules of the form',
      text: 'if (field) return errors[field]',
      by: '',
      tests: ['functions/support-tickets'],
    },
  ]),
  ...inFile(`${SRC}/mail/one-line.ts`, [
    {
      it: 'keeps line breaks in the name of a ticket',
      text: "replace(/[\\p{Cc}\\s]+/gu, ' ')",
      by: "replace(/^$/gu, ' ')",
      tests: ['functions/support-tickets'],
    },
  ]),
]
