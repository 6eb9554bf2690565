import { z } from 'zod'
import type { Database, Sql } from '../db/pool.ts'
import { defineJob, type JobContext } from '../jobs/definition.ts'
import { CODE_WINDOW_MINUTES } from './one-time.ts'

/** Deletes are limited in size, so that they do not delay a sign-in. */
const BATCH = 5000
/** A used token is kept for a while, so that its later use by a thief still ends the session. */
const USED_DAYS = 30
const UNUSED_SESSION_DAYS = 180
/** An onboarding draft that nobody touched for this long is removed, with the pictures that only it shows. */
const UNUSED_DRAFT_DAYS = 180
/** For this long a client is told that its code has expired; later, that there is none. */
const EXPIRED_CODE_HOURS = 24

/** Deletes rows that have no effect any more, in batches. */
export const cleanUpAccounts = defineJob({
  name: 'clean-up-accounts',
  payload: z.object({}),
  attempts: 1,
  cron: '*/15 * * * *',
  handle: (_payload, { services }: JobContext<{ db: Database }>) => cleanUp(services.db.maintenance),
})

export async function cleanUp(sql: Sql): Promise<void> {
  // A row with wrong guesses stays until its window has passed, so that the next e-mail finds their count.
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
  await sql`
    delete from interno.borradores where maestro_id in (
      select maestro_id from interno.borradores group by maestro_id
      having max(actualizado_en) < now() - make_interval(days => ${UNUSED_DRAFT_DAYS})
      limit ${BATCH})`
}
