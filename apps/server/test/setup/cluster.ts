import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { type Embedded, startEmbedded } from '../../src/db/embedded.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/pool.ts'

/**
 * Runs once for a whole test run: starts one real PostgreSQL in a temporary folder, with a migrated database
 * that each `startApp` copies (see app.ts).
 */

export const TEMPLATE = 'plantilla'

declare module 'vitest' {
  interface ProvidedContext {
    cluster: Embedded['target']
  }
}

export default async function setup(project: TestProject) {
  const folder = await mkdtemp(join(tmpdir(), 'maestros-test-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  const embedded = await startEmbedded(folder, randomBytes(24).toString('base64url'), { durable: false })
  const stop = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const main = openDatabase(embedded.target, { pool: 1 })
    await main.sql`create database ${main.sql(TEMPLATE)}`
    await main.close()
    const template = openDatabase({ ...embedded.target, database: TEMPLATE }, { pool: 1 })
    await migrate(template.sql)
    await template.close()
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('cluster', embedded.target)
  return stop
}
