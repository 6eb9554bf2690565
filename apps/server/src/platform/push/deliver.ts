import type { AvisoPush } from '@maestros/contrato/avisos/aviso-push'
import type { Database, Sql } from '../db/pool.ts'
import { type JobContext, PermanentFailure } from '../jobs/definition.ts'
import { timeBudget } from '../limits/time-budget.ts'
import type { Config } from '../settings/config.ts'
import type { Secrets } from '../settings/secrets.ts'
import { parseEndpoint } from './endpoint.ts'
import { type PushResult, RefusedPush, sendPush } from './send.ts'

export interface PushServices {
  db: Database
  config: Config
  secrets: Secrets
}

/** The names of the jobs that send notifications, each defined by its subject. */
export const PUSH_JOBS = {
  chat: 'send-push',
  summary: 'send-push-summary',
  search: 'send-search-push',
} as const

/** About half an hour of attempts: later a notification is of little use. Also in interno.encolar_push and interno.terminar_aviso. */
export const ATTEMPTS = 8

/**
 * A process runs few jobs at a time, and the address of a push service comes from the person: one that takes seconds to answer
 * would delay the notifications of everybody. A push service takes about 0.1 s.
 */
export const pushTime = timeBudget({ ms: 60_000, windowMs: 5 * 60_000 })

interface Subscription {
  persona: string
  endpoint: string
  p256dh: string
  auth: string
}

/** Sends a notification to one browser, and removes a subscription that has ended. Null is nothing to tell. */
export async function deliver(
  id: string,
  aviso: AvisoPush | null,
  { services: { db, config, secrets }, id: job, log, signal }: JobContext<PushServices>,
): Promise<void> {
  if (!aviso) return
  const sql = db.maintenance
  const [subscription] = await sql<Subscription[]>`
    select user_id as persona, endpoint, p256dh, auth from interno.suscripciones_push where id = ${id}`
  if (!subscription) return
  const { persona, endpoint: address, ...keys } = subscription
  const endpoint = parseEndpoint(address, config.PUSH_EXTRA_ORIGINS)
  const { vapid } = secrets
  let result: PushResult = 'gone'
  try {
    if (pushTime.isUsedUp(persona))
      throw new Error('the push services of this person have taken too much time')
    const from = { vapid, subject: subjectOf(config), signal }
    if (endpoint) result = await pushTime.spend(persona, () => sendPush({ endpoint, keys }, aviso, from))
  } catch (error) {
    if (await isReplaced(sql, job)) return
    throw error instanceof RefusedPush ? new PermanentFailure(error.message, { cause: error }) : error
  }
  if (result === 'sent') {
    await sql`update interno.suscripciones_push set ultimo_exito = now() where id = ${id}`
    return
  }
  log.info({ subscription: id }, 'a push subscription has ended and is removed')
  await sql`delete from interno.suscripciones_push where id = ${id}`
}

/**
 * Whether another job with the same key was added while this one ran, for example by the next message of the chat. The library
 * then takes the key and the other attempts from this one: it would stay as a failed job, although the newer one sends the same.
 */
async function isReplaced(sql: Sql, job: string): Promise<boolean> {
  const found = await sql`select from graphile_worker.jobs where id = ${job} and key is null`
  return found.length > 0
}

/** Whom a push service may write to about our requests (RFC 8292). */
function subjectOf({ SUPPORT_EMAIL, MAIL_FROM }: Pick<Config, 'SUPPORT_EMAIL' | 'MAIL_FROM'>): string {
  return `mailto:${SUPPORT_EMAIL ?? /<([^<>\s]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`
}
