import { operacion } from '@maestros/dominio/operacion/textos'
import { comun } from '@maestros/dominio/textos'
import { CallError, isUnreachable, refusalSentence } from '#lib/client/call-error.ts'

/** Something changed since the operator looked. The sentence of the server says what. */
export const isConflict = (error: unknown): error is CallError =>
  error instanceof CallError && error.code === 'CONFLICT'

export const isMissing = (error: unknown): boolean =>
  error instanceof CallError && (error.code === 'NOT_FOUND' || error.code === 'INVALID_INPUT')

export const isForbidden = (error: unknown): boolean =>
  error instanceof CallError && error.code === 'FORBIDDEN'

/** Why something was not saved. */
export function sentenceOf(error: unknown): string {
  if (isConflict(error)) return error.message
  return refusalSentence(error) ?? (isUnreachable(error) ? comun.sinConexion : operacion.fallo)
}
