/**
 * Answers to clients over a limit wait for a second. A client that repeats its request as soon as it is answered is
 * slowed to one request a second on each connection, and costs nothing in between.
 */
const DELAY_MS = 1000
/** Refusals that wait at once in this process. Beyond it the connection is closed without an answer. */
const WAITING_MAX = 5000

/** Calls `refuse` a second later, or `drop` at once while `max` refusals wait already. */
export function delayedRefusals(max: number): (refuse: () => void, drop: () => void) => void {
  let waiting = 0
  return (refuse, drop) => {
    if (waiting >= max) {
      drop()
      return
    }
    waiting += 1
    const timer = setTimeout(() => {
      waiting -= 1
      refuse()
    }, DELAY_MS)
    timer.unref()
  }
}

/** For refusals that are answers: HTTP requests and upgrade requests share the bound. */
export const refuseLater = delayedRefusals(WAITING_MAX)
