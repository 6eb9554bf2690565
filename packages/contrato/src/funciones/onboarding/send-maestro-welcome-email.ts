import * as z from 'zod/mini'
import { contract } from '../../contract.ts'
import { Hecho } from '../comun.ts'

/** The specification's call after onboarding. The e-mail is sent at most once to an account, whoever calls how often. */
export const sendMaestroWelcomeEmail = contract({
  name: 'send-maestro-welcome-email',
  method: 'POST',
  input: z.object({ maestro_id: z.guid() }),
  output: Hecho,
  callers: 'maestro',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
