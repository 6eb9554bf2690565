import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/**
 * The specification's call after onboarding. The e-mail is sent at most once for each account, for any number of calls and
 * callers, and the answer is the same for every id. Outside production `forzar` sends it again and says whether there is such an account.
 */
export const sendMaestroWelcomeEmail = contract({
  name: 'send-maestro-welcome-email',
  method: 'POST',
  input: z.object({ maestro_id: z.guid(), forzar: z.optional(z.boolean()) }),
  output: Hecho,
  callers: 'public',
  errors: ['FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'],
})
