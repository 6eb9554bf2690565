import { LRUCache } from 'lru-cache'
import { fairQueue } from '../../../platform/limits/fair-queue.ts'
import type { Uploader } from '../uploads/uploads-in-progress.ts'

/** Pictures that are decoded at the same time by this server, each in a process. */
export const RUNNING = 4
/** One place is for other addresses, so that a few accounts with slow pictures do not take all. */
const RUNNING_ADDRESS = RUNNING - 1
const RETRY_AFTER_SECONDS = 5
const SLOW_MEMORY_MS = 5 * 60 * 1000

/**
 * Decides whose picture is decoded next. Each person has one decode at a time, and addresses take turns. So a
 * person with costly pictures, or many accounts at one address, delay another address by one decode at most. The people
 * whose last picture was slow share one place for some minutes. Rejects with `Overloaded` when too many wait.
 */
export function decodeQueue() {
  const people = fairQueue({
    running: 200,
    runningPerKey: 1,
    waiting: 200,
    waitingPerKey: 3,
    retryAfter: RETRY_AFTER_SECONDS,
  })
  const slow = fairQueue({
    running: 1,
    runningPerKey: 1,
    waiting: 60,
    waitingPerKey: 1,
    retryAfter: RETRY_AFTER_SECONDS,
  })
  const addresses = fairQueue({
    running: RUNNING,
    runningPerKey: RUNNING_ADDRESS,
    waiting: 60,
    waitingPerKey: 40,
    retryAfter: RETRY_AFTER_SECONDS,
  })
  const slowPeople = new LRUCache<string, true>({ max: 10_000, ttl: SLOW_MEMORY_MS })

  /** `work` calls its argument when the picture is slow. */
  return <T>(
    { person, address }: Uploader,
    work: (noteSlow: () => void) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> => {
    const inTurn = () =>
      addresses.run(
        address,
        () => {
          slowPeople.delete(person)
          return work(() => slowPeople.set(person, true))
        },
        signal,
      )
    return people.run(
      person,
      () => (slowPeople.has(person) ? slow.run(person, inTurn, signal) : inTurn()),
      signal,
    )
  }
}
