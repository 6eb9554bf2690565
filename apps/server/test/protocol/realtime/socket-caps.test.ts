import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { CHANNELS_PER_PERSON, CHANNELS_PER_SOCKET } from '../../../src/protocol/realtime/limits.ts'
import { appForTests, beforeTests, startAppOfTest } from '../../setup/app.ts'
import { eventually, rawSocket } from '../../setup/live.ts'
import type { TestPerson } from '../../setup/rows/maestros.ts'
import { makeMatrixPeople } from '../../setup/rows/people.ts'
import { metric, refusedUpgrade } from './requests.ts'

/** How many sockets and channels one address, one person and all together may have. */

type Raw = Awaited<ReturnType<typeof rawSocket>>
const PER_ADDRESS = 8
/** A quarter of them. */
const ANONYMOUS = 2

// Every request comes through a trusted proxy, which this test simulates.
const app = appForTests({ LIMIT_SOCKETS_ADDRESS: String(PER_ADDRESS), TRUSTED_PROXIES: '127.0.0.1' })
const fixture = beforeTests(() => makeMatrixPeople(app))
let open: Raw[] = []
afterEach(() => {
  for (const { socket } of open) socket.terminate()
  open = []
})

const from = (address: string) => ({ 'x-forwarded-for': address })
async function connect(address: string): Promise<Raw> {
  const raw = await rawSocket(app, '2.0.0', from(address))
  open.push(raw)
  return raw
}
async function signedIn(address: string, person: TestPerson): Promise<Raw> {
  const raw = await connect(address)
  raw.join('persona', person)
  expect(await raw.answer('1')).toMatchObject({ status: 'ok' })
  return raw
}
const refusal = {
  status: 429,
  retryAfter: '5',
  body: '{"error":"Too many connections from this address"}',
}

test('an address may have only a part of its sockets without a signed-in person', async () => {
  for (let no = 0; no < ANONYMOUS; no++) await connect('203.0.113.1')
  expect(await refusedUpgrade(app, from('203.0.113.1'))).toEqual(refusal)
  await connect('203.0.113.2')
  // When a socket signs in, another one can be opened.
  open[0]?.join('persona', fixture.people.maestro)
  await open[0]?.answer('1')
  await connect('203.0.113.1')
  expect(await refusedUpgrade(app, from('203.0.113.1'))).toEqual(refusal)
  // A channel that loses its person makes its socket anonymous again.
  open[0]?.send('1', '2', 'realtime:persona', 'phx_leave', {})
  await open[0]?.answer('2')
  open.at(-1)?.socket.terminate()
  await eventually(() => open.at(-1)?.closes.length).toBe(1)
  expect(await refusedUpgrade(app, from('203.0.113.1'))).toEqual(refusal)
})

test('a client that resets its connection while it waits for its refusal does not end the process', async () => {
  for (let no = 0; no < ANONYMOUS; no++) await connect('203.0.113.30')
  const uncaught: unknown[] = []
  const note = (error: unknown) => uncaught.push(error)
  process.on('uncaughtExceptionMonitor', note)
  const refused = () => metric(app, 'realtime_sockets_refused_total')
  const before = await refused()
  const { hostname, port } = new URL(app.url)
  const client = connectTcp(Number(port), hostname)
  const key = app.services.secrets.publishableKey
  client.write(
    `GET /realtime/v1/websocket?vsn=2.0.0&apikey=${key} HTTP/1.1\r\nHost: ${hostname}\r\nConnection: Upgrade\r\n` +
      'Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n' +
      'X-Forwarded-For: 203.0.113.30\r\n\r\n',
  )
  await eventually(refused).toBe(before + 1)
  client.resetAndDestroy()
  await once(client, 'close')
  // Time for the server to receive the reset. The refusal itself is sent a second later.
  await delay(200)
  process.off('uncaughtExceptionMonitor', note)
  expect(uncaught).toEqual([])
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200)
})

test('the sockets of an address are limited, and IPv6 addresses of one /64 count as one', async () => {
  const people = [fixture.people.maestro, fixture.people.buscador]
  for (let no = 0; no < PER_ADDRESS; no++) {
    await signedIn(`2001:db8:1:2::${no + 1}`, people[no % 2] ?? fixture.people.maestro)
  }
  expect(await refusedUpgrade(app, from('2001:db8:1:2:ffff::1'))).toEqual(refusal)
  await signedIn('2001:db8:1:3::1', fixture.people.maestro)
  open[0]?.socket.close()
  await eventually(async () => {
    const raw = await rawSocket(app, '2.0.0', from('2001:db8:1:2::9')).catch(() => undefined)
    raw?.socket.terminate()
    return raw !== undefined
  }).toBe(true)
})

test('an address that a client invents is ignored when no proxy is trusted', async () => {
  const direct = await startAppOfTest({ LIMIT_SOCKETS_ADDRESS: '4' }, app)
  const raw = await rawSocket(direct, '2.0.0', from('203.0.113.7'))
  expect(await refusedUpgrade(direct, from('203.0.113.8'))).toEqual(refusal)
  raw.socket.terminate()
})

test('the sockets of a process are limited, and requests are still answered', async () => {
  const small = await startAppOfTest({ LIMIT_SOCKETS_TOTAL: '3', LIMIT_SOCKETS_ADDRESS: '100' }, app)
  const raws = await Promise.all([1, 2, 3].map(() => rawSocket(small)))
  expect(await refusedUpgrade(small)).toEqual({
    status: 503,
    retryAfter: '5',
    body: '{"error":"Too many connections"}',
  })
  expect((await fetch(`${small.url}/healthz`)).status).toBe(200)
  raws[0]?.socket.close()
  await eventually(async () => {
    const raw = await rawSocket(small).catch(() => undefined)
    raw?.socket.terminate()
    return raw !== undefined
  }).toBe(true)
  for (const { socket } of raws) socket.terminate()
})

test('the channels of an address without a person are limited', async () => {
  const raws = [await connect('203.0.113.20'), await connect('203.0.113.20')]
  for (let no = 0; no < 8; no++) {
    raws[no % 2]?.join(`canal ${no}`, undefined, {}, String(no))
    expect(await raws[no % 2]?.answer(String(no))).toMatchObject({ status: 'ok' })
  }
  raws[0]?.join('uno más', undefined, {}, 'x')
  const tooMany = {
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many channels' },
  }
  expect(await raws[0]?.answer('x')).toEqual(tooMany)
  raws[1]?.socket.close()
  await eventually(async () => {
    const ref = Math.random().toString(36)
    raws[0]?.join('uno más', undefined, {}, ref)
    return raws[0]?.answer(ref)
  }).toMatchObject({ status: 'ok' })
})

test('the channels of a person are limited over all sockets', async () => {
  const wide = await startAppOfTest({}, app)
  const sockets = CHANNELS_PER_PERSON / CHANNELS_PER_SOCKET
  const raws = await Promise.all(Array.from({ length: sockets }, () => rawSocket(wide)))
  const { maestro } = fixture.people
  for (const raw of raws) {
    for (let no = 0; no < CHANNELS_PER_SOCKET; no++) raw.join(`canal ${no}`, maestro, {}, `${no}`)
    for (let no = 0; no < CHANNELS_PER_SOCKET; no++) {
      expect(await raw.answer(`${no}`)).toMatchObject({ status: 'ok' })
    }
  }
  const last = await rawSocket(wide)
  last.join('uno más', maestro)
  expect(await last.answer('1')).toEqual({
    status: 'error',
    response: { reason: 'ChannelRateLimitReached: Too many channels' },
  })
  for (const { socket } of [...raws, last]) socket.terminate()
})
