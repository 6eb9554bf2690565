import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, type LoggerOptions, pino } from 'pino'
import type { Config } from '../settings/config.ts'
import { maskQueries } from './sensitive-query.ts'

/** Headers that contain credentials: their values are never logged. */
const SECRETS = ['authorization', 'apikey', 'cookie', 'set-cookie']

/** A longer path is cut in the log, so that a client does not decide how long a line is. */
const PATH_CHARACTERS = 200

/** The path of an address as it is logged: without the query string, which may contain tokens, and not longer than needed. */
export function loggedPath(url = ''): string {
  const path = url.slice(0, PATH_CHARACTERS).split('?', 1)[0] ?? ''
  return path.length === PATH_CHARACTERS && url.length > PATH_CHARACTERS ? `${path}…` : path
}

/** A request as it is logged: without headers and without the query string. */
function serializeRequest(request: { method?: string; url?: string }) {
  return { method: request.method, path: loggedPath(request.url) }
}

/**
 * An error without what libraries attach to it: Node the unparsed bytes to a parser error, which contain the whole address, and pg
 * the connection with its key and its statements.
 */
function serializeError(error: Error) {
  const { rawPacket: _bytes, client: _connection, ...serialized } = pino.stdSerializers.err(error)
  return serialized
}

/** Logs JSON lines, or readable lines in a developer's terminal. */
export function makeLog(
  config: Pick<Config, 'LOG_LEVEL'> & Partial<Pick<Config, 'production'>>,
  stream?: DestinationStream,
): FastifyBaseLogger {
  const options: LoggerOptions = {
    level: config.LOG_LEVEL,
    base: null,
    redact: {
      // Node's parser errors contain the bytes of the request, with its address and headers.
      paths: ['err.rawPacket', ...SECRETS.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`])],
      censor: '[secreto]',
    },
    serializers: { req: serializeRequest, err: serializeError },
    // Messages of Fastify and other libraries may contain an address, so queries are masked in every line.
    hooks: { streamWrite: maskQueries },
  }
  if (stream) return pino(options, stream)
  if (config.production || !process.stdout.isTTY) return pino(options)
  return pino({ ...options, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } })
}
