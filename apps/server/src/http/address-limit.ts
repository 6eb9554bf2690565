import type { FastifyInstance } from 'fastify'
import type { Limit } from '../config.ts'
import { addressGroup } from '../limits/address.ts'

/**
 * How many requests one address group may make in a window. It is counted in this process alone, because every
 * request passes here: a shared count would cost each of them a round trip.
 */
export interface AddressLimit {
  /** Counts a request. Answers 0, or the seconds to wait when the limit is passed. */
  hit(ip: string): number
}

/** Address groups that are counted at once, so that a spray of addresses cannot fill the memory. */
export const ADDRESSES = 50_000

export function addressLimit(limit: Limit, now: () => number = Date.now): AddressLimit {
  // One window for all groups: when it ends, all counts are dropped at once and no timer is needed.
  const counts = new Map<string, number>()
  let until = 0
  return {
    hit(ip) {
      const time = now()
      if (time >= until) {
        counts.clear()
        until = time + limit.seconds * 1000
      }
      const group = addressGroup(ip)
      const count = (counts.get(group) ?? 0) + 1
      if (count === 1 && counts.size >= ADDRESSES) dropOldest(counts)
      counts.set(group, count)
      return count > limit.max ? Math.max(1, Math.ceil((until - time) / 1000)) : 0
    },
  }
}

function dropOldest(counts: Map<string, number>) {
  for (const group of counts.keys()) {
    counts.delete(group)
    return
  }
}

/** Refuses the requests of an address group that has passed the limit, before any work is done for them. */
export function addAddressLimit(app: FastifyInstance, limit: AddressLimit, body: object) {
  const text = JSON.stringify(body)
  app.addHook('onRequest', (request, reply, done) => {
    const seconds = limit.hit(request.ip)
    if (seconds === 0) return done()
    reply
      .code(429)
      .header('retry-after', String(seconds))
      .header('content-type', 'application/json; charset=utf-8')
      .send(text)
  })
}
