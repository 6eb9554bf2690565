import { Pool } from 'pg'
import { pgOptions } from './pg-options.ts'
import type { Sql } from './pool.ts'

/**
 * Creates or updates the schema `graphile_worker` of the job queue's library, by the library's own migrations. The
 * caller holds the lock for migrations. The library leaves its functions executable by everyone and one table without
 * row-level security; here both are closed, so that only the owner can use the queue.
 */
export async function installQueueSchema(sql: Sql, one: Sql): Promise<void> {
  // Imported lazily, because loading it takes long and some tests need no queue.
  const { Logger, runMigrations } = await import('graphile-worker')
  const pgPool = new Pool({ ...pgOptions(sql), max: 1 })
  pgPool.on('error', () => {})
  // Errors of a connection reject the statement that uses it; without a listener they would end the process too.
  pgPool.on('connect', (client) => void client.on('error', () => {}))
  try {
    await runMigrations({ pgPool, logger: new Logger(() => () => {}) })
  } finally {
    await pgPool.end()
  }
  await one.unsafe(CLOSE).simple()
}

const CLOSE = `
  revoke all on schema graphile_worker from public;
  revoke all on all functions in schema graphile_worker from public;
  revoke all on all tables in schema graphile_worker from public;
  do $$
  declare
    v_table regclass;
  begin
    for v_table in
      select oid from pg_class
      where relnamespace = 'graphile_worker'::regnamespace and relkind in ('r', 'p') and not relrowsecurity
    loop
      execute format('alter table %s enable row level security', v_table);
    end loop;
  end $$;`
