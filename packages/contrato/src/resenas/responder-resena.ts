import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/** Bounds the work. The rules of an answer, with their sentences, are in dominio/resenas/formulario. */
const TEXTO_MAX = 4000

export const responderResena = contract({
  name: 'responder-resena',
  method: 'POST',
  input: z.object({ resena_id: z.guid(), respuesta: z.string().check(z.maxLength(TEXTO_MAX)) }),
  output: Hecho,
  callers: 'maestro',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
