import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/** Blocks a person, or removes the own block. Repeating it changes nothing. */
export const cambiarBloqueo = contract({
  name: 'cambiar-bloqueo',
  method: 'POST',
  input: z.object({ persona_id: z.guid(), bloquear: z.boolean() }),
  output: Hecho,
  callers: 'person',
  errors: ['NOT_FOUND', 'RATE_LIMITED'],
})
