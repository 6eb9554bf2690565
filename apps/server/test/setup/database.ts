import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase, type Sql } from '../../src/db/pool.ts'

/** A separate database without a server: a copy of the migrated one, or an empty one. */
export async function makeDatabase(
  from: 'migrated' | 'empty',
): Promise<Database & { drop(): Promise<void> }> {
  const cluster = inject('cluster')
  const name = `prueba_${randomBytes(8).toString('hex')}`
  const owner = openDatabase(cluster, { pool: 1 })
  const template = from === 'empty' ? 'template0' : inject('template')
  await copyDatabase(owner.sql, template, name)
  const db = openDatabase({ ...cluster, database: name }, { pool: 2 })
  return {
    ...db,
    drop: async () => {
      await db.close()
      await owner.sql`drop database ${owner.sql(name)} with (force)`
      await owner.close()
    },
  }
}

/** Copies the files of a database. PostgreSQL's default writes all of its pages to the log, which takes ten times as long. */
export const copyDatabase = (sql: Sql, template: string, name: string) =>
  sql`create database ${sql(name)} template ${sql(template)} strategy file_copy`
