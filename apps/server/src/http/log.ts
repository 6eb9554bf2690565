import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Config } from '../config.ts'
import { maskQueries } from './sensitive-query.ts'

/** Headers that open doors: no log line ever carries their value. */
const SECRETS = ['authorization', 'apikey', 'cookie', 'set-cookie']

/** A request as it may be logged: without headers, and without the query string. */
function serializeRequest(request: { method?: string; url?: string }) {
  return { method: request.method, path: request.url?.split('?', 1)[0] }
}

/** Node attaches the bytes that it could not parse to a parser error: they hold the whole address. */
function serializeError(error: Error) {
  const serialized = pino.stdSerializers.err(error)
  return typeof serialized === 'object' && 'rawPacket' in serialized
    ? { ...serialized, rawPacket: undefined }
    : serialized
}

/** JSON lines; in a developer's terminal, lines for people. */
export function makeLog(
  config: Pick<Config, 'LOG_LEVEL'> & Partial<Pick<Config, 'production'>>,
  stream?: DestinationStream,
): FastifyBaseLogger {
  const options: LoggerOptions = {
    level: config.LOG_LEVEL,
    base: null,
    redact: {
      // Node's parser errors carry the bytes of the request, with its address and headers.
      paths: ['err.rawPacket', ...SECRETS.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`])],
      censor: '[secreto]',
    },
    serializers: { req: serializeRequest, err: serializeError },
    // Messages of Fastify and of libraries may quote an address: whatever wrote the line, its query is masked.
    hooks: { streamWrite: maskQueries },
  }
  if (stream) return pino(options, stream)
  if (config.production || !process.stdout.isTTY) return pino(options)
  return pino({ ...options, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } })
}
