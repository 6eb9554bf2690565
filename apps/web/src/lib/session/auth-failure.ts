import { codigosDeAcceso, fraseDeAcceso } from '@maestros/dominio/acceso/textos-de-codigos'
import { isRetryableAuthError } from '../client/call-error.ts'

/**
 * The client's own errors, told by their names: its functions for that would load the whole auth client with the
 * sign-in screens.
 */
const isAuthApiError = (error: Error): error is Error & { code?: unknown } => error.name === 'AuthApiError'
export const isAuthSessionMissingError = (error: Error) => error.name === 'AuthSessionMissingError'

/** A failure of the auth service that no screen treats on its own. */
export type AuthFailure =
  | { ok: false; reason: 'offline' }
  /** `message` is a sentence for the person; null when the server gave no reason. */
  | { ok: false; reason: 'other'; message: string | null }

export const OFFLINE: AuthFailure = { ok: false, reason: 'offline' }

/** The sentence for a password that the server refuses, of which only the server has a list; null for any other error. */
export const weakPasswordOf = (error: Error): string | null =>
  error.name === 'AuthWeakPasswordError' ? codigosDeAcceso.weak_password : null

/** Messages that the client library generates when the answer had none. */
const GENERATED =
  /^(?:\{\}|HTTP \d+|Internal Server Error|Bad Gateway|Service Unavailable|Gateway Time-?out)?$/i

export function failureOf(error: Error): AuthFailure {
  if (isRetryableAuthError(error)) {
    return error.status === 0 ? OFFLINE : { ok: false, reason: 'other', message: serverMessage(error) }
  }
  return { ok: false, reason: 'other', message: serverMessage(error) }
}

/** Our server's codes have Spanish sentences. The message of any other answer is shown as it is (specification, section 8). */
function serverMessage(error: Error): string | null {
  const code = 'code' in error ? error.code : undefined
  return fraseDeAcceso(code, error.message) ?? (GENERATED.test(error.message) ? null : error.message)
}

/** Compares the error's code, or its message for servers that send no code. */
export function is(error: Error, code: string, message?: string): boolean {
  return (
    (isAuthApiError(error) && error.code === code) || (message !== undefined && error.message === message)
  )
}
