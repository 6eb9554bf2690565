import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { z } from 'zod'
import { startEmbedded } from '../../src/platform/db/embedded/start.ts'
import { openDatabase } from '../../src/platform/db/pool.ts'
import { prepareDatabase } from '../../src/platform/db/prepare-database.ts'
import { type Cluster, makeOwner } from './owner.ts'

/**
 * Runs once for a whole test run: starts one real PostgreSQL in a temporary folder, with a database
 * that each `startApp` copies (see app.ts). With TEST_CLUSTER it uses a PostgreSQL that runs already
 * (mutants/database.ts), so that many test runs need one.
 */

const TEMPLATE = 'plantilla'

declare module 'vitest' {
  interface ProvidedContext {
    /** PostgreSQL, as the owner of the databases of the tests. */
    cluster: Cluster
    /** PostgreSQL, as a superuser. */
    admin: Cluster
    /** The database that tests copy. */
    template: string
  }
}

const Target = z.object({
  host: z.string(),
  port: z.number(),
  database: z.string(),
  username: z.string(),
  password: z.string(),
})
const Given = z.object({ cluster: Target, admin: Target, template: z.string() })

export default async function setup(project: TestProject) {
  if (process.env.TEST_CLUSTER) {
    const { cluster, admin, template } = Given.parse(JSON.parse(process.env.TEST_CLUSTER))
    project.provide('cluster', cluster)
    project.provide('admin', admin)
    project.provide('template', template)
    return
  }
  const folder = await mkdtemp(join(tmpdir(), 'maestros-test-'))
  // As root, PostgreSQL runs as another user, which needs access to the folder.
  await chmod(folder, 0o711)
  const embedded = await startEmbedded(folder, randomBytes(24).toString('base64url'), { durable: false })
  const stop = async () => {
    await embedded.stop()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    const cluster = await makeOwner(embedded.target)
    project.provide('cluster', cluster)
    const admin = openDatabase(embedded.target, { pool: 1 })
    await admin.sql`create database ${admin.sql(TEMPLATE)} owner ${admin.sql(cluster.username)}`
    await admin.close()
    const template = openDatabase({ ...cluster, database: TEMPLATE }, { pool: 1 })
    await prepareDatabase(template.sql)
    await template.close()
  } catch (error) {
    await stop()
    throw error
  }
  project.provide('admin', embedded.target)
  project.provide('template', TEMPLATE)
  return stop
}
