import { cerrarCuenta } from '@maestros/contrato/cuenta/cerrar-cuenta'
import { CallError, isOutage } from '#lib/client/call-error.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { endHere } from '#lib/session/session.ts'
import { withoutSessionEvents } from '#lib/session/session-events.ts'
import { confirmPassword } from '#lib/session/sign-in-and-out.ts'
import { markClosed } from '../closed-accounts.ts'

export class WrongPassword extends Error {}

/** Nothing answered the request: the account may be closed or not. */
export class Unanswered extends Error {}

type Input = {
  userId: string
  password: string
  /** Aborted when the person keeps the account before the request is sent. */
  signal: AbortSignal
  /** Called when the request is sent, which cannot be taken back. */
  onSent: () => void
}

/** Signs in again with the password, which the server requires to have happened just now, and closes the account. */
export async function closeAccount({ userId, password, signal, onSent }: Input) {
  const result = await confirmPassword(password)
  if (!result.ok) {
    throw result.reason === 'credentials' ? new WrongPassword() : new Error(`not confirmed: ${result.reason}`)
  }
  if (signal.aborted) return
  onSent()
  // Other calls of the page are refused as soon as the account is closed, which may be before this answer arrives.
  await withoutSessionEvents(async () => {
    const until = await requestClosing(userId)
    // What was not sent stays, as after a session that has expired: signing in keeps the account.
    markClosed(userId)
    endHere({ closed: { until } }, true)
  })
}

/** Returns when the account will be erased; null when the account is closed and the answer that says so was lost. */
async function requestClosing(userId: string): Promise<string | null> {
  const request = async () => (await callFunction(cerrarCuenta, { usuario_id: userId })).data.borrar_en
  try {
    return await request()
  } catch (cause) {
    if (!isOutage(cause)) throw cause
  }
  try {
    return await request()
  } catch (cause) {
    // The first request has ended the session that was opened for it.
    if (cause instanceof CallError && cause.status === ENDED) return null
    throw isOutage(cause) ? new Unanswered('closing the account', { cause }) : cause
  }
}

const ENDED = 401
