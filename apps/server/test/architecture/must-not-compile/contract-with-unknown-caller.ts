import { contract } from '@maestros/contrato'
import { Hecho } from '@maestros/contrato/comun'
import * as z from 'zod/mini'

export const wrong = contract({
  name: 'wrong',
  method: 'POST',
  input: z.object({}),
  output: Hecho,
  // error: TS2322 Type '"administrador"' is not assignable to type 'Callers'
  callers: 'administrador',
  errors: [],
})
