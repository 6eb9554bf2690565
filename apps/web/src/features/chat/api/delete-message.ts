import { eliminarMensaje } from '@maestros/contrato/chat/eliminar-mensaje'
import { MensajeRecibido } from '@maestros/contrato/chat/mensaje'
import * as z from 'zod/mini'
import { callFunction } from '#lib/session/call-function.ts'
import { replaceMensaje } from './messages.ts'

const called = { ...eliminarMensaje, output: z.object({ message: MensajeRecibido }) }

/** Deletes an own message for both people. */
export async function deleteMensaje(id: string) {
  replaceMensaje((await callFunction(called, { mensaje_id: id })).data.message)
}
