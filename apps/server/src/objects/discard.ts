import type { FastifyBaseLogger } from 'fastify'
import type { Sql } from '../db/pool.ts'
import { isCoded } from '../error-code.ts'
import { S3Error } from './s3.ts'
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

/** After this many requests without an answer, one after another, the store is away. Each of them may have taken half a minute. */
const UNANSWERED_IN_A_ROW = 5

/** Connections that failed or ended, to the store, a network file system or the database. */
const CONNECTION_CODE = /^(?:ECONN|EHOST|ENET|ENOTCONN|EPIPE|ESTALE|ETIMEDOUT|CONNECT)/

/** Whether the store is away, and has not refused this one file. */
function isAway(error: unknown): boolean {
  if (error instanceof S3Error) return error.status >= 500 || error.status === 429
  if (!(error instanceof Error)) return false
  // The error of a fetch without an answer is a TypeError with the reason as its cause.
  if (error.name === 'TimeoutError' || (error instanceof TypeError && error.cause instanceof Error))
    return true
  return isCoded(error) && CONNECTION_CODE.test(error.code)
}

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
      unanswered = isAway(error) ? unanswered + 1 : 0
      log.warn({ err: error, place: key }, warning)
    }
  }
  return unanswered < UNANSWERED_IN_A_ROW
}
