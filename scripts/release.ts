import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DATABASE_FOLDER, readDatabaseText } from '../apps/server/src/platform/db/text.ts'
import { withNewDatabase } from './lib/new-database.ts'

/**
 * `npm run release` writes db/releases/VERSION.sql: the database of this release with some rows, which every later version must
 * bring up to date (apps/server/test/platform/db/releases.test.ts).
 */

const HEAD = (
  version: string,
) => `-- Written by \`npm run release\`: the database of release ${version}. Do not edit it.
-- The roles of requests and the queue's schema exist before it.

set search_path = '';
set check_function_bodies = off;
`

/** Begins the part that is written without triggers and foreign keys. */
const ROWS = '-- Rows --'

const { version, tables, functions, triggers, rights, rows } = await readDatabaseText()
let record = ''
await withNewDatabase(async (sql) => {
  const [row] = await sql<{ line: string }[]>`
    select format('insert into interno.base_de_datos (version, texto, cambios, objetos) values (%L, %L, %L, %L);',
      version, texto, cambios, objetos) as line from interno.base_de_datos`
  record = row?.line ?? ''
})
const examples = await readFile(join(DATABASE_FOLDER, 'releases/rows.sql'), 'utf8')
await writeFile(
  join(DATABASE_FOLDER, 'releases', `${version}.sql`),
  [HEAD(version), tables, functions, triggers, rights, rows, record, ROWS, examples].join('\n'),
)
