import type { CodigoDeAcceso } from '@maestros/dominio/acceso/textos-de-codigos'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { CallerError } from '../../platform/caller.ts'
import { isDatabaseLost, isTooSlow, retryAfterOf } from '../../platform/db/database-errors.ts'
import { BadRequest } from '../../platform/http/errors.ts'

/**
 * Errors with the codes and texts of Supabase. The official client reads the code, and the error catalogue of
 * the specification quotes the messages, so both stay unchanged, in English. The web app has a Spanish sentence for each
 * code, therefore a code that dominio does not list does not compile.
 */
export class AuthError extends Error {
  readonly status: number
  readonly code: CodigoDeAcceso
  readonly retryAfter: number | undefined
  readonly weak: readonly string[] | undefined
  constructor(
    status: number,
    code: CodigoDeAcceso,
    message: string,
    more: { retryAfter?: number; weak?: readonly string[]; cause?: unknown } = {},
  ) {
    super(message, { cause: more.cause })
    this.status = status
    this.code = code
    this.retryAfter = more.retryAfter
    this.weak = more.weak
  }
}

export const invalidBody = (reason: string) =>
  new AuthError(400, 'bad_json', `Could not parse request body as JSON: ${reason}`)
export const refused = (message: string) => new AuthError(400, 'validation_failed', message)
export const unprocessable = (message: string) => new AuthError(422, 'validation_failed', message)
export const invalidCredentials = () => new AuthError(400, 'invalid_credentials', 'Invalid login credentials')
export const emailNotConfirmed = () => new AuthError(400, 'email_not_confirmed', 'Email not confirmed')
export const userExists = () => new AuthError(422, 'user_already_exists', 'User already registered')
export const userNotFound = () => new AuthError(404, 'user_not_found', 'User not found')
export const userBanned = (status: 400 | 403, message = 'User is banned') =>
  new AuthError(status, 'user_banned', message)
export const secondFactorNeeded = (status: 400 | 403) =>
  new AuthError(status, 'insufficient_aal', 'AAL2 is required to sign in')
export const secondFactorNeededTo = (status: 403 | 422, act: string) =>
  new AuthError(status, 'insufficient_aal', `AAL2 required to ${act}`)
export const factorNotFound = () => new AuthError(404, 'mfa_factor_not_found', 'Factor not found')
export const factorNameTaken = (name: string) =>
  new AuthError(
    422,
    'mfa_factor_name_conflict',
    `A factor with the friendly name ${JSON.stringify(name)} for this user already exists`,
  )
export const tooManyFactors = () =>
  new AuthError(
    422,
    'too_many_enrolled_mfa_factors',
    'Maximum number of verified factors reached, unenroll to continue',
  )
export const challengeNotFound = () =>
  new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
export const challengeOfOtherAddress = () =>
  new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
export const challengeExpired = (id: string) =>
  new AuthError(
    422,
    'mfa_challenge_expired',
    `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
  )
export const wrongFactorCode = () =>
  new AuthError(422, 'mfa_verification_failed', 'Invalid TOTP code entered')
export const enrollNotOffered = () =>
  new AuthError(422, 'mfa_totp_enroll_not_enabled', 'MFA enroll is disabled for TOTP')
export const verifyNotOffered = () =>
  new AuthError(422, 'mfa_totp_verify_not_enabled', 'MFA verification is disabled for TOTP')
export const operatorNotAllowed = () => new AuthError(403, 'not_admin', 'User not allowed')
export const weakPassword = (min: number) =>
  new AuthError(422, 'weak_password', `Password should be at least ${min} characters.`, { weak: ['length'] })
/** Supabase's answer for a password of its list of leaked ones. */
export const easyPassword = () =>
  new AuthError(
    422,
    'weak_password',
    'Password is known to be weak and easy to guess, please choose a different one.',
    { weak: ['pwned'] },
  )
export const samePassword = () =>
  new AuthError(422, 'same_password', 'New password should be different from the old password.')
export const noBearer = () =>
  new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
export const badToken = (reason: string) =>
  new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${reason}`)
export const noSuchSubject = () =>
  new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
export const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')
export const refreshTokenUnknown = () =>
  new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
export const refreshTokenUsed = () =>
  new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used')
export const linkExpired = () => new AuthError(403, 'otp_expired', 'Email link is invalid or has expired')
export const codeExpired = () => new AuthError(403, 'otp_expired', 'Token has expired or is invalid')
export const reauthenticationNeeded = () =>
  new AuthError(400, 'reauthentication_needed', 'Password update requires reauthentication')
export const nonceInvalid = () =>
  new AuthError(422, 'reauthentication_not_valid', 'Nonce has expired or is invalid')
export const currentPasswordInvalid = () =>
  new AuthError(400, 'current_password_invalid', 'Current password required when setting new password.')
export const flowStateNotFound = () =>
  new AuthError(404, 'flow_state_not_found', 'invalid flow state, no valid flow state found')
export const flowStateExpired = () =>
  new AuthError(422, 'flow_state_expired', 'invalid flow state, flow state has expired')
export const badCodeVerifier = () =>
  new AuthError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier')
export const tooManyRequests = (retryAfter: number) =>
  new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', { retryAfter })
export const tooManyMails = (retryAfter: number) =>
  new AuthError(
    429,
    'over_email_send_rate_limit',
    `For security purposes, you can only request this after ${retryAfter} seconds.`,
    { retryAfter },
  )
export const notOffered = (status: 400 | 404 | 422, code: CodigoDeAcceso, message: string) =>
  new AuthError(status, code, message)
const unavailable = (retryAfter: number, cause: unknown) =>
  new AuthError(503, 'unexpected_failure', 'Service temporarily unavailable', { retryAfter, cause })
const unexpected = (cause: unknown) =>
  new AuthError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
    {
      cause,
    },
  )

/** From this version on, `code` is the name of the error; in older versions it is the HTTP status. */
const API_VERSION = '2024-01-01'

export function addAuthErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    if (error instanceof CallerError) return refuseKey(error, reply)
    const known = asAuthError(error) ?? unexpected(error)
    if (isDatabaseLost(error) || (known.status >= 500 && known.status !== 503))
      request.log.error({ err: known.cause }, 'an auth request failed')
    if (isTooSlow(error)) request.log.warn({ err: error }, 'a statement of an auth request took too long')
    return send(known, request, reply)
  })
  app.setNotFoundHandler((request, reply) =>
    send(new AuthError(404, 'unknown', 'There is nothing at this path'), request, reply),
  )
}

/** In Supabase a gateway checks the key, and its answer has another format. */
function refuseKey({ problem }: CallerError, reply: FastifyReply) {
  const message = problem === 'no_api_key' ? 'No API key found in request' : 'Invalid API key'
  return reply.code(401).send({ message })
}

function send(error: AuthError, request: FastifyRequest, reply: FastifyReply) {
  const { status, code, message, retryAfter, weak } = error
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
  reply.code(status).header('x-sb-error-code', code)
  const more = weak ? { weak_password: { reasons: weak } } : {}
  if (!requestsNewFormat(request))
    return reply.send({ code: status, error_code: code, msg: message, ...more })
  return reply.header('x-supabase-api-version', API_VERSION).send({ code, message, ...more })
}

function requestsNewFormat(request: FastifyRequest): boolean {
  const version = request.headers['x-supabase-api-version']
  return typeof version === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(version) && version >= API_VERSION
}

function asAuthError(error: unknown): AuthError | undefined {
  if (error instanceof AuthError) return error
  // After a 503 every client keeps its session. Older official clients end it after a 500.
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) return unavailable(retryAfter, error)
  if (error instanceof BadRequest) return new AuthError(400, 'bad_json', error.message)
  if (!(error instanceof Error && 'statusCode' in error)) return undefined
  const status = Number(error.statusCode)
  if (status === 413) return new AuthError(413, 'request_entity_too_large', 'Request body too large')
  return status >= 400 && status < 500 ? invalidBody(error.message) : undefined
}
