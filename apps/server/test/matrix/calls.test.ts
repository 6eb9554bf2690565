import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { type Callers, FuncionError, requestOf } from '@maestros/contrato'
import type { Role } from '@maestros/dominio/acceso/roles'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { functionList } from '../../src/function-list.ts'
import { startApp, type TestApp } from '../setup/app.ts'
import { inputSchema, sampleInput } from '../setup/contracts.ts'
import { snapshot, watchAnswers } from '../setup/leak-watch.ts'
import { signIn, type TestPerson } from '../setup/rows/maestros.ts'
import {
  type MatrixPeople,
  makeMatrixPeople,
  PEOPLE,
  type PersonName,
  type SignedInName,
} from '../setup/rows/people.ts'

/** Every remote procedure, server function and surface, by each person; objects are in objects.test.ts. */

let app: TestApp
let fixture: MatrixPeople
const watch = watchAnswers(() => fixture)
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
})
afterAll(() => app.close())

type Expected = Record<PersonName, string | number>
const forAll = (value: string | number): Expected => ({
  anonimo: value,
  buscador: value,
  otroBuscador: value,
  maestro: value,
  otroMaestro: value,
  nuevo: value,
})

/** First everyone who must be refused, which must change nothing, then the others. */
async function byEach(isRefused: (who: PersonName) => boolean, attempt: (who: PersonName) => Promise<void>) {
  const refused = PEOPLE.filter(isRefused)
  if (refused.length > 0) {
    const before = await snapshot(app)
    for (const who of refused) await attempt(who)
    expect(await snapshot(app)).toEqual(before)
  }
  for (const who of PEOPLE) if (!refused.includes(who)) await attempt(who)
}

describe('remote procedures', () => {
  const propio = (role: string) => () => ({ p_chat_id: fixture.chats.propio, p_user_role: role })
  const NO_CHAT = { ...forAll('PT404'), anonimo: '42501' }

  /** What each answers to each person: 'ok' or the code of the refusal. */
  const PROCEDURES: Record<string, { args: () => object; expected: Expected }[]> = {
    mark_messages_as_read: [
      { args: propio('buscador'), expected: { ...NO_CHAT, buscador: 'ok' } },
      { args: propio('maestro'), expected: { ...NO_CHAT, maestro: 'ok' } },
      { args: propio('admin'), expected: { ...forAll('22023'), anonimo: '42501' } },
    ],
    update_maestro_stats: [{ args: () => ({}), expected: { ...forAll('ok'), anonimo: '42501' } }],
    // Not a procedure: the maestro embedded in a chat.
    maestros: [{ args: () => ({}), expected: forAll('PGRST202') }],
  }

  test('every function of the schema that requests may name has its row', async () => {
    const rows = await app.sql<{ name: string }[]>`
      select distinct proname::text as name from pg_proc where pronamespace = 'public'::regnamespace order by 1`
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(PROCEDURES).sort())
  })

  test.each(Object.keys(PROCEDURES))('%s answers each person as its row says', async (name) => {
    for (const { args, expected } of PROCEDURES[name] ?? []) {
      await byEach(
        (who) => expected[who] !== 'ok',
        async (who) => {
          const { error } = await fixture.clients[who].rpc(name, args())
          expect({ who, answer: error?.code ?? 'ok' }).toEqual({ who, answer: expected[who] })
        },
      )
    }
  })

  test('marking as read clears only the own count, of the own chat', async () => {
    await app.sql`update public.chats set no_leidos_buscador = 7, no_leidos_maestro = 7`
    await fixture.clients.buscador.rpc('mark_messages_as_read', propio('buscador')())
    const rows = await app.sql`select id, no_leidos_buscador, no_leidos_maestro from public.chats`
    for (const row of rows) {
      const cleared = row.id === fixture.chats.propio
      expect([row.no_leidos_buscador, row.no_leidos_maestro]).toEqual([cleared ? 0 : 7, 7])
    }
  })

  test('no function of another schema can be called, whatever schema is asked for', async () => {
    const inner = await app.sql<{ schema: string; name: string }[]>`
      select distinct n.nspname::text as schema, p.proname::text as name from pg_proc p
      join pg_namespace n on n.oid = p.pronamespace
      where n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'public')`
    expect(inner.length).toBeGreaterThan(15)
    const before = await snapshot(app)
    for (const { schema, name } of inner) {
      await Promise.all(
        (['anonimo', 'buscador', 'maestro'] as const).map(async (who) => {
          const plain = await fixture.clients[who].rpc(name)
          expect([name, plain.error?.code]).toEqual([name, 'PGRST202'])
          const named = await fixture.clients[who].schema(schema).rpc(name)
          expect([name, named.error?.code]).toEqual([name, 'PGRST106'])
        }),
      )
    }
    for (const name of [
      'pg_sleep',
      'set_config',
      'current_setting',
      'pg_read_file',
      'version',
      'lo_import',
    ]) {
      expect((await fixture.clients.maestro.rpc(name)).error?.code).toBe('PGRST202')
    }
    expect(await snapshot(app)).toEqual(before)
  })

  test('no table of another schema can be read or written, whatever schema is asked for', async () => {
    for (const name of [
      'users',
      'sessions',
      'objects',
      'directorio',
      'base_de_datos',
      'pg_class',
      'pg_authid',
    ]) {
      for (const who of ['anonimo', 'maestro'] as const) {
        expect((await fixture.clients[who].from(name).select('*')).error?.code).toBe('PGRST205')
        for (const schema of ['auth', 'interno', 'storage', 'pg_catalog', 'information_schema']) {
          const client = fixture.clients[who].schema(schema)
          expect((await client.from(name).select('*')).error?.code).toBe('PGRST106')
          expect((await client.from(name).insert({ id: 1 })).error?.code).toBe('PGRST106')
        }
      }
    }
  })
})

describe('server functions', () => {
  const idOf = (who: SignedInName) => fixture.people[who].id
  const context = { alcaldia: 'Coyoacán', servicio: 'Plomería' }
  const start = (maestro_id: string) => ({
    ...{ maestro_id, alcaldia_seleccionada: 'Coyoacán', oficio_seleccionado: 'Plomería' },
    contexto: context,
  })
  const message = (chat_id: string) => ({ chat_id, tipo: 'texto', contenido: 'Buenas tardes' })
  const ticket = (imagenes_url: string[]) => ({
    ...{ nombre: 'Ana Ruiz', correo: 'ana@example.com' },
    ...{ mensaje: 'No puedo entrar a mis conversaciones', imagenes_url },
  })
  const review = (maestro_id: string) => ({
    maestro_id,
    puntuacion: 4,
    comentario: 'Un trabajo bien hecho.',
    trabajo_realizado: true,
  })
  const NO_SUCH = '00000000-0000-4000-8000-000000000000'
  const signedIn = (status: number): Expected => ({ ...forAll(status), anonimo: 401 })
  const seekers = (status: number): Expected => ({
    ...signedIn(403),
    buscador: status,
    otroBuscador: status,
  })
  const maestros = (status: number): Expected => ({
    ...signedIn(status),
    buscador: 403,
    otroBuscador: 403,
  })
  /** Everyone else gets 404 for the chat of the first seeker and the first maestro. */
  const THE_TWO: Expected = { ...signedIn(404), buscador: 200, maestro: 200 }

  /** The body of a POST, or the path of a GET below the name of the function. */
  type Asked = Record<string, unknown> | string
  /** The status that each person gets. */
  const ROWS: Record<string, () => [Asked, Expected][]> = {
    maestros: () => [['?alcaldia=Coyoac%C3%A1n&oficio=Plomer%C3%ADa', forAll(200)]],
    'maestro-profile': () => [
      [`/${idOf('maestro')}`, forAll(200)],
      [`/${idOf('buscador')}`, forAll(404)],
    ],
    'track-profile-view': () => [
      [
        { maestro_id: idOf('maestro'), buscador_id: idOf('buscador') },
        { ...signedIn(403), buscador: 200 },
      ],
      [{ maestro_id: idOf('maestro'), buscador_id: idOf('maestro') }, signedIn(403)],
    ],
    'chat-initiate': () => [
      [start(idOf('maestro')), seekers(200)],
      [start(idOf('nuevo')), seekers(404)],
    ],
    // Seekers may unlock every maestro of the directory, so only a maestro who is not in it is asked for here. What is
    // unlocked for whom is in test/contacto/contact-access.test.ts.
    'track-contact-access': () => [
      [{ maestro_id: idOf('nuevo'), motivo: 'urgencia', contexto: context }, seekers(404)],
    ],
    'get-chats': () => [[{}, seekers(200)]],
    'get-maestro-chats': () => [[{}, maestros(200)]],
    'get-messages': () => [
      [{ chat_id: fixture.chats.propio }, THE_TWO],
      [{ chat_id: NO_SUCH }, signedIn(404)],
    ],
    'send-message': () => [
      [message(fixture.chats.propio), THE_TWO],
      [message(NO_SUCH), signedIn(404)],
    ],
    'eliminar-mensaje': () => [[{ mensaje_id: NO_SUCH }, signedIn(404)]],
    // Nobody sends a document that another person has uploaded; `nuevo` has no profile yet.
    'enviar-documento': () => [
      [
        { tipo: 'ine_reverso', objeto: `documentos/${idOf('buscador')}/ine_reverso_1.jpg` },
        { ...maestros(400), nuevo: 404 },
      ],
    ],
    resenas: () => [
      [`/${idOf('maestro')}`, forAll(200)],
      [`/${idOf('buscador')}`, forAll(404)],
    ],
    'resena-propia': () => [[`/${idOf('maestro')}`, seekers(200)]],
    'guardar-resena': () => [
      // Both seekers talked with this maestro, and the contact is locked for the other one.
      [review(idOf('maestro')), { ...signedIn(403), buscador: 200 }],
      [review(NO_SUCH), seekers(404)],
    ],
    'responder-resena': () => [[{ resena_id: NO_SUCH, respuesta: 'Gracias' }, maestros(404)]],
    'pedir-resena': () => [
      [{ chat_id: fixture.chats.propio }, { ...signedIn(403), buscador: 200, otroBuscador: 404 }],
    ],
    // A block of an unrelated person, so that the rows before stay true. A seeker may block any maestro of the directory.
    'cambiar-bloqueo': () => [
      [
        { persona_id: idOf('maestro'), bloquear: false },
        { ...signedIn(404), buscador: 200, otroBuscador: 200 },
      ],
      [{ persona_id: NO_SUCH, bloquear: true }, signedIn(404)],
    ],
    reportar: () => [
      [
        {
          ...{ client_id: NO_SUCH, persona_id: idOf('buscador'), motivo: 'acoso' },
          ...{ chat_id: fixture.chats.propio, bloquear: false },
        },
        { ...signedIn(404), maestro: 200 },
      ],
    ],
    // Everyone may send a ticket, and nobody one with a picture of another person.
    'submit-support-ticket': () => [
      [ticket([]), signedIn(200)],
      [ticket([`${idOf('buscador')}/1.jpg`]), { ...signedIn(400), buscador: 200 }],
    ],
    'cerrar-cuenta': () => [[{ usuario_id: NO_SUCH }, signedIn(403)]],
    // The answer is the same for everyone and for every id, so that it tells nothing about an account.
    'send-maestro-welcome-email': () => [
      [{ maestro_id: idOf('maestro') }, forAll(200)],
      [{ maestro_id: idOf('nuevo') }, forAll(200)],
    ],
    'send-buscador-welcome-email': () => [
      [{ buscador_id: idOf('buscador') }, forAll(200)],
      [{ buscador_id: idOf('maestro') }, forAll(200)],
    ],
  }

  async function call(who: PersonName, path: string, body?: Record<string, unknown>) {
    const options = body ? { body } : { method: 'GET' as const }
    const { data, error, response } = await fixture.clients[who].functions.invoke(path, options)
    return { status: response?.status ?? 0, data, error }
  }

  /** Whether a contract's callers include a person. */
  const admits = (callers: Callers, who: PersonName) =>
    callers === 'public' || (who !== 'anonimo' && (callers === 'person' || callers === ROLE_OF[who]))
  const ROLE_OF: Record<SignedInName, Role> = {
    buscador: 'buscador',
    otroBuscador: 'buscador',
    maestro: 'maestro',
    otroMaestro: 'maestro',
    nuevo: 'maestro',
  }
  const ROLE_REFUSALS: readonly string[] = [textos.soloBuscadores, textos.soloMaestros, textos.soloPersonas]

  test('every function admits the callers of its contract and nobody else', async () => {
    const functions = await functionList()
    expect(functions.length).toBeGreaterThan(7)
    for (const { definition } of functions) {
      const { name, callers } = definition.contract
      const { path, body } = requestOf(definition.contract, sampleInput(definition.contract))
      await byEach(
        (who) => !admits(callers, who),
        async (who) => {
          const { status, error } = await call(who, path, body)
          if (!admits(callers, who)) {
            expect({ name, who, status }).toEqual({ name, who, status: who === 'anonimo' ? 401 : 403 })
            return
          }
          const sentence = error ? FuncionError.parse(await error.context.json()).error : ''
          const refused = status === 401 || status >= 500 || ROLE_REFUSALS.includes(sentence)
          expect({ name, who, refused }).toEqual({ name, who, refused: false })
        },
      )
    }
  })

  test('every function with an id in its input, except those of operators, is in the matrix, and the matrix names only existing functions', async () => {
    const contracts = (await functionList()).map(({ definition }) => definition.contract)
    const withIds = contracts.filter(
      (contract) =>
        contract.callers !== 'operador' && JSON.stringify(inputSchema(contract)).includes('"uuid"'),
    )
    expect(withIds.length).toBeGreaterThan(4)
    expect(withIds.map(({ name }) => name).filter((name) => !ROWS[name])).toEqual([])
    const names = contracts.map(({ name }) => name)
    expect(Object.keys(ROWS).filter((name) => !names.includes(name))).toEqual([])
  })

  test.each(Object.keys(ROWS))('%s answers each person as its row says', async (name) => {
    for (const [asked, expected] of ROWS[name]?.() ?? []) {
      const isPath = typeof asked === 'string'
      await byEach(
        (who) => Number(expected[who]) >= 400,
        async (who) => {
          const { status } = await (isPath ? call(who, name + asked) : call(who, name, asked))
          expect({ who, name, status }).toEqual({ who, name, status: expected[who] })
        },
      )
    }
  })

  test('phone, surname and references are whole for the maestro and the seeker with access, and for no other', async () => {
    const { maestro } = fixture.secrets
    for (const who of PEOPLE) {
      const profile = await call(who, `maestro-profile/${fixture.people.maestro.id}`)
      const open = who === 'maestro' || who === 'buscador'
      expect({ who, telefono: profile.data.telefono, apellido: profile.data.apellido }).toEqual({
        who,
        telefono: open ? maestro.telefono : null,
        apellido: open ? maestro.apellido : 'A',
      })
      const phones = profile.data.referencias.map(
        (one: { numeroReferencia: string | null }) => one.numeroReferencia,
      )
      expect(phones).toEqual(
        open ? [maestro.referencia1_numero_referencia, maestro.referencia2_numero_referencia] : [null, null],
      )
    }
  })
})

describe('surfaces', () => {
  test('every surface has its rows: tables, procedures, functions and objects here, channels in their own file', () => {
    const protocol = join(import.meta.dirname, '../../src/protocol')
    const surfaces = readdirSync(protocol, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('/plugin.ts'))
      .map((path) => path.replace('/plugin.ts', ''))
    const covered = ['auth', 'functions', 'realtime', 'rest', 'storage']
    expect(surfaces.filter((name) => !covered.includes(name))).toEqual([])
  })
})

test('a suspended account can do nothing, with the session it had or with one made meanwhile', async () => {
  const { id, client } = fixture.people.nuevo
  await app.sql`update public.profiles set suspendido_en = now() where id = ${id}`
  const attempts = async (client: TestPerson['client']) => {
    const before = await snapshot(app)
    const answers = [
      await client.from('profiles').select('id'),
      await client.from('maestros').insert({ id, nombre: 'Nuria', apellido: 'Nueva' }),
      await client.rpc('update_maestro_stats'),
    ]
    expect(await snapshot(app)).toEqual(before)
    return answers.map(({ status }) => status)
  }
  expect(await attempts(client)).toEqual([403, 403, 403])
  expect(await attempts((await signIn(app, id)).client)).toEqual([403, 403, 403])
})

test('no answer in this file contains data that its receiver may not know', () => {
  expect(watch.count()).toBeGreaterThan(300)
  watch.check()
})
