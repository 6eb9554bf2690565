import * as z from 'zod/mini'
import { contract } from '../contract.ts'

/** The last export of the caller. */
export const Exportacion = z.object({
  estado: z.enum(['preparando', 'lista', 'vencida', 'fallida']),
  pedida_en: z.string(),
  /** Until when the link works; null while there is none. */
  vence_en: z.nullable(z.string()),
  /** In bytes. */
  tamano: z.nullable(z.int()),
  /** A site-relative address that downloads the file; null unless the export is ready. */
  enlace: z.nullable(z.string()),
})
export type Exportacion = z.infer<typeof Exportacion>

export const EstadoDeMisDatos = z.object({
  success: z.literal(true),
  exportacion: z.nullable(Exportacion),
  /** When the next export can be requested; null when it can be now. */
  proxima_en: z.nullable(z.string()),
})
export type EstadoDeMisDatos = z.infer<typeof EstadoDeMisDatos>

export const misDatos = contract({
  name: 'mis-datos',
  method: 'GET',
  input: z.object({}),
  output: EstadoDeMisDatos,
  callers: 'person',
  errors: [],
})
