import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../db/pool.ts'
import { MINI } from './path.ts'
import type { ObjectStore } from './store.ts'
import { isStoreAway } from './store-outage.ts'

interface Needs {
  db: { sql: Sql }
  objects: ObjectStore
}

/** Removes bytes that no row names, and then the note that they may be there. */
export async function discard({ db, objects }: Needs, key: string): Promise<void> {
  await objects.remove(key)
  await objects.remove(key + MINI)
  await db.sql`delete from storage.leftovers where key = ${key}`
}

/** After this many requests without an answer, one after another, the store is away. Each of them may have taken half a minute. */
const UNANSWERED_IN_A_ROW = 5

/**
 * Discards several objects. A failure is logged as `warning`: the note in storage.leftovers stays, and the sweep of storage
 * tries again. Returns whether all were tried: it ends early when the store is away, or by the signal of a job. Files that the
 * store refuses to remove do not keep it from the others.
 */
export async function discardAll(
  { db, objects, log }: Needs & { log: FastifyBaseLogger },
  keys: readonly string[],
  warning: string,
  signal?: AbortSignal,
): Promise<boolean> {
  let unanswered = 0
  for (const key of keys) {
    if (unanswered === UNANSWERED_IN_A_ROW || signal?.aborted) return false
    try {
      await discard({ db, objects }, key)
      unanswered = 0
    } catch (error) {
      unanswered = isStoreAway(error) ? unanswered + 1 : 0
      log.warn({ err: error, place: key }, warning)
    }
  }
  return unanswered < UNANSWERED_IN_A_ROW
}

/** How long somebody waits for the removal of bytes that no row names any more. */
const WAIT_MS = 3000

/** As `discardAll`, for a request or a job that does not wait for a store that hangs: the removal then goes on without it. */
export async function discardSoon(...given: Parameters<typeof discardAll>): Promise<void> {
  await Promise.race([discardAll(...given), delay(WAIT_MS, undefined, { ref: false })])
}
