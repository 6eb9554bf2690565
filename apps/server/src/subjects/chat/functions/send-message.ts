import { type SendMessageInput, sendMessage } from '@maestros/contrato/chat/send-message'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { LRUCache } from 'lru-cache'
import { chatChange, messageInserted } from '../../../platform/bus/changes.ts'
import { objectNamed } from '../../../platform/objects/address.ts'
import { CHAT_BUCKET } from '../../../platform/objects/message-files.ts'
import { type Context, defineFunction } from '../../../protocol/functions/define.ts'
import { accountSuspended, invalidInput, sessionExpired } from '../../../protocol/functions/errors.ts'
import { messageWriter, type Refused } from '../message-writer.ts'
import { type Motivos, messageModeration, NO_MOTIVOS } from '../moderation.ts'
import { type MensajeRow, mensajePresenter, withoutAddresses } from '../present-mensaje.ts'

/**
 * Ids of messages that were published. A message whose id was removed from this set is published again; browsers recognize it by
 * its id.
 */
const PUBLISHED_MAX = 5000

export default defineFunction(sendMessage, {
  summary: 'Writes a message in a chat of the caller. Moderation may keep it from the other person.',
  prepare: ({ db, secrets }) => ({
    present: mensajePresenter(secrets),
    write: messageWriter(db.sql),
    moderated: messageModeration(),
    published: new LRUCache<string, true>({ max: PUBLISHED_MAX }),
  }),
  handle: async (input, context) => {
    const { caller, run, services, prepared } = context
    await requireRoom(context)
    const contenido = input.tipo === 'texto' ? input.contenido : pathOf(input)
    const write = (motivos: Motivos) =>
      prepared.write({
        person: caller,
        chat_id: input.chat_id,
        tipo: input.tipo,
        contenido,
        ...soundOf(input),
        client_id: input.client_id ?? null,
        respuesta_a: input.respuesta_a ?? null,
        motivos,
      })
    const written =
      input.tipo === 'texto'
        ? await prepared.moderated(
            { author: caller.userId, chat: input.chat_id, text: input.contenido },
            run,
            write,
          )
        : await write(NO_MOTIVOS)
    if (written.mensaje === null) throw refusalOf(written.estado, context)
    if (isAnother(written.mensaje, { ...input, contenido }))
      throw context.error('CONFLICT', textos.otroMensaje)
    const message = prepared.present(written.mensaje, caller)
    // A message that exists may have been written by a call whose answer from the database was lost. Nobody was told of it.
    if (!prepared.published.has(message.id)) {
      prepared.published.set(message.id, true)
      services.bus.publish(messageInserted(withoutAddresses(written.mensaje), written.readers))
      if (written.chat) services.bus.publish(chatChange('UPDATE', written.chat))
    }
    return { success: true, message }
  },
})

/** Whether a message that exists with the same client_id is not the given one. A deleted message has no content. */
const isAnother = (
  written: Pick<MensajeRow, 'tipo' | 'contenido'>,
  { tipo, contenido }: Pick<SendMessageInput, 'tipo' | 'contenido'>,
) => written.tipo !== tipo || (written.contenido !== null && written.contenido !== contenido)

type Sending = Pick<Context<typeof sendMessage, unknown>, 'caller' | 'services' | 'error' | 'rateLimited'>

/** Fails when the caller has sent as many messages as LIMIT_MESSAGES_PERSON allows. */
async function requireRoom({ caller, services: { config, limits }, rateLimited }: Sending) {
  const verdict = await limits.hit(`message:${caller.userId}`, config.LIMIT_MESSAGES_PERSON)
  if (verdict.allowed) return
  const { retryAfter } = verdict
  throw rateLimited(textos.demasiadosMensajes(retryAfter), retryAfter)
}

function refusalOf(reason: Refused, { error }: Sending) {
  switch (reason) {
    case 'sin_sesion':
      return sessionExpired()
    case 'cuenta_suspendida':
      return accountSuspended()
    case 'otro_rol':
      return error('FORBIDDEN', textos.noParaOperadores)
    case 'sin_chat':
      return error('NOT_FOUND', textos.chatNoEncontrado)
    case 'sin_destino':
      return error('FORBIDDEN', textos.personaNoDisponible)
    case 'par_bloqueado':
      return error('FORBIDDEN', textos.conversacionBloqueada)
    case 'contacto_cerrado':
      return error('FORBIDDEN', textos.notaDeVozSinContacto)
    case 'sin_objeto':
      return notAFile()
    case 'sin_original':
      return invalidInput(textos.datoInvalido('respuesta_a'))
  }
}

const notAFile = () => invalidInput(textos.datoInvalido('contenido'))

/** The duration and the peaks, which a voice note must have and other messages must not. */
function soundOf({ tipo, duracion_ms, picos }: SendMessageInput) {
  for (const [field, given] of Object.entries({ duracion_ms, picos })) {
    if ((given !== undefined) === (tipo === 'audio')) continue
    throw invalidInput(given === undefined ? textos.datoFaltante(field) : textos.datoInvalido(field))
  }
  return { duracion_ms: duracion_ms ?? null, picos: picos ?? null }
}

/** The object that the content of a picture or a voice note names: its path, or any address of the storage client for it. */
function pathOf({ chat_id, contenido }: SendMessageInput): string {
  const path = objectNamed(CHAT_BUCKET, contenido)
  if (!path?.startsWith(`${chat_id.toLowerCase()}/`)) throw notAFile()
  return path
}
