/**
 * Delays the answers to clients over a limit by one to two seconds. A client that repeats its request immediately is
 * slowed to less than one request per second on each connection, and uses no resources in between. The delays differ,
 * because hundreds of answers and new connections at the same moment would make all other callers wait.
 */
const DELAY_MS = 1000
const SPREAD_MS = 1000
/**
 * Refusals that wait at the same time in this process. Above it the connection is closed without an answer.
 */
const WAITING_MAX = 5000

/** Calls `refuse` one to two seconds later, or `drop` at once when `max` refusals are waiting. */
export function delayedRefusals(max: number): (refuse: () => void, drop: () => void) => void {
  let waiting = 0
  return (refuse, drop) => {
    if (waiting >= max) {
      drop()
      return
    }
    waiting += 1
    const timer = setTimeout(
      () => {
        waiting -= 1
        refuse()
      },
      DELAY_MS + Math.random() * SPREAD_MS,
    )
    timer.unref()
  }
}

/** For refusals with an answer. HTTP requests and upgrade requests share the limit. */
export const refuseLater = delayedRefusals(WAITING_MAX)
