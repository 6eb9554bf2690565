import { expect, test } from 'vitest'
import { BUFFERED_BYTES, CHANNELS_PER_SOCKET, MESSAGES_BURST } from '../../../src/protocol/realtime/limits.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import {
  type ChannelLog,
  eventually,
  listen,
  liveClient,
  NAVBAR,
  rawSocket,
  state,
  subscribed,
} from '../../setup/live.ts'
import { makeMaestro, makePerson, signIn, signOut } from '../../setup/rows/maestros.ts'
import { makeMatrixPeople } from '../../setup/rows/people.ts'
import { metric } from './requests.ts'

/** Limits of a socket, and what happens when they are exceeded. */

const app = appForTests({ LIMIT_SOCKETS_PERSON: '2', SESSION_CHECK_SECONDS: '1' })
const fixture = beforeTests(() => makeMatrixPeople(app))

const lastSystemMessage = (received: ChannelLog) => received.system.at(-1)?.message

test('the channels of a suspended account and of a deleted session are closed by the next check', async () => {
  const [suspended, gone] = [await makePerson(app, 'buscador'), await signIn(app, fixture.people.maestro.id)]
  const [first, second] = await Promise.all(
    [suspended, gone].map(async (holder) => subscribed(listen(await liveClient(app, holder), NAVBAR))),
  )
  if (!first || !second) throw new Error('expected two clients')
  await app.sql`update public.profiles set suspendido_en = now() where id = ${suspended.id}`
  await signOut(app, gone)
  await state(first, 'CLOSED')
  await state(second, 'CLOSED')
  expect(lastSystemMessage(second)).toBe('Session from session_id claim in JWT does not exist')
  expect(lastSystemMessage(first)).toBe('User is banned')
})

test('the sockets of a person and the channels of a socket are limited', async () => {
  const { buscador } = fixture.people
  const clients = await Promise.all([1, 2, 3].map(() => liveClient(app, buscador)))
  const [one, two, three] = clients
  if (!one || !two || !three) throw new Error('expected three clients')
  await subscribed(listen(one, NAVBAR))
  await subscribed(listen(two, NAVBAR))
  const third = listen(three, NAVBAR)
  await state(third, 'CHANNEL_ERROR')
  expect(third.reasons[0]).toBe('ConnectionRateLimitReached: Too many connected users')
  for (const client of clients) await client.removeAllChannels()

  const raw = await rawSocket(app)
  for (let no = 0; no <= CHANNELS_PER_SOCKET; no++) raw.join(`canal ${no}`, undefined, {}, String(no))
  expect(await raw.answer(String(CHANNELS_PER_SOCKET))).toEqual({
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many channels' },
  })
  expect(await raw.answer(String(CHANNELS_PER_SOCKET - 1))).toMatchObject({ status: 'ok' })
  expect(await metric(app, 'realtime_channels')).toBeGreaterThanOrEqual(CHANNELS_PER_SOCKET)
  raw.socket.close()
})

test('the socket of a client that sends too many messages is closed', async () => {
  const raw = await rawSocket(app)
  raw.join('ruido')
  await raw.answer('1')
  for (let no = 0; no < MESSAGES_BURST * 2; no++) raw.send('1', null, 'realtime:ruido', 'nada', {})
  // The close frame with the reason may be lost, because the server does not wait for the client.
  await eventually(() => raw.closes.length).toBe(1)
  expect([1006, 1008]).toContain(raw.closes[0]?.code)
})

test('a join that is too large is refused, and a frame that is too large closes the socket', async () => {
  const raw = await rawSocket(app)
  raw.join('grande', undefined, { relleno: 'x'.repeat(40_000) })
  expect(await raw.answer('1')).toMatchObject({
    status: 'error',
    response: { reason: /^InvalidJoinPayload/ },
  })
  raw.join('grande', undefined, { relleno: 'x'.repeat(200_000) }, '2')
  await eventually(() => raw.closes[0]?.code).toBe(1009)
})

test('a client that does not read is disconnected with a reason, and other clients are not affected', async () => {
  const maestro = await makeMaestro(app)
  const slow = await rawSocket(app)
  slow.join('lento', maestro, { postgres_changes: [{ event: '*', schema: 'public', table: 'mensajes' }] })
  await slow.answer('1')
  const reader = await liveClient(app, maestro)
  const received = await subscribed(listen(reader, NAVBAR))
  const before = await metric(app, 'realtime_slow_readers_dropped_total')
  slow.socket.pause()
  // The buffers of the operating system fill before ours, so the test sends more than the limit, depending on
  // the machine.
  const contenido = 'x'.repeat(BUFFERED_BYTES / 4)
  let told = 0
  await expect
    .poll(
      async () => {
        app.services.bus.publish({
          kind: 'change',
          table: 'mensajes',
          type: 'INSERT',
          record: { id: String(++told), contenido },
          readers: [maestro.id],
          at: new Date().toISOString(),
        })
        await eventually(() => received.rows.length).toBe(told)
        return metric(app, 'realtime_slow_readers_dropped_total')
      },
      { interval: 1, timeout: 40_000 },
    )
    .toBe(before + 1)
  slow.socket.resume()
  await eventually(() => slow.closes[0]?.code).toBe(1013)
  expect(slow.closes[0]?.reason).toMatch(/too slowly/)
  await reader.removeAllChannels()
})
