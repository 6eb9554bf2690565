import { largoDe, MOTIVOS } from '@maestros/dominio/contacto/contacto'
import { MOTIVO_DETALLE } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { ChatInitiateInput } from '../chat/chat-initiate.ts'
import { contract } from '../contract.ts'

/** Lengths are counted in characters, as the database does; an emoji has two units of JavaScript. */
const Detalle = z.string().check(
  z.trim(),
  z.maxLength(2 * MOTIVO_DETALLE.max),
  z.refine((texto) => {
    const largo = largoDe(texto)
    return largo >= MOTIVO_DETALLE.min && largo <= MOTIVO_DETALLE.max
  }),
)

export const TrackContactAccessInput = z.object({
  maestro_id: z.guid(),
  motivo: z.enum(MOTIVOS),
  /** Required for 'otro'. */
  detalle: z.optional(Detalle),
  /** What the chat is about that is started when the two have none. */
  contexto: z.optional(ChatInitiateInput.shape.contexto),
})
export type TrackContactAccessInput = z.infer<typeof TrackContactAccessInput>

export const Contacto = z.object({
  success: z.literal(true),
  chat_id: z.guid(),
  nombre: z.string(),
  apellido: z.string(),
  telefono: z.string(),
})
export type Contacto = z.infer<typeof Contacto>

/** Once recorded, the access is permanent: the same call again has the same answer and writes nothing. */
export const trackContactAccess = contract({
  name: 'track-contact-access',
  method: 'POST',
  input: TrackContactAccessInput,
  output: Contacto,
  callers: 'buscador',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})
