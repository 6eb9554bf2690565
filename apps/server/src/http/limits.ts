import type { Limit } from '../config.ts'

/**
 * Counts per key in a fixed window. In one process the counts live in memory; with REDIS_URL, in Redis.
 * `hit` counts and says whether the limit is passed; `peek` only says.
 */
export interface Limits {
  hit(key: string, limit: Limit): Promise<Verdict>
  peek(key: string, limit: Limit): Promise<Verdict>
  clear(key: string): Promise<void>
  close(): Promise<void>
}

export type Verdict = { allowed: true } | { allowed: false; retryAfter: number }

const SWEEP_MS = 60_000

export function memoryLimits(now: () => number = Date.now): Limits {
  const windows = new Map<string, { count: number; until: number }>()
  const sweep = setInterval(() => {
    const time = now()
    for (const [key, window] of windows) if (window.until <= time) windows.delete(key)
  }, SWEEP_MS)
  sweep.unref()

  const current = (key: string) => {
    const window = windows.get(key)
    return window && window.until > now() ? window : undefined
  }
  const verdict = (count: number, until: number, max: number): Verdict =>
    count > max
      ? { allowed: false, retryAfter: Math.max(1, Math.ceil((until - now()) / 1000)) }
      : { allowed: true }

  return {
    async hit(key, limit) {
      const window = current(key) ?? { count: 0, until: now() + limit.seconds * 1000 }
      window.count += 1
      windows.set(key, window)
      return verdict(window.count, window.until, limit.max)
    },
    async peek(key, limit) {
      const window = current(key)
      return window ? verdict(window.count + 1, window.until, limit.max) : { allowed: true }
    },
    async clear(key) {
      windows.delete(key)
    },
    async close() {
      clearInterval(sweep)
    },
  }
}
