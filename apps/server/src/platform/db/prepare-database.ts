import postgres from 'postgres'
import { errorText } from '../error-code.ts'
import type { Sql } from './pool.ts'
import { installQueueSchema } from './queue-schema.ts'
import { prepareRoles } from './roles.ts'
import { DATABASE_FOLDER, type DatabaseText, readDatabaseText } from './text.ts'

/** The advisory lock of all processes of the product: one process prepares the database while the others wait. */
const PREPARING_LOCK = 727_374_001

class DatabaseRefused extends Error {}

/** What the database says of itself (interno.base_de_datos). */
interface Applied {
  version: string
  hash: string
  changes: string[]
  objects: string[]
}

/**
 * Makes the database what the text in db/ says. A new one gets the whole text. An older one gets the changes that it does not have; then
 * functions, views, triggers, policies and grants are written again when their text differs. All in one transaction.
 */
export async function prepareDatabase(
  sql: Sql,
  folder = DATABASE_FOLDER,
): Promise<'created' | 'updated' | 'unchanged'> {
  const text = await readDatabaseText(folder)
  const one = await sql.reserve()
  try {
    await one`select pg_advisory_lock(${PREPARING_LOCK})`
    const applied = await readApplied(one)
    if (applied) refuseNewer(text, applied)
    await prepareRoles(one)
    // Before our own text, which refers to functions of the queue.
    await installQueueSchema(sql, one)
    if (applied && applied.hash === text.hash && pendingOf(text, applied).length === 0) return 'unchanged'
    await one`begin`
    try {
      // Each name in the text has its schema. Bodies may name what a later subject creates.
      await one.unsafe(`set local search_path = ''; set local check_function_bodies = off`).simple()
      if (applied) await update(one, text, applied)
      else await create(one, text)
      await one`commit`
    } catch (error) {
      await one`rollback`
      if (error instanceof DatabaseRefused) throw error
      throw new DatabaseRefused(`la base de datos quedó como estaba: ${withDetail(error)}`, { cause: error })
    }
    return applied ? 'updated' : 'created'
  } finally {
    await one`select pg_advisory_unlock(${PREPARING_LOCK})`.catch(() => {})
    one.release()
  }
}

/** PostgreSQL names there what depends on an object. */
const withDetail = (error: unknown): string =>
  error instanceof postgres.PostgresError && error.detail
    ? `${errorText(error)} (${error.detail})`
    : errorText(error)

/** Undefined for a new database. */
async function readApplied(sql: Sql): Promise<Applied | undefined> {
  const [found] = await sql<{ unreleased: boolean; ours: boolean }[]>`
    select to_regclass('migraciones.aplicadas') is not null as unreleased,
      to_regclass('interno.base_de_datos') is not null as ours`
  if (found?.unreleased) throw new DatabaseRefused(UNRELEASED)
  if (!found?.ours) return undefined
  const [row] = await sql<Applied[]>`
    select version, texto as hash, cambios as changes, objetos as objects from interno.base_de_datos`
  return row
}

const UNRELEASED =
  'los datos son de antes de la versión 1.0.0 y no se pueden actualizar; ' +
  '`npm run reset` vacía la base de datos embebida y la llena de nuevo, ' +
  'y con DATABASE_URL hace falta una base de datos vacía'

const pendingOf = ({ changes }: DatabaseText, applied: Applied) =>
  changes.filter(({ name }) => !applied.changes.includes(name))

/** A text that did not change between two versions fits both. */
function refuseNewer(text: DatabaseText, applied: Applied): void {
  const known = text.changes.map(({ name }) => name)
  const unknown = applied.changes.find((name) => !known.includes(name))
  const isNewer = applied.hash !== text.hash && compareVersions(applied.version, text.version) > 0
  if (unknown === undefined && !isNewer) return
  throw new DatabaseRefused(
    `la base de datos es de la versión ${applied.version}, más nueva que este servidor (${text.version})`,
  )
}

function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((version) => version.split('.').map(Number))
  const differing = a?.findIndex((part, at) => part !== b?.[at]) ?? -1
  return differing < 0 ? 0 : (a?.[differing] ?? 0) - (b?.[differing] ?? 0)
}

async function create(sql: Sql, text: DatabaseText): Promise<void> {
  await sql.unsafe(text.tables).simple()
  const ofTables = await writtenFunctions(sql)
  const objects = await write(sql, text, ofTables)
  await sql.unsafe(text.rows).simple()
  const changes = text.changes.map(({ name }) => name)
  await sql`
    insert into interno.base_de_datos (version, texto, cambios, objetos)
    values (${text.version}, ${text.hash}, ${changes}, ${objects})`
}

async function update(sql: Sql, text: DatabaseText, applied: Applied): Promise<void> {
  for (const { name, text: change } of pendingOf(text, applied)) {
    await sql
      .unsafe(change)
      .simple()
      .catch((error: unknown) => {
        throw new DatabaseRefused(`el cambio ${name} falló y se deshizo (${errorText(error)})`, {
          cause: error,
        })
      })
  }
  // A change may have removed some of them with their tables.
  for (const object of applied.objects.filter((one) => !one.startsWith('function '))) await drop(sql, object)
  const ofChanges = await writtenFunctions(sql)
  const objects = await write(sql, text, ofChanges)
  for (const object of applied.objects) {
    if (object.startsWith('function ') && !objects.includes(object)) await drop(sql, object)
  }
  const changes = text.changes.map(({ name }) => name)
  await sql`
    update interno.base_de_datos
    set version = ${text.version}, texto = ${text.hash}, cambios = ${changes}, objetos = ${objects}`
}

/** Never with cascade: when something depends on the object, the start fails with its name. */
async function drop(sql: Sql, object: string): Promise<void> {
  const [, table] = / on (\S+)$/.exec(object) ?? []
  if (table !== undefined) {
    const [found] = await sql`select from pg_class where oid = to_regclass(${table})`
    if (!found) return
  }
  const [kind = ''] = object.split(' ')
  await sql.unsafe(`drop ${kind} if exists ${object.slice(kind.length + 1)}`)
}

/** Writes what is written anew for each text. Returns what it wrote. */
async function write(sql: Sql, text: DatabaseText, others: readonly string[]): Promise<string[]> {
  await sql.unsafe(text.functions).simple()
  const functions = (await writtenFunctions(sql)).filter((name) => !others.includes(name))
  await sql.unsafe(text.triggers).simple()
  await revokeAll(sql, text, functions)
  await sql.unsafe(text.rights).simple()
  const rest = await sql<{ object: string }[]>`
    select format('view %s', oid::regclass) as object from pg_class
    where relkind = 'v' and relnamespace::regnamespace::text = any(${SCHEMAS}) and ${writtenHere(sql, 'pg_class')}
    union all
    select format('trigger %I on %s', tgname, tgrelid::regclass) from pg_trigger
    where not tgisinternal and ${writtenHere(sql, 'pg_trigger')}
    union all
    select format('policy %I on %s', polname, polrelid::regclass) from pg_policy where ${writtenHere(sql, 'pg_policy')}
    order by 1`
  return [...functions, ...rest.map(({ object }) => object)].sort()
}

const SCHEMAS = ['public', 'auth', 'storage', 'interno']

/** The functions of our schemas that this transaction has created or replaced. */
async function writtenFunctions(sql: Sql): Promise<string[]> {
  const rows = await sql<{ object: string }[]>`
    select format('function %s', oid::regprocedure) as object from pg_proc
    where pronamespace::regnamespace::text = any(${SCHEMAS}) and ${writtenHere(sql, 'pg_proc')}`
  return rows.map(({ object }) => object)
}

/** Rows of the catalogue that this transaction has written. */
const writtenHere = (sql: Sql, catalogue: string) => sql`${sql(catalogue)}.xmin = pg_current_xact_id()::xid`

/** Takes all rights at our tables and functions from the roles of requests: the text of the rights says all that they may. */
async function revokeAll(sql: Sql, { tables }: DatabaseText, functions: readonly string[]): Promise<void> {
  const names = [...tables.matchAll(/^create (?:unlogged )?table ([\w.]+)/gm)].map(([, name]) => name)
  const routines = functions.map((name) => name.replace('function ', ''))
  await sql
    .unsafe(
      `revoke all on table ${names.join(', ')} from public, ${REQUESTS};
      revoke all on function ${routines.join(', ')} from public, ${REQUESTS};`,
    )
    .simple()
}

const REQUESTS = 'anon, authenticated, service_role'
