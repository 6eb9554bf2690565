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
      for (const who of PEOPLE) {
        const before = await snapshot(app)
        const { error } = await fixture.clients[who].rpc(name, args())
        expect({ who, answer: error?.code ?? 'ok' }).toEqual({ who, answer: expected[who] })
        if (expected[who] !== 'ok') expect(await snapshot(app)).toEqual(before)
      }
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
  interface Row {
    ask(): { path: string; method: 'GET' | 'POST'; body?: Record<string, unknown> }
    expected: Expected
  }
  const view = (buscador: () => string) => () => ({
    path: 'track-profile-view',
    method: 'POST' as const,
    body: { maestro_id: fixture.people.maestro.id, buscador_id: buscador() },
  })

  const post = (path: string, body: () => Record<string, unknown>) => () => ({
    path,
    method: 'POST' as const,
    body: body(),
  })
  const start = (maestro: () => string) =>
    post('chat-initiate', () => ({
      maestro_id: maestro(),
      alcaldia_seleccionada: 'Coyoacán',
      oficio_seleccionado: 'Plomería',
      contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' },
    }))
  const message = (chat_id: string) => ({ chat_id, tipo: 'texto', contenido: 'Buenas tardes' })
  const ticket = (imagenes_url: string[]) => ({
    nombre: 'Ana Ruiz',
    correo: 'ana@example.com',
    mensaje: 'No puedo entrar a mis conversaciones',
    imagenes_url,
  })
  const NO_SUCH = '00000000-0000-4000-8000-000000000000'
  const SEEKERS: Expected = { ...forAll(403), anonimo: 401, buscador: 200, otroBuscador: 200 }
  /** Everyone else gets 404 for the chat of the first seeker and the first maestro. */
  const THE_TWO: Expected = { ...forAll(404), anonimo: 401, buscador: 200, maestro: 200 }

  /** A help request of the first seeker. */
  let ticketId = ''
  beforeAll(async () => {
    const [ticket] = await app.sql<{ id: string }[]>`
      select id from public.tickets where usuario_id = ${fixture.people.buscador.id} limit 1`
    ticketId = ticket?.id ?? ''
  })
  /** The people of this matrix are no operators. */
  const forOperators = (ask: Row['ask']): Row[] => [{ ask, expected: { ...forAll(403), anonimo: 401 } }]

  /** The status that each person gets. */
  const ROWS: Record<string, Row[]> = {
    maestros: [
      {
        ask: () => ({ path: 'maestros?alcaldia=Coyoac%C3%A1n&oficio=Plomer%C3%ADa', method: 'GET' }),
        expected: forAll(200),
      },
    ],
    'maestro-profile': [
      {
        ask: () => ({ path: `maestro-profile/${fixture.people.maestro.id}`, method: 'GET' }),
        expected: forAll(200),
      },
      {
        ask: () => ({ path: `maestro-profile/${fixture.people.buscador.id}`, method: 'GET' }),
        expected: forAll(404),
      },
    ],
    'track-profile-view': [
      {
        ask: view(() => fixture.people.buscador.id),
        expected: { ...forAll(403), anonimo: 401, buscador: 200 },
      },
      { ask: view(() => fixture.people.maestro.id), expected: { ...forAll(403), anonimo: 401 } },
    ],
    'chat-initiate': [
      { ask: start(() => fixture.people.maestro.id), expected: SEEKERS },
      {
        ask: start(() => fixture.people.nuevo.id),
        expected: { ...SEEKERS, buscador: 404, otroBuscador: 404 },
      },
    ],
    // Seekers may unlock every maestro of the directory, so only a maestro who is not in it is asked for here. What is
    // unlocked for whom is in test/contacto/contact-access.test.ts.
    'track-contact-access': [
      {
        ask: post('track-contact-access', () => ({
          maestro_id: fixture.people.nuevo.id,
          motivo: 'urgencia',
          contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' },
        })),
        expected: { ...SEEKERS, buscador: 404, otroBuscador: 404 },
      },
    ],
    'get-chats': [{ ask: post('get-chats', () => ({})), expected: SEEKERS }],
    'get-maestro-chats': [
      {
        ask: post('get-maestro-chats', () => ({})),
        expected: { ...forAll(200), anonimo: 401, buscador: 403, otroBuscador: 403 },
      },
    ],
    'get-messages': [
      { ask: post('get-messages', () => ({ chat_id: fixture.chats.propio })), expected: THE_TWO },
      { ask: post('get-messages', () => ({ chat_id: NO_SUCH })), expected: { ...forAll(404), anonimo: 401 } },
    ],
    'send-message': [
      { ask: post('send-message', () => message(fixture.chats.propio)), expected: THE_TWO },
      { ask: post('send-message', () => message(NO_SUCH)), expected: { ...forAll(404), anonimo: 401 } },
    ],
    'eliminar-mensaje': [
      {
        ask: post('eliminar-mensaje', () => ({ mensaje_id: NO_SUCH })),
        expected: { ...forAll(404), anonimo: 401 },
      },
    ],
    // Nobody sends a document that another person has uploaded; `nuevo` has no profile yet.
    'enviar-documento': [
      {
        ask: post('enviar-documento', () => ({
          tipo: 'ine_reverso',
          objeto: `documentos/${fixture.people.buscador.id}/ine_reverso_1.jpg`,
        })),
        expected: { ...forAll(400), anonimo: 401, buscador: 403, otroBuscador: 403, nuevo: 404 },
      },
    ],
    resenas: [
      { ask: () => ({ path: `resenas/${fixture.people.maestro.id}`, method: 'GET' }), expected: forAll(200) },
      {
        ask: () => ({ path: `resenas/${fixture.people.buscador.id}`, method: 'GET' }),
        expected: forAll(404),
      },
    ],
    'resena-propia': [
      {
        ask: () => ({ path: `resena-propia/${fixture.people.maestro.id}`, method: 'GET' }),
        expected: SEEKERS,
      },
    ],
    'guardar-resena': [
      {
        ask: post('guardar-resena', () => ({
          maestro_id: fixture.people.maestro.id,
          puntuacion: 4,
          comentario: 'Un trabajo bien hecho.',
          trabajo_realizado: true,
        })),
        // Both seekers talked with this maestro, and the contact is locked for the other one.
        expected: { ...forAll(403), anonimo: 401, buscador: 200 },
      },
      {
        ask: post('guardar-resena', () => ({
          maestro_id: NO_SUCH,
          puntuacion: 4,
          comentario: 'Un trabajo bien hecho.',
          trabajo_realizado: true,
        })),
        expected: { ...forAll(403), anonimo: 401, buscador: 404, otroBuscador: 404 },
      },
    ],
    'responder-resena': [
      {
        ask: post('responder-resena', () => ({ resena_id: NO_SUCH, respuesta: 'Gracias' })),
        expected: { ...forAll(404), anonimo: 401, buscador: 403, otroBuscador: 403 },
      },
    ],
    'pedir-resena': [
      {
        ask: post('pedir-resena', () => ({ chat_id: fixture.chats.propio })),
        expected: { ...forAll(403), anonimo: 401, buscador: 200, otroBuscador: 404 },
      },
    ],
    // A block of an unrelated person, so that the rows before stay true. A seeker may block any maestro of the directory.
    'cambiar-bloqueo': [
      {
        ask: post('cambiar-bloqueo', () => ({ persona_id: fixture.people.maestro.id, bloquear: false })),
        expected: { ...forAll(404), anonimo: 401, buscador: 200, otroBuscador: 200 },
      },
      {
        ask: post('cambiar-bloqueo', () => ({ persona_id: NO_SUCH, bloquear: true })),
        expected: { ...forAll(404), anonimo: 401 },
      },
    ],
    reportar: [
      {
        ask: post('reportar', () => ({
          client_id: NO_SUCH,
          persona_id: fixture.people.buscador.id,
          motivo: 'acoso',
          chat_id: fixture.chats.propio,
          bloquear: false,
        })),
        expected: { ...forAll(404), anonimo: 401, maestro: 200 },
      },
    ],
    // Everyone may send a ticket, and nobody one with a picture of another person.
    'submit-support-ticket': [
      {
        ask: post('submit-support-ticket', () => ticket([])),
        expected: { ...forAll(200), anonimo: 401 },
      },
      {
        ask: post('submit-support-ticket', () => ticket([`${fixture.people.buscador.id}/1.jpg`])),
        expected: { ...forAll(400), anonimo: 401, buscador: 200 },
      },
    ],
    'cerrar-cuenta': [
      {
        ask: post('cerrar-cuenta', () => ({ usuario_id: NO_SUCH })),
        expected: { ...forAll(403), anonimo: 401 },
      },
    ],
    'operacion-auditoria': forOperators(() => ({
      path: `operacion-auditoria?cuenta_id=${fixture.people.maestro.id}`,
      method: 'GET',
    })),
    'operacion-verificacion': forOperators(
      post('operacion-verificacion', () => ({ maestro_id: fixture.people.maestro.id })),
    ),
    'operacion-decidir': forOperators(
      post('operacion-decidir', () => ({
        maestro_id: fixture.people.maestro.id,
        datos: ['curp'],
        estado: 'verificado',
      })),
    ),
    'operacion-suspender': forOperators(
      post('operacion-suspender', () => ({
        cuenta_id: fixture.people.otroMaestro.id,
        suspender: true,
        motivo: 'Una cuenta que molesta',
      })),
    ),
    'operacion-solicitud': forOperators(post('operacion-solicitud', () => ({ solicitud_id: ticketId }))),
    'operacion-responder-solicitud': forOperators(
      post('operacion-responder-solicitud', () => ({ solicitud_id: ticketId, texto: 'Buenas tardes' })),
    ),
    'operacion-estado-solicitud': forOperators(
      post('operacion-estado-solicitud', () => ({ solicitud_id: ticketId, estado: 'resuelto' })),
    ),
    // The answer is the same for everyone and for every id, so that it tells nothing about an account.
    'send-maestro-welcome-email': [
      {
        ask: post('send-maestro-welcome-email', () => ({ maestro_id: fixture.people.maestro.id })),
        expected: forAll(200),
      },
      {
        ask: post('send-maestro-welcome-email', () => ({ maestro_id: fixture.people.nuevo.id })),
        expected: forAll(200),
      },
    ],
    'send-buscador-welcome-email': [
      {
        ask: post('send-buscador-welcome-email', () => ({ buscador_id: fixture.people.buscador.id })),
        expected: forAll(200),
      },
      {
        ask: post('send-buscador-welcome-email', () => ({ buscador_id: fixture.people.maestro.id })),
        expected: forAll(200),
      },
    ],
  }

  async function call(who: PersonName, { path, method, body }: ReturnType<Row['ask']>) {
    const { data, error, response } = await fixture.clients[who].functions.invoke(path, {
      method,
      ...(body && { body }),
    })
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
      const { name, method, callers } = definition.contract
      const { path, body } = requestOf(definition.contract, sampleInput(definition.contract))
      for (const who of PEOPLE) {
        const before = await snapshot(app)
        const { status, error } = await call(who, { path, method, ...(body && { body }) })
        if (admits(callers, who)) {
          const sentence = error ? FuncionError.parse(await error.context.json()).error : ''
          const refused = status === 401 || status >= 500 || ROLE_REFUSALS.includes(sentence)
          expect({ name, who, refused }).toEqual({ name, who, refused: false })
        } else {
          expect({ name, who, status }).toEqual({ name, who, status: who === 'anonimo' ? 401 : 403 })
          expect(await snapshot(app)).toEqual(before)
        }
      }
    }
  })

  test('every function with an id in its input is in the matrix, and the matrix names only existing functions', async () => {
    const contracts = (await functionList()).map(({ definition }) => definition.contract)
    const withIds = contracts.filter((contract) => JSON.stringify(inputSchema(contract)).includes('"uuid"'))
    expect(withIds.length).toBeGreaterThan(4)
    expect(withIds.map(({ name }) => name).filter((name) => !ROWS[name])).toEqual([])
    const names = contracts.map(({ name }) => name)
    expect(Object.keys(ROWS).filter((name) => !names.includes(name))).toEqual([])
  })

  test.each(Object.keys(ROWS))('%s answers each person as its row says', async (name) => {
    for (const { ask, expected } of ROWS[name] ?? []) {
      for (const who of PEOPLE) {
        const before = await snapshot(app)
        const { status } = await call(who, ask())
        expect({ who, name, status }).toEqual({ who, name, status: expected[who] })
        if (status >= 400) expect(await snapshot(app)).toEqual(before)
      }
    }
  })

  test('phone, surname and references are whole for the maestro and the seeker with access, and for no other', async () => {
    const { maestro } = fixture.secrets
    for (const who of PEOPLE) {
      const profile = await call(who, { path: `maestro-profile/${fixture.people.maestro.id}`, method: 'GET' })
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
