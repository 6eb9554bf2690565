import { describe, expect, onTestFinished, test } from 'vitest'
import { Overloaded } from '../../../src/platform/limits/overloaded.ts'
import { batchQueue } from '../../../src/protocol/functions/batch-queue.ts'
import { appForTests } from '../../setup/app.ts'
import { askFunction, call } from '../../setup/functions.ts'
import { makeBuscador, makeMaestro, type TestPerson } from '../../setup/rows/maestros.ts'
import { shortenTimers } from '../../setup/short-timers.ts'

/** How long a call may wait for its connection (src/protocol/functions/plugin.ts). */
const MAX_WAIT_MS = 10_000
/** A busy machine is no defect of the product. */
const PATIENT = { timeout: 40_000 }

describe("one caller's share of the database", () => {
  const POOL = 6
  // Statements wait for a lock for longer than a call may wait for its connection.
  const app = appForTests({
    DATABASE_POOL: String(POOL),
    DATABASE_STATEMENT_MS: '300000',
    LOG_LEVEL: 'debug',
  })

  const inbox = ({ client }: TestPerson) => call(client, 'get-chats', { body: {} })

  /** Calls that hold their connections until `release`: their statements wait for a locked table. */
  async function blocked(people: TestPerson[], calls: number) {
    const sql = await app.sql.reserve()
    await sql`begin`
    await sql`lock table public.chats in access exclusive mode`
    let locked = true
    const unlock = async () => {
      if (!locked) return
      locked = false
      await sql`commit`
      sql.release()
    }
    // A test that fails must not leave the table locked for the next one.
    onTestFinished(unlock)
    const answers = people.flatMap((person) => Array.from({ length: calls }, () => inbox(person)))
    return {
      answers,
      release: async () => {
        await unlock()
        return Promise.all(answers)
      },
    }
  }

  const waitingForTheLock = async () => {
    const [row] = await app.services.db.callers<{ n: number }[]>`
      select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
      where d.datname = current_database() and not l.granted`
    return row?.n ?? 0
  }

  test('one person occupies one connection, so that the pool answers others meanwhile', async () => {
    const [ana, eva] = await Promise.all([makeBuscador(app), makeBuscador(app)])
    const luis = await makeMaestro(app)
    const held = await blocked([ana], 20)
    await expect.poll(waitingForTheLock, PATIENT).toBe(1)
    // Other callers get connections: another person's view of a profile, and an anonymous one.
    expect((await call(eva.client, `maestro-profile/${luis.id}`)).status).toBe(200)
    expect((await askFunction(app, `maestro-profile/${luis.id}`)).status).toBe(200)
    expect(await waitingForTheLock()).toBe(1)
    // On a slow machine those that wait for their connection may have waited too long.
    for (const { status } of await held.release()) expect([200, 503]).toContain(status)
  })

  test('a call that waits too long for a connection gets 503 UNAVAILABLE with Retry-After', async () => {
    const ana = await makeBuscador(app)
    const held = await blocked([ana], 1)
    await expect.poll(waitingForTheLock, PATIENT).toBe(1)
    onTestFinished(shortenTimers({ from: MAX_WAIT_MS, ms: 100 }))
    const late = await inbox(ana)
    expect(late).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(late.headers.get('retry-after')).toBe('1')
    expect((await held.release()).map(({ status }) => status)).toEqual([200])
  })

  test('calls beyond the limit of one caller get 503 UNAVAILABLE with Retry-After, and calls of others are answered', async () => {
    const [ana, eva] = await Promise.all([makeBuscador(app), makeBuscador(app)])
    const held = await blocked([ana], 130)
    let refused = 0
    for (const answer of held.answers) void answer.then(() => refused++)
    // Less time than a call may wait for its connection: these are refused because too many wait.
    await expect.poll(() => refused, { timeout: 9000 }).toBeGreaterThanOrEqual(29)
    const first = await Promise.race(held.answers)
    expect(first).toMatchObject({ status: 503, code: 'UNAVAILABLE' })
    expect(first.headers.get('retry-after')).toBe('1')
    const other = inbox(eva)
    const answers = await held.release()
    expect((await other).status).toBe(200)
    const unavailable = answers.filter(({ code }) => code === 'UNAVAILABLE')
    const served = answers.filter(({ status }) => status === 200)
    // On a slow machine some of the 101 within the limit may have waited too long.
    expect(unavailable.length).toBeGreaterThanOrEqual(29)
    expect(served.length).toBeGreaterThanOrEqual(1)
    expect(unavailable.length + served.length).toBe(130)
  })

  /** Resolves when the server has read who makes a call to the function. */
  function arrivalOf(name: string): Promise<void> {
    const { callers } = app.services
    const { read } = callers
    return new Promise((resolve) => {
      callers.read = async (request) => {
        const caller = await read(request)
        if (request.url.includes(name)) {
          callers.read = read
          resolve()
        }
        return caller
      }
    })
  }

  test('a call whose client has left does not take a connection', async () => {
    const ana = await makeBuscador(app)
    const held = await blocked([ana], 1)
    await expect.poll(waitingForTheLock, PATIENT).toBe(1)
    const leaving = new AbortController()
    const luis = await makeMaestro(app)
    const arrived = arrivalOf('track-profile-view')
    const left = askFunction(app, 'track-profile-view', {
      method: 'POST',
      headers: { authorization: `Bearer ${ana.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ maestro_id: luis.id, buscador_id: ana.id }),
      signal: leaving.signal,
    })
    await arrived
    leaving.abort()
    await expect(left).rejects.toThrow()
    const noticed = () => app.lines.some((line) => line.includes('the client left before its call'))
    await expect.poll(noticed, PATIENT).toBe(true)
    await held.release()
    await inbox(ana)
    expect(await app.sql`select from public.vistas_perfil where buscador_id = ${ana.id}`).toHaveLength(0)
  })
})

describe('queries that are sent in batches', () => {
  /** A batch queue whose statements end when `release` is called. */
  function held() {
    const batches: string[][] = []
    let open = Promise.withResolvers<void>()
    const queue = batchQueue<string, string>({
      concurrency: 1,
      batchSize: 4,
      runBatch: async (queries) => {
        batches.push(queries)
        await open.promise
        return queries
      },
    })
    const release = () => {
      open.resolve()
      open = Promise.withResolvers()
      open.resolve()
    }
    return { batches, queue, release }
  }

  test('a caller with many waiting queries delays another by one batch', async () => {
    const { batches, queue, release } = held()
    const first = queue.run('a0', 'ana')
    await new Promise((resolve) => setImmediate(resolve))
    const many = Array.from({ length: 40 }, (_, n) => queue.run(`a${n + 1}`, 'ana'))
    const few = [queue.run('e1', 'eva'), queue.run('e2', 'eva')]
    release()
    expect(await Promise.all(few)).toEqual(['e1', 'e2'])
    expect(batches[1]).toEqual(['a1', 'e1', 'a2', 'e2'])
    await Promise.all([first, ...many])
  })

  test('a caller with 500 waiting queries is refused the next, and another caller is not', async () => {
    const { queue, release } = held()
    const first = queue.run('first', 'ana')
    await new Promise((resolve) => setImmediate(resolve))
    const many = Array.from({ length: 500 }, () => queue.run('x', 'ana'))
    await expect(queue.run('x', 'ana')).rejects.toThrow(Overloaded)
    const other = queue.run('y', 'eva')
    release()
    expect(await other).toBe('y')
    await Promise.all([first, ...many])
    expect(await queue.run('x', 'ana')).toBe('x')
  })

  test('at most 2000 queries of all callers together wait', async () => {
    const { queue, release } = held()
    const first = queue.run('first', 'ana')
    await new Promise((resolve) => setImmediate(resolve))
    const many = Array.from({ length: 2000 }, (_, n) => queue.run('x', `caller ${n}`))
    await expect(queue.run('x', 'eva')).rejects.toThrow(Overloaded)
    release()
    await Promise.all([first, ...many])
    expect(await queue.run('x', 'eva')).toBe('x')
  })
})
