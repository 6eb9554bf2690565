import type { Outcome } from './run.ts'

/**
 * Compares the memory of the server after all inputs and a garbage collection with the memory after the
 * warm-up. The limits allow for caches that fill up (prepared statements, verified tokens) and for memory
 * that the allocator keeps. A leak of one 100-byte key for each of 2,000,000 inputs exceeds them.
 */
const LIVE_SHARE = 1.5
const LIVE_BYTES = 48 * 2 ** 20
const RESIDENT_SHARE = 1.5
const RESIDENT_BYTES = 256 * 2 ** 20

export function grown({ before, after }: Pick<Outcome, 'before' | 'after'>): string | undefined {
  const mb = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
  if (after.live > before.live * LIVE_SHARE + LIVE_BYTES) {
    return `live memory grew from ${mb(before.live)} to ${mb(after.live)} MB`
  }
  if (after.resident > before.resident * RESIDENT_SHARE + RESIDENT_BYTES) {
    return `resident memory grew from ${mb(before.resident)} to ${mb(after.resident)} MB`
  }
  return undefined
}
