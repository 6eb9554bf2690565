import type { AvisoPush } from '@maestros/contrato/push'
import type { Config } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { type JobContext, PermanentFailure } from '../jobs/definition.ts'
import { timeBudget } from '../limits/time-budget.ts'
import type { Secrets } from '../secrets.ts'
import { type Endpoint, parseEndpoint } from './endpoint.ts'
import { RefusedPush, sendPush } from './send.ts'

export interface PushServices {
  db: Database
  config: Config
  secrets: Secrets
}

/** About 50 minutes of attempts: later a notification is of little use. Also in migrations 044 and 054. */
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
  { services: { db, config, secrets }, log, signal }: JobContext<PushServices>,
): Promise<void> {
  if (!aviso) return
  const sql = db.maintenance
  const [subscription] = await sql<Subscription[]>`
    select user_id as persona, endpoint, p256dh, auth from interno.suscripciones_push where id = ${id}`
  if (!subscription) return
  const { persona, endpoint: address, ...keys } = subscription
  if (pushTime.isUsedUp(persona)) throw new Error('the push services of this person have taken too much time')
  const endpoint = parseEndpoint(address, config.PUSH_EXTRA_ORIGINS)
  const { vapid } = secrets
  const send = (to: Endpoint) =>
    sendPush({ endpoint: to, keys }, aviso, { vapid, subject: subjectOf(config), signal }).catch(refusal)
  const result = endpoint ? await pushTime.spend(persona, () => send(endpoint)) : 'gone'
  if (result === 'later') throw new Error('the push service cannot take the notification now')
  if (result === 'sent') {
    await sql`update interno.suscripciones_push set ultimo_exito = now() where id = ${id}`
    return
  }
  log.info({ subscription: id }, 'a push subscription has ended and is removed')
  await sql`delete from interno.suscripciones_push where id = ${id}`
}

function refusal(error: unknown): never {
  if (error instanceof RefusedPush) throw new PermanentFailure(error.message, { cause: error })
  throw error
}

/** Whom a push service may write to about our requests (RFC 8292). */
function subjectOf({ SUPPORT_EMAIL, MAIL_FROM }: Pick<Config, 'SUPPORT_EMAIL' | 'MAIL_FROM'>): string {
  return `mailto:${SUPPORT_EMAIL ?? /<([^<>\s]+)>/.exec(MAIL_FROM)?.[1] ?? MAIL_FROM}`
}
