import { randomUUID } from 'node:crypto'
import { CHATS_POR_PAGINA, getChats } from '@maestros/contrato/chat/get-chats'
import { getMaestroChats } from '@maestros/contrato/chat/get-maestro-chats'
import { CONTEXTO_MAX } from '@maestros/dominio/limites'
import type { SupabaseClient } from '@supabase/supabase-js'
import { describe, expect, test } from 'vitest'
import { positionOf } from '../../src/protocol/functions/cursor.ts'
import { inboxOf } from '../../src/subjects/chat/inbox.ts'
import { appForTests } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { askFor, makePair, published, readingsOf, sent, startChat, whileOpen } from '../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, suspend } from '../setup/rows/maestros.ts'

/** Starting a chat, and the inboxes of the two roles, through the official client. */

const app = appForTests()

const inbox = async (client: SupabaseClient, cursor?: string | null) =>
  getChats.output.parse((await call(client, 'get-chats', { body: cursor ? { cursor } : {} })).data)
const maestroInbox = async (client: SupabaseClient) =>
  getMaestroChats.output.parse((await call(client, 'get-maestro-chats', { method: 'POST' })).data)

describe('starting a chat', () => {
  test('a seeker gets one chat with a maestro, and it keeps what was first asked for [7.fn.05]', async () => {
    const ana = await makeBuscador(app)
    const luis = await makeMaestro(app)
    const events = await published(app, async () => {
      const first = await call(ana.client, 'chat-initiate', {
        body: askFor(luis.id, { alcaldia: '  Coyoacán ', servicio: 'Plomería' }),
      })
      expect(first.data).toEqual({ success: true, chat_id: expect.any(String) })
      const again = await call(ana.client, 'chat-initiate', {
        body: askFor(luis.id, { alcaldia: 'Tlalpan', servicio: 'Pintura' }),
      })
      expect(again.data).toEqual(first.data)
    })
    const rows = await app.sql`select id, contexto from public.chats where buscador_id = ${ana.id}`
    expect(rows).toEqual([
      { id: expect.any(String), contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' } },
    ])
    expect(events).toMatchObject([
      { table: 'chats', type: 'INSERT', record: { id: rows[0]?.id }, readers: [ana.id, luis.id] },
    ])
  })

  test('a call that waits for another device gets the chat that the other device created', async () => {
    const ana = await makeBuscador(app)
    const luis = await makeMaestro(app)
    const { done } = await whileOpen(
      app,
      {
        before: (sql) =>
          sql`insert into public.chats (buscador_id, maestro_id) values (${ana.id}, ${luis.id})`,
      },
      () => startChat(ana.client, luis.id),
    )
    expect(await app.sql`select id from public.chats where buscador_id = ${ana.id}`).toEqual([{ id: done }])
  })

  test('with a maestro who is unknown, suspended or incomplete is answered as not found', async () => {
    const ana = await makeBuscador(app)
    const gone = await makeMaestro(app)
    await startChat(ana.client, gone.id)
    await suspend(app, gone.id)
    const half = await makeMaestro(app, { incompleto: true })
    for (const id of [randomUUID(), ana.id, gone.id, half.id]) {
      const { status, code, message } = await call(ana.client, 'chat-initiate', { body: askFor(id) })
      expect([status, code, message]).toEqual([404, 'NOT_FOUND', 'Maestro no encontrado'])
    }
  })

  test('names are bounded, and half of a surrogate pair in one is refused like any unknown name', async () => {
    const ana = await makeBuscador(app)
    const luis = await makeMaestro(app)
    const named = (servicio: string) =>
      call(ana.client, 'chat-initiate', { body: askFor(luis.id, { alcaldia: 'Coyoacán', servicio }) })
    expect((await named('x'.repeat(CONTEXTO_MAX + 1))).code).toBe('INVALID_INPUT')
    expect((await call(ana.client, 'chat-initiate', { body: { maestro_id: luis.id } })).code).toBe(
      'INVALID_INPUT',
    )
    expect((await named(`\ud800${'漢'.repeat(CONTEXTO_MAX - 1)}`)).code).toBe('INVALID_INPUT')
  })
})

describe('an inbox', () => {
  test('contains the other person, the context, the last message and the unread count, for each side [7.fn.13, 7.fn.16, 3.ent.27, 3.ent.28, 3.ent.29]', async () => {
    const { ana, luis, chat } = await makePair(app)
    const [empty] = (await inbox(ana.client)).chats
    expect(empty).toMatchObject({ id: chat, last_message: null, unread_count: 0 })

    const last = [await sent(luis.client, chat, 'Buenas tardes'), await sent(luis.client, chat, 'Dígame')].at(
      -1,
    )
    const message = { creado_en: last?.creado_en, tipo: 'texto', contenido: 'Dígame' }
    const common = {
      id: chat,
      buscador_id: ana.id,
      maestro_id: luis.id,
      contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' },
      ultimo_mensaje_en: last?.creado_en,
      cerrado_en: null,
    }
    expect((await call(ana.client, 'get-chats', { method: 'POST' })).data).toEqual({
      success: true,
      cursor: null,
      chats: [
        {
          ...common,
          last_message: { ...message, propio: false },
          unread_count: 2,
          maestros: {
            nombre: 'Luis',
            apellido: 'H',
            foto_perfil_url: `/storage/v1/object/public/chat-media/profile-photos/${luis.id}/1.webp`,
          },
        },
      ],
    })
    expect((await call(luis.client, 'get-maestro-chats', { method: 'POST' })).data).toEqual({
      success: true,
      cursor: null,
      chats: [
        {
          ...common,
          last_message: { ...message, propio: true },
          unread_count: 0,
          profiles: { display_name: 'Ana Ruiz' },
        },
      ],
    })
  })

  test('neither shows nor counts a blocked message', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(ana.client, chat, 'Buenas tardes')
    expect(await sent(ana.client, chat, 'llámame al 55 1234 5678')).toMatchObject({ bloqueado: true })
    expect((await maestroInbox(luis.client)).chats).toMatchObject([
      { last_message: { contenido: 'Buenas tardes' }, unread_count: 1 },
    ])
  })

  test('is ordered by the last message, and its pages contain every chat once', async () => {
    const ana = await makeBuscador(app)
    const many = CHATS_POR_PAGINA * 2 + 5
    const people = await app.sql<{ id: string }[]>`
      insert into auth.users (email, encrypted_password, raw_user_meta_data)
      select gen_random_uuid() || '@example.com', 'x', '{"role": "maestro", "nombre": "Luz", "apellido": "Mar"}'
      from generate_series(1, ${many}) returning id`
    const ids = people.map(({ id }) => id)
    await app.sql`
      insert into public.maestros (id, nombre, apellido) select unnest(${ids}::uuid[]), 'Luz', 'Mar'`
    // Many begin at the same moment: what decides then is the id.
    await app.sql`
      insert into public.chats (buscador_id, maestro_id, ultimo_mensaje_en)
      select ${ana.id}, id, timestamptz '2026-01-01' + (n / 10) * interval '1 microsecond'
      from unnest(${ids}::uuid[]) with ordinality m (id, n)`
    const expected = await app.sql<{ id: string }[]>`
      select id from public.chats where buscador_id = ${ana.id} order by ultimo_mensaje_en desc, id`
    const first = await inbox(ana.client)
    expect(first.chats).toHaveLength(CHATS_POR_PAGINA)
    // One of this page moves up meanwhile: it does not come again.
    await sent(ana.client, first.chats[3]?.id ?? '', 'Hola')
    const seen = [...first.chats]
    for (let { cursor } = first; cursor; ) {
      const page = await inbox(ana.client, cursor)
      seen.push(...page.chats)
      cursor = page.cursor
    }
    expect(seen.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))

    const after = positionOf('cursor', first.cursor ?? undefined)
    const readings = await readingsOf(app, 'chats', (sql) => inboxOf(sql, 'buscador', ana.id, after))
    for (const { scans, rows } of readings) {
      expect([...scans]).toEqual(['Index Scan'])
      // The few that share the cursor's moment are stepped over.
      expect(rows).toBeLessThanOrEqual(CHATS_POR_PAGINA + 1 + 10)
    }
  })

  test('refuses a cursor that it did not give', async () => {
    const { client } = await makeBuscador(app)
    for (const cursor of ['x', '', btoa('1.2'), btoa(`99999999999999999.${randomUUID()}`)]) {
      expect((await call(client, 'get-chats', { body: { cursor } })).code).toBe('INVALID_INPUT')
    }
  })
})
