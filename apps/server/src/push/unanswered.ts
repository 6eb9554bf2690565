import { LRUCache } from 'lru-cache'
import { elapsedMs } from '../limits/clock.ts'

/**
 * Pauses requests to a push service that does not answer. Each of them occupies one of the few places of the job queue until it times
 * out, so the notifications of one such service would delay all other jobs.
 */
export interface Pauses {
  /** Calls `send`, or rejects at once while the service is paused. */
  attempt<T>(service: string, send: () => Promise<T>): Promise<T>
}

/** A failure that came sooner has not occupied a place for long, and begins no pause. */
const SLOW_MS = 3000
const FIRST_PAUSE_MS = 15_000
/** The next pause is twice as long, up to this. */
const LONGEST_PAUSE_MS = 120_000
const SERVICES_MAX = 1000

export function pausesAfterNoAnswer(timeoutMs: number, now: () => number = elapsedMs): Pauses {
  const services = new LRUCache<string, { failures: number; until: number }>({ max: SERVICES_MAX })
  return {
    async attempt(service, send) {
      const began = now()
      const known = services.get(service)
      const failures = known?.failures ?? 0
      if (known && began < known.until) throw new Error('the push service did not answer and is paused')
      // After a pause, one request finds out whether the service answers again.
      if (known) services.set(service, { failures, until: began + timeoutMs })
      try {
        const result = await send()
        services.delete(service)
        return result
      } catch (error) {
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
        if (now() - began < SLOW_MS) services.delete(service)
        else services.set(service, { failures: failures + 1, until: now() + pause })
        throw error
      }
    },
  }
}
