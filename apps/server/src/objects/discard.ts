import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../db/pool.ts'
import type { ObjectStore } from './store.ts'

/** Where the small version of an object is: the object's key with this ending. */
export const MINI = '.mini'

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

/**
 * Discards several objects. A failure is logged as `warning`: the note in storage.leftovers stays, and the sweep of storage
 * tries again.
 */
export async function discardAll(
  { db, objects, log }: Needs & { log: FastifyBaseLogger },
  keys: readonly string[],
  warning: string,
): Promise<void> {
  for (const key of keys) {
    await discard({ db, objects }, key).catch((error: unknown) =>
      log.warn({ err: error, place: key }, warning),
    )
  }
}
