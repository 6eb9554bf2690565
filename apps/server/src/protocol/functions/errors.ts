import { type CodigoError, ERRORES, type FuncionError } from '@maestros/contrato'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import postgres from 'postgres'
import { CallerError, type CallerProblem } from '../../platform/caller.ts'
import {
  isCallerDeleted,
  isConflict,
  isDatabaseLost,
  isTooSlow,
  retryAfterOf,
} from '../../platform/db/database-errors.ts'
import { BadRequest, pathOf } from '../../platform/http/errors.ts'

type FunctionErrorOptions = ErrorOptions & { headers?: Record<string, string> }

/** A refusal in the format of this surface: a code for the program, a Spanish sentence for the person. */
export class FunctionError extends Error {
  readonly code: CodigoError
  readonly headers: Record<string, string>
  constructor(code: CodigoError, message: string, options: FunctionErrorOptions = {}) {
    super(message, options)
    this.code = code
    this.headers = options.headers ?? {}
  }
}

/** Refusals that every function may answer. A function's own are made by `error` of its context. */
export const invalidInput = (message: string = textos.datosInvalidos) =>
  new FunctionError('INVALID_INPUT', message)
export const sessionExpired = (options?: ErrorOptions) =>
  new FunctionError('SESSION_EXPIRED', textos.sesionTerminada, options)
export const sessionRequired = () => new FunctionError('SESSION_REQUIRED', textos.sinSesion)
export const accountSuspended = () => new FunctionError('ACCOUNT_SUSPENDED', textos.cuentaSuspendida)
export const forbidden = (message: string) => new FunctionError('FORBIDDEN', message)
export const unsupportedBody = () => new FunctionError('UNSUPPORTED_MEDIA_TYPE', textos.soloJson)
export const rateLimited = (message: string, retryAfter: number) =>
  new FunctionError('RATE_LIMITED', message, { headers: { 'retry-after': String(retryAfter) } })
const unavailable = (retryAfter: number) =>
  new FunctionError('UNAVAILABLE', textos.sinCapacidad, { headers: { 'retry-after': String(retryAfter) } })

const CALLER_PROBLEMS: Record<CallerProblem, () => FunctionError> = {
  no_api_key: () => new FunctionError('NO_API_KEY', textos.sinClave),
  invalid_api_key: () => new FunctionError('NO_API_KEY', textos.sinClave),
  no_bearer: sessionRequired,
  invalid_jwt: sessionExpired,
  expired_jwt: sessionExpired,
}

/** The only renderer of this surface: every thrown error is answered as {success, error, code}. */
export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const answer = toFunctionError(error)
  if (isAbort(error))
    request.log.debug({ path: pathOf(request) }, 'the client left before its call was served')
  if (isDatabaseLost(error)) request.log.error({ err: error }, 'the database could not serve a function')
  if (answer.code === 'INTERNAL') request.log.error({ err: error }, 'a function failed')
  if (isTooSlow(error)) request.log.warn({ err: error }, 'a statement of a function took too long')
  if (isConflict(error))
    request.log.warn({ err: error }, 'a function was ended by a conflict with another one')
  const body: FuncionError = { success: false, error: answer.message, code: answer.code }
  return reply.code(ERRORES[answer.code]).headers(answer.headers).send(body)
}

export function toFunctionError(error: unknown): FunctionError {
  if (error instanceof FunctionError) return error
  if (error instanceof CallerError) return CALLER_PROBLEMS[error.problem]()
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined) return unavailable(retryAfter)
  if (error instanceof postgres.PostgresError) return fromDatabase(error)
  if (error instanceof BadRequest) return invalidInput(error.message)
  if (isAbort(error)) return unavailable(1)
  const status = statusOf(error)
  if (status === 415) return unsupportedBody()
  if (status === 413) return new FunctionError('TOO_LARGE', textos.demasiadoGrande)
  if (status !== undefined && status >= 400 && status < 500) return invalidInput()
  return new FunctionError('INTERNAL', textos.fallo)
}

/** The sentence for each detail of PT403 that only says who may act. */
const FORBIDDEN: Record<string, string> = {
  maestro: textos.soloMaestros,
  buscador: textos.soloBuscadores,
  operador: textos.soloOperadores,
  persona: textos.noParaOperadores,
  segundo_factor: textos.segundoFactor,
}

/** The sentence for each hint of PT429 of interno.frenar_cuenta_nueva. */
const LIMITED: Record<string, (seconds: number) => string> = {
  persona: textos.demasiadoParaCuentaNueva,
  direccion: textos.demasiadasCuentasNuevas,
  maestro: textos.maestroConMuchasSolicitudes,
}

/**
 * What interno.exigir_persona, interno.iniciar_chat, interno.frenar_cuenta_nueva and the checks of public profiles raise. Any other database error is a fault
 * of the server.
 */
function fromDatabase(error: postgres.PostgresError): FunctionError {
  if (error.code === 'PT401' || isCallerDeleted(error)) return sessionExpired()
  if (error.code === 'PT400') return invalidInput(textos.datoFueraDeCatalogo(error.detail ?? ''))
  // The message is a sentence for the person, for example of db/cuenta/functions.sql.
  if (error.code === 'PT422') return invalidInput(error.message)
  if (error.code === 'PT410') return forbidden(textos.personaNoDisponible)
  if (error.code === 'PT429') {
    const seconds = Number(error.detail)
    return rateLimited((LIMITED[error.hint ?? ''] ?? textos.demasiadosChats)(seconds), seconds)
  }
  if (error.code !== 'PT403') return new FunctionError('INTERNAL', textos.fallo)
  if (error.detail === 'suspended') return accountSuspended()
  if (error.detail === 'bloqueo') return forbidden(textos.conversacionBloqueada)
  return forbidden(FORBIDDEN[error.detail ?? ''] ?? textos.soloBuscadores)
}

/** The client closed the connection while its call waited, so the answer is not read. */
const isAbort = (error: unknown) => error instanceof DOMException && error.name === 'AbortError'

function statusOf(error: unknown): FastifyError['statusCode'] {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
    ? error.statusCode
    : undefined
}
