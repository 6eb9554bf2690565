import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

export const reenviarCurp = contract({
  name: 'reenviar-curp',
  method: 'POST',
  input: z.object({}),
  output: Hecho,
  callers: 'maestro',
  errors: ['NOT_FOUND'],
})
