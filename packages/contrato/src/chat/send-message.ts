import { esTextoVacio } from '@maestros/dominio/chat/conversacion'
import { MENSAJE_MAX } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'
import { DuracionMs, Mensaje, Picos } from './mensaje.ts'

/**
 * `contenido` of a picture or a voice note is an object of the chat's own folder, by its path or by the address the storage client gives.
 * The same `client_id` sent twice writes once and is answered with the message that is there, or with CONFLICT when that has
 * another content.
 */
export const SendMessageInput = z.object({
  chat_id: z.guid(),
  tipo: z.enum(['texto', 'imagen', 'audio']),
  contenido: z.string().check(
    z.trim(),
    z.minLength(1),
    z.maxLength(MENSAJE_MAX),
    z.refine((texto) => !esTextoVacio(texto)),
  ),
  client_id: z.optional(z.guid()),
  /** The message of this chat that it answers to. */
  respuesta_a: z.optional(z.guid()),
  /** Both are required for a voice note, and refused for the rest. */
  duracion_ms: z.optional(DuracionMs),
  picos: z.optional(Picos),
})
export type SendMessageInput = z.infer<typeof SendMessageInput>

export const sendMessage = contract({
  name: 'send-message',
  method: 'POST',
  input: SendMessageInput,
  output: z.extend(Hecho, { message: Mensaje }),
  callers: 'person',
  errors: ['CONFLICT', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})
