import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { errorText } from '../error-code.ts'
import type { Sql } from './pool.ts'
import { installQueueSchema } from './queue-schema.ts'
import { prepareRoles } from './roles.ts'

/** The advisory lock of all processes of the product: one process migrates while the others wait. */
const MIGRATION_LOCK = 727_374_001

export const MIGRATIONS = join(import.meta.dirname, '../../../../../db/migrations')

/**
 * The first migration of all versions before the first release. Their migrations were rewritten, so their databases
 * cannot be migrated.
 */
const FIRST_BEFORE_RELEASE = '001-roles-y-sesion.sql'

/**
 * Hashes of earlier texts with the same result. Only a superuser could apply that of 053, and a file that cannot be applied
 * cannot be corrected by a later one; 100 makes the result the same everywhere.
 */
const EARLIER_TEXTS: Record<string, string> = {
  '053-limpieza.sql': '6bffa3806db985ba5ea875095313327efd40fc8f69fe7ea04e04893c6b3091dd',
}

class MigrationError extends Error {}

interface Migration {
  name: string
  text: string
  hash: string
}

/**
 * Applies the new migrations in order of name, each in its own transaction. Returns the names of those
 * applied.
 */
export async function migrate(sql: Sql, folder = MIGRATIONS): Promise<string[]> {
  const files = await readMigrations(folder)
  const one = await sql.reserve()
  try {
    await one`select pg_advisory_lock(${MIGRATION_LOCK})`
    const applied = await appliedMigrations(one)
    refuseForeignDatabase(files, applied)
    await prepareRoles(one)
    // Before our own migrations, which refer to functions of the queue.
    await installQueueSchema(sql, one)
    const fresh = files.filter(({ name }) => !applied.has(name))
    for (const { name, text, hash } of fresh) {
      await one`begin`
      try {
        await one.unsafe(text).simple()
        await one`insert into migraciones.aplicadas (nombre, hash) values (${name}, ${hash})`
        await one`commit`
      } catch (error) {
        await one`rollback`
        throw new MigrationError(`la migración ${name} falló y se deshizo (${errorText(error)})`, {
          cause: error,
        })
      }
    }
    return fresh.map(({ name }) => name)
  } finally {
    await one`select pg_advisory_unlock(${MIGRATION_LOCK})`.catch(() => {})
    one.release()
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(folder, name), 'utf8')
      return { name, text, hash: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

/** The hashes of the applied migrations by name. */
async function appliedMigrations(sql: Sql): Promise<Map<string, string>> {
  await sql`create schema if not exists migraciones`
  await sql`
    create table if not exists migraciones.aplicadas (
      nombre text primary key,
      hash text not null,
      aplicada_en timestamptz not null default now()
    )`
  await sql`alter table migraciones.aplicadas enable row level security`
  const rows = await sql<{ nombre: string; hash: string }[]>`select nombre, hash from migraciones.aplicadas`
  return new Map(rows.map(({ nombre, hash }) => [nombre, hash]))
}

/** Throws when the database was migrated by other files than these: older, edited or newer ones. */
function refuseForeignDatabase(files: Migration[], applied: Map<string, string>): void {
  if (applied.has(FIRST_BEFORE_RELEASE)) {
    throw new MigrationError(
      'los datos son de una versión anterior a la primera publicación y no se pueden migrar; ' +
        '`npm run reset` vacía la base de datos embebida y la llena de nuevo, ' +
        'y con DATABASE_URL hace falta una base de datos vacía',
    )
  }
  const edited = files.find(({ name, hash }) => {
    const then = applied.get(name)
    return then !== undefined && then !== hash && then !== EARLIER_TEXTS[name]
  })
  if (edited) {
    throw new MigrationError(
      `la migración ${edited.name} se editó después de haberse aplicado; deshaga el cambio y agregue una nueva`,
    )
  }
  const known = new Set(files.map(({ name }) => name))
  const unknown = [...applied.keys()].find((name) => !known.has(name))
  if (unknown) {
    throw new MigrationError(`la base de datos tiene la migración ${unknown}, que esta versión no conoce`)
  }
}
