import * as z from 'zod/mini'
import { contract } from '../contract.ts'

/**
 * Whether the seeker of a chat is asked for a review now. The first time is stored, so that each pair is asked once.
 * `descartar` stores that the seeker does not want to be asked again.
 */
export const pedirResena = contract({
  name: 'pedir-resena',
  method: 'POST',
  input: z.object({ chat_id: z.guid(), descartar: z.optional(z.boolean()) }),
  output: z.object({ pedir: z.boolean() }),
  callers: 'buscador',
  errors: ['NOT_FOUND'],
})
