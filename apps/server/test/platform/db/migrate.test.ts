import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { MIGRATIONS, migrate } from '../../../src/platform/db/migrate.ts'
import { openDatabase, type Sql } from '../../../src/platform/db/pool.ts'
import { makeDatabase } from '../../setup/database.ts'

let db: Awaited<ReturnType<typeof makeDatabase>>
let folder: string
beforeEach(async () => {
  db = await makeDatabase('empty')
  folder = await mkdtemp(join(tmpdir(), 'maestros-migraciones-'))
  await cp(MIGRATIONS, folder, { recursive: true })
})
afterEach(async () => {
  await db.drop()
  await rm(folder, { recursive: true, force: true })
})

/**
 * Everything that migrations create, as text: columns, constraints, indexes, functions, triggers, policies
 * and grants.
 */
async function structure(sql: Sql): Promise<string[]> {
  const rows = await sql<{ line: string }[]>`
    with ours as (
      select oid, nspname from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema'
    )
    select line from (
      select format('table %s.%s rls=%s acl=%s', nspname, relname, relrowsecurity, relacl) as line
      from pg_class c join ours on ours.oid = relnamespace where relkind in ('r', 'S', 'i')
      union all
      select format('column %s.%s %s %s null=%s %s acl=%s', attrelid::regclass, attname, attnum,
        format_type(atttypid, atttypmod), not attnotnull, pg_get_expr(adbin, adrelid), attacl)
      from pg_attribute a join pg_class c on c.oid = attrelid join ours on ours.oid = relnamespace
      left join pg_attrdef d on adrelid = attrelid and adnum = attnum
      where attnum > 0 and relkind = 'r'
      union all
      select format('constraint %s %s %s', conrelid::regclass, conname, pg_get_constraintdef(c.oid))
      from pg_constraint c join ours on ours.oid = connamespace
      union all
      select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indexrelid
      join ours on ours.oid = relnamespace
      union all
      select pg_get_functiondef(p.oid) || proacl::text from pg_proc p join ours on ours.oid = pronamespace
      union all
      select pg_get_triggerdef(t.oid) from pg_trigger t where not tgisinternal
      union all
      select format('policy %s %s %s %s %s %s', polrelid::regclass, polname, polcmd, polroles::regrole[],
        pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid))
      from pg_policy
    ) all_lines order by line collate "C"`
  return rows.map(({ line }) => line)
}

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )

test('migrating a second time does nothing', async () => {
  const first = await migrate(db.sql, folder)
  expect(first.length).toBeGreaterThanOrEqual(11)
  const before = await structure(db.sql)
  expect(await migrate(db.sql, folder)).toEqual([])
  expect(await structure(db.sql)).toEqual(before)
})

test('an edited migration that was already applied is refused by name, and nothing runs', async () => {
  await migrate(db.sql, folder)
  const before = await structure(db.sql)
  const edited = join(folder, '003-catalogos.sql')
  await writeFile(edited, `${await readFile(edited, 'utf8')}\n-- edited`)
  await writeFile(join(folder, '900-nueva.sql'), 'create table public.nueva (id int);')
  expect(await failureOf(migrate(db.sql, folder))).toContain('003-catalogos.sql se editó')
  expect(await structure(db.sql)).toEqual(before)
})

test('an earlier text of a migration with the same result is accepted', async () => {
  await migrate(db.sql, folder)
  const before = await structure(db.sql)
  await db.sql`
    update migraciones.aplicadas set hash = '6bffa3806db985ba5ea875095313327efd40fc8f69fe7ea04e04893c6b3091dd'
    where nombre = '053-limpieza.sql'`
  await db.sql`delete from migraciones.aplicadas where nombre = '100-olvidar-vistas.sql'`
  const admin = await makeSecond(inject('admin'))
  await admin.sql`alter function interno.olvidar_vistas(integer, integer) set interno.conservar_cifras = 'si'`
  await admin.close()
  expect(await migrate(db.sql, folder)).toEqual(['100-olvidar-vistas.sql'])
  expect(await structure(db.sql)).toEqual(before)
})

test('a database of a newer version is not changed', async () => {
  await writeFile(join(folder, '900-futura.sql'), 'select 1;')
  await migrate(db.sql, folder)
  await rm(join(folder, '900-futura.sql'))
  expect(await failureOf(migrate(db.sql, folder))).toContain('900-futura.sql')
})

test('a database from before the first release is refused with the way to refill it, and nothing runs', async () => {
  await db.sql`create schema migraciones`
  await db.sql`create table migraciones.aplicadas (nombre text primary key, hash text not null)`
  await db.sql`
    insert into migraciones.aplicadas (nombre, hash)
    values ('001-roles-y-sesion.sql', 'una'), ('003-catalogos.sql', 'otra'), ('024-borrado-de-cuentas.sql', 'otra')`
  const failure = await failureOf(migrate(db.sql, folder))
  expect(failure).toContain('anterior a la primera publicación')
  expect(failure).toContain('`npm run reset`')
  expect(failure).toContain('DATABASE_URL')
  const schemas = await db.sql`
    select nspname from pg_namespace where nspname in ('auth', 'interno', 'storage', 'graphile_worker')`
  expect(schemas).toEqual([])
})

test('two processes that start at the same time migrate once', async () => {
  const other = await makeSecond()
  try {
    const applied = await Promise.all([migrate(db.sql, folder), migrate(other.sql, folder)])
    const [winner, loser] = applied.sort((a, b) => b.length - a.length)
    expect(winner?.length).toBeGreaterThanOrEqual(11)
    expect(loser).toEqual([])
    const [row] = await db.sql`select count(*)::int as alcaldias from public.alcaldias_disponibles`
    expect(row).toEqual({ alcaldias: 16 })
  } finally {
    await other.close()
  }
})

test('a migration that fails is rolled back and can be corrected', async () => {
  await migrate(db.sql, folder)
  const before = await structure(db.sql)
  const broken = join(folder, '900-rota.sql')
  await writeFile(broken, 'create table public.a_medias (id int); select 1 / 0;')
  expect(await failureOf(migrate(db.sql, folder))).toBe(
    'la migración 900-rota.sql falló y se deshizo (division by zero)',
  )
  expect(await structure(db.sql)).toEqual(before)
  await writeFile(broken, 'create table public.entera (id int);')
  expect(await migrate(db.sql, folder)).toEqual(['900-rota.sql'])
  expect(await db.sql`select to_regclass('public.entera') is not null as made`).toEqual([{ made: true }])
})

test('migrating in two steps gives the same result as migrating at once', async () => {
  const held = (await readdir(folder)).filter((name) => name >= '008').sort()
  for (const name of held) await rm(join(folder, name))
  await migrate(db.sql, folder)
  await cp(MIGRATIONS, folder, { recursive: true })
  expect(await migrate(db.sql, folder)).toEqual(held)
  const whole = await makeDatabase('empty')
  try {
    await migrate(whole.sql, folder)
    expect(await structure(db.sql)).toEqual(await structure(whole.sql))
  } finally {
    await whole.drop()
  }
})

test('open tickets of accounts that were erased before are resolved', async () => {
  const later = (await readdir(folder)).filter((name) => name >= '060')
  for (const name of later) await rm(join(folder, name))
  await migrate(db.sql, folder)
  await db.sql`
    insert into public.tickets (usuario_id, nombre, correo, mensaje, estado)
    values (null, null, null, null, 'abierto'), (null, null, null, null, 'en_proceso')`
  await cp(MIGRATIONS, folder, { recursive: true })
  await migrate(db.sql, folder)
  expect(await db.sql`select estado from public.tickets`).toEqual([
    { estado: 'resuelto' },
    { estado: 'resuelto' },
  ])
})

describe('an owner of the database who may not create roles', () => {
  const user = `duena_${randomBytes(8).toString('hex')}`
  let owner: Awaited<ReturnType<typeof makeSecond>>
  let admin: Awaited<ReturnType<typeof makeSecond>>
  beforeEach(async () => {
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

  test('migrates, and gets the right to use the roles of requests again in another cluster', async () => {
    // The right of a user who has created the roles, or of one who restores a database in a cluster that has them.
    await admin.sql.unsafe(`grant anon, authenticated, service_role to ${user} with admin true, set false`)
    await migrate(owner.sql, folder)
    expect(await caller()).toEqual([{ name: 'anon' }])
    await admin.sql.unsafe(`revoke anon, authenticated, service_role from ${user} granted by ${user}`)
    await owner.close()
    owner = await makeSecond({ username: user, password: 'secreta' })
    await expect(caller()).rejects.toThrow('permission denied to set role')
    expect(await migrate(owner.sql, folder)).toEqual([])
    expect(await caller()).toEqual([{ name: 'anon' }])
  })

  test('who may not use the roles either is told where to read what an administrator does', async () => {
    const failure = await failureOf(migrate(owner.sql, folder))
    expect(failure).toContain('el usuario de DATABASE_URL no puede preparar los roles')
    expect(failure).toContain('docs/operations.md')
  })
})

/** Another pool on the same database, like that of another process. */
async function makeSecond(login: { username?: string; password?: string } = {}) {
  const [row] = await db.sql<{ name: string }[]>`select current_database() as name`
  return openDatabase({ ...inject('cluster'), ...login, database: row?.name ?? '' }, { pool: 1 })
}
