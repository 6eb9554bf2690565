import { ESTADOS_DE_TICKET } from '@maestros/dominio/ayuda/estados-de-ticket'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'

export const Solicitud = z.object({
  id: z.guid(),
  estado: z.enum(ESTADOS_DE_TICKET),
  mensaje: z.string(),
  /** Signed addresses, which expire within a day; `miniatura` is a small version. */
  imagenes: z.array(z.object({ url: z.string(), miniatura: z.string() })),
  creado_en: z.string(),
  /** The answers of operators, the oldest first. */
  respuestas: z.array(z.object({ id: z.number(), texto: z.string(), creado_en: z.string() })),
})
export type Solicitud = z.infer<typeof Solicitud>

/** The caller's own tickets, the newest first. `total` also counts those that are older than the listed ones. */
export const misSolicitudes = contract({
  name: 'mis-solicitudes',
  method: 'GET',
  input: z.object({}),
  output: z.object({ solicitudes: z.array(Solicitud), total: z.number() }),
  callers: 'person',
  errors: [],
})
