import { describe, expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { eventually, rawSocket } from '../../setup/live.ts'
import { makePair, send } from '../../setup/rows/chats.ts'
import { makeBuscador, mintToken, type TestPerson } from '../../setup/rows/maestros.ts'

/** An open channel may get a new token at any time. Each token is checked like that of a join. */

const app = appForTests()
const pair = beforeTests(() => makePair(app))
const stranger = beforeTests(() => makeBuscador(app))

async function joined(topic: string, person: TestPerson, config: object = {}) {
  const socket = await rawSocket(app)
  socket.join(topic, person, config)
  expect(await socket.answer('1')).toMatchObject({ status: 'ok' })
  const events = () => socket.frames.flatMap((frame) => (Array.isArray(frame) ? [[frame[3], frame[4]]] : []))
  return {
    ...socket,
    give: (access_token: string) =>
      socket.send('1', '2', `realtime:${topic}`, 'access_token', { access_token }),
    broadcast: (event: string) =>
      socket.send('1', '3', `realtime:${topic}`, 'broadcast', { type: 'broadcast', event, payload: {} }),
    closed: () => eventually(() => events().some(([event]) => event === 'phx_close')).toBe(true),
    messages: () => JSON.stringify(socket.frames),
  }
}

describe('a new token for the channel of a conversation', () => {
  test('of the other person of the chat is accepted', async () => {
    const { ana, luis, chat } = pair
    const socket = await joined(`chat:${chat}`, ana, { broadcast: { self: true } })
    socket.give(luis.token)
    socket.broadcast('sigue-abierto')
    await eventually(() => socket.frames.some((frame) => String(frame).includes('sigue-abierto'))).toBe(true)
    socket.socket.close()
  })

  test('of a person who is not in the chat closes the channel, as the publishable key does', async () => {
    const { ana, chat } = pair
    for (const token of [stranger.token, app.services.secrets.publishableKey]) {
      const socket = await joined(`chat:${chat}`, ana)
      socket.give(token)
      await socket.closed()
      expect(socket.messages()).toContain('You do not have permissions to read from this Channel topic')
      socket.socket.close()
    }
  })
})

test('a new token that has no session, or is not valid, closes the channel', async () => {
  const { ana } = pair
  const ended = await mintToken(app, { sub: ana.id, session_id: crypto.randomUUID() })
  for (const [token, reason] of [
    [ended, 'Session from session_id claim in JWT does not exist'],
    ['no-es-un-token', 'The token provided is not a valid JWT'],
  ] as const) {
    const socket = await joined('avisos', ana)
    socket.give(token)
    await socket.closed()
    expect(socket.messages()).toContain(reason)
    socket.socket.close()
  }
})

test('after a new token a channel gets the rows of the new person, and none of the one before', async () => {
  const { ana, luis, chat } = pair
  const config = { postgres_changes: [{ event: '*', schema: 'public', table: 'mensajes' }] }
  const socket = await joined('avisos', ana, config)
  const subscribed = () => socket.messages().split('Subscribed to PostgreSQL').length - 1
  await eventually(subscribed).toBe(1)
  socket.give(stranger.token)
  await eventually(subscribed).toBe(2)
  await send(luis.client, chat, 'para ana solamente')
  socket.give(ana.token)
  await eventually(subscribed).toBe(3)
  // The publishable key belongs to nobody.
  socket.give(app.services.secrets.publishableKey)
  await eventually(subscribed).toBe(4)
  await send(luis.client, chat, 'para ana solamente')
  socket.give(ana.token)
  await eventually(subscribed).toBe(5)
  await send(luis.client, chat, 'para ana otra vez')
  await eventually(() => socket.messages().includes('para ana otra vez')).toBe(true)
  expect(socket.messages()).not.toContain('para ana solamente')
  socket.socket.close()
})
