import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { snapshot, watchAnswers } from '../setup/leak-watch.ts'
import { makeDocuments } from '../setup/rows/documents.ts'
import { BLOCKED, type MatrixPeople, makeMatrixPeople, type PersonName } from '../setup/rows/people.ts'

/**
 * Attempts to bypass the matrix: hidden values must not be found by filters, orders, counts or embedded
 * resources either.
 */

let app: TestApp
let fixture: MatrixPeople
const watch = watchAnswers(() => fixture)
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
})
afterAll(() => app.close())

/** A plain request to the data surface, for requests that the official client would not send. */
async function request(who: PersonName, path: string, init: RequestInit = {}) {
  const headers = new Headers(init.headers)
  headers.set('apikey', app.services.secrets.publishableKey)
  if (who !== 'anonimo') headers.set('authorization', `Bearer ${fixture.people[who].token}`)
  const answer = await fetch(`${app.url}/rest/v1/${path}`, { ...init, headers })
  return { status: answer.status, range: answer.headers.get('content-range'), text: await answer.text() }
}

/** Two requests that differ only in a hidden value must get the same answer. */
async function expectSame(who: PersonName, right: string, wrong: string) {
  const headers = { prefer: 'count=exact' }
  const [a, b] = [await request(who, right, { headers }), await request(who, wrong, { headers })]
  expect({ ...a, path: right }).toEqual({ ...b, path: right })
  return a
}

const EMBEDS = [
  'maestros',
  'maestros!inner',
  'maestros!chats_maestro_id_fkey',
  'maestros!chats_maestro_id_fkey!inner',
]

describe('a seeker whose contact is locked', () => {
  const who = 'otroBuscador'
  const chat = () => `id=eq.${fixture.chats.cerrado}`

  test.each(EMBEDS)('learns nothing about hidden columns by filtering chats through %s', async (embed) => {
    for (const [column, right, wrong] of [
      ['telefono', '551*', '559*'],
      ['apellido', 'Apellidos*', 'Apellidoz*'],
      ['curp', 'SECR*', 'ZZZZ*'],
      ['domicilio', 'Calle S*', 'Calle Z*'],
      ['referencia1_numero_referencia', '77*', '99*'],
    ]) {
      const path = (value: string | undefined) =>
        `chats?select=id,${embed}(nombre)&${chat()}&maestros.${column}=like.${value}`
      await expectSame(who, path(right), path(wrong))
      const related = (value: string | undefined) =>
        `chats?select=id,m:${embed}(nombre)&${chat()}&m.${column}=like.${value}&m=not.is.null`
      await expectSame(who, related(right), related(wrong))
    }
  })

  test.each(EMBEDS)('learns nothing about hidden columns by ordering chats through %s', async (embed) => {
    for (const column of ['telefono', 'curp']) {
      const path = (way: string) => `chats?select=id,${embed}(nombre)&order=maestros(${column}).${way}`
      await expectSame(who, path('asc'), path('desc'))
    }
  })

  test('reads only the initial of the surname in a chat, with any order or filter', async () => {
    for (const select of [
      'maestros(apellido)',
      'maestros(*)',
      '...maestros(apellido)',
      'm:maestros(a:apellido::text)',
    ]) {
      const { status, text } = await request(who, `chats?select=${select}&${chat()}`)
      expect([select, status]).toEqual([select, 200])
      expect(text).toMatch(/"A"/)
    }
    const whole = await request('buscador', `chats?select=maestros(apellido)&id=eq.${fixture.chats.propio}`)
    expect(whole.text).toContain(fixture.secrets.maestro.apellido)
  })
})

describe('counts', () => {
  test.each(['anonimo', 'buscador', 'nuevo'] as const)(
    'exact counts show %s nothing about hidden rows',
    async (who) => {
      const { maestro } = fixture.people
      for (const [right, wrong] of [
        [`maestros?select=id&id=eq.${maestro.id}`, `maestros?select=id&id=eq.${fixture.chats.propio}`],
        [`profiles?select=id&id=eq.${maestro.id}`, `profiles?select=id&id=eq.${fixture.chats.propio}`],
        ['maestros?select=id&telefono=like.55*', 'maestros?select=id&telefono=like.99*'],
        [`chats?select=id&id=eq.${fixture.chats.ajeno}`, `chats?select=id&id=eq.${maestro.id}`],
        [
          `mensajes?select=id&chat_id=eq.${fixture.chats.ajeno}`,
          `mensajes?select=id&chat_id=eq.${maestro.id}`,
        ],
      ] as const) {
        const answer = await expectSame(who, right, wrong)
        expect(answer.range ?? '*/0').toMatch(/\/(0|\*)$/)
      }
    },
  )

  test('embedded counts and aggregates show nothing about hidden rows', async () => {
    for (const path of ['profiles?select=id,mensajes(count)', 'chats?select=id,mensajes(count)']) {
      const { status, text } = await request('buscador', path)
      expect(status).toBe(200)
      // For the two people of the chat: two delivered messages and their own blocked one.
      expect(
        Math.max(...[...text.matchAll(/"count":\s*(\d+)/g)].map(([, n]) => Number(n))),
      ).toBeLessThanOrEqual(3)
    }
    for (const path of [
      'maestros?select=telefono.max()',
      'maestros?select=count()',
      'mensajes?select=secuencia.max()',
    ]) {
      expect((await request('buscador', path)).text).not.toContain(fixture.secrets.maestro.telefono)
    }
  })
})

describe('a blocked message', () => {
  test('is visible to its author and to no one else', async () => {
    const read = async (who: PersonName, chat: string) => {
      const { data } = await fixture.clients[who]
        .from('mensajes')
        .select('contenido')
        .eq('bloqueado', true)
        .eq('chat_id', chat)
      return data?.map(({ contenido }) => contenido)
    }
    expect(await read('buscador', fixture.chats.propio)).toEqual([`${BLOCKED}, dijo quien busca`])
    expect(await read('maestro', fixture.chats.propio)).toEqual([`${BLOCKED}, dijo quien trabaja`])
    expect(await read('otroBuscador', fixture.chats.propio)).toEqual([])
    expect(await read('otroMaestro', fixture.chats.propio)).toEqual([])
  })

  test('is neither the preview of its chat nor an unread message', async () => {
    const { data } = await fixture.clients.maestro
      .from('chats')
      .select('ultimo_mensaje_contenido, no_leidos_buscador, no_leidos_maestro')
      .eq('id', fixture.chats.propio)
      .single()
    expect(data).toEqual({ ultimo_mensaje_contenido: 'Dígame', no_leidos_buscador: 1, no_leidos_maestro: 1 })
  })

  test('is not found through its chat, its author or its text', async () => {
    const { buscador } = fixture.people
    for (const path of [
      `chats?select=id,mensajes(contenido)&id=eq.${fixture.chats.propio}`,
      `chats?select=id,mensajes!inner(id)&id=eq.${fixture.chats.propio}&mensajes.bloqueado=is.true&mensajes.autor_id=eq.${buscador.id}`,
      `profiles?select=id,mensajes(contenido)&id=eq.${buscador.id}`,
      `mensajes?select=id&contenido=like.*quien%20busca`,
    ]) {
      const { status, text } = await request('maestro', path)
      expect([path, status]).toEqual([path, 200])
      expect(text).not.toContain('quien busca')
    }
    const count = { headers: { prefer: 'count=exact' } }
    expect((await request('maestro', `mensajes?select=id&contenido=like.*quien%20busca`, count)).range).toBe(
      '*/0',
    )
  })
})

describe('writes', () => {
  test('a write returns no row that its author may not read', async () => {
    const { maestro, otroMaestro } = fixture.people
    const before = await snapshot(app)
    const prefer = { prefer: 'return=representation', 'content-type': 'application/json' }
    const tries = [
      await request('maestro', `maestros?id=eq.${otroMaestro.id}&select=telefono,curp`, {
        method: 'PATCH',
        headers: prefer,
        body: JSON.stringify({ nombre: 'Ladrón' }),
      }),
      await request('maestro', `maestro_oficios?maestro_id=eq.${otroMaestro.id}`, {
        method: 'DELETE',
        headers: prefer,
      }),
    ]
    expect(tries.map(({ status, text }) => [status, text])).toEqual([
      [200, '[]'],
      [200, '[]'],
    ])
    const upsert = await fixture.clients.maestro
      .from('maestros')
      .upsert({ id: otroMaestro.id, nombre: 'L', apellido: 'L' }, { onConflict: 'id' })
      .select('telefono')
    expect(upsert.error?.code).toBe('42501')
    const ignoring = await fixture.clients.maestro
      .from('maestros')
      .upsert(
        { id: otroMaestro.id, nombre: 'L', apellido: 'L' },
        { onConflict: 'id', ignoreDuplicates: true },
      )
      .select('telefono')
    expect(ignoring.error?.code).toBe('42501')
    expect(await snapshot(app)).toEqual(before)
    expect(maestro.id).not.toBe(otroMaestro.id)
  })

  test('inserting a row for another person does not show whether that person exists', async () => {
    const row = (maestro_id: string) => ({ maestro_id, oficio: 'Pintura' })
    const real = await fixture.clients.maestro
      .from('maestro_oficios')
      .insert(row(fixture.people.otroMaestro.id))
    const none = await fixture.clients.maestro.from('maestro_oficios').insert(row(fixture.chats.propio))
    expect([real.status, real.error]).toEqual([none.status, none.error])
    const there = await fixture.clients.maestro
      .from('maestros')
      .insert({ id: fixture.people.otroMaestro.id, nombre: 'x', apellido: 'x' })
    const gone = await fixture.clients.maestro
      .from('maestros')
      .insert({ id: fixture.chats.propio, nombre: 'x', apellido: 'x' })
    expect([there.status, there.error?.code]).toEqual([gone.status, gone.error?.code])
  })

  test('a verified datum that a maestro changes is no longer verified; name and photo are such data', async () => {
    const { id, client } = fixture.people.maestro
    const flags = async () =>
      (
        await app.sql`
          select ine_verificado, curp_verificado, domicilio_verificado, identidad_verificada, perfil_verificado
          from public.maestros where id = ${id}`
      )[0]
    const { ine_url, foto_perfil_url } = await makeDocuments(app, id, { file: '888.jpg' })
    for (const [column, value, flag] of [
      ['ine_url', ine_url, 'ine_verificado'],
      ['foto_perfil_url', foto_perfil_url, 'ine_verificado'],
      ['apellido', 'Otro', 'ine_verificado'],
      ['curp', 'OTRA800101MDFNRL00', 'curp_verificado'],
      ['domicilio', 'Otra calle número cinco', 'domicilio_verificado'],
    ] as const) {
      await app.sql`
        update public.maestros set ine_verificado = true, curp_verificado = true, domicilio_verificado = true
        where id = ${id}`
      expect(
        (
          await client
            .from('maestros')
            .update({ descripcion: `${'Sigo aquí. '.repeat(6)}` })
            .eq('id', id)
        ).error,
      ).toBeNull()
      expect(await flags()).toMatchObject({ identidad_verificada: true, perfil_verificado: true })
      expect(
        (
          await client
            .from('maestros')
            .update({ [column]: value })
            .eq('id', id)
        ).error,
      ).toBeNull()
      expect(await flags()).toMatchObject({ [flag]: false, perfil_verificado: false })
    }
  })
})

test('no answer in this file contained data that its receiver may not know', () => {
  expect(watch.count()).toBeGreaterThan(100)
  watch.check()
})
