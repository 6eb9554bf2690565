import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { addressGroup } from '../limits/address.ts'
import { elapsedMs } from '../limits/clock.ts'
import { refuseLater } from '../limits/delayed-refusal.ts'
import type { Limit } from '../settings/config.ts'
import { type Pace, pacer } from './pace.ts'

/**
 * Limits the requests of one address group with a token bucket that fills at the limit's rate. A large body
 * costs more than one token. The count is local to this process, because a shared count would add a round
 * trip to every request.
 */
export interface AddressLimit {
  /** Takes the cost. Returns 0, or the seconds to wait when there are not enough tokens. */
  hit(ip: string | undefined, cost?: number): number
}

/**
 * Address groups that are counted at the same time, so that requests from many addresses cannot fill the
 * memory.
 */
export const ADDRESSES = 50_000
/**
 * A full bucket holds the requests of one second, and at least this many, so that a page can send all its
 * requests at once.
 */
const BURST_MIN = 100
/**
 * Each further token pays for this many bytes of the body, up to a maximum that a normal upload can afford.
 */
const BYTES_PER_TOKEN = 16 * 1024
const BODY_TOKENS_MAX = 50

interface Bucket {
  tokens: number
  /** When `tokens` was computed, in milliseconds. */
  at: number
}

export function addressLimit(
  limit: Limit,
  now: () => number = elapsedMs,
  burstMin: number = BURST_MIN,
): AddressLimit {
  const perMs = limit.max / (limit.seconds * 1000)
  const burst = Math.min(limit.max, Math.max(burstMin, perMs * 1000))
  const buckets = new Map<string, Bucket>()
  return {
    hit(ip, cost = 1) {
      const time = now()
      const bucket = bucketOf(buckets, addressGroup(ip), { tokens: burst, at: time })
      bucket.tokens = Math.min(burst, bucket.tokens + (time - bucket.at) * perMs)
      bucket.at = time
      const price = Math.min(cost, burst)
      if (bucket.tokens < price) return Math.max(1, Math.ceil((price - bucket.tokens) / perMs / 1000))
      bucket.tokens -= price
      return 0
    },
  }
}

function bucketOf(buckets: Map<string, Bucket>, group: string, full: Bucket): Bucket {
  const known = buckets.get(group)
  if (known) return known
  if (buckets.size >= ADDRESSES) {
    for (const oldest of buckets.keys()) {
      buckets.delete(oldest)
      break
    }
  }
  buckets.set(group, full)
  return full
}

/** The cost of a request by its declared size. A body of unknown size costs the most. */
function costOf({ headers }: IncomingMessage): number {
  if (headers['transfer-encoding'] !== undefined) return 1 + BODY_TOKENS_MAX
  const bytes = Number(headers['content-length'] ?? 0)
  return 1 + Math.min(BODY_TOKENS_MAX, Math.floor(bytes / BYTES_PER_TOKEN))
}

/**
 * Refuses the requests of an address group over the limit, before any work is done for them, and spreads those that it
 * sends at once.
 */
export function addAddressLimit(
  app: FastifyInstance,
  limit: AddressLimit,
  body: object,
  pace: Pace = pacer(),
) {
  const text = JSON.stringify(body)
  app.addHook('onRequest', (request, reply, done) => {
    const seconds = limit.hit(request.ip, costOf(request.raw))
    const { socket } = request.raw
    if (seconds === 0) {
      // Nothing is done for a client that has gone while its request waited.
      pace(request.ip, () => socket.destroyed || done())
      return
    }
    // Stops reading: further requests that the client has already sent on this connection are not parsed.
    socket.pause()
    const refuse = () =>
      reply
        .code(429)
        .header('retry-after', String(seconds))
        .header('connection', 'close')
        .header('content-type', 'application/json; charset=utf-8')
        .send(text)
    refuseLater(refuse, () => socket.destroy())
  })
}
