import { randomUUID } from 'node:crypto'
import { funciones as textos } from '@maestros/dominio/textos/funciones'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startApp, type TestApp } from '../setup/app.ts'
import { askFor, makePair, published, send, sent } from '../setup/chats.ts'
import { call } from '../setup/functions.ts'
import { eventually, liveClient } from '../setup/live.ts'
import { makeBuscador, makeMaestro, type TestPerson } from '../setup/maestros.ts'
import { blob, jpeg } from '../setup/pictures.ts'

let app: TestApp
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app.close())

const change = ({ client }: TestPerson, persona_id: string, bloquear: boolean) =>
  call(client, 'cambiar-bloqueo', { body: { persona_id, bloquear } })
const block = (who: TestPerson, whom: { id: string }) => change(who, whom.id, true)
const unblock = (who: TestPerson, whom: { id: string }) => change(who, whom.id, false)
const stored = (chat: string) =>
  app.sql`select contenido from public.mensajes where chat_id = ${chat} order by secuencia`
const REFUSED = { status: 403, code: 'FORBIDDEN', message: textos.conversacionBloqueada }

describe('while one person blocks the other', () => {
  test('neither of the two can send a message, both get the same sentence, and nothing is stored', async () => {
    const { ana, luis, chat } = await makePair(app)
    await sent(luis.client, chat, 'Buenas tardes')
    expect((await block(ana, luis)).status).toBe(200)
    expect(await send(luis.client, chat, '¿Por qué?')).toMatchObject(REFUSED)
    expect(await send(ana.client, chat, 'Adiós')).toMatchObject(REFUSED)
    expect(textos.conversacionBloqueada).toBe('No puedes enviar mensajes en esta conversación.')
    expect([...(await stored(chat))]).toEqual([{ contenido: 'Buenas tardes' }])
    expect((await unblock(ana, luis)).status).toBe(200)
    expect((await send(luis.client, chat, 'Gracias')).status).toBe(200)
  })

  test('a message that was stored before is still answered as sent when its sending is repeated', async () => {
    const { ana, luis, chat } = await makePair(app)
    const client_id = randomUUID()
    await sent(luis.client, chat, 'Buenas tardes', { client_id })
    await block(ana, luis)
    expect((await send(luis.client, chat, 'Buenas tardes', { client_id })).status).toBe(200)
    expect(await stored(chat)).toHaveLength(1)
  })

  test('the database refuses the message however it is written', async () => {
    const { ana, luis, chat } = await makePair(app)
    await block(luis, ana)
    const insert = app.sql`
      insert into public.mensajes (chat_id, autor_id, tipo, contenido) values (${chat}, ${ana.id}, 'texto', 'Hola')`
    await expect(insert).rejects.toMatchObject({ code: 'PT403', detail: 'bloqueo' })
  })

  test('a chat cannot be started or opened again, and a contact cannot be unlocked', async () => {
    const { ana, luis } = await makePair(app)
    const otro = await makeMaestro(app)
    for (const maestro of [luis, otro]) {
      await block(ana, maestro)
      expect(await call(ana.client, 'chat-initiate', { body: askFor(maestro.id) })).toMatchObject(REFUSED)
      const access = app.sql`
        insert into public.accesos_contacto (buscador_id, maestro_id, motivo)
        values (${ana.id}, ${maestro.id}, 'urgencia')`
      await expect(access).rejects.toMatchObject({ code: 'PT403', detail: 'bloqueo' })
    }
    expect(await app.sql`select from public.chats where maestro_id = ${otro.id}`).toHaveLength(0)
  })

  test('no picture can be uploaded into the chat, and those from before stay readable', async () => {
    const { ana, luis, chat } = await makePair(app)
    const bucket = luis.client.storage.from('chat-media')
    expect((await bucket.upload(`${chat}/1.jpg`, blob(await jpeg()))).error).toBeNull()
    await block(ana, luis)
    expect((await bucket.upload(`${chat}/2.jpg`, blob(await jpeg()))).error).not.toBeNull()
    expect((await bucket.download(`${chat}/1.jpg`)).error).toBeNull()
    await unblock(ana, luis)
    expect((await bucket.upload(`${chat}/2.jpg`, blob(await jpeg()))).error).toBeNull()
  })

  test('typing does not reach the other person, also over HTTP and in a channel that joins later', async () => {
    const { ana, luis, chat } = await makePair(app)
    const received: unknown[] = []
    const join = async (person: TestPerson) => {
      const channel = (await liveClient(app, person)).channel(`chat:${chat}`, {
        config: { broadcast: { ack: true } },
      })
      channel.on('broadcast', { event: 'escribiendo' }, ({ payload }) => received.push(payload))
      const states: string[] = []
      channel.subscribe((state) => states.push(state))
      await eventually(() => states.at(-1)).toBe('SUBSCRIBED')
      return channel
    }
    await join(ana)
    const typing = await join(luis)
    const say = (n: number) => typing.send({ type: 'broadcast', event: 'escribiendo', payload: { n } })
    expect(await say(1)).toBe('ok')
    await eventually(() => received).toEqual([{ n: 1 }])
    await block(ana, luis)
    // The answer does not tell that it was dropped.
    expect(await say(2)).toBe('ok')
    const late = await join(luis)
    expect(await late.send({ type: 'broadcast', event: 'escribiendo', payload: { n: 3 } })).toBe('ok')
    const http = await fetch(`${app.url}/realtime/v1/api/broadcast`, {
      method: 'POST',
      headers: {
        apikey: app.services.secrets.publishableKey,
        authorization: `Bearer ${luis.token}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({
        messages: [{ topic: `chat:${chat}`, event: 'escribiendo', payload: { n: 4 } }],
      }),
    })
    expect(http.status).toBe(202)
    await unblock(ana, luis)
    expect(await late.send({ type: 'broadcast', event: 'escribiendo', payload: { n: 5 } })).toBe('ok')
    await eventually(() => received.at(-1)).toEqual({ n: 5 })
    // Ana and the first channel of Luis receive n: 5; nobody has received 2, 3 or 4.
    expect(received.filter((one) => JSON.stringify(one) !== '{"n":5}')).toEqual([{ n: 1 }])
  })

  test('the chat of both changes live, and says nothing about who made the block', async () => {
    const { ana, luis, chat } = await makePair(app)
    const [event] = await published(app, () => block(ana, luis))
    expect(event).toMatchObject({ table: 'chats', record: { id: chat, bloqueado_en: expect.any(String) } })
    expect(event?.readers).toEqual([ana.id, luis.id])
    expect((await luis.client.from('bloqueos').select('*')).data).toEqual([])
    expect((await ana.client.from('bloqueos').select('bloqueado_id')).data).toEqual([
      { bloqueado_id: luis.id },
    ])
    const [after] = await published(app, () => unblock(ana, luis))
    expect(after?.record.bloqueado_en).toBeNull()
  })
})

test('only the person who made a block can undo it, and two blocks end with the second', async () => {
  const { ana, luis, chat } = await makePair(app)
  await block(ana, luis)
  await unblock(luis, ana)
  expect(await send(luis.client, chat, 'Hola')).toMatchObject(REFUSED)
  await block(luis, ana)
  await unblock(ana, luis)
  expect(await send(ana.client, chat, 'Hola')).toMatchObject(REFUSED)
  await unblock(luis, ana)
  expect((await send(ana.client, chat, 'Hola')).status).toBe(200)
})

test('a maestro blocks only people of their chats, and nobody blocks themselves or an unknown person', async () => {
  const [{ ana, luis }, stranger] = [await makePair(app), await makeBuscador(app)]
  const NOT_FOUND = { status: 404, code: 'NOT_FOUND', message: textos.personaNoEncontrada }
  expect(await block(luis, stranger)).toMatchObject(NOT_FOUND)
  expect(await block(ana, stranger)).toMatchObject(NOT_FOUND)
  expect(await block(ana, ana)).toMatchObject(NOT_FOUND)
  expect(await block(ana, { id: randomUUID() })).toMatchObject(NOT_FOUND)
  expect((await block(stranger, luis)).status).toBe(200)
})

test('messages that are sent while a block is made are either stored before it or refused', async () => {
  const { ana, luis, chat } = await makePair(app)
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => send(luis.client, chat, `Mensaje ${n}`)),
    block(ana, luis),
    ...Array.from({ length: 8 }, (_, n) => send(luis.client, chat, `Otro ${n}`)),
  ])
  const written = answers.filter(({ status }, n) => status === 200 && n !== 8).length
  expect(answers.every(({ status }) => status === 200 || status === 403)).toBe(true)
  expect(await stored(chat)).toHaveLength(written)
})

test('simultaneous blocks, unblocks and new chats of one pair do not deadlock', async () => {
  const { ana, luis, chat } = await makePair(app)
  const answers = await Promise.all(
    Array.from({ length: 6 }, () => [
      block(ana, luis),
      block(luis, ana),
      unblock(ana, luis),
      unblock(luis, ana),
      call(ana.client, 'chat-initiate', { body: askFor(luis.id) }),
    ]).flat(),
  )
  expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 403)).toEqual([])
  const [row] = await app.sql`
    select bloqueado_en is not null = interno.par_bloqueado(${ana.id}, ${luis.id}) as same
    from public.chats where id = ${chat}`
  expect(row?.same).toBe(true)
})
