import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { MAX_WAIT_MS, MAX_WAITING_CALLER } from '../../../src/protocol/rest/limits.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { addToSchema, closeGate, type Gate, WAITING } from './extra-schema.ts'
import { problemOf, restRequest, signedIn } from './people.ts'

/** Four connections: a caller may use two of them, the callers of one address three. */
const POOL = 4
const CALLER_SHARE = 2
const ADDRESS_SHARE = 3

const app = appForTests({
  DATABASE_POOL: String(POOL),
  TRUSTED_PROXIES: '127.0.0.1',
  DATABASE_STATEMENT_MS: '300000',
})
const ana = beforeTests(() => signedIn(app, 'buscador'))
const beto = beforeTests(() => signedIn(app, 'buscador'))
let gate: Gate
beforeAll(() => addToSchema(app, WAITING))
beforeEach(async () => {
  await app.sql`delete from public.esperas`
  gate = await closeGate(app)
})
afterEach(() => gate.open())

interface Who {
  token?: string
  address?: string
  signal?: AbortSignal
}

/** Uses a connection until the gate opens. */
const wait = (word: string, { token, address = '10.0.0.1', signal }: Who) =>
  restRequest(app, '/rpc/espera', {
    method: 'POST',
    body: JSON.stringify({ quien: word }),
    headers: { 'x-forwarded-for': address },
    ...(token && { token }),
    ...(signal && { signal }),
  })
const read = async ({ token, address = '10.0.0.1' }: Who) => {
  const headers = { 'x-forwarded-for': address }
  const answer = await restRequest(app, '/oficios_disponibles?select=id&limit=1', {
    headers,
    ...(token && { token }),
  })
  return [answer.status, await answer.json()]
}
const READ = [200, [{ id: expect.any(Number) }]]
const times = <T>(count: number, work: (i: number) => T) => Array.from({ length: count }, (_, i) => work(i))

describe('connections', () => {
  test('stay available to others when one person has many slow statements', async () => {
    const slow = times(10, (i) => wait(`ana ${i}`, ana))
    await gate.untilBlocked(CALLER_SHARE)
    for (const who of [beto, {}, { address: '10.0.0.2' }]) expect(await read(who)).toEqual(READ)
    expect(await gate.blocked()).toBe(CALLER_SHARE)
    await gate.open()
    for (const answer of await Promise.all(slow)) expect(answer.status).toBe(200)
  })

  test('stay available to other addresses when several accounts of one address have slow statements', async () => {
    const caro = await signedIn(app, 'maestro')
    const slow = [ana, beto, caro].flatMap((one, i) => times(4, (j) => wait(`${i} ${j}`, one)))
    await gate.untilBlocked(ADDRESS_SHARE)
    expect(await read({ address: '10.0.0.2' })).toEqual(READ)
    expect(await gate.blocked()).toBe(ADDRESS_SHARE)
    await gate.open()
    for (const answer of await Promise.all(slow)) expect(answer.status).toBe(200)
  })

  test('for which the queue is full are refused with 503 and Retry-After, for that caller only', async () => {
    const beyond = 8
    const statuses: number[] = []
    const refused: Response[] = []
    const all = times(CALLER_SHARE + MAX_WAITING_CALLER + beyond, async (i) => {
      const answer = await wait(`ana ${i}`, ana)
      statuses.push(answer.status)
      if (answer.status !== 200) refused.push(answer)
    })
    // At once: what waits too long is refused too, later.
    const timeout = MAX_WAIT_MS - 2000
    await vi.waitFor(() => expect(refused.length).toBeGreaterThanOrEqual(beyond), { timeout })
    expect(await read(beto)).toEqual(READ)
    await gate.open()
    await Promise.all(all)
    for (const answer of refused) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
      expect(await problemOf(answer)).toMatchObject({
        code: 'PGRST003',
        message: 'Timed out acquiring connection from connection pool.',
      })
    }
    expect(await gate.passed()).toHaveLength(statuses.filter((status) => status === 200).length)
  })
})

describe('a client that disconnects', () => {
  test('while waiting leaves the queue, and its statement never runs', async () => {
    const leaving = new AbortController()
    const slow = times(CALLER_SHARE, (i) => wait(`ana ${i}`, ana))
    await gate.untilBlocked(CALLER_SHARE)
    const left = wait('gone', { ...ana, signal: leaving.signal })
    const staying = wait('stays', ana)
    // The answer to a later request shows that the two before it have arrived.
    expect(await read(beto)).toEqual(READ)
    leaving.abort()
    await expect(left).rejects.toThrow()
    expect(await read(beto)).toEqual(READ)
    await gate.open()
    expect((await Promise.all([...slow, staying])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await gate.passed()).toEqual(['ana 0', 'ana 1', 'stays'])
  })

  test('while its statement runs has it cancelled, and the connection is used again', async () => {
    const leaving = new AbortController()
    const left = times(CALLER_SHARE, (i) => wait(`gone ${i}`, { ...ana, signal: leaving.signal }))
    await gate.untilBlocked(CALLER_SHARE)
    leaving.abort()
    await Promise.allSettled(left)
    await gate.untilBlocked(0)
    const answers = await Promise.all(times(POOL * 5, () => read(ana)))
    for (const answer of answers) expect(answer).toEqual(READ)
    const open = await app.sql`
      select from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
    expect(open).toHaveLength(0)
    expect(await gate.passed()).toEqual([])
  })

  test('never cancels a statement of another caller', async () => {
    for (let round = 0; round < 15; round++) {
      const leaving = new AbortController()
      const left = times(CALLER_SHARE, (i) => wait(`gone ${i}`, { ...ana, signal: leaving.signal }))
      const others = times(6, (i) => read(i % 2 === 0 ? beto : ana))
      if (round % 3 === 0) await gate.untilBlocked(CALLER_SHARE)
      leaving.abort()
      await Promise.allSettled(left)
      for (const answer of await Promise.all(others)) expect(answer).toEqual(READ)
    }
    await gate.untilBlocked(0)
  })
})

test('a request whose connection the database ends gets 503, and the connection is replaced', async () => {
  const slow = times(CALLER_SHARE, (i) => wait(`ana ${i}`, ana))
  await gate.untilBlocked(CALLER_SHARE)
  await app.sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event = 'advisory'`
  for (const answer of await Promise.all(slow)) {
    expect([answer.status, (await problemOf(answer)).code]).toEqual([503, 'PGRST000'])
    expect(answer.headers.get('retry-after')).toBe('1')
  }
  for (const answer of await Promise.all(times(POOL * 3, () => read(ana)))) expect(answer).toEqual(READ)
  expect(app.takeErrors()).toHaveLength(CALLER_SHARE)
})
