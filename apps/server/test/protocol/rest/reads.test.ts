import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../setup/app.ts'
import { ids, type Library, startLibrary } from './library.ts'
import { problemOf, restRequest } from './people.ts'

let app: TestApp
let db: SupabaseClient
let libros: Library['libros']
let refill: Library['refill']
beforeAll(async () => {
  ;({ app, db, libros, refill } = await startLibrary())
})
afterAll(() => app.close())
beforeEach(() => refill())

describe('filters', () => {
  test('compare with each operator', async () => {
    expect(await ids(libros().eq('titulo', 'Pedro'))).toEqual([2])
    expect(await ids(libros().neq('id', 2))).toEqual([1, 3, 4])
    expect(await ids(libros().gt('precio', '10').lte('id', 2))).toEqual([1, 2])
    expect(await ids(libros().like('titulo', 'Los%'))).toEqual([1])
    expect(await ids(libros().ilike('titulo', '%EL%'))).toEqual([3])
    expect(await ids(libros().likeAnyOf('titulo', ['Los%', 'El%']))).toEqual([1, 3])
    expect(await ids(libros().is('tono', null))).toEqual([3])
    expect(await ids(libros().not('salida', 'is', null))).toEqual([1, 3])
    expect(await ids(libros().filter('titulo', 'in', '("Anónimo, \\"raro\\"",Pedro)'))).toEqual([2, 4])
    expect(await ids(libros().in('id', []))).toEqual([])
    expect(await ids(libros().eq('tono', 'verde'))).toEqual([2])
    expect(await ids(libros().contains('etiquetas', ['b']))).toEqual([1, 2])
    expect(await ids(libros().containedBy('etiquetas', ['a', 'b']))).toEqual([1, 2, 3])
    expect(await ids(libros().overlaps('etiquetas', '{"c,d",a}'))).toEqual([1, 4])
    expect(await ids(libros().contains('datos', { s: 'x' }))).toEqual([1])
    expect(await ids(libros().eq('datos->>s', 'y'))).toEqual([3])
    expect(await ids(libros().eq('datos->p->q->0', 10))).toEqual([1])
    expect(await ids(libros().textSearch('titulo', 'llano', { config: 'spanish' }))).toEqual([3])
    expect(await ids(libros().gte('salida', '1960-01-01'))).toEqual([1])
  })

  test('combine with or, and, not', async () => {
    expect(await ids(libros().or('id.eq.1,and(tono.eq.verde,titulo.eq.Pedro)'))).toEqual([1, 2])
    expect(await ids(libros().or('titulo.eq."Anónimo, \\"raro\\"",etiquetas.cs.{a}'))).toEqual([1, 4])
    expect(await ids(libros().not('id', 'in', '(1,2)'))).toEqual([3, 4])
    const denied = await restRequest(app, '/libros?select=id&order=id&not.or=(id.eq.1,id.eq.2)')
    expect(await denied.json()).toEqual([{ id: 3 }, { id: 4 }])
  })

  test('never let a value change the statement', async () => {
    expect(await ids(libros().eq('titulo', "' or true --"))).toEqual([])
    expect(await ids(libros().in('titulo', ['"},{', "x') or true"]))).toEqual([])
    expect(await ids(libros().eq("datos->>s' or true --", 'x'))).toEqual([])
  })
})

describe('select', () => {
  test('returns aliases, casts and JSON paths; big numbers keep their digits', async () => {
    const text = await (
      await restRequest(
        app,
        '/libros?select=num:id::text,precio,datos->p->q->>1,datos->s&id=in.(1,2)&order=id',
      )
    ).text()
    expect(text).toContain('12345678901234567890.12345')
    expect(JSON.parse(text)[0]).toEqual({ num: '1', precio: 10.5, q: '20', s: 'x' })
  })

  test('returns a name that contains quotes, which are escaped in the SQL', async () => {
    const alias = 'a" from auth.users --'
    const select = encodeURIComponent(`${JSON.stringify(alias)}:nombre`)
    const answer = await restRequest(app, `/autores?select=${select}&id=eq.1`)
    expect(await answer.json()).toEqual([{ [alias]: 'Elena' }])
  })

  test('embeds to-one, to-many, many-to-many and one-to-one resources', async () => {
    const { data, error } = await db
      .from('libros')
      .select('id, autor:autores!libros_autor_id_fkey(nombre), temas(nombre), fichas(texto)')
      .order('id')
      .order('nombre', { referencedTable: 'temas', ascending: false })
      .lte('id', 2)
    expect(error).toBeNull()
    expect(data).toEqual([
      { id: 1, autor: { nombre: 'Elena' }, temas: [{ nombre: 'pueblo' }], fichas: { texto: 'ficha' } },
      { id: 2, autor: { nombre: 'Juan' }, temas: [{ nombre: 'pueblo' }, { nombre: 'muerte' }], fichas: null },
    ])
  })

  test('finds a foreign key by its column, and the other side by a hint', async () => {
    const { data } = await db.from('libros').select('id, revisor_id(nombre)').eq('id', 1).single()
    expect(data).toEqual({ id: 1, revisor_id: { nombre: 'Juan' } })
    const { data: autor } = await db.from('autores').select('libros!autor_id(id)').eq('id', 2).single()
    expect(autor).toEqual({ libros: [{ id: 2 }, { id: 3 }] })
  })

  test('can filter, limit, require, exclude and count embedded rows', async () => {
    const read = (select: string) => db.from('autores').select(select).order('id')
    const embed = 'libros!libros_autor_id_fkey'
    const filtered = await read(`id, ${embed}(id)`).eq('libros.titulo', 'Pedro')
    expect(filtered.data).toEqual([
      { id: 1, libros: [] },
      { id: 2, libros: [{ id: 2 }] },
      { id: 3, libros: [] },
    ])
    const required = await read(`id, ${embed}!inner(id)`).eq('libros.titulo', 'Pedro')
    expect(required.data).toEqual([{ id: 2, libros: [{ id: 2 }] }])
    const limited = await read(`id, ${embed}(id)`)
      .order('id', { referencedTable: 'libros', ascending: false })
      .limit(1, { referencedTable: 'libros' })
    expect(limited.data).toEqual([
      { id: 1, libros: [{ id: 1 }] },
      { id: 2, libros: [{ id: 3 }] },
      { id: 3, libros: [] },
    ])
    const absent = await read(`id, ${embed}()`).is('libros', null)
    expect(absent.data).toEqual([{ id: 3 }])
    const counted = await read(`id, ${embed}(count)`)
    expect(counted.data?.[1]).toEqual({ id: 2, libros: [{ count: 2 }] })
  })

  test('gives exact counts that respect required embedded rows', async () => {
    const { count, data } = await db
      .from('autores')
      .select('id, libros!libros_autor_id_fkey!inner(id)', { count: 'exact' })
      .eq('libros.titulo', 'Pedro')
      .limit(0)
    expect({ count, data }).toEqual({ count: 1, data: [] })
  })

  test('spreads the columns of a to-one resource into the row', async () => {
    const { data } = await db
      .from('libros')
      .select('id, ...autores!libros_autor_id_fkey(autor:nombre)')
      .eq('id', 1)
      .single()
    expect(data).toEqual({ id: 1, autor: 'Elena' })
  })

  test('orders rows by a to-one resource, with nulls first or last', async () => {
    const read = await restRequest(
      app,
      '/libros?select=id,autores!libros_autor_id_fkey(nombre)&order=autores(nombre).desc.nullslast,id',
    )
    expect(await read.json()).toMatchObject([{ id: 2 }, { id: 3 }, { id: 1 }, { id: 4 }])
    expect(
      await ids(
        db.from('libros').select('id').order('tono', { nullsFirst: true }).order('id', { ascending: false }),
      ),
    ).toEqual([3, 4, 1, 2])
  })

  test('returns CSV, and objects without null keys', async () => {
    const { data } = await db.from('autores').select('id,nombre').order('id').csv()
    expect(data).toBe('id,nombre\n1,Elena\n2,Juan\n3,Sor')
    const stripped = await db.from('autores').select('id,extra').eq('id', 2).stripNulls()
    expect(stripped.data).toEqual([{ id: 2 }])
  })
})

describe('pages', () => {
  test('report their range and the total', async () => {
    const first = await restRequest(app, '/libros?select=id&order=id&limit=2', {
      headers: { prefer: 'count=exact' },
    })
    expect([first.status, first.headers.get('content-range')]).toEqual([206, '0-1/4'])
    const last = await restRequest(app, '/libros?select=id&order=id&limit=2&offset=3', {
      headers: { prefer: 'count=exact' },
    })
    expect([last.status, last.headers.get('content-range'), await last.json()]).toEqual([
      206,
      '3-3/4',
      [{ id: 4 }],
    ])
    const all = await restRequest(app, '/libros?select=id', { headers: { prefer: 'count=exact' } })
    expect([all.status, all.headers.get('content-range')]).toEqual([200, '0-3/4'])
    const uncounted = await restRequest(app, '/libros?select=id&order=id', { headers: { range: '1-2' } })
    expect([uncounted.status, uncounted.headers.get('content-range')]).toEqual([200, '1-2/*'])
    const beyond = await restRequest(app, '/libros?offset=9', { headers: { prefer: 'count=exact' } })
    expect([beyond.status, (await problemOf(beyond)).details]).toEqual([
      416,
      'An offset of 9 was requested, but there are only 4 rows.',
    ])
    const none = await restRequest(app, '/libros?id=eq.77', { headers: { prefer: 'count=exact' } })
    expect([none.status, none.headers.get('content-range'), await none.text()]).toEqual([200, '*/0', '[]'])
  })

  test('with a count only contain no rows', async () => {
    const { count, data, status } = await db.from('libros').select('*', { count: 'exact', head: true })
    expect({ count, data, status }).toEqual({ count: 4, data: null, status: 200 })
  })

  test('contain at most a thousand rows', async () => {
    await app.sql`insert into public.temas select i, 'x' from generate_series(10, 1500) i`
    const { data, count } = await db.from('temas').select('id', { count: 'exact' })
    expect([data!.length, count]).toEqual([1000, 1493])
    const rpc = await db.rpc('pares', { hasta: 1500 })
    expect(rpc.data).toHaveLength(1000)
  })
})
