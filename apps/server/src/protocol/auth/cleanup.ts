import type { PendingQuery, Row } from 'postgres'
import { z } from 'zod'
import { inBatches } from '../../platform/db/in-batches.ts'
import type { Database, Sql } from '../../platform/db/pool.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { KNOWN_DAYS } from './known-addresses.ts'
import { CODE_WINDOW_MINUTES } from './one-time.ts'

/** Deletes are limited in size, so that they do not delay a sign-in. */
const BATCH = 5000
/** Smaller, because every table that refers to accounts is searched for each one. */
const ACCOUNTS_BATCH = 200
/**
 * An account whose e-mail address was not confirmed for this long is deleted. Anybody can sign up with the address of
 * another person, who can then use it again.
 */
export const UNCONFIRMED_DAYS = 7
/** Until then a link that works delays the deletion. No longer, because anybody can request e-mails for the account. */
const UNCONFIRMED_DAYS_WITH_LINK = UNCONFIRMED_DAYS + 1
/** A used token is kept for a while, so that its later use by a thief still ends the session. */
const USED_DAYS = 30
const UNUSED_SESSION_DAYS = 180
/** An onboarding draft that nobody touched for this long is removed, with the pictures that only it shows. */
const UNUSED_DRAFT_DAYS = 180
/** Longer than a challenge works, and than the time in which an enrolment must be completed. */
const OPERATOR_LEFTOVER_HOURS = 2
/** For this long a client is told that its code has expired; later, that there is none. */
const EXPIRED_CODE_HOURS = 24

/** Deletes rows that have no effect any more, in batches. */
export const cleanUpAccounts = defineJob({
  name: 'clean-up-accounts',
  payload: z.object({}),
  attempts: 1,
  cron: '*/15 * * * *',
  handle: (_payload, { services, signal }: JobContext<{ db: Database }>) =>
    cleanUp(services.db.maintenance, signal),
})

export async function cleanUp(sql: Sql, signal?: AbortSignal): Promise<void> {
  const each = (size: number, remove: () => PendingQuery<Row[]>) => inBatches(size, remove, signal)
  // A row with wrong guesses stays until its window has passed, so that the next e-mail finds their count.
  await sql`
    delete from auth.one_time_tokens where expires_at < now()
      and (attempts = 0 or attempts_since < now() - make_interval(mins => ${CODE_WINDOW_MINUTES}))`
  await sql`delete from auth.flow_states where expires_at < now() - make_interval(hours => ${EXPIRED_CODE_HOURS})`
  await each(
    BATCH,
    () => sql`
      delete from auth.refresh_tokens where id in (
        select id from auth.refresh_tokens where used_at < now() - make_interval(days => ${USED_DAYS})
        limit ${BATCH})`,
  )
  await each(
    BATCH,
    () => sql`
      delete from auth.sessions where id in (
        select id from auth.sessions
        where coalesce(refreshed_at, created_at) < now() - make_interval(days => ${UNUSED_SESSION_DAYS})
        limit ${BATCH})`,
  )
  await each(
    BATCH,
    () => sql`
      delete from auth.known_addresses where (user_id, address) in (
        select user_id, address from auth.known_addresses where seen_on < current_date - ${KNOWN_DAYS}::int
        limit ${BATCH})`,
  )
  // What operators have left: sessions after their last hour, challenges, enrolments without a code, links.
  await sql`
    delete from auth.sessions s using public.profiles p
    where p.id = s.user_id and p.role = 'operador' and interno.sesion_de_operador_vencida(s.created_at)`
  const old = sql`created_at < now() - make_interval(hours => ${OPERATOR_LEFTOVER_HOURS})`
  await sql`delete from auth.mfa_challenges where ${old}`
  await sql`delete from auth.mfa_factors where status = 'unverified' and ${old}`
  await sql`delete from interno.accesos_de_operador where vence_en < now()`
  await sql`
    delete from interno.borradores where maestro_id in (
      select maestro_id from interno.borradores group by maestro_id
      having max(actualizado_en) < now() - make_interval(days => ${UNUSED_DRAFT_DAYS})
      limit ${BATCH})`
  // A confirmation that runs now has locked the account. A suspended account stays, so that its address stays refused. So
  // does, for one more day, one with an e-mail whose link still works: its owner may have asked for it again.
  await each(
    ACCOUNTS_BATCH,
    () => sql`
      delete from auth.users where id in (
        select u.id from auth.users u
        join public.profiles p on p.id = u.id and p.suspendido_en is null and p.role is distinct from 'operador'
        where u.email_confirmed_at is null and u.last_sign_in_at is null
          and u.created_at < now() - make_interval(days => ${UNCONFIRMED_DAYS})
          and not exists (select from auth.sessions s where s.user_id = u.id)
          and (u.created_at < now() - make_interval(days => ${UNCONFIRMED_DAYS_WITH_LINK})
            or not exists (select from auth.one_time_tokens t where t.user_id = u.id and t.expires_at > now()))
        order by u.created_at limit ${ACCOUNTS_BATCH} for update of u skip locked)`,
  )
}
