import { CURSOR_HEADER } from '@maestros/contrato/directorio/maestros'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../settings/config.ts'

/** The headers of the official client, and headers that another front end may add for caching and tracing. */
const REQUEST_HEADERS = [
  'authorization',
  'apikey',
  'content-type',
  'accept',
  'accept-profile',
  'content-profile',
  'prefer',
  'range',
  'range-unit',
  'if-none-match',
  'cache-control',
  'x-client-info',
  'x-supabase-api-version',
  'x-region',
  'x-retry-count',
  'x-upsert',
  'x-metadata',
  'x-api-key',
  'traceparent',
  'tracestate',
  'baggage',
].join(', ')

const RESPONSE_HEADERS = [
  'content-range',
  'content-location',
  'location',
  'preference-applied',
  'retry-after',
  'etag',
  'x-sb-error-code',
  'x-supabase-api-version',
  CURSOR_HEADER,
].join(', ')

const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS'
const MAX_AGE_SECONDS = '7200'

/** The origins whose pages may call the surfaces: those of CORS_ORIGINS, or by default the site's own. */
export function allowedOrigins(config: Pick<Config, 'CORS_ORIGINS' | 'siteUrl'>): ReadonlySet<string> {
  return new Set(config.CORS_ORIGINS ?? [new URL(config.siteUrl).origin])
}

/**
 * Answers preflight requests and adds CORS headers for allowed origins. Other origins get no CORS header.
 * Credentials are not allowed: the surfaces read no cookies, and tokens are sent in a header.
 */
export function addCors(app: FastifyInstance, origins: ReadonlySet<string>) {
  app.addHook('onRequest', (request, reply, done) => {
    // A cache must not use the answer for one origin for another origin, nor for a request without one.
    reply.header('vary', 'Origin')
    const { origin } = request.headers
    if (origin === undefined || !origins.has(origin)) return done()
    reply.header('access-control-allow-origin', origin)
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) {
      reply.header('access-control-expose-headers', RESPONSE_HEADERS)
      return done()
    }
    reply
      .code(204)
      .header('access-control-allow-methods', METHODS)
      .header('access-control-allow-headers', REQUEST_HEADERS)
      .header('access-control-max-age', MAX_AGE_SECONDS)
      .send()
  })
}
