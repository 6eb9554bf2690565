import type { Role } from '@maestros/dominio/acceso/roles'
import type { ISql, PendingQuery, ReservedSql, Row } from 'postgres'
import type { Person } from '../../platform/caller.ts'
import type { Database } from '../../platform/db/pool.ts'
import { runAfterCheck } from '../../platform/db/session.ts'

/** The role that a function is for; null for any seeker or maestro. */
export type RequiredRole = Role | 'operador' | null

/**
 * Fails when the session has ended, the account is suspended, the person has another role, or an operator has not confirmed the second
 * factor (interno.exigir_persona).
 */
export function requirePerson(sql: ISql, person: Person, role: RequiredRole) {
  return sql`select interno.exigir_persona(${person.sessionId}, ${person.userId}, ${role})`
}

/** Runs a statement as the owner, only if `requirePerson` succeeds for the person. */
export function runFor<T extends readonly (Row | undefined)[]>(
  db: Database,
  person: Person,
  role: RequiredRole,
  statement: (sql: ReservedSql) => PendingQuery<T>,
): Promise<T> {
  return runAfterCheck(db.sql, 'read write', (sql) => requirePerson(sql, person, role), statement)
}
