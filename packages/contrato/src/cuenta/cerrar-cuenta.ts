import * as z from 'zod/mini'
import { Hecho } from '../comun.ts'
import { contract } from '../contract.ts'

/**
 * Closes the caller's account. The session must have been opened with the password some minutes ago at most. `usuario_id`
 * is the account that the person confirmed, so that a session that changed in another tab closes nothing.
 */
export const cerrarCuenta = contract({
  name: 'cerrar-cuenta',
  method: 'POST',
  input: z.object({ usuario_id: z.guid() }),
  output: z.extend(Hecho, { borrar_en: z.string() }),
  callers: 'person',
  errors: ['FORBIDDEN', 'RATE_LIMITED'],
})
