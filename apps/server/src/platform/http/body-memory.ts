import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addressGroup } from '../limits/address.ts'
import { Overloaded } from '../limits/overloaded.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route reads its body itself, within limits of its own. */
    readsOwnBody?: boolean
  }
}

/**
 * A body is in memory until it has arrived completely, which may take as long as a request may take. Without this limit, one address
 * could hold a megabyte for each of its connections. Small bodies do not count: the number of connections bounds them, and no call of
 * our screens has a larger one.
 */
const SMALL_BYTES = 32 * 1024
const ADDRESS_BYTES = 8 * 1024 * 1024
const TOTAL_BYTES = 128 * 1024 * 1024
const RETRY_SECONDS = 5

/** Refuses a large body while other ones of the same address, or of all, use up the memory for them. */
export function addBodyMemoryLimit(app: FastifyInstance, maxBytes: number): void {
  const held = new Map<string, number>()
  let total = 0
  const hold = (address: string, bytes: number) => {
    const sum = (held.get(address) ?? 0) + bytes
    total += bytes
    if (sum > 0) held.set(address, sum)
    else held.delete(address)
  }
  // After the hooks of the surfaces, which refuse callers without a key or over the limit of their address.
  app.addHook('preParsing', (request, reply, payload, done) => {
    const bytes = Math.min(bytesOf(request.raw), maxBytes)
    if (bytes <= SMALL_BYTES || request.routeOptions.config.readsOwnBody) return done(null, payload)
    // The client has left: 'close' has passed, and nothing would release the memory.
    if (reply.raw.destroyed) return done(null, payload)
    const address = addressGroup(request.ip)
    if ((held.get(address) ?? 0) + bytes > ADDRESS_BYTES || total + bytes > TOTAL_BYTES) {
      return done(new Overloaded(RETRY_SECONDS))
    }
    hold(address, bytes)
    reply.raw.once('close', () => hold(address, -bytes))
    done(null, payload)
  })
}

/** The declared size. A body without one may have any size. */
const bytesOf = ({ headers }: IncomingMessage): number =>
  headers['transfer-encoding'] === undefined
    ? Number(headers['content-length'] ?? 0)
    : Number.POSITIVE_INFINITY
