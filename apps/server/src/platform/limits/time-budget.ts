import { LRUCache } from 'lru-cache'
import { elapsedMs } from './clock.ts'

/** Limits how much time of a shared resource the work for one key may take within a window, in this process. */
export interface TimeBudget {
  isUsedUp(key: string): boolean
  add(key: string, ms: number): void
  /** Does the work and adds the time that it takes, also when it fails. */
  spend<T>(key: string, work: () => Promise<T>): Promise<T>
}

const KEYS = 10_000

export function timeBudget({ ms, windowMs }: { ms: number; windowMs: number }): TimeBudget {
  // The window begins with the first work of a key.
  const spent = new LRUCache<string, number>({ max: KEYS, ttl: windowMs, noUpdateTTL: true })
  const add = (key: string, more: number) => void spent.set(key, (spent.get(key) ?? 0) + more)
  return {
    isUsedUp: (key) => (spent.get(key) ?? 0) >= ms,
    add,
    spend: async (key, work) => {
      const began = elapsedMs()
      try {
        return await work()
      } finally {
        add(key, elapsedMs() - began)
      }
    },
  }
}
