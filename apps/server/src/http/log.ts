import type { FastifyBaseLogger } from 'fastify'
import { type DestinationStream, pino } from 'pino'
import type { Config } from '../config.ts'

/** Headers that open doors: no log line ever carries their value. */
const SECRETS = ['authorization', 'apikey', 'cookie', 'set-cookie']

/** JSON lines; in a developer's terminal, lines for people. */
export function makeLog(
  config: Pick<Config, 'LOG_LEVEL'> & Partial<Pick<Config, 'production'>>,
  stream?: DestinationStream,
): FastifyBaseLogger {
  const options = {
    level: config.LOG_LEVEL,
    base: null,
    redact: {
      // Node's parser errors carry the bytes of the request, with its address and headers.
      paths: ['err.rawPacket', ...SECRETS.flatMap((name) => [`headers["${name}"]`, `*.headers["${name}"]`])],
      censor: '[secreto]',
    },
  }
  if (stream) return pino(options, stream)
  if (config.production || !process.stdout.isTTY) return pino(options)
  return pino({ ...options, transport: { target: 'pino-pretty', options: { translateTime: 'HH:MM:ss' } } })
}
