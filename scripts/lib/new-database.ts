import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEmbedded } from '../../apps/server/src/platform/db/embedded/start.ts'
import { openDatabase, type Sql } from '../../apps/server/src/platform/db/pool.ts'
import { prepareDatabase } from '../../apps/server/src/platform/db/prepare-database.ts'

/** Runs `work` with a new, temporary database. */
export async function withNewDatabase(work: (sql: Sql) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'maestros-new-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  const embedded = await startEmbedded(folder, randomBytes(24).toString('base64url'), { durable: false })
  try {
    const db = openDatabase(embedded.target, { pool: 1 })
    await prepareDatabase(db.sql)
    await work(db.sql)
    await db.close()
  } finally {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
}
