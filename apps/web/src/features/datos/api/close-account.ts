import { cerrarCuenta } from '@maestros/contrato/funciones/cuenta/cerrar-cuenta'
import { confirmPassword, leaveClosed } from '#lib/access.ts'
import { callFunction } from '#lib/functions.ts'
import { withoutSessionEvents } from '#lib/session.ts'

export class WrongPassword extends Error {}

/** Signs in again with the password, which the server requires to have happened just now, and closes the account. */
export async function closeAccount({ userId, password }: { userId: string; password: string }) {
  const result = await confirmPassword(password)
  if (!result.ok) {
    throw result.reason === 'credentials' ? new WrongPassword() : new Error(`not confirmed: ${result.reason}`)
  }
  // Other calls of the page are refused as soon as the account is closed, which may be before this answer arrives.
  await withoutSessionEvents(async () => {
    const { data } = await callFunction(cerrarCuenta, { usuario_id: userId })
    await leaveClosed(userId, data.borrar_en)
  })
}
