import { type SendMessageInput, sendMessage } from '@maestros/contrato/funciones/send-message'
import type { Mensaje } from '@maestros/contrato/mensaje'
import { callFunction } from '#lib/functions.ts'

/** Sent twice with one `client_id`, it is written once: whoever lost the answer may ask again. */
export async function sendMensaje(body: SendMessageInput & { client_id: string }): Promise<Mensaje> {
  return (await callFunction(sendMessage, { body })).data.message
}
