import { randomBytes } from 'node:crypto'
import type { Embedded } from '../../src/platform/db/embedded/start.ts'
import { openDatabase } from '../../src/platform/db/pool.ts'

export type Cluster = Embedded['target']

/**
 * Creates the user who owns the databases of the tests, with the rights that docs/operations.md asks for: no code may need a
 * superuser. One more right is for the tests: to write rows without triggers.
 */
export async function makeOwner(admin: Cluster): Promise<Cluster> {
  const username = 'duena'
  const password = randomBytes(24).toString('base64url')
  const { sql, close } = openDatabase(admin, { pool: 1 })
  try {
    await sql.unsafe(`
      -- Each connection hashes the password this often, which takes 3 ms by default.
      set scram_iterations = 1;
      create role ${username} login password '${password}';
      create role anon nologin noinherit;
      create role authenticated nologin noinherit;
      create role service_role nologin noinherit bypassrls;
      grant anon, authenticated, service_role to ${username} with admin option;
      grant set on parameter session_replication_role to ${username};`)
  } finally {
    await close()
  }
  return { ...admin, username, password }
}
