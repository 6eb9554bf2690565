import { setTimeout as delay } from 'node:timers/promises'
import { expect, inject, type TestContext, test } from 'vitest'
import { type Database, openDatabase, type Sql } from '../../../src/platform/db/pool.ts'
import { runAfterCheck } from '../../../src/platform/db/session.ts'
import { startDatabaseProxy } from '../../setup/services/database-proxy.ts'

/** A network that loses packets without closing connections: every call ends, and works again when the network is back. */

/** The tests wait for the limits of the driver, so they run at the same time, each with its own network. */
async function open({ onTestFinished }: TestContext) {
  const proxy = await startDatabaseProxy(inject('cluster'))
  const db = openDatabase(proxy.target, { pool: 2, statementMs: 3000 })
  onTestFinished(async () => {
    proxy.close()
    await db.close()
  })
  return { proxy, db }
}

const select = (sql: Sql) => sql<{ one: number }[]>`select 1 as one`
const checked = (db: Database) =>
  runAfterCheck(
    db.sql,
    'read only',
    (sql) => sql`select 1`,
    (sql) => sql`select 1 as one`,
  )
/** What the call ends with: its rows, or the code of its error. */
const outcome = (call: Promise<unknown>) =>
  Promise.race([
    call.catch((error: { code?: string; statusCode?: number }) => error.code ?? error.statusCode),
    delay(20_000, 'no answer', { ref: false }),
  ])
const ROWS = [{ one: 1 }]

test.concurrent('statements on connections that no longer answer are rejected, and the next ones are answered', async (context) => {
  const { proxy, db } = await open(context)
  await Promise.all([select(db.sql), checked(db), select(db.callers)])
  proxy.behave('stalled')
  const calls = [select(db.sql), checked(db), select(db.callers), checked(db), select(db.sql)]
  const ends = await Promise.all(calls.map(outcome))
  expect(ends.filter((end) => end !== 'ETIMEDOUT' && end !== 503 && end !== 'CONNECT_TIMEOUT')).toEqual([])
  proxy.behave('forwarding')
  expect(await Promise.all([select(db.sql), checked(db), select(db.callers)].map(outcome))).toEqual([
    ROWS,
    ROWS,
    ROWS,
  ])
})

test.concurrent('the statement of a client that has disconnected ends, although its cancellation gets no answer', async (context) => {
  const { proxy, db } = await open(context)
  await Promise.all([select(db.sql), select(db.maintenance)])
  const client = new AbortController()
  const call = runAfterCheck(
    db.sql,
    'read only',
    (sql) => sql`select 1`,
    (sql) => sql`select pg_sleep(2.5)`,
    { cancel: { signal: client.signal, by: db.maintenance } },
  )
  // Now PostgreSQL has answered `begin`, without which nothing is cancelled.
  await delay(500)
  proxy.behave('stalled')
  client.abort()
  expect(await outcome(call)).toBe('ETIMEDOUT')
})

test.concurrent('statements that wait for a connection while none can be opened are rejected', async (context) => {
  const { proxy, db } = await open(context)
  proxy.behave('stalled')
  const ends = await Promise.all(Array.from({ length: 30 }, () => outcome(select(db.sql))))
  expect(new Set(ends)).toEqual(new Set(['CONNECT_TIMEOUT']))
  proxy.behave('forwarding')
  expect(await outcome(select(db.sql))).toEqual(ROWS)
})

test.concurrent('a statement is rejected when each new connection is closed at once, as by a proxy without a database', async (context) => {
  const { proxy, db } = await open(context)
  proxy.behave('closing')
  expect(await Promise.all([select(db.sql), checked(db)].map(outcome))).toEqual([
    'CONNECTION_CLOSED',
    'CONNECTION_CLOSED',
  ])
  expect(proxy.opened).toBeLessThan(10)
  proxy.behave('forwarding')
  expect(await outcome(select(db.sql))).toEqual(ROWS)
})
