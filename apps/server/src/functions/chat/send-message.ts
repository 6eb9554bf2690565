import { type SendMessageInput, sendMessage } from '@maestros/contrato/funciones/chat/send-message'
import { esFragmento, moderar } from '@maestros/dominio/moderacion'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
import { chatChange, messageInserted } from '../../bus/changes.ts'
import { isSafePath } from '../../objects/path.ts'
import { type Context, defineFunction, type Run } from '../define.ts'
import { accountSuspended, invalidInput, sessionExpired } from '../errors.ts'
import { messageWriter, type Refused } from './support/message-writer.ts'
import { CHAT_BUCKET, mensajePresenter } from './support/present-mensaje.ts'

export default defineFunction(sendMessage, {
  summary: 'Writes a message in a chat of the caller. Moderation may keep it from the other person.',
  prepare: ({ db, secrets }) => ({ present: mensajePresenter(secrets), write: messageWriter(db.sql) }),
  handle: async (input, context) => {
    const { caller, run, services, prepared } = context
    await requireRoom(context)
    const written = await prepared.write({
      person: caller,
      chat_id: input.chat_id,
      tipo: input.tipo,
      contenido: input.tipo === 'imagen' ? pathOf(input) : input.contenido,
      client_id: input.client_id ?? null,
      motivos: input.tipo === 'texto' ? await motivosOf(input, caller.userId, run) : NONE,
    })
    if (written.mensaje === null) throw refusalOf(written.estado, context)
    const message = prepared.present(written.mensaje)
    if (written.estado === 'escrito') {
      services.bus.publish(messageInserted(message, written.readers))
      if (written.chat) services.bus.publish(chatChange('UPDATE', written.chat))
    }
    return { success: true, message }
  },
})

type Sending = Pick<Context<typeof sendMessage, unknown>, 'caller' | 'services' | 'error'>

/** Fails when the caller has sent as many messages as LIMIT_MESSAGES_PERSON allows. */
async function requireRoom({ caller, services: { config, limits }, error }: Sending) {
  const verdict = await limits.hit(`message:${caller.userId}`, config.LIMIT_MESSAGES_PERSON)
  if (verdict.allowed) return
  const { retryAfter } = verdict
  throw error('RATE_LIMITED', textos.demasiadosMensajes(retryAfter), {
    headers: { 'retry-after': String(retryAfter) },
  })
}

function refusalOf(reason: Refused, { error }: Sending) {
  switch (reason) {
    case 'sin_sesion':
      return sessionExpired()
    case 'cuenta_suspendida':
      return accountSuspended()
    case 'sin_chat':
      return error('NOT_FOUND', textos.chatNoEncontrado)
    case 'sin_destino':
      return error('FORBIDDEN', textos.personaNoDisponible)
    case 'par_bloqueado':
      return error('FORBIDDEN', textos.conversacionBloqueada)
    case 'sin_objeto':
      return notAPicture()
  }
}

const NONE = { cerrado: null, abierto: null }

/** A phone number may be spread over this many messages of an author within this many minutes. */
const SPREAD = { minutes: 10, messages: 12 }

/** Why the text is blocked while the contact is locked, and once it is open. The database applies one of the two. */
async function motivosOf(input: SendMessageInput, author: string, run: Run) {
  const { contenido } = input
  // Earlier messages are read only for a text that could be a part of a number.
  const anteriores = esFragmento(contenido) ? await recentTexts(input.chat_id, author, run) : []
  const cerrado = moderar(contenido, { contactoAbierto: false, anteriores })
  // Card numbers are blocked always, and `moderar` looks for them first.
  return { cerrado, abierto: cerrado === 'tarjeta' ? cerrado : null }
}

async function recentTexts(chat: string, author: string, run: Run): Promise<string[]> {
  const rows = await run(
    (sql) => sql<{ contenido: string }[]>`
    select contenido from (
      select * from public.mensajes where chat_id = ${chat} and not bloqueado
      order by secuencia desc limit ${SPREAD.messages * 2}
    ) m
    where autor_id = ${author} and tipo = 'texto'
      and creado_en > now() - ${SPREAD.minutes} * interval '1 minute'
    order by secuencia desc limit ${SPREAD.messages}`,
  )
  return rows.map(({ contenido }) => contenido).reverse()
}

const notAPicture = () => invalidInput(textos.datoInvalido('contenido'))

/** An address of the storage surface: public, signed or private, absolute or relative, with or without a token. */
const ADDRESS = new RegExp(`(?:^|/)object/(?:public|sign|authenticated)/${CHAT_BUCKET}/([^?#]+)`)

/** The object that a picture's content names: its path, or any address that the storage client gives for it. */
function pathOf({ chat_id, contenido }: SendMessageInput): string {
  const [, escaped] = ADDRESS.exec(contenido) ?? []
  const path = escaped === undefined ? contenido : unescaped(escaped)
  if (!path.startsWith(`${chat_id.toLowerCase()}/`) || !isSafePath(path)) throw notAPicture()
  return path
}

function unescaped(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw notAPicture()
  }
}
