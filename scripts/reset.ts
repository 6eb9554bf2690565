import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbedded } from '../apps/server/src/platform/db/embedded/start.ts'
import { openDatabase, type Sql } from '../apps/server/src/platform/db/pool.ts'
import { prepareDatabase } from '../apps/server/src/platform/db/prepare-database.ts'
import { diskStore } from '../apps/server/src/platform/objects/disk.ts'
import { readConfig } from '../apps/server/src/platform/settings/config.ts'
import { loadSecrets } from '../apps/server/src/platform/settings/secrets.ts'
import { fillDemo } from '../db/demo/index.ts'

/**
 * `npm run reset`: empties the embedded database, the stored pictures and the local mailbox of DATA_DIR, and
 * fills the demo directory again. Keys stay, so that settings which contain them keep working. It never
 * changes a database of DATABASE_URL, and refuses in production.
 */

const say = (line: string) => void process.stdout.write(`${line}\n`)

async function reset(): Promise<void> {
  const config = readConfig(process.env)
  if (config.production) {
    throw new Error(
      'npm run reset no se usa en producción (NODE_ENV=production): borraría a todas las personas.',
    )
  }
  if (config.DATABASE_URL || config.s3) {
    throw new Error(
      'npm run reset solo vacía la base de datos embebida: quita DATABASE_URL y S3_* del entorno.',
    )
  }
  const secrets = await loadSecrets(config)
  const embedded = await startEmbedded(config.DATA_DIR, secrets.databasePassword)
  try {
    const db = openDatabase(embedded.target, { pool: 4 })
    await dropSchemas(db.sql)
    for (const name of ['objects', 'outbox']) {
      await rm(join(config.DATA_DIR, name), { recursive: true, force: true })
    }
    await prepareDatabase(db.sql)
    await fillDemo(db.sql, diskStore(join(config.DATA_DIR, 'objects')), say)
    await db.close()
  } finally {
    await embedded.stop()
  }
}

async function dropSchemas(sql: Sql): Promise<void> {
  const schemas = await sql<{ name: string }[]>`
    select nspname::text as name from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'`
  for (const { name } of schemas) await sql`drop schema ${sql(name)} cascade`
  await sql`create schema public`
}

try {
  await reset()
} catch (error) {
  process.stderr.write(`Error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
