import type { Outcome } from './run.ts'

/**
 * Memory that the server holds after all inputs were answered and garbage was collected, beside what it held after
 * the warm-up. The bounds leave room for caches that fill up (prepared statements, verified tokens) and for what the
 * allocator keeps; a leak of one 100-byte key for each of 2,000,000 inputs is beyond them.
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
