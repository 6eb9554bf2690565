import { LRUCache } from 'lru-cache'
import { elapsedMs } from './clock.ts'

/**
 * Pauses requests to a service that does not answer, for jobs. Each request occupies one of the few places of the job queue until it times
 * out, so one such service would delay all other jobs.
 */
export interface Pauses {
  /** Calls `send`, or rejects at once while the service is paused. `isAnswer` says that an error is an answer of the service. */
  attempt<T>(service: string, send: () => Promise<T>, isAnswer?: (error: unknown) => boolean): Promise<T>
}

const FIRST_PAUSE_MS = 15_000
/** The next pause is twice as long, up to this. */
const LONGEST_PAUSE_MS = 120_000
const SERVICES_MAX = 1000

/**
 * `longestMs` is the longest time of a request. A failure that comes sooner than `slowMs` has not occupied a place for long, and begins no
 * pause.
 */
export function pausesAfterNoAnswer(
  { slowMs, longestMs }: Record<'slowMs' | 'longestMs', number>,
  now: () => number = elapsedMs,
): Pauses {
  const services = new LRUCache<string, { failures: number; until: number }>({ max: SERVICES_MAX })
  return {
    async attempt(service, send, isAnswer = () => false) {
      const began = now()
      const known = services.get(service)
      const failures = known?.failures ?? 0
      if (known && began < known.until) throw new Error('the service did not answer and is paused')
      // After a pause, one request finds out whether the service answers again.
      if (known) services.set(service, { failures, until: began + longestMs })
      try {
        const result = await send()
        services.delete(service)
        return result
      } catch (error) {
        const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS)
        if (now() - began < slowMs || isAnswer(error)) services.delete(service)
        else services.set(service, { failures: failures + 1, until: now() + pause })
        throw error
      }
    },
  }
}
