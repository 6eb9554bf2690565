import { randomUUID } from 'node:crypto'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { eventually, rawSocket } from '../../setup/live.ts'
import { makePair, sent } from '../../setup/rows/chats.ts'
import { mintToken, type TestPerson } from '../../setup/rows/maestros.ts'
import { broadcastRequest, refusedUpgrade } from './requests.ts'

const app = appForTests()
const pair = beforeTests(() => makePair(app))
afterEach(() => void vi.useRealTimers())

const join = async (topic: string, person: TestPerson, config: object = {}) => {
  const socket = await rawSocket(app)
  socket.join(topic, person, config)
  return { socket, answer: await socket.answer('1') }
}
const changes = (subscriptions: object[]) => ({ postgres_changes: subscriptions })

describe('a join', () => {
  test('with a topic of more than 200 characters is refused', async () => {
    expect((await join('a'.repeat(190), pair.ana)).answer).toMatchObject({ status: 'ok' })
    expect((await join('a'.repeat(220), pair.ana)).answer).toMatchObject({
      status: 'error',
      response: { reason: 'unmatched topic' },
    })
  })

  test('with the session of another person in its token is refused', async () => {
    const { ana, luis } = pair
    const token = await mintToken(app, { sub: ana.id, session_id: luis.sessionId })
    expect((await join('avisos', { ...ana, token })).answer).toMatchObject({
      status: 'error',
      response: { reason: expect.stringContaining('Session from session_id claim') },
    })
  })

  test('has a limited number of subscriptions, filters and values', async () => {
    const one = { event: '*', schema: 'public', table: 'mensajes' }
    const problem = async (subscriptions: object[]) => {
      const { socket } = await join(randomUUID(), pair.ana, changes(subscriptions))
      await eventually(() => socket.frames.some((frame) => JSON.stringify(frame).includes('"system"'))).toBe(
        true,
      )
      const system = socket.frames.find((frame) => JSON.stringify(frame).includes('"system"'))
      socket.socket.close()
      return JSON.stringify(system)
    }
    const filters = (count: number) => Array.from({ length: count }, () => 'secuencia=gt.0').join(',')
    const values = (count: number) => `secuencia=in.(${Array.from({ length: count }, (_, i) => i).join(',')})`
    expect(await problem(Array.from({ length: 20 }, () => one))).toContain('Subscribed to PostgreSQL')
    expect(await problem(Array.from({ length: 21 }, () => one))).toContain('Too many postgres_changes')
    expect(await problem([{ ...one, filter: filters(10) }])).toContain('Subscribed to PostgreSQL')
    expect(await problem([{ ...one, filter: filters(11) }])).toContain('too many filters')
    expect(await problem([{ ...one, filter: values(100) }])).toContain('Subscribed to PostgreSQL')
    expect(await problem([{ ...one, filter: values(101) }])).toContain('too many values')
  })
})

test('a socket with a key that differs in its last character is refused', async () => {
  const { publishableKey, secretKey } = app.services.secrets
  for (const key of [publishableKey, secretKey]) {
    const similar = key.slice(0, -1) + (key.endsWith('A') ? 'B' : 'A')
    const { status } = await refusedUpgrade(app, {}, `vsn=2.0.0&apikey=${similar}`)
    expect(status).toBe(401)
  }
})

describe('a broadcast', () => {
  const post = (messages: object[]) => broadcastRequest(app, { messages }, pair.ana)
  const message = (event = 'hola', payload: object = {}) => ({ topic: `chat:${pair.chat}`, event, payload })

  test('over HTTP has a limited number of messages, bytes and characters of its name', async () => {
    expect((await post([message()])).status).toBe(202)
    expect((await post([{ ...message(), topic: 'avisos' }])).status).toBe(403)
    expect((await post(Array.from({ length: 20 }, () => message()))).status).toBe(202)
    expect((await post(Array.from({ length: 21 }, () => message()))).status).toBe(422)
    expect((await post([message('e'.repeat(255))])).status).toBe(202)
    expect((await post([message('e'.repeat(256))])).status).toBe(422)
    expect((await post([message('hola', { texto: 'x'.repeat(65_000) })])).status).toBe(202)
    expect((await post([message('hola', { texto: 'x'.repeat(66_000) })])).status).toBe(422)
  })
})

describe('a channel whose token has just expired', () => {
  /** Works on the events of one turn, so that the clock of the server has no chance to close the channel before. */
  const later = (work: () => void) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    work()
    vi.useRealTimers()
  }

  test('gets no row any more', async () => {
    const { ana, luis, chat } = pair
    const { socket } = await join(
      randomUUID(),
      ana,
      changes([{ event: '*', schema: 'public', table: 'mensajes' }]),
    )
    const text = () => JSON.stringify(socket.frames)
    await eventually(() => text().includes('Subscribed to PostgreSQL')).toBe(true)
    const record = await sent(luis.client, chat, 'antes')
    await eventually(() => text().includes('antes')).toBe(true)
    const change = {
      kind: 'change',
      table: 'mensajes',
      type: 'INSERT',
      readers: [ana.id],
      at: record.creado_en,
    } as const
    later(() =>
      app.services.bus.publish({ ...change, record: { ...record, id: randomUUID(), contenido: 'después' } }),
    )
    app.services.bus.publish({ ...change, record: { ...record, id: randomUUID(), contenido: 'otra vez' } })
    await eventually(() => text().includes('otra vez')).toBe(true)
    expect(text()).not.toContain('después')
    socket.socket.close()
  })

  test('gets no broadcast any more', async () => {
    const { ana, chat } = pair
    const topic = `realtime:chat:${chat}`
    const { socket } = await join(`chat:${chat}`, ana, { broadcast: { self: true } })
    const text = () => socket.frames.map(String).join()
    const broadcast = (event: string) =>
      app.services.bus.publish({ kind: 'broadcast', topic, event, encoding: 'json', payload: '{}' })
    broadcast('antes')
    later(() => broadcast('despues'))
    broadcast('otra-vez')
    await eventually(() => text().includes('otra-vez')).toBe(true)
    expect(text()).toContain('antes')
    expect(text()).not.toContain('despues')
    socket.socket.close()
  })
})
