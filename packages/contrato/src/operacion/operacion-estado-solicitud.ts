import { ESTADOS_DE_TICKET } from '@maestros/dominio/ayuda/estados-de-ticket'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'

/** Changes the state of a help request without an answer. Repeating it changes nothing. CONFLICT: the account was erased. */
export const operacionEstadoSolicitud = contract({
  name: 'operacion-estado-solicitud',
  method: 'POST',
  input: z.object({ solicitud_id: z.guid(), estado: z.enum(ESTADOS_DE_TICKET) }),
  output: z.object({ estado: z.enum(ESTADOS_DE_TICKET) }),
  callers: 'operador',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})
