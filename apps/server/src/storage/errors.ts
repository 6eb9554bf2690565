import type { FastifyInstance } from 'fastify'
import { BadRequest } from '../http/errors.ts'

/**
 * Errors in the words of the original. The answer's own status is 400 whatever the body's `statusCode`
 * says, save for failures of ours: the official client reads the body.
 */
export class StorageError extends Error {
  readonly status: number
  readonly code: string
  readonly error: string
  constructor(status: number, code: string, error: string, message: string) {
    super(message)
    this.status = status
    this.code = code
    this.error = error
  }
}

export const noSuchBucket = () =>
  new StorageError(404, 'NoSuchBucket', 'Bucket not found', 'Bucket not found')
export const noSuchObject = () => new StorageError(404, 'NoSuchKey', 'not_found', 'Object not found')
export const invalidKey = (key: string) =>
  new StorageError(400, 'InvalidKey', 'InvalidKey', `Invalid key: ${key}`)
const invalidRequest = (message: string) => new StorageError(400, 'InvalidRequest', 'InvalidRequest', message)
const internal = () => new StorageError(500, 'InternalError', 'Internal', 'Internal Server Error')

export function addStorageErrors(app: FastifyInstance) {
  app.setErrorHandler((error, request, reply) => {
    const known = asStorageError(error)
    if (!known) request.log.error({ err: error }, 'a storage request failed')
    const { status, code, error: name, message } = known ?? internal()
    return reply
      .code(status >= 500 ? status : 400)
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
  if (error instanceof BadRequest) return invalidRequest(error.message)
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (error instanceof Error && status >= 400 && status < 500) {
    return new StorageError(status, 'InvalidRequest', error.name, error.message)
  }
  return undefined
}
