import type { FastifyInstance } from 'fastify'
import type { Sql } from '../db/pool.ts'
import type { AuthContext } from './context.ts'
import { CODE_WINDOW_MINUTES } from './one-time.ts'

const EVERY_MS = 15 * 60_000
/** Small bites: a delete must never hold up a sign-in. */
const BATCH = 5000
/** A used token stays known for a while, so that a thief who comes late still ends the session. */
const USED_DAYS = 30
const UNUSED_SESSION_DAYS = 180
/** For this long a client is told that its code has expired; later, that there is none. */
const EXPIRED_CODE_HOURS = 24

/** Rows that can no longer do anything go, a batch now and then. */
export function addCleanup(app: FastifyInstance, { db, log }: AuthContext) {
  const timer = setInterval(() => {
    cleanUp(db.maintenance).catch((error: unknown) =>
      log.warn({ err: error }, 'old sessions were not cleaned up'),
    )
  }, EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => clearInterval(timer))
}

export async function cleanUp(sql: Sql): Promise<void> {
  // A row with wrong guesses stays until its window has passed, so that the next letter finds their count.
  await sql`
    delete from auth.one_time_tokens where expires_at < now()
      and (attempts = 0 or attempts_since < now() - make_interval(mins => ${CODE_WINDOW_MINUTES}))`
  await sql`delete from auth.flow_states where expires_at < now() - make_interval(hours => ${EXPIRED_CODE_HOURS})`
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
