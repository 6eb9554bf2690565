import { expect, test } from 'vitest'
import { appForTests, beforeTests } from '../../setup/app.ts'
import {
  eventually,
  listen,
  liveClientOfTest,
  rawSocket,
  type SubscriptionOptions,
  subscribed,
} from '../../setup/live.ts'
import { makeMatrixPeople, type SignedInName } from '../../setup/rows/people.ts'

/**
 * Features that the realtime surface does not offer are refused, so that no client waits for events that
 * never come.
 */

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))

const connect = (who?: SignedInName) => liveClientOfTest(app, who && fixture.people[who])

/** The first channel state that the official client reports, or the reason of the failure. */
async function outcome(who: SignedInName | undefined, name: string, config: object, presence = false) {
  const channel = (await connect(who)).channel(name, { config })
  if (presence) channel.on('presence', { event: 'sync' }, () => {})
  return new Promise<string>((resolve) => {
    channel.subscribe((state, error) => resolve(error?.message ?? state))
  })
}
const unauthorized = (name: string) =>
  `Unauthorized: You do not have permissions to read from this Channel topic: ${name}`

test('a topic outside of a chat that is private, or asks for no changes, is refused: nothing would ever be delivered', async () => {
  const own = `chat:${fixture.chats.propio}`
  expect(await outcome('maestro', own, { private: true })).toBe('SUBSCRIBED')
  expect(await outcome('buscador', own, { private: true }, true)).toBe('SUBSCRIBED')
  expect(await outcome('otroMaestro', own, { private: true })).toBe(unauthorized(own))
  for (const name of ['plaza', `persona:${fixture.people.maestro.id}`, 'chat:nada', 'public:mensajes']) {
    expect(await outcome('maestro', name, { private: true })).toBe(unauthorized(name))
  }
  expect(await outcome('maestro', 'plaza', {}, true)).toBe(unauthorized('plaza'))
  for (const config of [{}, { presence: { enabled: true } }, { broadcast: { ack: true } }])
    expect(await outcome('maestro', 'plaza', config)).toBe(unauthorized('plaza'))
})

test('a broadcast and presence outside of a chat are answered with an error', async () => {
  const client = await connect('maestro')
  const received = await subscribed(listen(client, [{ table: 'mensajes' }], 'plaza'))
  expect(await received.channel.track({ nombre: 'Mario' })).toBe('error')
  // Without `ack` the client reports ok at once; the error arrives at its system listener.
  await received.channel.send({ type: 'broadcast', event: 'hola', payload: {} })
  await eventually(() => received.system).toContainEqual({
    extension: 'system',
    status: 'error',
    message: 'You do not have permissions to write to this Channel topic: plaza',
    channel: 'plaza',
  })
  const acknowledged = client.channel('otra plaza', { config: { broadcast: { ack: true } } })
  await new Promise<void>((resolve) => acknowledged.subscribe(() => resolve()))
  expect(await acknowledged.send({ type: 'broadcast', event: 'hola', payload: {} })).toBe('error')
})

test('storing a broadcast and replaying stored broadcasts are refused', async () => {
  const name = `chat:${fixture.chats.propio}`
  const client = await connect('maestro')
  const channel = client.channel(name, { config: { private: true, broadcast: { ack: true } } })
  await new Promise<void>((resolve) => channel.subscribe(() => resolve()))
  const stored = { type: 'broadcast' as const, event: 'hola', payload: {}, persist: true }
  expect(await channel.send(stored)).toBe('Broadcasts are not stored')
  expect(await channel.send({ ...stored, persist: false })).toBe('ok')
  const replay = { private: true, broadcast: { replay: { since: 0 } } }
  expect(await outcome('maestro', name, replay)).toBe(
    'UnableToReplayMessages: Realtime was unable to replay messages',
  )
})

test.each<[string, SubscriptionOptions & { select?: string[] }, RegExp]>([
  ['deleted rows', { event: 'DELETE', table: 'mensajes' }, /Realtime is enabled.*event: DELETE/],
  ['chosen columns', { table: 'mensajes', select: ['id'] }, /^Column selection is not supported/],
])('a subscription to %s is refused', async (_name, subscription, message) => {
  const raw = await rawSocket(app)
  const asked = [{ event: '*', schema: 'public', ...subscription }]
  raw.join('filas', fixture.people.maestro, { postgres_changes: asked })
  expect(await raw.answer('1')).toMatchObject({ status: 'ok' })
  await eventually(() => raw.frames).toContainEqual([
    '1',
    null,
    'realtime:filas',
    'system',
    expect.objectContaining({
      extension: 'postgres_changes',
      status: 'error',
      message: expect.stringMatching(message),
    }),
  ])
  // A client that waits for the subscription gets the error in the reply to its join.
  const waiting = { postgres_changes: asked, postgres_changes_options: { wait: true } }
  raw.join('filas', fixture.people.maestro, waiting, '2')
  expect(await raw.answer('2')).toMatchObject({ status: 'error' })
  raw.socket.close()
})

test('subscriptions that are too large together are refused', async () => {
  const raw = await rawSocket(app)
  const asked = {
    event: '*',
    schema: 'public',
    table: 'mensajes',
    filter: `contenido=eq.${'x'.repeat(9000)}`,
  }
  raw.join('filas', fixture.people.maestro, { postgres_changes: [asked] })
  expect(await raw.answer('1')).toEqual({
    status: 'error',
    response: { reason: 'InvalidJoinPayload: The payload is too large' },
  })
  raw.socket.close()
})
