import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/db/pool.ts'
import type { Cluster } from './owner.ts'

/** A separate database without a server: a copy of the migrated one, or an empty one. */
export async function makeDatabase(
  from: 'migrated' | 'empty',
): Promise<Database & { target: Cluster; drop(): Promise<void> }> {
  const { target, drop } = await copyDatabase(from === 'empty' ? 'template0' : inject('template'))
  const db = openDatabase(target, { pool: 2 })
  return {
    ...db,
    target,
    drop: async () => {
      await db.close()
      await drop()
    },
  }
}

/**
 * Copies a database for the owner of the test databases. A superuser drops it: an owner may not end the maintenance process
 * (autovacuum) that PostgreSQL may be running in it.
 */
export async function copyDatabase(template: string): Promise<{ target: Cluster; drop(): Promise<void> }> {
  const cluster = inject('cluster')
  const database = `prueba_${randomBytes(8).toString('hex')}`
  const { sql, close } = openDatabase(inject('admin'), { pool: 1 })
  try {
    // PostgreSQL's default strategy writes all pages to its log, which takes ten times as long as copying the files.
    await sql`
      create database ${sql(database)} owner ${sql(cluster.username)} template ${sql(template)} strategy file_copy`
  } catch (error) {
    await close()
    throw error
  }
  return {
    target: { ...cluster, database },
    drop: async () => {
      await sql`drop database ${sql(database)} with (force)`
      await close()
    },
  }
}
