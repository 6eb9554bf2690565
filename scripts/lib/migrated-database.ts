import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../apps/server/src/platform/db/embedded/start.ts'
import { MIGRATIONS, migrate } from '../../apps/server/src/platform/db/migrate.ts'
import { openDatabase, type Sql } from '../../apps/server/src/platform/db/pool.ts'

/** Runs `work` with a new, temporary database to which all migrations have been applied. */
export async function withMigratedDatabase(
  work: (sql: Sql) => Promise<void>,
  migrations = MIGRATIONS,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'maestros-migrated-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  const embedded = await startEmbedded(folder, randomBytes(24).toString('base64url'), { durable: false })
  try {
    const db = openDatabase(embedded.target, { pool: 1 })
    await migrate(db.sql, migrations)
    await work(db.sql)
    await db.close()
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
