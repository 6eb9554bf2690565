import { setTimeout as delay } from 'node:timers/promises'
import type { PendingQuery, ReservedSql, Row } from 'postgres'
import type { Caller } from '../caller.ts'
import { Overloaded } from '../limits/overloaded.ts'
import type { Database, Sql } from './pool.ts'

type Rows = readonly (Row | undefined)[]
type Access = 'read only' | 'read write'

export interface TransactionOptions {
  /** Ends the transaction with a rollback, also when the statement has succeeded. */
  rollback?: boolean
  /** Cancels the statement when the signal aborts; `by` is another pool, which sends the cancellation. */
  cancel?: { signal: AbortSignal; by: Sql }
}

/** How long to wait for a connection. After an outage postgres.js may leave a waiting caller without an answer. */
const RESERVE_MS = 10_000
const RETRY_SECONDS = 2
/** A cancellation that arrives between two statements has no effect, so it is repeated. */
const CANCEL_AGAIN_MS = 50

/**
 * Runs one statement behind a check, in one transaction. The four statements leave together on one connection, so
 * the whole costs one round trip. When the check fails (a signed-out session, say), PostgreSQL has aborted the
 * transaction and refuses the statement.
 */
export async function behind<T extends Rows>(
  pool: Sql,
  access: Access,
  check: (sql: ReservedSql) => PendingQuery<Row[]>,
  statement: (sql: ReservedSql) => PendingQuery<T>,
  { rollback = false, cancel }: TransactionOptions = {},
): Promise<T> {
  cancel?.signal.throwIfAborted()
  const sql = await reserve(pool)
  const begin = access === 'read only' ? sql`begin read only` : sql`begin`
  const asked = statement(sql)
  const sent = settled([begin, check(sql), asked, rollback ? sql`rollback` : sql`commit`])
  const cancellation = cancel && cancelOnAbort(sql, begin, asked, cancel)
  const outcome = await sent
  const usable = (await cancellation?.finish(outcome)) ?? outcome.lost === undefined
  // A lost connection went back to the pool by itself, and another caller may already be using it.
  if (usable) sql.release()
  if (outcome.lost !== undefined) throw outcome.lost
  for (const step of outcome.steps) if (step.status === 'rejected') throw step.reason
  return asked
}

/**
 * Runs one statement with the caller's own rights: role and claims are set for one transaction, as Supabase does,
 * and row-level security decides the rest. It never runs with other rights.
 */
export function asCaller<T extends Rows>(
  db: Database,
  caller: Caller,
  access: Access,
  statement: (sql: ReservedSql) => PendingQuery<T>,
  options: { rollback?: boolean; signal?: AbortSignal } = {},
): Promise<T> {
  const { rollback = false, signal } = options
  const open = (sql: ReservedSql) =>
    sql`select auth.open_request(${caller.role}, ${JSON.stringify(caller.claims)})`
  return behind(db.callers, access, open, statement, {
    rollback,
    ...(signal && { cancel: { signal, by: db.maintenance } }),
  })
}

async function reserve(pool: Sql): Promise<ReservedSql> {
  const reserved = pool.reserve()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), RESERVE_MS)
  })
  const sql = await Promise.race([reserved, late]).finally(() => clearTimeout(timer))
  if (sql) return sql
  reserved.then(
    (unused) => unused.release(),
    () => {},
  )
  throw new Overloaded(RETRY_SECONDS)
}

type Outcome = { lost: Error } | { lost: undefined; steps: PromiseSettledResult<unknown>[] }

/**
 * Waits until every step has its result, or the connection is lost. postgres.js rejects the statements that it had
 * sent, but statements that it had still to send would wait for ever.
 */
function settled(steps: Promise<unknown>[]): Promise<Outcome> {
  return new Promise((resolve) => {
    for (const step of steps) {
      step.catch((error: unknown) => {
        if (isConnectionError(error)) resolve({ lost: error })
      })
    }
    void Promise.allSettled(steps).then((results) => resolve({ lost: undefined, steps: results }))
  })
}

/** postgres.js and Node both set `errno` on the errors of a connection; PostgreSQL's own errors do not have it. */
const isConnectionError = (error: unknown): error is Error => error instanceof Error && 'errno' in error

/**
 * Cancels the statement when the signal aborts. The connection is not released before `finish`, so a cancellation
 * never reaches a statement of another caller: PostgreSQL ignores one that arrives while the connection is idle.
 */
function cancelOnAbort(
  sql: ReservedSql,
  begin: PendingQuery<Row[]>,
  asked: Promise<unknown>,
  { signal, by }: { signal: AbortSignal; by: Sql },
): { finish(outcome: Outcome): Promise<boolean> } {
  let running = true
  let cancelling: Promise<unknown> | undefined
  let cleaned: Promise<Outcome> | undefined
  const end = () => {
    running = false
  }
  asked.then(end, end)

  const abort = () => {
    // A cancellation that hits `commit` leaves an aborted transaction open. It may also hit the first of these two
    // statements, and never both.
    cleaned = settled([sql`rollback`, sql`rollback`])
    cancelling = (async () => {
      const { state } = await begin
      while (running) {
        await by`select pg_cancel_backend(${state.pid})`
        if (running) await delay(CANCEL_AGAIN_MS)
      }
    })().catch(() => {
      // The statement then ends by its own time limit.
    })
  }
  signal.addEventListener('abort', abort, { once: true })

  return {
    /** Answers whether the connection may be used again. */
    finish: async ({ lost }) => {
      signal.removeEventListener('abort', abort)
      await cancelling
      if (lost !== undefined) return false
      return cleaned === undefined || (await cleaned).lost === undefined
    },
  }
}
