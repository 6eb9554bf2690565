import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '../../../src/platform/db/pool.ts'
import { prepareDatabase } from '../../../src/platform/db/prepare-database.ts'
import { DATABASE_FOLDER, readDatabaseText } from '../../../src/platform/db/text.ts'
import { catalogOf } from '../../setup/catalog.ts'
import { makeDatabase } from '../../setup/database.ts'

let db: Awaited<ReturnType<typeof makeDatabase>>
let folder: string
const use = async (from: 'migrated' | 'empty') => {
  db = await makeDatabase(from)
  onTestFinished(() => db.drop())
}
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'maestros-texto-'))
  await cp(DATABASE_FOLDER, folder, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

/** Writes over a file of the text. */
const write = (file: string, text: string) => writeFile(join(folder, file), text)
const add = async (file: string, text: string) =>
  write(file, `${await readFile(join(folder, file), 'utf8').catch(() => '')}\n${text}\n`)
const versionOf = async () => (await db.sql`select version from interno.base_de_datos`)[0]?.version

test('a new database gets the text once', async () => {
  await use('empty')
  expect(await prepareDatabase(db.sql, folder)).toBe('created')
  const before = await catalogOf(db.sql)
  expect(await prepareDatabase(db.sql, folder)).toBe('unchanged')
  expect(await catalogOf(db.sql)).toEqual(before)
})

test('no function is written twice', async () => {
  const { functions, tables } = await readDatabaseText()
  const names = [...`${tables}\n${functions}`.matchAll(/^create (?:or replace )?function ([\w.]+)/gm)].map(
    ([, name]) => name,
  )
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

test('two processes that start at the same time write the text once', async () => {
  await use('empty')
  const other = await makeSecond()
  try {
    const done = await Promise.all([prepareDatabase(db.sql, folder), prepareDatabase(other.sql, folder)])
    expect(done.sort()).toEqual(['created', 'unchanged'])
    expect(await db.sql`select count(*)::int as alcaldias from public.alcaldias_disponibles`).toEqual([
      { alcaldias: 16 },
    ])
  } finally {
    await other.close()
  }
})

test('functions, views, triggers, policies and grants that differ are written again, and the rows stay', async () => {
  await use('empty')
  const whole = await makeDatabase('migrated')
  try {
    await add(
      'chat/start-chat.sql',
      'create or replace function interno.antigua() returns int language sql return 1;',
    )
    await add('chat/start-chat.sql', 'create view interno.vista_antigua as select 1 as uno;')
    await add(
      'chat/start-chat.sql',
      'create or replace function interno.al_cambiar() returns trigger language plpgsql as $$ begin return new; end $$;',
    )
    await add(
      'chat/triggers.sql',
      'create trigger antiguo before update on public.chats for each row execute function interno.al_cambiar();',
    )
    await add(
      'chat/rights.sql',
      'create policy "Antigua" on public.chats for select to anon using (true);\ngrant select on public.chats to anon;',
    )
    await add('chat/rights.sql', 'grant execute on function interno.antigua() to anon;')
    await prepareDatabase(db.sql, folder)
    await db.sql`update public.oficios_disponibles set activo = false where nombre = 'Plomería'`
    await rm(folder, { recursive: true })
    await cp(DATABASE_FOLDER, folder, { recursive: true })
    expect(await prepareDatabase(db.sql, folder)).toBe('updated')
    expect(await catalogOf(db.sql)).toEqual(await catalogOf(whole.sql))
    expect(await db.sql`select nombre from public.oficios_disponibles where not activo`).toEqual([
      { nombre: 'Plomería' },
    ])
    expect(await prepareDatabase(db.sql, folder)).toBe('unchanged')
  } finally {
    await whole.drop()
  }
})

test('what somebody else has made is neither dropped nor loses its rights', async () => {
  await use('migrated')
  await db.sql
    .unsafe(`create function public.ajena() returns int language sql as 'select 1';
    create table public.ajena (id int); grant select on public.ajena to anon; grant execute on function public.ajena() to anon`)
    .simple()
  await add('chat/start-chat.sql', '-- another text')
  expect(await prepareDatabase(db.sql, folder)).toBe('updated')
  expect(
    await db.sql`
    select has_function_privilege('anon', 'public.ajena()', 'execute') and has_table_privilege('anon', 'public.ajena', 'select') as kept`,
  ).toEqual([{ kept: true }])
})

test('an object that something else depends on is named, and the database stays as it was', async () => {
  await use('migrated')
  await add(
    'chat/start-chat.sql',
    'create or replace function interno.antigua() returns int language sql return 1;',
  )
  await prepareDatabase(db.sql, folder)
  await db.sql`create view public.ajena as select interno.antigua() as uno`
  await cp(join(DATABASE_FOLDER, 'chat/start-chat.sql'), join(folder, 'chat/start-chat.sql'))
  const before = await catalogOf(db.sql)
  expect(await failureOf(prepareDatabase(db.sql, folder))).toMatch(/antigua\(\).*public\.ajena depends on/s)
  expect(await catalogOf(db.sql)).toEqual(before)
})

test('a change is applied once to an older database, before its functions, and not to a new one', async () => {
  await use('migrated')
  await add(
    'changes/001-nueva.sql',
    'create table public.nueva (id int); insert into public.nueva values (1);',
  )
  await add(
    'chat/start-chat.sql',
    'create or replace function interno.de_la_nueva() returns bigint language sql begin atomic select count(*) from public.nueva; end;',
  )
  expect(await prepareDatabase(db.sql, folder)).toBe('updated')
  expect(await prepareDatabase(db.sql, folder)).toBe('unchanged')
  expect(await db.sql`select interno.de_la_nueva()::int as filas`).toEqual([{ filas: 1 }])
})

test('a change that fails is rolled back by name and can be corrected', async () => {
  await use('migrated')
  const before = await catalogOf(db.sql)
  await write('changes/001-rota.sql', 'create table public.a_medias (id int); select 1 / 0;')
  expect(await failureOf(prepareDatabase(db.sql, folder))).toBe(
    'el cambio 001-rota.sql falló y se deshizo (division by zero)',
  )
  expect(await catalogOf(db.sql)).toEqual(before)
  await write('changes/001-rota.sql', 'create table public.entera (id int);')
  expect(await prepareDatabase(db.sql, folder)).toBe('updated')
})

test('a database that is newer than the server is refused and not changed', async () => {
  await use('migrated')
  await write('changes/001-futura.sql', 'select 1;')
  await prepareDatabase(db.sql, folder)
  await rm(join(folder, 'changes/001-futura.sql'))
  expect(await failureOf(prepareDatabase(db.sql, folder))).toContain('más nueva que este servidor')
  await db.sql`update interno.base_de_datos set cambios = array_remove(cambios, '001-futura.sql'), version = '99.0.0'`
  expect(await prepareDatabase(db.sql, folder)).toBe('unchanged')
  await add('chat/start-chat.sql', '-- another text')
  expect(await failureOf(prepareDatabase(db.sql, folder))).toContain('99.0.0')
  expect(await versionOf()).toBe('99.0.0')
})

test('a database from before 1.0.0 is refused with the way to refill it, and left as it is', async () => {
  await use('empty')
  await db.sql`create schema migraciones`
  await db.sql`create table migraciones.aplicadas (nombre text primary key, hash text not null)`
  const failure = await failureOf(prepareDatabase(db.sql, folder))
  expect(failure).toContain('antes de la versión 1.0.0')
  expect(failure).toContain('`npm run reset`')
  expect(failure).toContain('DATABASE_URL')
  const schemas = await db.sql`
    select nspname from pg_namespace where nspname in ('auth', 'interno', 'storage', 'graphile_worker')`
  expect(schemas).toEqual([])
})

describe('an owner of the database who may not create roles', () => {
  const user = `duena_${randomBytes(8).toString('hex')}`
  let owner: Awaited<ReturnType<typeof makeSecond>>
  let admin: Awaited<ReturnType<typeof makeSecond>>
  beforeEach(async () => {
    await use('empty')
    admin = await makeSecond(inject('admin'))
    await admin.sql.unsafe(`create role ${user} login password 'secreta'`)
    const [{ database = '' } = {}] = await db.sql<
      { database: string }[]
    >`select current_database() as database`
    await admin.sql.unsafe(`alter database ${database} owner to ${user}`)
    owner = await makeSecond({ username: user, password: 'secreta' })
  })
  afterEach(async () => {
    await owner.close()
    await admin.sql.unsafe(
      `reassign owned by ${user} to ${inject('cluster').username}; drop owned by ${user} cascade; drop role ${user}`,
    )
    await admin.close()
  })
  const caller = () => owner.callers`select current_user as name`

  test('prepares it, and gets the right to use the roles of requests again in another cluster', async () => {
    // The right of a user who has created the roles, or of one who restores a database in a cluster that has them.
    await admin.sql.unsafe(`grant anon, authenticated, service_role to ${user} with admin true, set false`)
    await prepareDatabase(owner.sql, folder)
    expect(await caller()).toEqual([{ name: 'anon' }])
    await admin.sql.unsafe(`revoke anon, authenticated, service_role from ${user} granted by ${user}`)
    await owner.close()
    owner = await makeSecond({ username: user, password: 'secreta' })
    await expect(caller()).rejects.toThrow('permission denied to set role')
    expect(await prepareDatabase(owner.sql, folder)).toBe('unchanged')
    expect(await caller()).toEqual([{ name: 'anon' }])
  })

  test('who may not use the roles either is told where to read what an administrator does', async () => {
    const failure = await failureOf(prepareDatabase(owner.sql, folder))
    expect(failure).toContain('el usuario de DATABASE_URL no puede preparar los roles')
    expect(failure).toContain('docs/operations.md')
  })
})

/** Another pool on the same database, like that of another process. */
async function makeSecond(login: { username?: string; password?: string } = {}) {
  const [row] = await db.sql<{ name: string }[]>`select current_database() as name`
  return openDatabase({ ...inject('cluster'), ...login, database: row?.name ?? '' }, { pool: 1 })
}
