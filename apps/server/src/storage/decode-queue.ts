import { fairQueue } from '../limits/fair-queue.ts'
import type { Uploader } from './uploads-in-progress.ts'

/**
 * Pictures that are decoded at the same time in this process. The other threads are for reading files and
 * hashing passwords.
 */
const RUNNING = 2
const RETRY_AFTER_SECONDS = 5

/**
 * Decides whose picture is decoded next. Each person has one decode at a time, and addresses take turns. So a
 * person with costly pictures, or many accounts at one address, delay another address by one decode at most.
 * Rejects with `Overloaded` when too many wait.
 */
export function decodeQueue() {
  const people = fairQueue({
    running: 200,
    runningPerKey: 1,
    waiting: 200,
    waitingPerKey: 3,
    retryAfter: RETRY_AFTER_SECONDS,
  })
  const addresses = fairQueue({
    running: RUNNING,
    runningPerKey: RUNNING,
    waiting: 60,
    waitingPerKey: 40,
    retryAfter: RETRY_AFTER_SECONDS,
  })
  return <T>({ person, address }: Uploader, work: () => Promise<T>, signal: AbortSignal): Promise<T> =>
    people.run(person, () => addresses.run(address, work, signal), signal)
}
