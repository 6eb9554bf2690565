import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Database, Sql } from '../db/pool.ts'
import type { Person } from '../http/caller.ts'

/** Fails when the session does not live, the account is suspended or the role is another: see migration 012. */
export function requirePerson(sql: Sql | ReservedSql, person: Person, role: 'buscador' | 'maestro' | null) {
  return sql`select interno.exigir_persona(${person.sessionId}, ${person.userId}, ${role})`
}

/**
 * Runs a statement as the owner for a person found right, in one transaction and one round trip: the four leave
 * together, and when the check fails PostgreSQL refuses what follows it.
 */
export async function runFor<T extends readonly (Row | undefined)[]>(
  db: Database,
  person: Person,
  role: 'buscador' | 'maestro' | null,
  statement: (sql: ReservedSql) => PendingQuery<T>,
): Promise<T> {
  const sql = await db.sql.reserve()
  try {
    const asked = statement(sql)
    const [begun, allowed, done, ended] = await Promise.allSettled([
      sql`begin`,
      requirePerson(sql, person, role),
      asked,
      sql`commit`,
    ])
    for (const step of [begun, allowed, ended]) if (step.status === 'rejected') throw step.reason
    if (done.status === 'rejected') throw done.reason
    return done.value
  } finally {
    sql.release()
  }
}
