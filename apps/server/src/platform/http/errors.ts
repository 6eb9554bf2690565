import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isDatabaseLost, isTooSlow, retryAfterOf } from '../db/database-errors.ts'
import { loggedPath } from './log.ts'

/**
 * Answers errors that no surface has answered. The user gets a sentence and a code; the cause goes to the log
 * only.
 */
const KNOWN: Record<string, { code: string; message: string }> = {
  FST_ERR_CTP_BODY_TOO_LARGE: { code: 'body_too_large', message: 'Lo enviado es demasiado grande.' },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'unsupported_media_type',
    message: 'Aquí no se acepta ese tipo de contenido.',
  },
  FST_ERR_CTP_INVALID_JSON_BODY: { code: 'invalid_json', message: 'Lo enviado no es JSON válido.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    code: 'invalid_length',
    message: 'El tamaño anunciado no es el de lo enviado.',
  },
  FST_ERR_BAD_URL: { code: 'invalid_url', message: 'La dirección no es válida.' },
}

const UNAVAILABLE = { code: 'unavailable', message: 'El servicio no está disponible por ahora.' }

/** A refusal before any surface has handled the request. */
export class BadRequest extends Error {
  readonly statusCode = 400
  readonly code: string
  constructor(code: string, message: string) {
    super(message)
    this.code = code
  }
}

export const invalidText = () =>
  new BadRequest('invalid_text', 'Lo enviado no es texto UTF-8 válido o contiene un carácter nulo.')

export const tooDeep = () =>
  new BadRequest('too_deep', 'Lo enviado tiene demasiados niveles, unos dentro de otros.')

export const tooManyParameters = () =>
  new BadRequest('too_many_parameters', 'La dirección tiene demasiados parámetros.')

export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  if (error instanceof BadRequest) {
    return reply.code(400).send({ code: error.code, message: error.message })
  }
  if (isDatabaseLost(error))
    request.log.error({ err: error, path: pathOf(request) }, 'the database could not serve a request')
  if (isTooSlow(error))
    request.log.warn({ err: error, path: pathOf(request) }, 'a statement of a request took too long')
  const retryAfter = retryAfterOf(error)
  if (retryAfter !== undefined)
    return reply.code(503).header('retry-after', String(retryAfter)).send(UNAVAILABLE)
  const status = error.statusCode ?? 500
  if (status >= 400 && status < 500) {
    const known = KNOWN[error.code] ?? { code: 'bad_request', message: 'No se entiende lo enviado.' }
    return reply.code(status).send(known)
  }
  if (status === 503) return reply.code(503).send(UNAVAILABLE)
  request.log.error({ err: error, path: pathOf(request) }, 'a request failed')
  return reply.code(500).send({ code: 'internal_error', message: 'Algo salió mal. Inténtalo de nuevo.' })
}

export function addErrorAnswers(app: FastifyInstance) {
  app.setErrorHandler(answerError)
}

/** The path of a request for the log. */
export const pathOf = ({ raw }: FastifyRequest): string => loggedPath(raw.url)
