import type { Sql } from '../db/pool.ts'
import type { ObjectStore } from './store.ts'

/** Where the small version of an object is: the object's key with this ending. */
export const MINI = '.mini'

/** Removes bytes that no row names, and then the note that they may be there. */
export async function discard(
  { db, objects }: { db: { sql: Sql }; objects: ObjectStore },
  key: string,
): Promise<void> {
  await objects.remove(key)
  await objects.remove(key + MINI)
  await db.sql`delete from storage.leftovers where key = ${key}`
}
