import { contract } from '@maestros/contrato'
import { Hecho } from '@maestros/contrato/comun'
import * as z from 'zod/mini'

export const wrong = contract({
  name: 'wrong',
  method: 'GET',
  // error: TS2322 Type '"chat"' is not assignable to type '"chat_id"'
  params: ['chat'],
  input: z.object({ chat_id: z.guid() }),
  output: Hecho,
  callers: 'person',
  errors: [],
})
