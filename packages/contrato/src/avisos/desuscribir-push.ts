import { ENDPOINT_MAX } from '@maestros/dominio/limites'
import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/** Ends the push notifications of this browser. Unknown endpoints and those of other people are answered alike. */
export const desuscribirPush = contract({
  name: 'desuscribir-push',
  method: 'POST',
  input: z.object({ endpoint: z.string().check(z.minLength(1), z.maxLength(ENDPOINT_MAX)) }),
  output: Hecho,
  callers: 'person',
  errors: [],
})
