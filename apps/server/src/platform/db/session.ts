import { setTimeout as delay } from 'node:timers/promises'
import postgres, { type PendingQuery, type ReservedSql, type Row } from 'postgres'
import type { Caller } from '../caller.ts'
import { Overloaded } from '../limits/overloaded.ts'
import { isDatabaseLost } from './database-errors.ts'
import type { Database, Sql } from './pool.ts'

type Rows = readonly (Row | undefined)[]
type Access = 'read only' | 'read write'

export interface TransactionOptions {
  /** Ends the transaction with a rollback, also when the statement has succeeded. */
  rollback?: boolean
  /** Cancels the statement when the signal aborts; `by` is another pool, which sends the cancellation. */
  cancel?: { signal: AbortSignal; by: Sql }
}

/** How long to wait for a connection. */
const RESERVE_MS = 10_000
const RETRY_SECONDS = 2
/** A cancellation that arrives between two statements has no effect, so it is repeated. */
const CANCEL_AGAIN_MS = 50

/**
 * Runs a check and then one statement, in one transaction. The four statements are sent together on one
 * connection, so the whole costs one round trip. When the check fails (for example because the session has
 * ended), PostgreSQL aborts the transaction and refuses the statement.
 */
export async function runAfterCheck<T extends Rows>(
  pool: Sql,
  access: Access,
  check: (sql: ReservedSql) => PendingQuery<Row[]>,
  statement: (sql: ReservedSql) => PendingQuery<T>,
  { rollback = false, cancel }: TransactionOptions = {},
): Promise<T> {
  cancel?.signal.throwIfAborted()
  const sql = await reserve(pool)
  const begin = access === 'read only' ? sql`begin read only` : sql`begin`
  const result = statement(sql)
  const sent = settled([begin, check(sql), result, rollback ? sql`rollback` : sql`commit`])
  const cancellation = cancel && cancelOnAbort(sql, begin, result, cancel)
  const outcome = await sent
  const usable = (await cancellation?.finish(outcome)) ?? outcome.lost === undefined
  // A lost connection has already returned to the pool, and another caller may be using it.
  if (usable) sql.release()
  if (outcome.lost !== undefined) throw outcome.lost
  for (const step of outcome.steps) if (step.status === 'rejected') throw step.reason
  return result
}

/**
 * Runs one statement with the caller's own rights: role and claims are set for one transaction, as in
 * Supabase, and row-level security decides the rest. It never runs with other rights.
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
  return runAfterCheck(db.callers, access, open, statement, {
    rollback,
    ...(signal && { cancel: { signal, by: db.maintenance } }),
  })
}

async function reserve(pool: Sql): Promise<ReservedSql> {
  const reserved = pool.reserve()
  let timer: NodeJS.Timeout | undefined
  const timedOut = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), RESERVE_MS)
  })
  const sql = await Promise.race([reserved, timedOut]).finally(() => clearTimeout(timer))
  if (sql) return sql
  reserved.then(
    (unused) => unused.release(),
    () => {},
  )
  throw new Overloaded(RETRY_SECONDS)
}

type Outcome = { lost: Error } | { lost: undefined; steps: PromiseSettledResult<unknown>[] }

/**
 * Waits until every step has a result, or the connection is lost. postgres.js rejects the statements that it
 * has sent, but statements that it had not sent yet would wait forever.
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

/** An error of the driver or of the connection's socket, in contrast to PostgreSQL's own, after which the connection goes on. */
const isConnectionError = (error: unknown): error is Error =>
  error instanceof Error && isDatabaseLost(error) && !(error instanceof postgres.PostgresError)

/**
 * Cancels the statement when the signal aborts. The connection is released only after `finish`, so a
 * cancellation never affects a statement of another caller: PostgreSQL ignores one that arrives while the
 * connection is idle.
 */
function cancelOnAbort(
  sql: ReservedSql,
  begin: PendingQuery<Row[]>,
  result: Promise<unknown>,
  { signal, by }: { signal: AbortSignal; by: Sql },
): { finish(outcome: Outcome): Promise<boolean> } {
  let running = true
  let cancelling: Promise<unknown> | undefined
  let cleaned: Promise<Outcome> | undefined
  const end = () => {
    running = false
  }
  result.then(end, end)

  const abort = () => {
    // A cancellation that hits `commit` leaves an aborted transaction open. It may also hit the first of
    // these two statements, but never both.
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
    /** Returns whether the connection can be used again. */
    finish: async ({ lost }) => {
      signal.removeEventListener('abort', abort)
      // A statement that was not sent before the connection was lost never gets a result.
      if (lost !== undefined) {
        end()
        return false
      }
      await cancelling
      return cleaned === undefined || (await cleaned).lost === undefined
    },
  }
}
