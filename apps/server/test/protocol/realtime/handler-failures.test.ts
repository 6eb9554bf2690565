import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LiveSocket } from '../../../src/protocol/realtime/socket.ts'
import { appForTests, beforeTests, startAppOfTest } from '../../setup/app.ts'
import { eventually, rawSocket } from '../../setup/live.ts'
import { mintToken, signIn } from '../../setup/rows/maestros.ts'
import { makeMatrixPeople } from '../../setup/rows/people.ts'
import { startRedis, thereIsRedis } from '../../setup/services/redis.ts'
import { metric } from './requests.ts'

/**
 * Errors are injected into every handler of one socket. That socket must be closed, the cause logged, and
 * another socket must keep working. An uncaught error would end this test run.
 */

type Raw = Awaited<ReturnType<typeof rawSocket>>

const INJECTED = 'injected failure'
/** The `ref` of the join that identifies the server's side of the failing socket. */
const MARK = 'failing-socket'
const NAVBAR = { postgres_changes: [{ event: '*', schema: 'public', table: 'mensajes' }] }

const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))
let healthy: Raw
const marked = new WeakSet<WebSocket>()
let isArmed = false
const undo: (() => void)[] = []

beforeEach(async () => {
  healthy = await rawSocket(app)
  healthy.join('sano', fixture.people.maestro, NAVBAR)
})
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step()
  healthy.socket.close()
})

function replace<T extends object, K extends keyof T>(target: T, name: K, value: T[K]): void {
  const before = Object.getOwnPropertyDescriptor(target, name)
  Object.defineProperty(target, name, { value, configurable: true, writable: true })
  undo.push(() => {
    if (before) Object.defineProperty(target, name, before)
    else Reflect.deleteProperty(target, name)
  })
}

const fail = (): never => {
  throw new Error(INJECTED)
}

/** A socket that has sent the mark cannot send any more as soon as `isArmed` is set. */
function breakSending(): void {
  isArmed = false
  replace(LiveSocket.prototype, 'pong', function (this: LiveSocket, ...given: unknown[]) {
    if (isArmed && marked.has(this)) fail()
    Reflect.apply(WebSocket.prototype.pong, this, given)
  })
  replace(LiveSocket.prototype, 'send', function (this: LiveSocket, ...given: unknown[]) {
    if (isArmed && marked.has(this)) fail()
    Reflect.apply(WebSocket.prototype.send, this, given)
    if (String(given[0]).includes(MARK)) marked.add(this)
  })
}

const rowFor = (reader: string) => ({
  kind: 'change' as const,
  table: 'mensajes' as const,
  type: 'INSERT' as const,
  record: { id: randomUUID() },
  readers: [reader],
  at: new Date().toISOString(),
})

async function expectHealthy(): Promise<void> {
  const change = rowFor(fixture.people.maestro.id)
  app.services.bus.publish(change)
  await eventually(() => JSON.stringify(healthy.frames)).toContain(change.record.id)
  expect(healthy.closes).toEqual([])
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
}

function expectLogged(): void {
  const lines = app.takeErrors()
  expect(lines.length).toBeGreaterThan(0)
  expect(lines.join('\n')).toContain(INJECTED)
}

const chat = () => `realtime:chat:${fixture.chats.propio}`
const bus = () => app.services.bus

/**
 * Events that make the server send to the failing socket, which has joined the chat as one of its two people.
 */
const CASES: [string, (raw: Raw) => void | Promise<void>][] = [
  ['message', (raw) => raw.send(MARK, '2', chat(), 'phx_leave', {})],
  ['ping', (raw) => raw.socket.ping()],
  ['join', (raw) => raw.join('otro', fixture.people.maestro, NAVBAR, '2')],
  ['refused join', (raw) => raw.join('chat:nada', fixture.people.maestro, NAVBAR, '2')],
  [
    'token',
    (raw) => raw.send(MARK, '2', chat(), 'access_token', { access_token: fixture.people.maestro.token }),
  ],
  ['bad token', (raw) => raw.send(MARK, '2', chat(), 'access_token', { access_token: 'nada' })],
  ['presence', (raw) => raw.send(MARK, '2', chat(), 'presence', { event: 'track', payload: {} })],
  ['broadcast', (raw) => raw.send(MARK, '2', chat(), 'broadcast', { event: 'hola', payload: {} })],
  ['row delivery', () => bus().publish(rowFor(fixture.people.maestro.id))],
  [
    'broadcast delivery',
    () =>
      bus().publish({
        kind: 'broadcast',
        topic: chat(),
        event: 'hola',
        encoding: 'json',
        payload: '{}',
      }),
  ],
  [
    'presence delivery',
    () =>
      bus().publish({
        kind: 'presence',
        process: 'otro',
        topic: chat(),
        joins: [{ key: 'a', ref: randomUUID(), meta: {} }],
        leaves: [],
      }),
  ],
  [
    'end of a session',
    () => bus().publish({ kind: 'sessions-ended', userId: fixture.people.maestro.id, only: shortSession }),
  ],
  [
    'clock',
    () => {
      // The token of the failing socket has expired by then, that of the healthy one has not.
      const clock = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 140_000)
      undo.push(() => clock.mockRestore())
    },
  ],
]
let shortSession = ''

test.each(CASES)('an error in the handler "%s" closes its socket only', async (_name, act) => {
  await healthy.answer('1')
  breakSending()
  const session = await signIn(app, fixture.people.maestro.id)
  shortSession = session.sessionId
  const token = await mintToken(
    app,
    { sub: fixture.people.maestro.id, session_id: session.sessionId },
    { expires: '120s' },
  )
  const raw = await rawSocket(app)
  const config = { ...NAVBAR, presence: { enabled: true }, broadcast: { ack: true, self: true } }
  raw.join(`chat:${fixture.chats.propio}`, { ...fixture.people.maestro, token }, config, MARK)
  await eventually(() => JSON.stringify(raw.frames)).toContain('presence_state')
  const before = await metric(app, 'realtime_handler_failures_total')
  isArmed = true
  await act(raw)
  await eventually(() => raw.closes.length).toBe(1)
  expectLogged()
  expect(await metric(app, 'realtime_handler_failures_total')).toBeGreaterThan(before)
  await expectHealthy()
})

test('an error when a socket closes leaves no channel', async () => {
  await healthy.answer('1')
  const channels = await metric(app, 'realtime_channels')
  const raw = await rawSocket(app)
  raw.join(`chat:${fixture.chats.propio}`, fixture.people.maestro, { presence: { enabled: true } })
  raw.join('otro', fixture.people.maestro, NAVBAR, '2')
  await raw.answer('1')
  await raw.answer('2')
  raw.send('1', '3', chat(), 'presence', { event: 'track', payload: {} })
  await raw.answer('3')
  const { publish } = app.services.bus
  replace(app.services.bus, 'publish', (event) => (event.kind === 'presence' ? fail() : publish(event)))
  raw.socket.close()
  await expect.poll(() => metric(app, 'realtime_channels'), { timeout: 20_000 }).toBe(channels)
  expectLogged()
  await expectHealthy()
})

test('an error while a socket error is handled closes its socket only', async () => {
  await healthy.answer('1')
  const raw = await rawSocket(app)
  replace(app.services.log, 'debug', fail)
  // A frame over the size limit is a socket error.
  raw.socket.send('x'.repeat(200_000))
  await eventually(() => raw.closes.length).toBe(1)
  expectLogged()
  await expectHealthy()
})

test('an error while an upgrade request is handled closes that connection only', async () => {
  await healthy.answer('1')
  const key = app.services.secrets.publishableKey
  Object.defineProperty(app.services.secrets, 'publishableKey', { get: fail, configurable: true })
  undo.push(() =>
    Object.defineProperty(app.services.secrets, 'publishableKey', {
      value: key,
      configurable: true,
      enumerable: true,
      writable: true,
    }),
  )
  const socket = new WebSocket(`${app.url.replace('http', 'ws')}/realtime/v1/websocket?apikey=${key}`)
  await new Promise((resolve) => socket.once('error', resolve))
  for (const step of undo.splice(0)) step()
  expectLogged()
  await expectHealthy()
})

test('a row that cannot be encoded closes no socket', async () => {
  await healthy.answer('1')
  const change = rowFor(fixture.people.maestro.id)
  app.services.bus.publish({ ...change, record: { id: 'x', toJSON: fail } })
  expectLogged()
  await expectHealthy()
})

test.skipIf(!thereIsRedis())(
  'an error while the loss of Redis is handled closes its socket only',
  async () => {
    await healthy.answer('1')
    breakSending()
    const redis = await startRedis()
    const shared = await startAppOfTest({ REDIS_URL: redis.url }, app)
    await eventually(() => shared.services.bus.connected).toBe(true)
    const [broken, other] = [await rawSocket(shared), await rawSocket(shared)]
    broken.join('roto', fixture.people.maestro, {}, MARK)
    other.join('sano', fixture.people.maestro, {}, '1')
    await broken.answer(MARK)
    await other.answer('1')
    isArmed = true
    await redis.kill()
    await eventually(() => broken.closes.length).toBe(1)
    await eventually(() => other.frames).toContainEqual(['1', '1', 'realtime:sano', 'phx_error', {}])
    expect(other.closes).toEqual([])
    expect(shared.takeErrors().join('\n')).toContain(INJECTED)
    other.socket.terminate()
  },
)
