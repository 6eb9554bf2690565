import { sendMessage as contract, type SendMessageInput } from '@maestros/contrato'
import { esFragmento, moderar } from '@maestros/dominio/moderacion'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
import { chatChange, messageInserted } from '../bus/changes.ts'
import { isSafePath } from '../objects/path.ts'
import type { PersonCall, PersonFunction } from './definition.ts'
import {
  accountSuspended,
  chatNotFound,
  forbidden,
  invalidInput,
  rateLimited,
  sessionExpired,
} from './errors.ts'
import { parse } from './input.ts'
import { CHAT_BUCKET, mensajePresenter } from './mensajes.ts'
import { messageWriter } from './message-writer.ts'

/** Either person of a chat writes in it. What moderation holds back is kept, and seen by its author alone. */
export const sendMessage: PersonFunction = {
  name: contract.name,
  method: contract.method,
  path: '/send-message',
  caller: 'person',
  handler: ({ bus, config, db, limits, secrets }) => {
    const present = mensajePresenter(secrets)
    const write = messageWriter(db.sql)
    return async ({ request, caller, run }) => {
      const input = parse(contract.input, request.body)
      const verdict = await limits.hit(`message:${caller.userId}`, config.LIMIT_MESSAGES_PERSON)
      if (!verdict.allowed) {
        throw rateLimited(textos.demasiadosMensajes(verdict.retryAfter), verdict.retryAfter)
      }
      const written = await write({
        person: caller,
        chat_id: input.chat_id,
        tipo: input.tipo,
        contenido: input.tipo === 'imagen' ? pathOf(input) : input.contenido,
        client_id: input.client_id ?? null,
        motivos: input.tipo === 'texto' ? await motivosOf(input, caller.userId, run) : NONE,
      })
      if (written.mensaje === null) throw REFUSALS[written.estado]()
      const message = present(written.mensaje)
      if (written.estado === 'escrito') {
        bus.publish(messageInserted(message, written.readers))
        if (written.chat) bus.publish(chatChange('UPDATE', written.chat))
      }
      return { success: true, message }
    }
  },
}

const REFUSALS = {
  sin_sesion: sessionExpired,
  cuenta_suspendida: accountSuspended,
  sin_chat: chatNotFound,
  sin_destino: () => forbidden(textos.personaNoDisponible),
  sin_objeto: () => notAPicture(),
}

const NONE = { cerrado: null, abierto: null }

/** How long and how many of an author's own messages a number may be spread over. */
const SPREAD = { minutes: 10, messages: 12 }

/** Why the text is held back while the contact is locked and once it is open: the database knows which of the two holds. */
async function motivosOf(input: SendMessageInput, author: string, run: PersonCall['run']) {
  const { contenido } = input
  // Only what could be a piece of a number costs a second question.
  const anteriores = esFragmento(contenido) ? await lately(input.chat_id, author, run) : []
  const cerrado = moderar(contenido, { contactoAbierto: false, anteriores })
  // The one reason that always holds is the first that is looked for.
  return { cerrado, abierto: cerrado === 'tarjeta' ? cerrado : null }
}

async function lately(chat: string, author: string, run: PersonCall['run']): Promise<string[]> {
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

/** After the surface's own words: public, signed or private, whole or relative, with or without a token. */
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
