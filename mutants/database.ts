import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../apps/server/src/platform/db/embedded/start.ts'
import { openDatabase } from '../apps/server/src/platform/db/pool.ts'
import { prepareDatabase } from '../apps/server/src/platform/db/prepare-database.ts'
import { makeOwner } from '../apps/server/test/setup/owner.ts'

/** The PostgreSQL of a whole run. Test runs copy their databases from one of its templates. */
export interface TestCluster {
  /** Makes a template with the text of a folder, and replaces an earlier one of the same name. */
  makeTemplate(name: string, text: string): Promise<void>
  /**
   * Drops the databases of test runs that ended at their first failure, before their clean-up. Only databases that are
   * older than any running test are dropped.
   */
  dropAbandoned(minutes: number): Promise<void>
  /** The environment by which apps/server/test/setup/cluster.ts uses this PostgreSQL. */
  environment(template: string): Record<string, string>
  stop(): Promise<void>
}

export async function startTestCluster(): Promise<TestCluster> {
  const folder = await mkdtemp(join(tmpdir(), 'maestros-mutants-db-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  const embedded = await startEmbedded(folder, randomBytes(24).toString('base64url'), { durable: false })
  const cluster = await makeOwner(embedded.target)
  const main = openDatabase(embedded.target, { pool: 1 })
  return {
    makeTemplate: async (name, text) => {
      await main.sql`drop database if exists ${main.sql(name)} with (force)`
      await main.sql`create database ${main.sql(name)} owner ${main.sql(cluster.username)}`
      const template = openDatabase({ ...cluster, database: name }, { pool: 1 })
      try {
        await prepareDatabase(template.sql, text)
      } finally {
        await template.close()
      }
    },
    dropAbandoned: async (minutes) => {
      const abandoned = await main.sql<{ name: string }[]>`
        select datname as name from pg_database
        where starts_with(datname::text, 'prueba_') and (pg_stat_file('base/' || oid || '/PG_VERSION', true)).modification
          < now() - make_interval(mins => ${minutes})`
      for (const { name } of abandoned) await main.sql`drop database if exists ${main.sql(name)} with (force)`
    },
    environment: (template) => ({
      TEST_CLUSTER: JSON.stringify({ cluster, admin: embedded.target, template }),
    }),
    stop: async () => {
      await main.close()
      await embedded.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
