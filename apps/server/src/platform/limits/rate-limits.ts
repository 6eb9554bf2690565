import { createHash } from 'node:crypto'
import type { Limit } from '../settings/config.ts'
import { elapsedMs } from './clock.ts'

/**
 * Counts per key in a fixed window, in memory or, with REDIS_URL, in Redis. `hit` counts and returns whether
 * the limit is exceeded; `peek` returns it without counting. A key may be any text: only its hash is stored.
 */
export interface Limits {
  hit(key: string, limit: Limit): Promise<Verdict>
  peek(key: string, limit: Limit): Promise<Verdict>
  clear(key: string): Promise<void>
  close(): Promise<void>
}

export type Verdict = { allowed: true } | { allowed: false; retryAfter: number }

const SWEEP_MS = 60_000
/** About 15 MB of memory. */
const MAX_WINDOWS = 100_000
/** 132 bits in base64url. */
const KEY_CHARS = 22

/** The hash that is stored instead of a key, so that a caller's text always takes the same few bytes. */
export function limitKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url').slice(0, KEY_CHARS)
}

/**
 * When there are `max` windows, a new one replaces the window with the oldest last hit. Removing a window
 * only makes its limit less strict, and keys that are in use stay.
 */
export function memoryLimits(now: () => number = elapsedMs, max: number = MAX_WINDOWS): Limits {
  // Ordered by the last hit: each hit moves its window to the end.
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
  const keep = (key: string, window: { count: number; until: number }) => {
    windows.delete(key)
    if (windows.size >= max) {
      const [oldest] = windows.keys()
      if (oldest !== undefined) windows.delete(oldest)
    }
    windows.set(key, window)
  }
  const verdict = (count: number, until: number, max: number): Verdict =>
    count > max
      ? { allowed: false, retryAfter: Math.max(1, Math.ceil((until - now()) / 1000)) }
      : { allowed: true }

  return {
    async hit(name, limit) {
      const key = limitKey(name)
      const window = current(key) ?? { count: 0, until: now() + limit.seconds * 1000 }
      window.count += 1
      keep(key, window)
      return verdict(window.count, window.until, limit.max)
    },
    async peek(name, limit) {
      const window = current(limitKey(name))
      return window ? verdict(window.count + 1, window.until, limit.max) : { allowed: true }
    },
    async clear(name) {
      windows.delete(limitKey(name))
    },
    async close() {
      clearInterval(sweep)
    },
  }
}

/** How many times the limit of a /64 a whole /48 may use. */
const WIDE = 10

/**
 * Counts an act of an address group (address.ts). A provider gives some customers a whole /48 of IPv6, which has 65,536 groups,
 * so that counts too, with a higher limit: many phones of a mobile network may share one. What one group tries beyond its own
 * limit does not count for its neighbours.
 */
export async function countByAddress(
  limits: Limits,
  act: 'hit' | 'peek',
  kind: string,
  group: string,
  limit: Limit,
): Promise<Verdict> {
  const verdict = await limits[act](`${kind}:address:${group}`, limit)
  const wide = /^((?:[0-9a-f]+:){2}[0-9a-f]+):[0-9a-f]+::\/64$/.exec(group)?.[1]
  if (!verdict.allowed || wide === undefined) return verdict
  return limits[act](`${kind}:address:${wide}::/48`, { ...limit, max: limit.max * WIDE })
}
