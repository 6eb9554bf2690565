import postgres from 'postgres'

/** Where the database is: a socket folder or host, or a whole URL. */
export type DatabaseTarget =
  | { url: string }
  | { host: string; port: number; database: string; username: string; password: string }

export type Sql = postgres.Sql

export interface Database {
  /** Runs as the owner: for our own functions, after they have authorized the caller. */
  sql: Sql
  /** Starts every connection as `anon`: for statements that run with the caller's own rights. */
  callers: Sql
  close(): Promise<void>
}

export function openDatabase(target: DatabaseTarget, options: { pool: number }): Database {
  const open = (connection: Record<string, string>) => {
    const settings: postgres.Options<Record<string, never>> = {
      max: options.pool,
      connection: { application_name: 'maestros', ...connection },
      onnotice: () => {},
      // fetch_types stays on: without it, postgres.js never hands out a reserved connection that is new.
    }
    return 'url' in target
      ? postgres(target.url, settings)
      : postgres({ ...settings, ...target, path: `${target.host}/.s.PGSQL.${target.port}` })
  }
  const sql = open({})
  // If anything ever ran before its role was set, it would run with the fewest rights, not the most.
  const callers = open({ role: 'anon', statement_timeout: '8000' })
  return {
    sql,
    callers,
    close: async () => {
      await Promise.all([sql.end({ timeout: 5 }), callers.end({ timeout: 5 })])
    },
  }
}
