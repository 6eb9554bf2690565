import { readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase, type Sql } from '../../../src/platform/db/pool.ts'
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts'
import { installQueueSchema } from '../../../src/platform/db/queue-schema.ts'
import { prepareRoles } from '../../../src/platform/db/roles.ts'
import { DATABASE_FOLDER, SUBJECTS } from '../../../src/platform/db/text.ts'
import { catalogOf } from '../../setup/catalog.ts'
import { makeDatabase } from '../../setup/database.ts'

/** Databases of each release are brought up to date, and are then like new ones. */

const FOLDER = join(DATABASE_FOLDER, 'releases')
const RELEASES = readdirSync(FOLDER).filter((name) => /^\d/.test(name))
const ROWS = '-- Rows --'
type TestDatabase = Awaited<ReturnType<typeof makeDatabase>>

/** As a superuser, without triggers and foreign keys. */
async function writeRows({ target: { database } }: TestDatabase, rows: string) {
  const admin = openDatabase({ ...inject('admin'), database }, { pool: 1 })
  await admin.sql.unsafe(`set session_replication_role = replica; ${rows}`).simple()
  await admin.close()
}

/** The rows of all tables, without what each database has for itself. */
async function rowsOf(sql: Sql): Promise<Record<string, string[]>> {
  const tables = await sql<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relkind = 'r' and relnamespace::regnamespace::text in ('auth', 'interno', 'public', 'storage')
      and oid <> 'interno.base_de_datos'::regclass order by 1`
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const rows = await sql.unsafe<{ row: string }[]>(
        `select regexp_replace(to_jsonb(t)::text, '"\\d{4}-[^"]*"', '"time"', 'g') as row from ${name} t order by 1`,
      )
      return [name, rows.map(({ row }) => row)] as const
    }),
  )
  return Object.fromEntries(found)
}

async function makeRelease(old: TestDatabase, name: string) {
  const [text = '', rows = ''] = (await readFile(join(FOLDER, name), 'utf8')).split(ROWS)
  const one = await old.sql.reserve()
  await prepareRoles(one)
  await installQueueSchema(old.sql, one)
  await one.unsafe(`begin; ${text}; commit; reset search_path; reset check_function_bodies`).simple()
  one.release()
  await writeRows(old, rows)
  return rows
}

test('there is the text of a release', () => {
  expect(RELEASES.length).toBeGreaterThan(0)
})

test.each(RELEASES)('a database of %s becomes like a new one, and keeps its rows', async (name) => {
  const old = await makeDatabase('empty')
  onTestFinished(() => old.drop())
  const fresh = await makeDatabase('migrated')
  onTestFinished(() => fresh.drop())
  const rows = await makeRelease(old, name)
  for (const [table, found] of Object.entries(await rowsOf(old.sql)))
    expect(found.length, table).toBeGreaterThan(0)
  // Also when the text of the release is the present one.
  await old.sql`update interno.base_de_datos set texto = 'otro'`
  expect(await prepareDatabase(old.sql)).toBe('updated')
  expect(await catalogOf(old.sql)).toEqual(await catalogOf(fresh.sql))
  await writeRows(fresh, rows)
  expect(await rowsOf(old.sql)).toEqual(await rowsOf(fresh.sql))
})

test('each folder of the text is read', async () => {
  const folders = (await readdir(DATABASE_FOLDER, { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  )
  const names = folders
    .map(({ name }) => name)
    .filter((name) => !['changes', 'demo', 'releases'].includes(name))
  expect(names.sort()).toEqual([...SUBJECTS].sort())
})
