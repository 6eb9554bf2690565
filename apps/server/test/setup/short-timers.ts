import { vi } from 'vitest'

/**
 * Timers of this process, and so of the servers of its tests, whose delay is at least `from` and at most `to` end after `ms` instead.
 * Returns what undoes it for later timers.
 */
export function shortenTimers({
  from,
  to = from,
  ms,
}: {
  from: number
  to?: number
  ms: number
}): () => void {
  const spies = (['setTimeout', 'setInterval'] as const).map((name) => {
    const real: (work: () => void, delay: number, ...given: unknown[]) => unknown = globalThis[name]
    const shorter = (work: () => void, delay = 0, ...given: unknown[]) =>
      real(work, delay >= from && delay <= to ? ms : delay, ...given)
    return vi.spyOn(globalThis, name).mockImplementation(shorter as typeof setTimeout)
  })
  return () => {
    for (const spy of spies) spy.mockRestore()
  }
}
