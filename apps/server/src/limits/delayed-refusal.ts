/**
 * Answers to clients over a limit wait for a second. A client that repeats its request as soon as it is answered is
 * slowed to one request a second on each connection, and costs nothing in between.
 */
const DELAY_MS = 1000
/** Refusals that wait at once in this process. Beyond it the connection is closed without an answer. */
const WAITING_MAX = 5000

let waiting = 0

export function refuseLater(refuse: () => void, drop: () => void): void {
  if (waiting >= WAITING_MAX) {
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
