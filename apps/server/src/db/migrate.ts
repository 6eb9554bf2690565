import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Sql } from './pool.ts'
import { installQueueSchema } from './queue-schema.ts'

/** The advisory lock of all processes of the product: one process migrates while the others wait. */
const MIGRATION_LOCK = 727_374_001

export const MIGRATIONS = join(import.meta.dirname, '../../../../db/migrations')

export class MigrationError extends Error {}

/**
 * Applies the new migrations in order of name, each in its own transaction. Returns the names of those
 * applied.
 */
export async function migrate(sql: Sql, folder = MIGRATIONS): Promise<string[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const files = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
  const one = await sql.reserve()
  try {
    await one`select pg_advisory_lock(${MIGRATION_LOCK})`
    // Before our own migrations, which refer to functions of the queue.
    await installQueueSchema(sql, one)
    await one`create schema if not exists migraciones`
    await one`
      create table if not exists migraciones.aplicadas (
        nombre text primary key,
        hash text not null,
        aplicada_en timestamptz not null default now()
      )`
    await one`alter table migraciones.aplicadas enable row level security`
    const applied = new Map(
      (await one<{ nombre: string; hash: string }[]>`select nombre, hash from migraciones.aplicadas`).map(
        ({ nombre, hash }) => [nombre, hash],
      ),
    )
    for (const { name, hash } of files) {
      const before = applied.get(name)
      if (before !== undefined && before !== hash) {
        throw new MigrationError(
          `la migración ${name} se editó después de haberse aplicado; deshaga el cambio y agregue una nueva`,
        )
      }
    }
    const unknown = [...applied.keys()].find((name) => !names.includes(name))
    if (unknown) {
      throw new MigrationError(`la base de datos tiene la migración ${unknown}, que esta versión no conoce`)
    }
    const fresh = files.filter(({ name }) => !applied.has(name))
    for (const { name, text, hash } of fresh) {
      await one`begin`
      try {
        await one.unsafe(text).simple()
        await one`insert into migraciones.aplicadas (nombre, hash) values (${name}, ${hash})`
        await one`commit`
      } catch (error) {
        await one`rollback`
        throw new MigrationError(`la migración ${name} falló y se deshizo`, { cause: error })
      }
    }
    return fresh.map(({ name }) => name)
  } finally {
    await one`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {})
    one.release()
  }
}
