/**
 * The codes that the auth surface answers about a second factor, each with its sentence. Apart from the other codes
 * (textos-de-codigos.ts), because only the operators' console shows them.
 */
export const codigosDeSegundoFactor = {
  mfa_factor_not_found: 'Ese segundo factor ya no existe. Empieza de nuevo.',
  mfa_factor_name_conflict: 'Ya hay un segundo factor con ese nombre. Elige otro para este.',
  mfa_challenge_expired: 'Pasó demasiado tiempo. Escribe el código que se ve ahora.',
  mfa_ip_address_mismatch: 'Tu conexión cambió. Escribe el código otra vez.',
  mfa_verification_failed: 'El código no es correcto o ya se usó. Escribe el que se ve ahora.',
  too_many_enrolled_mfa_factors: 'Ya tienes el máximo de segundos factores. Quita uno para agregar otro.',
} as const

export type CodigoDeSegundoFactor = keyof typeof codigosDeSegundoFactor

const esCodigo = (code: unknown): code is CodigoDeSegundoFactor =>
  typeof code === 'string' && Object.hasOwn(codigosDeSegundoFactor, code)

/** The Spanish sentence for a refusal of the second factor; null for any other code. */
export const fraseDeSegundoFactor = (code: unknown): string | null =>
  esCodigo(code) ? codigosDeSegundoFactor[code] : null
