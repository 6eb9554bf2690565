import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { addToSchema } from './extra-schema.ts'
import { problemOf, restRequest } from './people.ts'

const NOTES = `
  create table public.notas (id int primary key, visto boolean not null default false);
  insert into public.notas (id) select generate_series(1, 5);
  create function public.ver_todas() returns setof public.notas language sql volatile
    as 'update public.notas set visto = true returning *';
  create function public.ver_numeros() returns setof int language sql volatile
    as 'update public.notas set visto = true returning id';
  create function public.ver_y_contar() returns bigint language sql volatile
    as 'with t as (update public.notas set visto = true returning 1) select count(*) from t';
  create function public.ver_sin_mas() returns void language sql volatile as 'update public.notas set visto = true';
  grant all on public.notas to anon`

const app = appForTests()
let db: SupabaseClient
beforeAll(async () => {
  await addToSchema(app, NOTES)
  db = app.client()
})

/** Counts the changed notes and restores them for the next test. */
const changed = async () => {
  const [row] = await app.sql<{ count: number }[]>`
    with back as (update public.notas set visto = false where visto returning 1) select count(*)::int from back`
  return row!.count
}

/** The client's own `maxAffected`, which its types hide for a client without generated types. */
const atMost = (call: ReturnType<typeof db.rpc>, rows: number): typeof call => {
  call.maxAffected(rows)
  return call
}

describe('the maximum of rows that a function may change', () => {
  test.each(['ver_todas', 'ver_numeros'])('when exceeded, rolls the call back: %s', async (name) => {
    const { status, error } = await atMost(db.rpc(name), 1)
    expect([status, error]).toMatchObject([
      400,
      { code: 'PGRST124', details: 'The query affects 5 rows', hint: null },
    ])
    expect(await changed()).toBe(0)
  })

  test('counts all rows that the function returns, also those that a filter or a limit hides', async () => {
    for (const query of ['id=eq.1', 'limit=1']) {
      const answer = await restRequest(app, `/rpc/ver_todas?${query}`, {
        method: 'POST',
        body: '{}',
        headers: { prefer: 'handling=strict, max-affected=1' },
      })
      expect((await problemOf(answer)).code, query).toBe('PGRST124')
    }
    expect(await changed()).toBe(0)
  })

  test('when not exceeded, lets the call succeed and is named in the answer', async () => {
    const answer = await restRequest(app, '/rpc/ver_todas', {
      method: 'POST',
      body: '{}',
      headers: { prefer: 'handling=strict, max-affected=5' },
    })
    expect([answer.status, answer.headers.get('preference-applied')]).toEqual([
      200,
      'handling=strict, max-affected=5',
    ])
    expect(await changed()).toBe(5)
  })

  test.each(['ver_y_contar', 'ver_sin_mas'])('is refused for a function without rows: %s', async (name) => {
    const { status, error } = await atMost(db.rpc(name), 20)
    expect([status, error?.code]).toEqual([400, 'PGRST128'])
    expect(await changed()).toBe(0)
  })
})

test('an exact count of a function that returns one value, several values or nothing is a number', async () => {
  expect(await db.rpc('listo', {}, { count: 'exact' })).toMatchObject({ data: 1, count: 1 })
  expect(await db.rpc('listo', {}, { count: 'exact', get: true })).toMatchObject({ data: 1, count: 1 })
  expect(await db.rpc('listo', {}, { count: 'exact', head: true })).toMatchObject({ count: 1 })
  expect(await db.rpc('ver_numeros', {}, { count: 'exact' })).toMatchObject({ count: 5 })
  expect(await db.rpc('ver_sin_mas', {}, { count: 'exact' })).toMatchObject({ status: 204, count: 1 })
})

test('the values of a function can be limited, filtered and ordered; another column is refused', async () => {
  expect((await db.rpc('ver_numeros').order('pgrst_scalar', { ascending: false }).limit(2)).data).toEqual([
    5, 4,
  ])
  expect((await db.rpc('ver_numeros').gt('pgrst_scalar', 4)).data).toEqual([5])
  expect((await db.rpc('ver_numeros').eq('id', 4)).error?.code).toBe('42703')
})

describe('a rollback that the caller requests', () => {
  test('returns what would be written and writes nothing', async () => {
    await changed()
    const inserted = await db.from('notas').insert({ id: 9 }).select().rollback()
    expect([inserted.status, inserted.data]).toEqual([201, [{ id: 9, visto: false }]])
    expect((await db.from('notas').update({ visto: true }).gt('id', 0).rollback()).status).toBe(204)
    expect((await db.from('notas').delete().gt('id', 0).rollback()).status).toBe(204)
    expect((await db.rpc('ver_y_contar').rollback()).data).toBe(5)
    expect(await db.from('notas').select('*', { count: 'exact', head: true })).toMatchObject({ count: 5 })
    expect(await changed()).toBe(0)
  })

  test('is named in the answer', async () => {
    const answer = await restRequest(app, '/notas', {
      method: 'POST',
      body: '{"id":9}',
      headers: { prefer: 'tx=rollback' },
    })
    expect(answer.headers.get('preference-applied')).toBe('tx=rollback')
  })
})

test('strict handling refuses unknown preferences, and names them', async () => {
  const prefer = (value: string) => restRequest(app, '/notas', { headers: { prefer: value } })
  for (const unknown of ['timezone=America/Mexico_City', 'tx=maybe', 'count=some', 'missing=x']) {
    const answer = await prefer(`handling=strict, ${unknown}`)
    expect([answer.status, await problemOf(answer)], unknown).toMatchObject([
      400,
      { code: 'PGRST122', details: `Invalid preferences: ${unknown}` },
    ])
    const lenient = await prefer(unknown)
    expect([lenient.status, lenient.headers.get('preference-applied')]).toEqual([200, null])
  }
})
