import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import postgres from 'postgres'
import { afterAll, afterEach, beforeEach, expect, inject, test } from 'vitest'
import { openDatabase, type Sql } from '../../../src/platform/db/pool.ts'
import { runAfterCheck } from '../../../src/platform/db/session.ts'
import { ownPort } from '../../setup/services/own-port.ts'

/**
 * What the driver does when PostgreSQL ends a connection, with the corrections of scripts/lib/patches.mjs. An error outside of
 * every promise fails the test run.
 */

const target = inject('cluster')
const path = `${target.host}/.s.PGSQL.${target.port}`
const operator = openDatabase(target, { pool: 1 })
const end = (pid: unknown) => operator.sql`select pg_terminate_backend(${Number(pid)})`

/** A pool with one connection: the next statement needs the connection that was lost. */
let one: postgres.Sql
const open = (options: object = {}) => postgres({ ...target, path, max: 1, onnotice: () => {}, ...options })

beforeEach(() => {
  one = open()
})
afterEach(async () => {
  await one.end({ timeout: 1 })
  // PostgreSQL may still be ending a statement whose connection the test has closed.
  await expect.poll(async () => (await endRunning()).length).toBe(0)
})
afterAll(() => operator.close())

/** The statements of tests that still run, of all connections. */
const endRunning = async () => {
  const rows = await running()
  for (const { pid } of rows) await end(pid)
  return rows
}
const running = () =>
  operator.sql`select pid from pg_stat_activity where state = 'active' and query = 'select pg_sleep(60)'`

const works = async (sql: postgres.Sql) => {
  const answer = await Promise.race([sql`select 1 as one`, delay(10_000, 'no answer', { ref: false })])
  expect(answer).toEqual([{ one: 1 }])
}

test('a transaction that loses its connection during a statement is rejected, and the next statement is answered', async () => {
  const lost = one.begin(async (tx) => {
    const [row] = await tx`select pg_backend_pid() as pid`
    await Promise.all([tx`select pg_sleep(10)`, end(row?.pid)])
  })
  await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await works(one)
})

test('a statement of a transaction whose connection was lost before is not run on the connection of another caller', async () => {
  const { promise: taken, resolve: take } = Promise.withResolvers<void>()
  const statements: Promise<unknown>[] = []
  const lost = one.begin(async (tx) => {
    const [row] = await tx`select pg_backend_pid() as pid`
    await end(row?.pid)
    await taken
    statements.push(tx`create table public.fuera_de_la_transaccion ()`)
    await statements[0]
  })
  await expect(lost).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await works(one)
  take()
  await expect.poll(() => statements.length).toBe(1)
  await expect(statements[0]).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await works(one)
})

/** A pool whose connections the test can end as the network does. */
function openOwnSockets(): { sql: postgres.Sql; sockets: Socket[] } {
  const sockets: Socket[] = []
  const socket = async () => {
    const own = connect(path)
    sockets.push(own)
    await once(own, 'connect')
    return own
  }
  return { sql: open({ socket }), sockets }
}

test.for([
  ['by PostgreSQL', undefined],
  ['by a failure of the network', Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })],
] as const)(
  'a statement that is about to be sent when its connection is closed %s is rejected, and the next one is answered',
  async ([, failure]) => {
    const { sql, sockets } = openOwnSockets()
    await works(sql)
    const [socket] = sockets
    if (failure) socket?.emit('error', failure)
    const statement = expect(sql`select 2 as two`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
    // Now the driver has the statement, and sends it in the next turn of the event loop.
    await Promise.resolve()
    await Promise.resolve()
    socket?.emit('close', failure !== undefined)
    await works(sql)
    await statement
    socket?.destroy()
    await sql.end({ timeout: 1 })
  },
)

test('a connection whose read of the array types is cancelled is used all the same', async () => {
  const sql = open({ connection: { statement_timeout: 1 } })
  for (let attempt = 0; attempt < 5; attempt++) {
    await sql`select 1`.catch((error: { code: string }) => expect(error.code).toBe('57014'))
  }
  await sql.end({ timeout: 1 })
})

test('a database that was away for long is used again soon after it is back', async () => {
  const port = await ownPort()
  const { username, password, database } = target
  const url = `postgres://${username}:${password}@127.0.0.1:${port}/${database}`
  const db = openDatabase({ url }, { pool: 2 })
  // The driver's own wait would be at least 10 s after so many failures.
  for (let failure = 0; failure < 10; failure++) {
    await expect(db.sql`select 1`).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  }
  const proxy = createServer((socket) => {
    const other = connect(path).on('error', () => {})
    socket
      .on('error', () => {})
      .pipe(other)
      .pipe(socket)
  })
  await once(proxy.listen(port, '127.0.0.1'), 'listening')
  const answer = await Promise.race([db.sql`select 1 as one`, delay(8000, 'no answer', { ref: false })])
  expect(answer).toEqual([{ one: 1 }])
  await db.close()
  proxy.close()
})

test('a statement after a check is rejected when its connection ends with an error of Node.js, which has no number', async () => {
  const { sql, sockets } = openOwnSockets()
  await works(sql)
  const lost = runAfterCheck(
    sql,
    'read only',
    (one) => one`select 1`,
    (one) => one`select pg_sleep(60)`,
  )
  const rejected = expect(Promise.race([lost, delay(10_000)])).rejects.toMatchObject({ code: 'EPIPE' })
  await expect.poll(async () => (await running()).length).toBe(1)
  sockets[0]?.destroy(
    Object.assign(new Error('This socket has been ended by the other party'), { code: 'EPIPE' }),
  )
  await rejected
  await works(sql)
  await sql.end({ timeout: 1 })
})

test('a caller that waits for a connection gets it although the connection is lost meanwhile', async () => {
  const busy = expect(one`select pg_sleep(60)`).rejects.toMatchObject({ code: 'CONNECTION_CLOSED' })
  await expect.poll(async () => (await running()).length).toBe(1)
  const waiting = one.reserve()
  const [row] = await running()
  await end(row?.pid)
  await busy
  const reserved = await Promise.race([waiting, delay(10_000, undefined, { ref: false })])
  if (!reserved) throw new Error('no connection was given')
  expect(await reserved`select 1 as one`).toEqual([{ one: 1 }])
  reserved.release()
  await works(one)
})

test('a statement that is being cancelled is rejected when its connection is lost before it was sent', async () => {
  const client = new AbortController()
  // In the place of the cancellation, PostgreSQL ends the connection.
  const by = ((_: TemplateStringsArray, pid: number) => end(pid)) as unknown as Sql
  const lost = runAfterCheck(
    one,
    'read only',
    (sql) => sql`select pg_sleep(${60})`,
    (sql) => sql`select 1`,
    { cancel: { signal: client.signal, by } },
  )
  const rejected = expect(Promise.race([lost, delay(10_000)])).rejects.toMatchObject({
    code: 'CONNECTION_CLOSED',
  })
  const sleeping = () =>
    operator.sql`select pid from pg_stat_activity where state = 'active' and query = 'select pg_sleep($1)'`
  await expect.poll(async () => (await sleeping()).length).toBe(1)
  client.abort()
  await rejected
  await works(one)
})
