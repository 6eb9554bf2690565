import * as z from 'zod/mini'

/** The codes a server function may answer, each with its status. Clients decide by the code, people read `error`. */
export const ERRORES = {
  INVALID_INPUT: 400,
  NO_API_KEY: 401,
  SESSION_EXPIRED: 401,
  FORBIDDEN: 403,
  ACCOUNT_SUSPENDED: 403,
  NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  RATE_LIMITED: 429,
  INTERNAL: 500,
  UNAVAILABLE: 503,
} as const

export type CodigoError = keyof typeof ERRORES

export const FuncionError = z.object({
  success: z.literal(false),
  error: z.string(),
  code: z.string(),
})
export type FuncionError = z.infer<typeof FuncionError>
