import { errorText, hasCode } from '../error-code.ts'
import type { Sql } from './pool.ts'

/** The roles of requests, as the first migration creates them. */
const ROLES = { anon: '', authenticated: '', service_role: 'bypassrls' }

class RolesError extends Error {}

/**
 * Creates the roles of requests, and lets the owner of the database use them. Roles belong to the whole cluster and are in
 * no dump of a database, so this is done at each start: a restored database may be in another cluster.
 */
export async function prepareRoles(sql: Sql): Promise<void> {
  try {
    for (const [role, attribute] of Object.entries(ROLES)) {
      const [found] = await sql`select from pg_roles where rolname = ${role}`
      // Another database of the cluster may create it at the same time.
      if (!found) await sql.unsafe(`create role ${role} nologin noinherit ${attribute}`).catch(unlessItExists)
      if (!(await mayUse(sql, role))) await sql.unsafe(`grant ${role} to current_user`)
    }
  } catch (error) {
    throw new RolesError(`${CANNOT_PREPARE} (${errorText(error)})`, { cause: error })
  }
  const [service] = await sql<{ sees: boolean }[]>`
    select rolbypassrls or rolsuper as sees from pg_roles where rolname = 'service_role'`
  if (!service?.sees) throw new RolesError(`${CANNOT_PREPARE} (service_role no tiene BYPASSRLS)`)
}

const CANNOT_PREPARE =
  'el usuario de DATABASE_URL no puede preparar los roles anon, authenticated y service_role; ' +
  'docs/operations.md dice cómo los prepara un administrador de PostgreSQL'

/** A member may lack the right to become the role, so it is tried. */
const mayUse = (sql: Sql, role: string): Promise<boolean> =>
  sql
    .unsafe(`set role ${role}; reset role`)
    .simple()
    .then(
      () => true,
      () => false,
    )

/** Passes over the two errors of PostgreSQL for a role that exists already. */
function unlessItExists(error: unknown): void {
  if (!hasCode(error, '42710', '23505')) throw error
}
