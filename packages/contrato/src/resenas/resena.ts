import { ESTRELLAS } from '@maestros/dominio/resenas/reputacion'
import * as z from 'zod/mini'

/** A review as everyone reads it. */
export const Resena = z.object({
  id: z.guid(),
  /** First name and the surname's initial, or 'Cuenta eliminada'. */
  usuario: z.string(),
  puntuacion: z.int().check(z.gte(1), z.lte(5)),
  comentario: z.string(),
  trabajo_realizado: z.boolean(),
  /** Whether it counts for average, number, completed jobs and level. */
  contada: z.boolean(),
  creado_en: z.string(),
  /** Null while it was never edited. */
  editado_en: z.nullable(z.string()),
  respuesta: z.nullable(z.string()),
  /** Addresses of the photos of the work. */
  fotos: z.array(z.string()),
})
export type Resena = z.infer<typeof Resena>

export const RESENAS_POR_PAGINA = 10

/** How many counted reviews there are of 1, 2, 3, 4 and 5 stars. */
export const Distribucion = z.array(z.int().check(z.gte(0))).check(z.length(ESTRELLAS))
