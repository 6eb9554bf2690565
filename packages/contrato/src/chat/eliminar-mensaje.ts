import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'
import { Mensaje } from './mensaje.ts'

/** Removes the content of an own message for both people. Repeating it changes nothing. */
export const eliminarMensaje = contract({
  name: 'eliminar-mensaje',
  method: 'POST',
  input: z.object({ mensaje_id: z.guid() }),
  output: z.extend(Hecho, { message: Mensaje }),
  callers: 'person',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
})
