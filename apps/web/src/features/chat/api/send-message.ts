import { type Mensaje, MensajeRecibido } from '@maestros/contrato/chat/mensaje'
import { type SendMessageInput, sendMessage } from '@maestros/contrato/chat/send-message'
import * as z from 'zod/mini'
import { callFunction } from '#lib/session/call-function.ts'

const called = { ...sendMessage, output: z.object({ message: z.optional(MensajeRecibido) }) }

/**
 * The server writes a message once for each `client_id`, so a call whose answer was lost may be repeated. Null when the
 * answer says only that it was written (specification, section 7).
 */
export async function sendMensaje(input: SendMessageInput & { client_id: string }): Promise<Mensaje | null> {
  return (await callFunction(called, input)).data.message ?? null
}
