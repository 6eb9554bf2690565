import { isAuthApiError, isAuthRetryableFetchError } from '@supabase/auth-js'

/** Why a call to the auth service failed for a reason that no screen has a word for. */
export type AuthFailure =
  | { ok: false; reason: 'offline' }
  /** `message` is the server's own, when it gave one. */
  | { ok: false; reason: 'other'; message: string | null }

export const OFFLINE: AuthFailure = { ok: false, reason: 'offline' }

/** What the client makes up when the answer carried no message. */
const MADE_UP =
  /^(?:\{\}|HTTP \d+|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)?$/i

export function failureOf(error: Error): AuthFailure {
  if (isAuthRetryableFetchError(error)) {
    return error.status === 0 ? OFFLINE : { ok: false, reason: 'other', message: said(error) }
  }
  return { ok: false, reason: 'other', message: said(error) }
}

const said = ({ message }: Error) => (MADE_UP.test(message) ? null : message)

/** The server's code, or the message where a server of the same kind gives no code. */
export function is(error: Error, code: string, message?: string): boolean {
  return (
    (isAuthApiError(error) && error.code === code) || (message !== undefined && error.message === message)
  )
}
