import {
  type CodigoDeAlmacenamiento,
  almacenamiento as textos,
} from '@maestros/dominio/textos-de-almacenamiento'
import type { FastifyInstance } from 'fastify'
import postgres from 'postgres'
import { z } from 'zod'
import { CallerError, type CallerProblem } from '../../platform/caller.ts'
import {
  isCallerDeleted,
  isDatabaseLost,
  isTooSlow,
  retryAfterOf,
} from '../../platform/db/database-errors.ts'
import { BadRequest } from '../../platform/http/errors.ts'
import { isStoreAway } from '../../platform/objects/store-outage.ts'

const REQUEST_TIMEOUT = 408

/**
 * Errors with the codes and texts of Supabase. As in Supabase, the HTTP status is 400 whatever `statusCode`
 * in the body is; the official client reads the body. Exceptions are 408 for a body that came too slowly, and
 * every 5xx.
 */
export class StorageError extends Error {
  readonly status: number
  readonly code: CodigoDeAlmacenamiento
  readonly error: string
  /** In seconds, for the header Retry-After. */
  readonly retryAfter: number | undefined
  constructor(
    status: number,
    code: CodigoDeAlmacenamiento,
    error: string,
    message: string,
    { retryAfter, ...options }: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(message, options)
    this.status = status
    this.code = code
    this.error = error
    this.retryAfter = retryAfter
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchObject = () => new StorageError(404, 'NoSuchKey', 'not_found', 'Object not found')
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key}`)
export const invalidRequest = (message: string, options?: ErrorOptions) =>
  new StorageError(400, 'InvalidRequest', 'InvalidRequest', message, options)
export const alreadyExists = () =>
  new StorageError(409, 'KeyAlreadyExists', 'Duplicate', 'The resource already exists')
export const tooLarge = (what = 'object') =>
  new StorageError(
    413,
    'EntityTooLarge',
    'Payload too large',
    `The ${what} exceeded the maximum allowed size`,
  )
export const invalidMimeType = (type: string) =>
  new StorageError(415, 'InvalidMimeType', 'invalid_mime_type', `mime type ${type} is not supported`)
export const invalidSignature = () =>
  new StorageError(400, 'InvalidJWT', 'InvalidJWT', 'The token is not valid or has expired')
const accessDenied = (message: string) => new StorageError(403, 'AccessDenied', 'Unauthorized', message)
/** The answer of Supabase when its policies refuse a write. It gives no details. */
export const refused = () => accessDenied('new row violates row-level security policy')

/** An option or call of Supabase that this server does not offer. It is refused, never ignored. */
export const notSupported = (feature: string, why?: string) =>
  new StorageError(
    409,
    'NotSupported',
    'NotSupported',
    `The feature ${feature} is not enabled for this resource${why === undefined ? '' : `: ${why}`}`,
  )
export const noOverwrite = () => notSupported('upsert', 'the object exists and is never overwritten')
export const uploadWithoutPerson = () =>
  notSupported('upload with the secret key', 'an object belongs to the person who uploads it')
export const invalidRange = () =>
  new StorageError(400, 'InvalidRange', 'invalid_range', 'invalid range provided')
/** The connection ended before the body did. */
export const unreadable = () => invalidRequest('The body did not arrive whole')

/**
 * Errors that Supabase does not have, because it accepts any bytes. Users read these texts when an upload
 * fails.
 */
export const invalidImage = () => new StorageError(422, 'InvalidImage', 'InvalidImage', textos.imagenDanada)
export const tooManyUnused = () =>
  new StorageError(429, 'TooManyObjects', 'TooManyObjects', textos.demasiadasSinEnviar)
export const tooManyBytes = (retryAfter: number) =>
  new StorageError(429, 'TooManyBytes', 'TooManyBytes', textos.demasiadoPorHoy, { retryAfter })
export const tooSlow = () =>
  new StorageError(REQUEST_TIMEOUT, 'RequestTimeout', 'RequestTimeout', textos.demasiadoLento)
const slowDown = (cause: unknown) =>
  new StorageError(503, 'SlowDown', 'SlowDown', textos.muchasSubidas, { cause })

const RETRY_SECONDS = 5
/** The object store or the database does not answer. Clients repeat an upload that is answered with 503. */
const unavailable = (cause: unknown) =>
  new StorageError(503, 'ServiceUnavailable', 'ServiceUnavailable', textos.sinServicio, {
    retryAfter: retryAfterOf(cause) ?? RETRY_SECONDS,
    cause,
  })

const internal = () => new StorageError(500, 'InternalError', 'Internal', 'Internal Server Error')

const CALLERS: Record<CallerProblem, string> = {
  no_api_key: 'No API key found in request',
  invalid_api_key: 'Invalid API key',
  no_bearer: 'Invalid Compact JWS',
  invalid_jwt: 'Invalid Compact JWS',
  expired_jwt: '"exp" upload timestamp check failed',
}

/** Removed from errors: they describe an object whose bytes could not be sent, and a cache would keep the error as the object. */
const OBJECT_HEADERS = ['etag', 'content-disposition', 'accept-ranges']

export function addStorageErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = asStorageError(error)
    if (!known || isDatabaseLost(error) || isStoreAway(error))
      request.log.error({ err: error }, 'a storage request failed')
    if (isTooSlow(error)) request.log.warn({ err: error }, 'a statement of a storage request took too long')
    const { status, code, error: name, message, retryAfter = retryAfterOf(error) } = known ?? internal()
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter))
    for (const header of OBJECT_HEADERS) reply.removeHeader(header)
    return reply
      .header('cache-control', 'no-store')
      .code(status >= 500 || status === REQUEST_TIMEOUT ? status : 400)
      .send({ statusCode: String(status), error: name, message, code })
  })
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      statusCode: '404',
      error: 'Not Found',
      message: `Route ${request.method}:${request.url.split('?')[0]} not found`,
      code: 'InvalidRequest',
    }),
  )
}

function asStorageError(error: unknown): StorageError | undefined {
  if (error instanceof StorageError) return error
  if (isDatabaseLost(error) || isStoreAway(error)) return unavailable(error)
  if (retryAfterOf(error) !== undefined) return slowDown(error)
  if (error instanceof BadRequest) return invalidRequest(error.message)
  if (error instanceof CallerError) return accessDenied(CALLERS[error.problem])
  if (error instanceof z.ZodError) return invalidRequest(z.prettifyError(error))
  if (error instanceof postgres.PostgresError) {
    if (error.code === 'PT401' || isCallerDeleted(error)) return accessDenied(textos.sesionTerminada)
    if (error.code === 'PT403')
      return accessDenied(error.detail === 'suspended' ? textos.cuentaSuspendida : textos.noParaOperadores)
  }
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return tooLarge()
  if (error instanceof Error && status >= 400 && status < 500) {
    return new StorageError(status, 'InvalidRequest', error.name, error.message)
  }
  return undefined
}
