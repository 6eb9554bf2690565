import type { FastifyInstance, FastifyRequest, preParsingHookHandler } from 'fastify'
import { hasCode } from '../../platform/error-code.ts'
import type { ReadJson } from '../../platform/http/input.ts'
import { unsupportedBody } from './errors.ts'

/**
 * The functions take JSON. The official client sends a string as text/plain, a Blob or ArrayBuffer without a type of
 * its own as application/octet-stream, and a stream may come without a type: these are read as JSON. Forms and all
 * other types are refused with 415 before their body is read.
 */
const READ_AS_JSON = new Set(['', 'application/json', 'text/plain', 'application/octet-stream'])

/** For the routes that take a body. */
export const refuseOtherBodies: preParsingHookHandler = (request, _reply, payload, done) =>
  READ_AS_JSON.has(typeOf(request)) ? done(null, payload) : done(unsupportedBody())

export function addBodies(app: FastifyInstance, readJson: ReadJson) {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body: Buffer, done) =>
    readJson(request, body, (error, value) =>
      // Text that is no JSON is a type of content that the functions do not take.
      done(hasCode(error, 'FST_ERR_CTP_INVALID_JSON_BODY') ? unsupportedBody() : error, value),
    ),
  )
}

function typeOf(request: FastifyRequest): string {
  const type = request.headers['content-type'] ?? ''
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}
