import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Caller } from '../http/caller.ts'
import type { Database } from './pool.ts'

/**
 * Runs one statement with the caller's own rights: role and claims are set for one transaction,
 * as Supabase does, and row-level security decides the rest.
 *
 * The four statements leave together on one connection, so the whole costs one round trip. When
 * opening the request fails (a signed-out session, say), PostgreSQL has aborted the transaction and
 * refuses the statement; it never runs with other rights.
 */
export async function asCaller<T extends readonly (Row | undefined)[]>(
  db: Database,
  caller: Caller,
  access: 'read only' | 'read write',
  statement: (sql: ReservedSql) => PendingQuery<T>,
): Promise<T> {
  const sql = await db.callers.reserve()
  try {
    const [begun, opened, done, ended] = await Promise.allSettled([
      access === 'read only' ? sql`begin read only` : sql`begin`,
      sql`select auth.open_request(${caller.role}, ${JSON.stringify(caller.claims)})`,
      statement(sql),
      sql`commit`,
    ])
    for (const step of [begun, opened, done, ended]) {
      if (step.status === 'rejected') throw step.reason
    }
    return (done as PromiseFulfilledResult<T>).value
  } finally {
    sql.release()
  }
}
