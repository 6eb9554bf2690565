import { PASOS_DE_RESPUESTA } from '@maestros/dominio/perfil/tiempo-de-respuesta'
import { NIVELES } from '@maestros/dominio/resenas/reputacion'
import * as z from 'zod/mini'

/** zod/mini, since these schemas travel to the browser. Ids are `guid`: PostgreSQL takes any version, and so do we. */

export const Nivel = z.enum(NIVELES)

/** An opaque cursor of an earlier answer. */
export const CURSOR_MAX = 200
export const Cursor = z.string().check(z.maxLength(CURSOR_MAX))

export const Hecho = z.object({ success: z.literal(true) })

/** A day of Mexico City, as 2026-03-01. */
export const Dia = z.string().check(z.maxLength(10), z.regex(/^\d{4}-\d{2}-\d{2}$/))

/** How soon a maestro usually answers; null with few answers or slow ones. */
export const TiempoDeRespuesta = z.nullable(z.enum(PASOS_DE_RESPUESTA))

/** Both are null for a maestro who has set neither. */
export const EstadoActual = z.object({
  disponible_el: z.nullable(Dia),
  /** The day on which the maestro is listed again. */
  pausa_hasta: z.nullable(Dia),
})
