import { type SendMessageInput, sendMessage } from '@maestros/contrato/funciones/chat/send-message'
import type { Mensaje } from '@maestros/contrato/mensaje'
import { callFunction } from '#lib/functions.ts'

/** The server writes a message once for each `client_id`, so a call whose answer was lost may be repeated. */
export async function sendMensaje(input: SendMessageInput & { client_id: string }): Promise<Mensaje> {
  return (await callFunction(sendMessage, input)).data.message
}
