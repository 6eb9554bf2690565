import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/** The specification's call after the sign-up of a seeker, with the rules of send-maestro-welcome-email. */
export const sendBuscadorWelcomeEmail = contract({
  name: 'send-buscador-welcome-email',
  method: 'POST',
  input: z.object({ buscador_id: z.guid(), forzar: z.optional(z.boolean()) }),
  output: Hecho,
  callers: 'public',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})
