import { ESTADOS_DE_TICKET } from '@maestros/dominio/ayuda/estados-de-ticket'
import { TICKET_RESPUESTA } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { contract } from '../contract.ts'

/**
 * Answers a help request: the person gets an e-mail and reads the answer in the help centre. Without `estado` an open request becomes
 * one in progress. The same answer twice in a row is written once. CONFLICT: the account was erased.
 */
export const operacionResponderSolicitud = contract({
  name: 'operacion-responder-solicitud',
  method: 'POST',
  input: z.object({
    solicitud_id: z.guid(),
    texto: z.string().check(z.maxLength(4 * TICKET_RESPUESTA.max)),
    estado: z.optional(z.enum(ESTADOS_DE_TICKET)),
  }),
  output: z.object({ estado: z.enum(ESTADOS_DE_TICKET) }),
  callers: 'operador',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'CONFLICT'],
})
