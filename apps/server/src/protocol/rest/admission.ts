import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../platform/caller.ts'
import { addressGroup, callerKey } from '../../platform/limits/address.ts'
import { fairQueue } from '../../platform/limits/fair-queue.ts'
import { Overloaded } from '../../platform/limits/overloaded.ts'
import { MAX_WAIT_MS, MAX_WAITING, MAX_WAITING_ADDRESS, MAX_WAITING_CALLER, RETRY_SECONDS } from './limits.ts'

/**
 * Decides when a request may use a connection of the callers' pool. One caller uses at most half of the
 * connections, the callers of one address together at most three quarters, and free connections go to the
 * addresses in turn. A request whose queue is full, or which waits too long, is refused with `Overloaded`.
 */
export interface Admission {
  /**
   * `work` gets a signal that aborts when the client disconnects. The request of a disconnected client leaves
   * the queue.
   */
  run<T>(
    who: { caller: Caller; request: FastifyRequest; reply: FastifyReply },
    work: (signal: AbortSignal) => Promise<T>,
  ): Promise<T>
}

/** The client does not get this answer. Proxies log 499 when the client has closed the connection. */
class ClientGone extends Error {
  readonly statusCode = 499
  constructor() {
    super('the client has disconnected')
  }
}

export function admission(pool: number): Admission {
  const shared = { waiting: MAX_WAITING, retryAfter: RETRY_SECONDS }
  // This queue limits each caller only; `addresses` limits the total.
  const callers = fairQueue({
    ...shared,
    running: Number.POSITIVE_INFINITY,
    runningPerKey: Math.max(1, Math.floor(pool / 2)),
    waitingPerKey: MAX_WAITING_CALLER,
  })
  const addresses = fairQueue({
    ...shared,
    running: pool,
    runningPerKey: Math.max(1, Math.min(pool - 1, Math.ceil(pool * 0.75))),
    waitingPerKey: MAX_WAITING_ADDRESS,
  })

  return {
    async run({ caller, request, reply }, work) {
      if (reply.raw.destroyed) throw new ClientGone()
      const stop = new AbortController()
      const { signal } = stop
      const disconnected = () => stop.abort(new ClientGone())
      reply.raw.once('close', disconnected)
      const timeout = setTimeout(() => stop.abort(new Overloaded(RETRY_SECONDS)), MAX_WAIT_MS)
      const start = () => {
        clearTimeout(timeout)
        return work(signal)
      }
      try {
        return await callers.run(
          callerKey(caller, request.ip),
          () => addresses.run(addressGroup(request.ip), start, signal),
          signal,
        )
      } finally {
        clearTimeout(timeout)
        reply.raw.off('close', disconnected)
      }
    },
  }
}
