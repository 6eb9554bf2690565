import { afterEach, expect, test, vi } from 'vitest'
import {
  MESSAGES_BURST,
  PERSON_CREDIT_BURST,
  WITHOUT_CHANNEL_SECONDS,
} from '../../../src/protocol/realtime/limits.ts'
import { chargeCutOff, quotas } from '../../../src/protocol/realtime/quotas.ts'
import { appForTests, beforeTests, startAppOfTest } from '../../setup/app.ts'
import { eventually, rawSocket } from '../../setup/live.ts'
import { makeMatrixPeople } from '../../setup/rows/people.ts'
import { broadcastRequest, metric, refusedUpgrade } from './requests.ts'

/** How much a client may send, and how long a socket may be unused. */

type Raw = Awaited<ReturnType<typeof rawSocket>>
const app = appForTests()
const fixture = beforeTests(() => makeMatrixPeople(app))
let open: Raw[] = []
afterEach(() => {
  vi.restoreAllMocks()
  for (const { socket } of open) socket.terminate()
  open = []
})

/** Credit does not grow while Date.now is frozen. Real timers still run. */
const freeze = (ms = 0) => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ms)

async function connect(server = app): Promise<Raw> {
  const raw = await rawSocket(server)
  open.push(raw)
  return raw
}
const beat = (raw: Raw, ref: string, padding = 0) =>
  raw.send(null, ref, 'phoenix', 'heartbeat', { padding: 'x'.repeat(padding) })
const ended = async (raw: Raw) => {
  await eventually(() => raw.closes.length).toBe(1)
  // The close frame with the reason may be lost, because the server does not wait for the client.
  expect([1006, 1008]).toContain(raw.closes[0]?.code)
}

test('a frame costs credit by its size, and a socket without credit is closed before its frame is decoded', async () => {
  freeze()
  const raw = await connect()
  const before = await metric(app, 'realtime_sockets_cut_off_total')
  beat(raw, 'primero', 126 * 1024)
  beat(raw, 'segundo', 126 * 1024)
  await ended(raw)
  expect(JSON.stringify(raw.frames)).not.toContain('segundo')
  expect(await metric(app, 'realtime_sockets_cut_off_total')).toBe(before + 1)
})

test('small frames up to the burst are answered', async () => {
  freeze()
  const raw = await connect()
  for (let no = 1; no <= MESSAGES_BURST; no++) beat(raw, String(no))
  expect(await raw.answer(String(MESSAGES_BURST))).toEqual({ status: 'ok', response: {} })
  expect(raw.closes).toEqual([])
  beat(raw, 'uno más')
  await ended(raw)
})

test('credit grows back with time', async () => {
  freeze()
  const raw = await connect()
  for (let no = 1; no <= MESSAGES_BURST; no++) beat(raw, String(no))
  await raw.answer(String(MESSAGES_BURST))
  freeze(1000)
  beat(raw, 'después')
  expect(await raw.answer('después')).toEqual({ status: 'ok', response: {} })
})

test('pings are answered, and cost credit too', async () => {
  freeze()
  const raw = await connect()
  const pongs: string[] = []
  raw.socket.on('pong', (data) => pongs.push(String(data)))
  raw.socket.ping('hola')
  await eventually(() => pongs).toEqual(['hola'])
  for (let no = 0; no <= MESSAGES_BURST; no++) raw.socket.ping()
  await ended(raw)
})

test('unsolicited pongs cost credit', async () => {
  freeze()
  const raw = await connect()
  for (let no = 0; no <= MESSAGES_BURST; no++) raw.socket.pong()
  await ended(raw)
})

test('sockets without a signed-in person share the credit of their address', async () => {
  const small = await startAppOfTest({ LIMIT_SOCKETS_ADDRESS: '12' }, app)
  freeze()
  const signedIn = await connect(small)
  signedIn.join('persona', fixture.people.maestro)
  await signedIn.answer('1')
  // The address has 120; opening a socket costs 4.
  const [first, second] = [await connect(small), await connect(small)]
  for (let no = 1; no <= 70; no++) beat(first, String(no))
  await first.answer('70')
  for (let no = 1; no <= 70; no++) beat(second, String(no))
  await ended(second)
  expect(await refusedUpgrade(small)).toMatchObject({ status: 429, retryAfter: '5' })
  beat(signedIn, 'sigue')
  expect(await signedIn.answer('sigue')).toEqual({ status: 'ok', response: {} })
  // One second later there is credit again.
  freeze(1000)
  await connect(small)
})

test('an address whose sockets were closed for broken limits can open no more until its credit has grown back', () => {
  freeze()
  const open = quotas({ socketsPerAddress: 100 })
  const address = open.address('203.0.113.1')
  let opened = 0
  while (open.mayOpen(address)) {
    opened += 1
    chargeCutOff(address)
  }
  expect(opened).toBe(19)
  freeze(1000)
  expect(open.mayOpen(address)).toBe(true)
})

test('a socket that is closed for a broken limit costs its address credit', async () => {
  const small = await startAppOfTest({ LIMIT_SOCKETS_ADDRESS: '32' }, app)
  freeze()
  // The address has 320. Each of these sockets pays 4 for opening, 127 for its first frame, and 16 for the broken limit.
  for (let no = 0; no < 2; no++) {
    const raw = await connect(small)
    beat(raw, 'primero', 126 * 1024)
    await raw.answer('primero')
    beat(raw, 'segundo', 126 * 1024)
    await ended(raw)
  }
  // 26 are left: six sockets.
  for (let no = 0; no < 6; no++) await connect(small)
  expect(await refusedUpgrade(small)).toMatchObject({ status: 429 })
})

test('all sockets of a person share one credit, which broadcasts over HTTP use too', async () => {
  freeze()
  const { buscador } = fixture.people
  const EACH = MESSAGES_BURST - 20
  const raws: Raw[] = []
  for (let no = 0; no < Math.ceil(PERSON_CREDIT_BURST / EACH); no++) {
    const raw = await connect()
    raws.push(raw)
    raw.join('persona', buscador)
    await raw.answer('1')
    for (let ref = 2; ref <= EACH; ref++) beat(raw, String(ref))
    await eventually(() => raw.closes.length + Number(JSON.stringify(raw.frames).includes(`"${EACH}"`))).toBe(
      1,
    )
  }
  expect(raws.map(({ closes }) => closes.length)).toEqual([...raws.slice(1).map(() => 0), 1])
  const message = {
    topic: `chat:${fixture.chats.propio}`,
    event: 'aviso',
    payload: { texto: 'x'.repeat(10_000) },
  }
  const answer = await broadcastRequest(app, { messages: Array(20).fill(message) }, buscador)
  expect(answer.status).toBe(429)
  expect(answer.headers.get('retry-after')).toBe('5')
})

test('a socket without a channel is closed after a while, one with a channel stays open', async () => {
  const [never, left, joined] = [await connect(), await connect(), await connect()]
  for (const raw of [left, joined]) {
    raw.join('x')
    await raw.answer('1')
  }
  left.send('1', '2', 'realtime:x', 'phx_leave', {})
  await left.answer('2')
  freeze((WITHOUT_CHANNEL_SECONDS + 1) * 1000)
  await ended(never)
  await ended(left)
  beat(joined, 'sigue')
  expect(await joined.answer('sigue')).toEqual({ status: 'ok', response: {} })
  expect(joined.closes).toEqual([])
})

test('a message in too many fragments closes its socket', async () => {
  const raw = await connect()
  for (let no = 0; no < 100; no++) raw.socket.send('', { fin: false })
  await eventually(() => raw.closes.length).toBe(1)
})
