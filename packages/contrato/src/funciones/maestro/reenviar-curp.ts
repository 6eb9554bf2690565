import * as z from 'zod/mini'
import { contract } from '../../contract.ts'
import { Hecho } from '../comun.ts'

export const reenviarCurp = contract({
  name: 'reenviar-curp',
  method: 'POST',
  input: z.object({}),
  output: Hecho,
  callers: 'maestro',
  errors: ['NOT_FOUND'],
})
