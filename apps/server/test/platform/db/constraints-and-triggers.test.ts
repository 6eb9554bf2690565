import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../../src/subjects/cuenta/erase.ts'
import { startApp, type TestApp } from '../../setup/app.ts'
import { makePair, type Pair } from '../../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, makeResena } from '../../setup/rows/maestros.ts'
import { decide, makeOperator, type TestOperator } from '../../setup/rows/operators.ts'

/** Checks of the database that the code above it makes too. These tests send their statements to the database itself. */

let app: TestApp
let pair: Pair
let olga: TestOperator
let erased: { maestro: string; buscador: string }
beforeAll(async () => {
  app = await startApp()
  pair = await makePair(app)
  olga = await makeOperator(app)
  const gone = await makePair(app)
  for (const { id } of [gone.ana, gone.luis]) await eraseAccount(app.services, id)
  erased = { maestro: gone.luis.id, buscador: gone.ana.id }
})
afterAll(() => app.close())

const codeOf = (work: PromiseLike<unknown>) =>
  Promise.resolve(work).then(
    () => 'done',
    (error: { code?: string }) => error.code,
  )

describe('a new row that names an erased account', () => {
  test.each([
    [
      'an access to contact data',
      (b: string, m: string) => app.sql`
      insert into public.accesos_contacto (buscador_id, maestro_id, motivo) values (${b}, ${m}, 'urgencia')`,
    ],
    [
      'a chat',
      (b: string, m: string) =>
        app.sql`insert into public.chats (buscador_id, maestro_id) values (${b}, ${m})`,
    ],
    [
      'a review',
      (b: string, m: string) => app.sql`
      insert into public.resenas (buscador_id, maestro_id, puntuacion, comentario, trabajo_realizado)
      values (${b}, ${m}, 5, 'Trabajo limpio y puntual', true)`,
    ],
  ])('is refused: %s', async (_name, insert) => {
    const [ana, luis] = await Promise.all([makeBuscador(app), makeMaestro(app)])
    expect(await codeOf(insert(ana.id, erased.maestro))).toBe('PT410')
    expect(await codeOf(insert(erased.buscador, luis.id))).toBe('PT410')
    expect(await codeOf(insert(ana.id, luis.id))).toBe('done')
  })

  test('is refused: a ticket', async () => {
    const insert = (usuario: string) => app.sql`
      insert into public.tickets (usuario_id, nombre, correo, mensaje)
      values (${usuario}, 'Quien pide', 'a@example.com', 'No puedo entrar a mi cuenta')`
    expect(await codeOf(insert(erased.buscador))).toBe('PT410')
    expect(await codeOf(insert(pair.ana.id))).toBe('done')
  })
})

describe('an erased maestro', () => {
  test('cannot be verified, and its trades cannot be replaced', async () => {
    expect(await codeOf(decide(app, olga, erased.maestro, 'ine', 'verificado'))).toBe('PT404')
    const [row] = await app.sql<{ done: boolean }[]>`
      select interno.reemplazar_elecciones(${erased.maestro}, 'oficios', '{Plomería}') as done`
    expect(row?.done).toBe(false)
  })
})

describe('a profile', () => {
  test('of an erased account takes no personal datum any more', async () => {
    for (const column of ['nombre', 'apellido', 'display_name']) {
      const write = app.sql`update public.profiles set ${app.sql({ [column]: 'Ana' })} where id = ${erased.buscador}`
      expect(await codeOf(write), column).toBe('23514')
    }
  })

  test('has accepted the terms only when the sign-up says so', async () => {
    const accepted = async (terminos_aceptados: unknown) => {
      const [account] = await app.sql<{ id: string }[]>`
        insert into auth.users (email, encrypted_password, raw_user_meta_data)
        values (${`${randomUUID()}@example.com`}, 'x', ${JSON.stringify({ terminos_aceptados })}::text::jsonb)
        returning id`
      const [profile] =
        await app.sql`select terminos_aceptados from public.profiles where id = ${account!.id}`
      return profile?.terminos_aceptados
    }
    expect([
      await accepted(true),
      await accepted(false),
      await accepted(undefined),
      await accepted('true'),
    ]).toEqual([true, false, false, false])
  })

  test('that is restored has no session from before, also none that was opened meanwhile', async () => {
    const { id } = await makeBuscador(app)
    await app.sql`update public.profiles set suspendido_en = now() where id = ${id}`
    await app.sql`insert into auth.sessions (user_id) values (${id})`
    await app.sql`update public.profiles set suspendido_en = null where id = ${id}`
    expect(await app.sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0)
  })
})

describe('a message', () => {
  test('of an author who is not of the chat is refused, whoever writes it', async () => {
    const other = await makeBuscador(app)
    const insert = (autor: string) => app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido) values (${pair.chat}, ${autor}, 'texto', 'hola')`
    expect(await codeOf(insert(other.id))).toBe('23514')
    expect(await codeOf(insert(pair.ana.id))).toBe('done')
  })
})

test('a seeker reviews a maestro once', async () => {
  const { ana, luis } = await makePair(app)
  const review = () => makeResena(app, { maestro: luis.id, buscador: ana.id, puntuacion: 5 })
  await review()
  expect(await codeOf(review())).toBe('23505')
})

test('the name of an object has no parent directory and no empty part', async () => {
  const insert = (name: string) => app.sql`
    insert into storage.objects (bucket_id, name, mimetype, size, etag) values ('chat-media', ${name}, 'image/jpeg', 1, 'x')`
  for (const name of ['..', '../a', 'a/../b', 'a//b', '/a', 'a/', './a', 'a/.']) {
    expect(await codeOf(insert(name)), name).toBe('23514')
  }
  expect(await codeOf(insert('a/b.jpg'))).toBe('done')
})

describe('a request', () => {
  const open = (role: string, claims: object) =>
    app.sql.begin((tx) => tx`select auth.open_request(${role}, ${JSON.stringify(claims)})`)

  test('runs as one of the three roles and as no other', async () => {
    for (const role of ['postgres', 'pg_read_all_data', '', 'ANON'])
      expect(await codeOf(open(role, {})), role).toBe('PT401')
    expect(await codeOf(open('anon', {}))).toBe('done')
  })

  test('of a person needs an open session of that person', async () => {
    const { ana, luis } = pair
    expect(await codeOf(open('authenticated', { sub: ana.id, session_id: ana.sessionId }))).toBe('done')
    expect(await codeOf(open('authenticated', { sub: ana.id, session_id: luis.sessionId }))).toBe('PT401')
    expect(await codeOf(open('authenticated', { sub: ana.id, session_id: randomUUID() }))).toBe('PT401')
    expect(await codeOf(open('authenticated', {}))).toBe('PT401')
  })

  test('of a server function needs an open session of the same person, and the role', async () => {
    const { ana, luis } = pair
    const require = (session: string, user: string, role: string | null) =>
      app.sql`select interno.exigir_persona(${session}, ${user}, ${role})`
    expect(await codeOf(require(ana.sessionId, ana.id, 'buscador'))).toBe('done')
    expect(await codeOf(require(ana.sessionId, ana.id, null))).toBe('done')
    expect(await codeOf(require(luis.sessionId, ana.id, null))).toBe('PT401')
    expect(await codeOf(require(randomUUID(), ana.id, null))).toBe('PT401')
    expect(await codeOf(require(ana.sessionId, randomUUID(), null))).toBe('PT401')
    expect(await codeOf(require(ana.sessionId, ana.id, 'maestro'))).toBe('PT403')
  })
})

describe('the figures', () => {
  test('are recounted for the caller alone', async () => {
    const other = await makeMaestro(app)
    await app.sql`insert into public.maestro_stats (maestro_id) values (${other.id})`
    await app.sql`update public.maestro_stats set actualizado_en = now()`
    const before = () =>
      app.sql`select actualizado_en from public.maestro_stats where maestro_id = ${other.id}`
    const [was] = await before()
    expect((await pair.luis.client.rpc('update_maestro_stats')).error).toBeNull()
    expect((await before())[0]).toEqual(was)
  })
})

describe('operators', () => {
  test('are needed to suspend and restore an account', async () => {
    const { id } = await makeBuscador(app)
    for (const who of [pair.ana.id, randomUUID(), null]) {
      for (const suspend of [true, false]) {
        const act = app.sql`select interno.cambiar_suspension(${who}, ${id}, ${suspend}, 'Un motivo suficiente')`
        expect(await codeOf(act)).toBe('PT403')
      }
    }
  })

  test('when two transactions create the first one at the same time, only one succeeds', async () => {
    const fresh = await startApp()
    try {
      const make = (email: string) =>
        fresh.sql`select interno.crear_operador(${email}, 'Olga', 'Ortega', null)`
      const first = await fresh.sql.reserve()
      await first`begin`
      await first`select interno.crear_operador('una@example.com', 'Olga', 'Ortega', null)`
      const second = codeOf(make('otra@example.com'))
      const waiting = async () =>
        (
          await fresh.services.db.sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
        ).length
      // Without the lock the second does not wait and is made.
      await Promise.race([second, expect.poll(waiting, { timeout: 20_000 }).toBe(1)])
      await first`commit`
      first.release()
      expect(await second).toBe('PT403')
    } finally {
      await fresh.close()
    }
  })
})

describe('a complete profile', () => {
  const REQUIRED = [
    'telefono',
    'descripcion',
    'foto_perfil_url',
    'ine_url',
    'curp',
    'domicilio',
    'referencia1_nombre_cliente',
    'referencia1_descripcion_trabajo',
    'referencia1_numero_referencia',
    'referencia2_nombre_cliente',
    'referencia2_descripcion_trabajo',
    'referencia2_numero_referencia',
  ]
  const isComplete = async (changes: object) => {
    const [row] = await app.sql<{ complete: boolean }[]>`
      select interno.esta_completo(jsonb_populate_record(m, ${app.sql.json({ ...changes })})) as complete
      from public.maestros m where m.id = ${pair.luis.id}`
    return row?.complete
  }

  test('has each datum that onboarding asks for', async () => {
    expect(await isComplete({})).toBe(true)
    for (const column of REQUIRED) expect(await isComplete({ [column]: null }), column).toBe(false)
    expect(await isComplete({ referencia1_numero_referencia: '123' })).toBe(false)
  })

  test('has a trade and a borough', async () => {
    for (const table of ['maestro_oficios', 'maestro_alcaldias']) {
      const other = await makeMaestro(app)
      await app.sql`delete from ${app.sql(table)} where maestro_id = ${other.id}`
      const [row] = await app.sql<{ complete: boolean }[]>`
        select interno.esta_completo(m) as complete from public.maestros m where m.id = ${other.id}`
      expect(row?.complete).toBe(false)
    }
  })
})

describe('the documents of a decision', () => {
  const objectOf = async (owner: string, name: string) => {
    await app.sql`
      insert into storage.objects (bucket_id, name, owner, mimetype, size, etag)
      values ('chat-media', ${name}, ${owner}, 'image/jpeg', 1, 'x') on conflict do nothing`
    return name
  }
  const left = async (names: string[]) =>
    (await app.sql<{ name: string }[]>`select name from storage.objects where name = any (${names})`).map(
      ({ name }) => name,
    )

  test('are removed for that datum and that maestro only, and not before the time', async () => {
    const [luis, otro] = await Promise.all([makeMaestro(app), makeMaestro(app)])
    const reverso = await objectOf(luis.id, `documentos/${luis.id}/ine_reverso_1.jpg`)
    const comprobante = await objectOf(luis.id, `documentos/${luis.id}/comprobante_domicilio_1.jpg`)
    await app.sql`select interno.guardar_documento(${luis.id}, 'comprobante_domicilio', ${comprobante})`
    const ajeno = await objectOf(otro.id, `documentos/${otro.id}/ine_reverso_1.jpg`)
    // The name is that of a document of luis, and the owner is somebody else.
    const raro = await objectOf(otro.id, `documentos/${luis.id}/ine_reverso_2.jpg`)
    for (const tipo of ['ine', 'domicilio']) await decide(app, olga, luis.id, tipo, 'verificado')
    await app.sql`
      update interno.verificaciones set decidido_en = now() - interval '31 days'
      where maestro_id = ${luis.id} and tipo = 'ine'`
    await app.sql`select interno.retirar_documentos(30, 100)`
    expect((await left([reverso, comprobante, ajeno, raro])).sort()).toEqual(
      [comprobante, ajeno, raro].sort(),
    )
  })

  test('that are sent again after a rejection make the datum pending again', async () => {
    const { id } = await makeMaestro(app)
    await decide(app, olga, id, 'ine', 'rechazado', 'La foto no se lee bien')
    const objeto = await objectOf(id, `documentos/${id}/ine_reverso_7.jpg`)
    await app.sql`insert into public.maestro_documentos (maestro_id, tipo, objeto) values (${id}, 'ine_reverso', ${objeto})`
    const [row] =
      await app.sql`select estado, motivo from interno.verificaciones where maestro_id = ${id} and tipo = 'ine'`
    expect(row).toEqual({ estado: 'pendiente', motivo: null })
  })
})
