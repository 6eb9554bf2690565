import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { restore, type Snapshot, snapshot, watchAnswers } from '../setup/leak-watch.ts'
import { OTHER_DOCUMENTS, TABLES, VALUES } from '../setup/rows/access-matrix.ts'
import { makeDocuments } from '../setup/rows/documents.ts'
import {
  type MatrixPeople,
  makeMatrixPeople,
  PEOPLE,
  type PersonName,
  SIGNED_IN,
} from '../setup/rows/people.ts'

/** Every table, column and act, for each person: exactly what setup/rows/access-matrix.ts allows. */

let app: TestApp
let fixture: MatrixPeople
let keys: Map<string, string[]>
const watch = watchAnswers(() => fixture)
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
  await makeDocuments(app, fixture.people.maestro.id, { file: OTHER_DOCUMENTS })
  // One row of each catalogue that nobody may see.
  await app.sql`update public.alcaldias_disponibles set activo = false where nombre = 'Milpa Alta'`
  await app.sql`update public.oficios_disponibles set activo = false where nombre = 'Mudanzas'`
  const rows = await app.sql<{ name: string; columns: string[] }[]>`
    select c.conrelid::regclass::text as name,
      (select array_agg(a.attname::text) from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any (c.conkey)) as columns
    from pg_constraint c where c.contype = 'p' and c.connamespace = 'public'::regnamespace`
  keys = new Map(rows.map(({ name, columns }) => [name.replace(/^public\./, ''), columns]))
})
afterAll(() => app.close())

const idOf = (who: PersonName) => (who === 'anonimo' ? '' : fixture.people[who].id)
const rowsOf = (table: string, all: Snapshot) => all[`public.${table}`] ?? []
const rule = (table: string) => {
  const found = TABLES[table]
  if (!found) throw new Error(`${table} has no row in the matrix`)
  return found
}
const columnsWith = (table: string, right: 'r' | 'i' | 'u') =>
  Object.entries(rule(table).columns)
    .filter(([, rights]) => rights.includes(right))
    .map(([name]) => name)
const keyOf = (table: string, row: Record<string, unknown>) =>
  JSON.stringify((keys.get(table) ?? []).map((name) => row[name]))
const quoted = (names: string[]) => names.map((name) => `"${name}"`).join(',')

async function typesOf(table: string): Promise<Map<string, string>> {
  const rows = await app.sql<{ name: string; type: string }[]>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = ${table}`
  return new Map(rows.map(({ name, type }) => [name, type]))
}

/** Columns are granted to roles: one person without a session, and one of each role. */
const ONE_OF_EACH = ['anonimo', 'buscador', 'maestro'] as const

/** A refusal for missing rights, with the code of the database. Generated columns are refused earlier. */
function expectRefused(
  answer: { error: { code?: string } | null; status: number },
  who: string,
  what: string,
) {
  expect(['42501', '428C9'], `${what} by ${who}: ${answer.status}`).toContain(answer.error?.code)
  expect([400, 401, 403]).toContain(answer.status)
}

test('every table that a request may name is in the matrix, with each of its columns', async () => {
  const found = await app.sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, (
      select array_agg(a.attname::text order by a.attname) from pg_attribute a
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f') order by 1`
  expect(found.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort())
  for (const { name, columns } of found) {
    expect(columns.sort(), name).toEqual(Object.keys(rule(name).columns).sort())
  }
})

test('the database grants each column exactly as the matrix says', async () => {
  const granted = await app.sql<Record<'table' | 'column' | 'anon' | 'authenticated', string>[]>`
    select c.relname as table, a.attname as column,
      (select coalesce(string_agg(left(p, 1), '' order by o), '')
       from unnest('{select,insert,update}'::text[]) with ordinality q (p, o)
       where has_column_privilege('anon', c.oid, a.attnum, p)) as anon,
      (select coalesce(string_agg(left(p, 1), '' order by o), '')
       from unnest('{select,insert,update}'::text[]) with ordinality q (p, o)
       where has_column_privilege('authenticated', c.oid, a.attnum, p)) as authenticated
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`
  for (const { table, column, anon, authenticated } of granted) {
    const rights = rule(table).columns[column] ?? 'missing'
    const where = `${table}.${column}`
    expect({ where, rights: authenticated.replace('s', 'r') }).toEqual({ where, rights })
    expect({ where, rights: anon.replace('s', 'r') }).toEqual({
      where,
      rights: rule(table).anonimo ? 'r' : '',
    })
  }
})

describe.each(Object.keys(TABLES))('%s', (table) => {
  test('each person reads only the own rows, and the exact count is the same', async () => {
    const all = rowsOf(table, await snapshot(app))
    const readable = columnsWith(table, 'r')
    let seen = 0
    for (const who of PEOPLE) {
      const answer = await fixture.clients[who].from(table).select(quoted(readable), { count: 'exact' })
      if (who === 'anonimo' && !rule(table).anonimo) {
        expectRefused(answer, who, table)
        continue
      }
      const expected = all.filter((row) => rule(table).sees(row, idOf(who), fixture))
      seen += expected.length
      expect(answer.error, `${table} by ${who}`).toBeNull()
      const got: Record<string, unknown>[] =
        answer.data === null ? [] : JSON.parse(JSON.stringify(answer.data))
      const told = got.map((row) => keyOf(table, row)).sort()
      expect(told, `${table} by ${who}`).toEqual(expected.map((row) => keyOf(table, row)).sort())
      expect(answer.count, `count of ${table} by ${who}`).toBe(expected.length)
      for (const row of got) expect(Object.keys(row).sort()).toEqual([...readable].sort())
      expect(expected.length, `${table} hides something from ${who}`).toBeLessThan(all.length)
    }
    expect(seen).toBeGreaterThan(0)
  })

  test('columns that are not granted cannot be read, filtered by or ordered by', async () => {
    const hidden = Object.keys(rule(table).columns).filter((name) => !columnsWith(table, 'r').includes(name))
    const [key = ''] = keys.get(table) ?? []
    for (const who of ONE_OF_EACH) {
      const from = () => fixture.clients[who].from(table)
      const attempts = hidden.flatMap((column) => [
        [`reading ${column}`, from().select(column)] as const,
        [`filtering by ${column}`, from().select(key).is(column, null)] as const,
        [`ordering by ${column}`, from().select(key).order(column)] as const,
        [`counting by ${column}`, from().select(key, { count: 'exact' }).not(column, 'is', null)] as const,
      ])
      if (hidden.length > 0) expectRefused(await from().select('*'), who, 'reading *')
      await Promise.all(attempts.map(async ([what, asked]) => expectRefused(await asked, who, what)))
    }
  })

  /**
   * Each column that is not granted, for one person of each kind. All requests run at once, because all must
   * be refused.
   */
  const forUngranted = async (
    right: 'i' | 'u',
    attempt: (who: PersonName, column: string, value: unknown) => Promise<void>,
  ) => {
    const before = await snapshot(app)
    const granted = columnsWith(table, right)
    const types = [...(await typesOf(table))]
    for (const who of ONE_OF_EACH) {
      const refused = types.filter(([column]) => who === 'anonimo' || !granted.includes(column))
      await Promise.all(refused.map(([column, type]) => attempt(who, column, VALUES[type])))
    }
    expect(await snapshot(app)).toEqual(before)
  }

  test('nobody inserts a column that is not granted', () =>
    forUngranted('i', async (who, column, value) => {
      const row = { ...rule(table).insert?.row(idOf(who)), [column]: value }
      expectRefused(await fixture.clients[who].from(table).insert(row), who, `inserting ${column}`)
      if (rule(table).insert === undefined) return
      expectRefused(await fixture.clients[who].from(table).upsert(row), who, `upserting ${column}`)
    }))

  test('nobody updates a column that is not granted', () =>
    forUngranted('u', async (who, column, value) => {
      const answer = await fixture.clients[who].from(table).update({ [column]: value })
      expectRefused(answer, who, `updating ${column}`)
    }))

  if (!TABLES[table]?.deletes) {
    test('nobody deletes a row', async () => {
      const before = await snapshot(app)
      for (const who of PEOPLE) {
        expectRefused(await fixture.clients[who].from(table).delete(), who, 'deleting')
      }
      expect(await snapshot(app)).toEqual(before)
    })
  }
})

describe.each(Object.keys(TABLES).filter((table) => TABLES[table]?.insert))('inserting in %s', (table) => {
  /** Everyone, for everyone. An upsert may have to update, so it needs that right too. */
  const attempts = () =>
    PEOPLE.flatMap((who) =>
      SIGNED_IN.flatMap((owner) =>
        (['insert', 'upsert'] as const).map((act) => ({
          ...{ who, owner, act, what: `${act} of a row of ${owner} by ${who}` },
          granted: act === 'insert' || rule(table).update !== undefined,
          allowed: who === owner && (rule(table).insert?.allowed.includes(owner) ?? false),
          run: () => fixture.clients[who].from(table)[act](rule(table).insert?.row(idOf(owner)) ?? {}),
        })),
      ),
    )

  test('nobody inserts a row for another person, nor one that the matrix does not allow', async () => {
    const before = await snapshot(app)
    const has = (who: PersonName) => rowsOf(table, before).some((row) => rule(table).owns?.(row, idOf(who)))
    // Inserting the own row again is an update, which is tested there.
    const refused = attempts().filter(
      ({ who, owner, allowed, granted }) => !granted || (!allowed && !(who === owner && has(who))),
    )
    expect(refused.length).toBeGreaterThan(20)
    await Promise.all(
      refused.map(async ({ what, run }) => {
        const { error, status } = await run()
        expect(['42501', '23503'], `${what}: ${status}`).toContain(error?.code)
      }),
    )
    expect(await snapshot(app)).toEqual(before)
  })

  test('those whom the matrix names insert one row of their own', async () => {
    for (const { what, run } of attempts().filter(({ allowed, granted }) => allowed && granted)) {
      const before = await snapshot(app)
      expect((await run()).error, what).toBeNull()
      expect(rowsOf(table, await snapshot(app)).length, what).toBe(rowsOf(table, before).length + 1)
      await restore(app, table, before)
    }
  })
})

describe.each(Object.keys(TABLES).filter((table) => TABLES[table]?.update))('updating %s', (table) => {
  const planned = (column: string) => {
    const plan = rule(table).update?.[column]
    if (!plan) throw new Error(`${table}.${column} may be updated, and the matrix has no value to try`)
    return plan
  }
  // Without a filter, because a filter would also need the right to read.
  const attempt = (who: PersonName, column: string) =>
    fixture.clients[who].from(table).update({ [column]: planned(column).value(idOf(who)) })
  const split = (all: Snapshot, who: PersonName) => ({
    own: rowsOf(table, all).filter((row) => rule(table).owns?.(row, idOf(who))),
    others: rowsOf(table, all).filter((row) => !rule(table).owns?.(row, idOf(who))),
  })

  test('a person without a row changes none', async () => {
    const before = await snapshot(app)
    const without = SIGNED_IN.filter((who) => split(before, who).own.length === 0)
    expect(without.length).toBeGreaterThan(0)
    await Promise.all(without.flatMap((who) => columnsWith(table, 'u').map((column) => attempt(who, column))))
    expect(await snapshot(app)).toEqual(before)
  })

  test('a person with a row changes only that one, and no derived column', async () => {
    for (const column of columnsWith(table, 'u')) {
      const before = await snapshot(app)
      const answer = await attempt('maestro', column)
      const after = await snapshot(app)
      const [was, is] = [split(before, 'maestro'), split(after, 'maestro')]
      expect(is.others, column).toEqual(was.others)
      const { becomes } = planned(column)
      const value = planned(column).value(idOf('maestro'))
      if (becomes === 'refused') {
        expect(answer.error?.code, column).toBe('42501')
        expect(after, column).toEqual(before)
        continue
      }
      expect(answer.error, column).toBeNull()
      const expected = becomes === 'written' ? value : was.own[0]?.[column]
      expect(
        is.own.map((row) => row[column]),
        column,
      ).toEqual([expected])
      await restore(app, table, before)
    }
  })
})

describe.each(Object.keys(TABLES).filter((table) => TABLES[table]?.deletes))('deleting from %s', (table) => {
  test('each person deletes the own rows only', async () => {
    for (const who of PEOPLE) {
      const before = await snapshot(app)
      const answer = await fixture.clients[who].from(table).delete()
      const left = rowsOf(table, await snapshot(app))
      if (who === 'anonimo') expectRefused(answer, who, 'deleting')
      const kept = rowsOf(table, before).filter(
        (row) => who === 'anonimo' || !rule(table).owns?.(row, idOf(who)),
      )
      expect(left, `${table} after ${who}`).toEqual(kept)
      await restore(app, table, before)
    }
  })
})

test('no answer in this file contained data that its receiver may not know', () => {
  expect(watch.count()).toBeGreaterThan(500)
  watch.check()
})
