import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { TestApp } from '../../setup/app.ts'
import { ids, type Library, startLibrary } from './library.ts'
import { problemOf, restRequest, signedIn, type TestPerson } from './people.ts'

let app: TestApp
let db: SupabaseClient
let libros: Library['libros']
let refill: Library['refill']
let person: TestPerson
beforeAll(async () => {
  ;({ app, db, libros, refill } = await startLibrary())
  person = await signedIn(app, 'buscador')
})
afterAll(() => app.close())
beforeEach(() => refill())

describe('one row', () => {
  test('is an object; no row or several rows are refused with 406', async () => {
    expect((await db.from('libros').select('id').eq('id', 1).single()).data).toEqual({ id: 1 })
    const none = await db.from('libros').select('id').eq('id', 99).single()
    expect([none.status, none.error]).toMatchObject([
      406,
      {
        code: 'PGRST116',
        message: 'Cannot coerce the result to a single JSON object',
        details: 'The result contains 0 rows',
        hint: null,
      },
    ])
    const many = await db.from('libros').select('id').single()
    expect(many.error?.details).toBe('The result contains 4 rows')
    expect(await db.from('libros').select('id').eq('id', 99).maybeSingle()).toMatchObject({
      data: null,
      error: null,
    })
  })

  test('requested from a write that changes many rows rolls the write back', async () => {
    const { error, status } = await db.from('libros').update({ titulo: 'z' }).gt('id', 0).select().single()
    expect([status, error?.code, error?.details]).toEqual([406, 'PGRST116', 'The result contains 4 rows'])
    expect((await db.from('libros').delete().gt('id', 99).select().single()).error?.code).toBe('PGRST116')
    expect(await ids(libros().eq('titulo', 'z'))).toEqual([])
  })

  test('rolls back when more rows are changed than allowed', async () => {
    const atMostTwo = { method: 'DELETE', headers: { prefer: 'handling=strict,max-affected=2' } }
    const refused = await restRequest(app, '/libros?id=gt.0', atMostTwo)
    expect([refused.status, await problemOf(refused)]).toMatchObject([
      400,
      { code: 'PGRST124', details: 'The query affects 4 rows' },
    ])
    expect(await ids(libros())).toEqual([1, 2, 3, 4])
    expect((await restRequest(app, '/libros?id=eq.1', atMostTwo)).status).toBe(204)
  })
})

describe('writes', () => {
  test('insert one or several rows, with defaults, and return them with embedded resources', async () => {
    const one = await db
      .from('libros')
      .insert({ titulo: 'Nuevo', autor_id: 1 })
      .select('titulo, tono, autores!libros_autor_id_fkey(nombre)')
      .single()
    expect([one.status, one.data]).toEqual([
      201,
      { titulo: 'Nuevo', tono: 'rojo', autores: { nombre: 'Elena' } },
    ])
    const missing = await db
      .from('libros')
      .insert([{ titulo: 'a', tono: 'verde' }, { titulo: 'b' }])
      .select('tono')
    expect(missing.data).toEqual([{ tono: 'verde' }, { tono: null }])
    const filled = await db
      .from('libros')
      .insert([{ titulo: 'a', tono: 'verde' }, { titulo: 'b' }], { defaultToNull: false })
      .select('tono')
    expect(filled.data).toEqual([{ tono: 'verde' }, { tono: 'rojo' }])
    const silent = await db.from('temas').insert({ id: 5 }, { count: 'exact' })
    expect([silent.status, silent.data, silent.count]).toEqual([201, null, 1])
    const located = await restRequest(app, '/temas', {
      method: 'POST',
      body: '{"id":6}',
      headers: { prefer: 'return=headers-only' },
    })
    expect([located.status, located.headers.get('location')]).toEqual([201, '/temas?id=eq.6'])
    expect((await db.from('temas').insert([])).status).toBe(201)
  })

  test('store JSON, lists and long numbers as they were sent', async () => {
    const body =
      '{"id":50,"titulo":"x","precio":98765432109876543210.12345,"etiquetas":["a","b,c"],"datos":{"k":[1,{"z":null}]}}'
    const made = await restRequest(app, '/libros?select=precio,etiquetas,datos', {
      method: 'POST',
      body,
      headers: { prefer: 'return=representation' },
    })
    const text = await made.text()
    expect(text).toContain('98765432109876543210.12345')
    expect(JSON.parse(text)[0]).toMatchObject({ etiquetas: ['a', 'b,c'], datos: { k: [1, { z: null }] } })
  })

  test('upsert merges or ignores, by primary key or by named columns', async () => {
    const merged = await db
      .from('temas')
      .upsert([{ id: 1, nombre: 'otra' }])
      .select()
    expect([merged.status, merged.data]).toEqual([200, [{ id: 1, nombre: 'otra' }]])
    const mixed = await db.from('temas').upsert(
      [
        { id: 1, nombre: 'b' },
        { id: 7, nombre: 'c' },
      ],
      { onConflict: 'id' },
    )
    expect(mixed.status).toBe(201)
    const ignored = await db
      .from('temas')
      .upsert([{ id: 1, nombre: 'no' }], { ignoreDuplicates: true })
      .select()
    expect([ignored.status, ignored.data]).toEqual([201, []])
    const twice = await db.from('temas').upsert([
      { id: 8, nombre: 'a' },
      { id: 8, nombre: 'b' },
    ])
    expect([twice.status, twice.error?.code]).toEqual([400, '21000'])
    const noKey = await db.from('temas').upsert([{ id: 8, nombre: 'a' }], { onConflict: 'nombre' })
    expect([noKey.status, noKey.error?.code]).toEqual([400, '42P10'])
  })

  test('update and delete change the filtered rows, and return them on request', async () => {
    const changed = await db
      .from('libros')
      .update({ tono: 'verde', datos: { n: 1 } }, { count: 'exact' })
      .in('id', [1, 3])
    expect([changed.status, changed.count, changed.data]).toEqual([204, 2, null])
    const shown = await db
      .from('libros')
      .update({ titulo: 'T' })
      .eq('id', 1)
      .select('titulo, datos, fichas(texto)')
    expect(shown.data).toEqual([{ titulo: 'T', datos: { n: 1 }, fichas: { texto: 'ficha' } }])
    expect((await db.from('libros').update({}).eq('id', 1).select()).data).toEqual([])
    const gone = await db.from('libros').delete().or('id.eq.1,id.eq.2').select('id')
    expect(gone.data?.map(({ id }) => id).sort()).toEqual([1, 2])
    expect(await ids(libros())).toEqual([3, 4])
  })
})

describe('functions', () => {
  test('return numbers, lists, rows and objects', async () => {
    expect((await db.rpc('suma', { a: 1 })).data).toBe(11)
    expect((await db.rpc('suma', { a: 1, b: 2 }, { get: true })).data).toBe(3)
    expect((await db.rpc('numeros')).data).toEqual([1, 2])
    expect((await db.rpc('primero')).data).toMatchObject({ id: 1, titulo: 'Los recuerdos' })
    expect(
      (await db.rpc('pares', { hasta: 3 }).gt('n', 1).order('n', { ascending: false }).select('doble')).data,
    ).toEqual([{ doble: 6 }, { doble: 4 }])
    const rows = await db
      .rpc('buscar', { texto: 'l' }, { count: 'exact', get: true })
      .select('id, fichas(texto)')
      .limit(1)
    expect([rows.data, rows.count]).toEqual([[{ id: 1, fichas: { texto: 'ficha' } }], 2])
  })

  test('that write cannot be called with GET', async () => {
    const read = await db.rpc('escribe', {}, { get: true })
    expect([read.status, read.error?.code]).toEqual([405, '25006'])
    expect((await db.rpc('escribe')).data).toBe(900)
  })

  test('choose their HTTP status when they fail', async () => {
    const { status, error } = await db.rpc('falla', { estado: 'PT418' })
    expect([status, error]).toMatchObject([
      418,
      { code: 'PT418', message: 'no se puede', details: 'así', hint: 'otra vez' },
    ])
    expect((await db.rpc('falla', { estado: 'P0001' })).status).toBe(400)
    expect((await db.rpc('falla', { estado: '42501' })).status).toBe(401)
    expect((await person.client.rpc('falla', { estado: '42501' })).status).toBe(403)
  })

  test('that are unknown, or get other arguments, are not found', async () => {
    const typo = await db.rpc('sumaa', { a: 1 })
    expect([typo.status, typo.error]).toMatchObject([
      404,
      {
        code: 'PGRST202',
        message: 'Could not find the function public.sumaa(a) in the schema cache',
        hint: 'Perhaps you meant to call the function public.suma',
      },
    ])
    expect((await db.rpc('suma', { b: 1 })).error?.code).toBe('PGRST202')
    expect((await restRequest(app, '/rpc/suma', { method: 'DELETE' })).status).toBe(405)
  })
})
