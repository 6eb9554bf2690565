import { TABLAS_VIVAS } from '@maestros/contrato'
import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { type ChannelLog, contents, eventually, listen, liveClient, subscribed } from '../setup/live.ts'
import {
  type MatrixPeople,
  makeMatrixPeople,
  PEOPLE,
  type PersonName,
  SIGNED_IN,
} from '../setup/rows/people.ts'

/**
 * Every kind of channel, for each person: who can join it, who gets which rows, and who can send broadcasts.
 */

let app: TestApp
let fixture: MatrixPeople
const clients = new Map<PersonName, SupabaseClient>()
beforeAll(async () => {
  app = await startApp()
  fixture = await makeMatrixPeople(app)
  for (const who of PEOPLE) {
    clients.set(who, await liveClient(app, who === 'anonimo' ? undefined : fixture.people[who]))
  }
})
afterAll(async () => {
  for (const client of clients.values()) await client.removeAllChannels()
  await app.close()
})
const clientOf = (who: PersonName) => {
  const client = clients.get(who)
  if (!client) throw new Error(`${who} has no client`)
  return client
}

/** The two people of each chat. */
const OWN: Record<keyof MatrixPeople['chats'], PersonName[]> = {
  propio: ['buscador', 'maestro'],
  ajeno: ['otroBuscador', 'otroMaestro'],
  cerrado: ['otroBuscador', 'maestro'],
}
const CHATS = Object.keys(OWN) as (keyof MatrixPeople['chats'])[]
const UNKNOWN_CHAT = '00000000-0000-4000-8000-00000000beef'
const answered = async (received: ChannelLog) => {
  await eventually(() => received.states.length).toBeGreaterThan(0)
  return received.states[0] === 'SUBSCRIBED' ? 'ok' : received.reasons[0]
}

test('the live tables are those of the specification and the reviews', () => {
  expect(TABLAS_VIVAS).toEqual(['chats', 'mensajes', 'resenas'])
})

test('a review reaches its author and its maestro live, and nobody else', async () => {
  const received = new Map<PersonName, ChannelLog>()
  for (const who of PEOPLE) {
    received.set(who, await subscribed(listen(clientOf(who), [{ table: 'resenas' }])))
  }
  const body = {
    maestro_id: fixture.people.maestro.id,
    puntuacion: 5,
    comentario: 'Un trabajo bien hecho.',
    trabajo_realizado: true,
  }
  expect((await call(fixture.clients.buscador, 'guardar-resena', { body })).status).toBe(200)
  const rowsOf = (who: PersonName) => received.get(who)?.rows.map(({ new: row }) => row.comentario)
  for (const who of ['buscador', 'maestro'] as const) {
    await eventually(() => [who, rowsOf(who)]).toEqual([who, [body.comentario]])
  }
  for (const who of PEOPLE.filter((name) => name !== 'buscador' && name !== 'maestro')) {
    expect([who, rowsOf(who)]).toEqual([who, []])
  }
  for (const who of PEOPLE) await clientOf(who).removeAllChannels()
})

test('only the two people of a conversation can join its channel; for others it is like one that does not exist', async () => {
  for (const who of PEOPLE) {
    const answers: Record<string, unknown> = {}
    const expected: Record<string, unknown> = {}
    const refusal = (id: string) =>
      `Unauthorized: You do not have permissions to read from this Channel topic: chat:${id}`
    for (const id of [
      ...CHATS.map((chat) => fixture.chats[chat]),
      UNKNOWN_CHAT,
      'otra cosa',
      fixture.chats.propio.toUpperCase(),
    ]) {
      answers[id] = await answered(listen(clientOf(who), [], `chat:${id}`))
      const chat = CHATS.find((name) => fixture.chats[name] === id)
      expected[id] = chat && OWN[chat].includes(who) ? 'ok' : refusal(id)
    }
    expect({ who, answers }).toEqual({ who, answers: expected })
    await clientOf(who).removeAllChannels()
  }
})

test('each person gets the rows of their own chats and no others, with any subscription', async () => {
  const asked = [
    [{ table: 'mensajes' }],
    [{ schema: '*' }],
    CHATS.map((chat) => ({ table: 'mensajes', filter: `chat_id=eq.${fixture.chats[chat]}` })),
  ]
  const received = new Map<PersonName, ChannelLog[]>()
  for (const who of PEOPLE) {
    received.set(
      who,
      await Promise.all(asked.map((subscriptions) => subscribed(listen(clientOf(who), subscriptions)))),
    )
  }
  for (const chat of CHATS) {
    for (const who of SIGNED_IN.filter((name) => OWN[chat].includes(name))) {
      for (const contenido of [`${who} en ${chat}`, `${who} en ${chat}: llámame al 5550001111`]) {
        const body = { chat_id: fixture.chats[chat], tipo: 'texto', contenido }
        expect((await call(fixture.clients[who], 'send-message', { body })).status).toBe(200)
      }
    }
  }
  // Where the contact is locked, a message with a phone number is blocked: only its author gets it.
  const expectedFor = (who: PersonName) =>
    CHATS.flatMap((chat) =>
      OWN[chat].includes(who)
        ? OWN[chat].flatMap((author) => [
            `${author} en ${chat}`,
            ...(chat !== 'cerrado' || author === who ? [`${author} en ${chat}: llámame al 5550001111`] : []),
          ])
        : [],
    ).sort()
  for (const who of ['buscador', 'maestro', 'otroBuscador', 'otroMaestro', 'nuevo', 'anonimo'] as const) {
    for (const one of received.get(who) ?? []) {
      await eventually(() => [who, contents(one).sort()]).toEqual([who, expectedFor(who)])
      const chats = one.rows.filter(({ table }) => table === 'chats').map(({ new: row }) => row.id)
      for (const chat of CHATS)
        expect(OWN[chat].includes(who) || !chats.includes(fixture.chats[chat])).toBe(true)
    }
  }
})
