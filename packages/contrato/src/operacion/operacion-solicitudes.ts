import { ESTADOS_DE_TICKET } from '@maestros/dominio/ayuda/estados-de-ticket'
import * as z from 'zod/mini'
import { Cursor } from '../comun.ts'
import { contract } from '../contract.ts'

/** Help requests: the open ones beginning with the oldest, or all of them beginning with the newest. */
export const operacionSolicitudes = contract({
  name: 'operacion-solicitudes',
  method: 'GET',
  input: z.object({ cuales: z.enum(['abiertas', 'todas']), cursor: z.optional(Cursor) }),
  output: z.object({
    solicitudes: z.array(
      z.object({
        id: z.guid(),
        estado: z.enum(ESTADOS_DE_TICKET),
        /** Null, like the message, after the account was erased. */
        nombre: z.nullable(z.string()),
        mensaje: z.nullable(z.string()),
        creado_en: z.string(),
        respuestas: z.int(),
      }),
    ),
    total: z.int(),
    siguiente: z.nullable(z.string()),
  }),
  callers: 'operador',
  errors: ['FORBIDDEN'],
})
