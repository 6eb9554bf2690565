import { ENLACE_DE_CONFIRMACION_HORAS } from '@maestros/dominio/limites'
import { readText, writeText } from '../../device/stored-text.ts'

/**
 * The accounts that were created in this browser, for as long as the link of their e-mail works: that link opens its session without a
 * question (open-link.ts). The key contains the id, so that it is removed at the sign-out of its person (personal-data.ts).
 */
const keyOf = (userId: string) => `maestros-alta:${userId}`

export const noteSignUp = (userId: string) =>
  writeText(keyOf(userId), String(Date.now() + ENLACE_DE_CONFIRMACION_HORAS * 60 * 60 * 1000))

export const signedUpHere = (userId: string): boolean => Date.now() < Number(readText(keyOf(userId)))
