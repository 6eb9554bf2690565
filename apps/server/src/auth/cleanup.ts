import type { FastifyInstance } from 'fastify'
import type { Sql } from '../db/pool.ts'
import type { AuthContext } from './context.ts'

const EVERY_MS = 15 * 60_000
/** Small bites: a delete must never hold up a sign-in. */
const BATCH = 5000
/** A used token stays known for a while, so that a thief who comes late still ends the session. */
const USED_DAYS = 30
const UNUSED_SESSION_DAYS = 180

/** Rows that can no longer do anything go, a batch now and then. */
export function addCleanup(app: FastifyInstance, { db, log }: AuthContext) {
  const timer = setInterval(() => {
    cleanUp(db.sql).catch((error: unknown) => log.warn({ err: error }, 'old sessions were not cleaned up'))
  }, EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

export async function cleanUp(sql: Sql): Promise<void> {
  await sql`delete from auth.one_time_tokens where expires_at < now()`
  await sql`
    delete from auth.refresh_tokens where id in (
      select id from auth.refresh_tokens where used_at < now() - make_interval(days => ${USED_DAYS})
      limit ${BATCH})`
  await sql`
    delete from auth.sessions where id in (
      select id from auth.sessions
      where coalesce(refreshed_at, created_at) < now() - make_interval(days => ${UNUSED_SESSION_DAYS})
      limit ${BATCH})`
}
