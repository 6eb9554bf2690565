import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Caller } from '../http/caller.ts'
import type { Database, Sql } from './pool.ts'

type Rows = readonly (Row | undefined)[]
type Access = 'read only' | 'read write'

/**
 * Runs one statement behind a check, in one transaction. The four statements leave together on one connection, so
 * the whole costs one round trip. When the check fails (a signed-out session, say), PostgreSQL has aborted the
 * transaction and refuses the statement.
 */
export async function behind<T extends Rows>(
  pool: Sql,
  access: Access,
  check: (sql: ReservedSql) => PendingQuery<Row[]>,
  statement: (sql: ReservedSql) => PendingQuery<T>,
): Promise<T> {
  const sql = await pool.reserve()
  try {
    const asked = statement(sql)
    const [begun, checked, done, ended] = await Promise.allSettled([
      access === 'read only' ? sql`begin read only` : sql`begin`,
      check(sql),
      asked,
      sql`commit`,
    ])
    for (const step of [begun, checked]) if (step.status === 'rejected') throw step.reason
    if (done.status === 'rejected') throw done.reason
    if (ended.status === 'rejected') throw ended.reason
    return done.value
  } finally {
    sql.release()
  }
}

/**
 * Runs one statement with the caller's own rights: role and claims are set for one transaction, as Supabase does,
 * and row-level security decides the rest. It never runs with other rights.
 */
export function asCaller<T extends Rows>(
  db: Database,
  caller: Caller,
  access: Access,
  statement: (sql: ReservedSql) => PendingQuery<T>,
): Promise<T> {
  const open = (sql: ReservedSql) =>
    sql`select auth.open_request(${caller.role}, ${JSON.stringify(caller.claims)})`
  return behind(db.callers, access, open, statement)
}
