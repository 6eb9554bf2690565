import { MOTIVOS } from '@maestros/dominio/contacto'
import { CONTEXTO_MAX, MOTIVO_DETALLE } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { plannedContract } from '../../contract.ts'

const Nombre = z.string().check(z.maxLength(CONTEXTO_MAX))

export const TrackContactAccessInput = z.object({
  maestro_id: z.guid(),
  motivo: z.enum(MOTIVOS),
  /** What 'otro' means. */
  detalle: z.optional(z.string().check(z.minLength(MOTIVO_DETALLE.min), z.maxLength(MOTIVO_DETALLE.max))),
  /** What the chat that it starts is about: the seeker's choice. */
  contexto: z.optional(z.object({ alcaldia: z.optional(Nombre), servicio: z.optional(Nombre) })),
})
export type TrackContactAccessInput = z.infer<typeof TrackContactAccessInput>

/** Once recorded, the access is permanent. */
export const Contacto = z.object({
  success: z.literal(true),
  chat_id: z.guid(),
  nombre: z.string(),
  apellido: z.string(),
  telefono: z.string(),
})
export type Contacto = z.infer<typeof Contacto>

export const trackContactAccess = plannedContract({
  name: 'track-contact-access',
  method: 'POST',
  input: TrackContactAccessInput,
  output: Contacto,
  callers: 'buscador',
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
