import { type SendMessageInput, sendMessage } from '@maestros/contrato/funciones/chat/send-message'
import type { Mensaje } from '@maestros/contrato/mensaje'
import { callFunction } from '#lib/functions.ts'

/** Sent twice with one `client_id`, it is written once: whoever lost the answer may ask again. */
export async function sendMensaje(input: SendMessageInput & { client_id: string }): Promise<Mensaje> {
  return (await callFunction(sendMessage, input)).data.message
}
