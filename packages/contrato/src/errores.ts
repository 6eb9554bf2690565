import * as z from 'zod/mini'

/** The codes a server function may answer, each with its status. Clients decide by the code, people read `error`. */
export const ERRORES = {
  INVALID_INPUT: 400,
  NO_API_KEY: 401,
  /** The call has no session at all. */
  SESSION_REQUIRED: 401,
  SESSION_EXPIRED: 401,
  FORBIDDEN: 403,
  ACCOUNT_SUSPENDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  CONFLICT: 409,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type CodigoError = keyof typeof ERRORES

/** Every function may answer these, so no contract lists them. */
export const ERRORES_COMUNES = [
  'INVALID_INPUT',
  'NO_API_KEY',
  'SESSION_REQUIRED',
  'SESSION_EXPIRED',
  'ACCOUNT_SUSPENDED',
  'METHOD_NOT_ALLOWED',
  'TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'INTERNAL',
  'UNAVAILABLE',
] as const satisfies readonly CodigoError[]

export type CodigoComun = (typeof ERRORES_COMUNES)[number]
/** What a function answers for reasons of its own: its contract lists them. */
export type CodigoDeclarable = Exclude<CodigoError, CodigoComun>

export const FuncionError = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
})
export type FuncionError = z.infer<typeof FuncionError>
