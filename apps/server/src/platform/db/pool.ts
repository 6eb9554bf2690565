import postgres from 'postgres'

/** The address of the database: a socket folder or host, or a whole URL. */
export type DatabaseTarget =
  | { url: string }
  | { host: string; port: number; database: string; username: string; password: string }

export type Sql = postgres.Sql

export interface Database {
  /**
   * Runs as the owner: for our own functions, after they have authorized the caller. Statements have a time
   * limit.
   */
  sql: Sql
  /**
   * Every connection starts as `anon`: for statements that run with the caller's rights, with a time limit.
   */
  callers: Sql
  /**
   * Runs as the owner without a time limit of PostgreSQL: for work that no request waits for (demo data, clean-up,
   * reading the schema), and for cancelling the statement of a client that has disconnected.
   */
  maintenance: Sql
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Connections of each of the pools `sql` and `callers`. */
  pool: number
  /**
   * The longest time that a statement of these two pools may run, in milliseconds; no limit when undefined.
   */
  statementMs?: number
}

/** The last two are added to the driver by scripts/lib/patches.mjs. All times are in seconds. */
interface PoolOptions {
  max: number
  idle_timeout?: number
  answer_timeout?: number
  queue_timeout?: number
}

const MAINTENANCE_POOL = 2
const MAINTENANCE_IDLE_SECONDS = 60
/** A connection is replaced after this time, so that PostgreSQL's caches for it do not grow without limit. */
const LIFETIME_SECONDS = 30 * 60
/**
 * How long a lost connection waits before it is opened again. The driver's own wait grows to 20 s with the failures of all
 * connections together; meanwhile it answers no statement, also when PostgreSQL is back.
 */
const REOPEN_SECONDS = 0.25
/**
 * The limits for a network that loses packets without closing connections; otherwise the operating system would keep trying for
 * about 15 minutes. A connection without an answer is lost after ANSWER_SECONDS more than a statement may take, so that
 * PostgreSQL's own limit comes first.
 */
const CONNECT_SECONDS = 5
const ANSWER_SECONDS = 3
const MAINTENANCE_ANSWER_SECONDS = 5 * 60
/** For connections that wait for no answer, such as one that listens. */
const KEEP_ALIVE_SECONDS = 10
/** How long a statement of a request waits for a connection. */
const QUEUE_SECONDS = 10

export function openDatabase(target: DatabaseTarget, options: DatabaseOptions): Database {
  const open = (connection: Record<string, string>, own: PoolOptions) => {
    const settings: postgres.Options<Record<string, never>> = {
      ...own,
      max_lifetime: LIFETIME_SECONDS,
      backoff: () => REOPEN_SECONDS,
      connect_timeout: CONNECT_SECONDS,
      keep_alive: KEEP_ALIVE_SECONDS,
      connection: { application_name: 'maestros', ...connection },
      onnotice: () => {},
      // fetch_types must stay on: without it, postgres.js never returns a new reserved connection.
    }
    return 'url' in target
      ? postgres(target.url, settings)
      : postgres({ ...settings, ...target, path: `${target.host}/.s.PGSQL.${target.port}` })
  }
  const limited: Record<string, string> =
    options.statementMs === undefined ? {} : { statement_timeout: String(options.statementMs) }
  const bounded: PoolOptions = {
    max: options.pool,
    ...(options.statementMs !== undefined && {
      answer_timeout: options.statementMs / 1000 + ANSWER_SECONDS,
      queue_timeout: QUEUE_SECONDS,
    }),
  }
  const sql = open(limited, bounded)
  // A statement that ran before its role was set would have the fewest rights, not the most.
  const callers = open({ role: 'anon', ...limited }, bounded)
  const maintenance = open(
    {},
    {
      max: MAINTENANCE_POOL,
      idle_timeout: MAINTENANCE_IDLE_SECONDS,
      answer_timeout: MAINTENANCE_ANSWER_SECONDS,
    },
  )
  return {
    sql,
    callers,
    maintenance,
    close: async () => {
      await Promise.all([sql, callers, maintenance].map((pool) => pool.end({ timeout: 5 })))
    },
  }
}
