import type { FastifyBaseLogger } from 'fastify'
import type { LogFunctionFactory } from 'graphile-worker'

/**
 * Writes the log of graphile-worker to the server's log. Its messages about jobs stay at the level debug, because the queue logs
 * each failed attempt itself. The library's details are left out: they contain payloads.
 */
export const libraryLog = (log: FastifyBaseLogger): LogFunctionFactory => {
  return () => (level, message, meta) => {
    const ofJob = meta?.failure === true || meta?.success === true
    if (ofJob || level === 'debug' || level === 'info') log.debug(`job queue: ${message}`)
    else log.warn(`job queue: ${message}`)
  }
}
