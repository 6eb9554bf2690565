import * as z from 'zod/mini'
import { contract } from '../contract.ts'

export const onboardingEnlace = contract({
  name: 'onboarding-enlace',
  method: 'POST',
  input: z.object({}),
  /** `token` signs a phone in once: verifyOtp({ type: 'magiclink', token_hash: token }). */
  output: z.object({ success: z.literal(true), token: z.string(), segundos: z.int() }),
  callers: 'maestro',
  errors: [],
})
