import { vi } from 'vitest'

/** The timer of the browser, also while the clock of the page is a fake one. */
const realTimeout = globalThis.setTimeout

/**
 * A clock that runs as usual and can be advanced. To be called before the screen is opened. Frames and idle moments stay those of
 * the browser.
 */
export const installClock = () =>
  vi.useFakeTimers({
    shouldAdvanceTime: true,
    toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'],
  })

/** Real time in which code is loaded, answers arrive and React renders. */
const ARRIVAL_MS = 20
export const arrive = () => new Promise<void>((resolve) => realTimeout(resolve, ARRIVAL_MS))

/** Advances the clock, and lets what is on its way arrive before and after. */
export async function passTime(ms: number) {
  await arrive()
  await vi.advanceTimersByTimeAsync(ms)
  await arrive()
}

const PATIENCE_MS = 30_000

/** Advances the clock in steps until the condition is true: one long step would hide what appears and disappears. */
export async function passUntil(isDone: () => boolean, step = 1000) {
  const end = performance.now() + PATIENCE_MS
  while (!isDone()) {
    if (performance.now() > end) throw new Error(`It did not happen: ${isDone}`)
    await passTime(step)
  }
}
