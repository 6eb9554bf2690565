import { finDelSilencio } from '@maestros/dominio/horas-de-silencio'
import { z } from 'zod'
import type { Config } from '../config.ts'
import type { Database } from '../db/pool.ts'
import { defineJob, type JobContext, PermanentFailure } from '../jobs/definition.ts'
import type { Secrets } from '../secrets.ts'
import { parseEndpoint } from './endpoint.ts'
import { avisoOf, readPending } from './pending.ts'
import { RefusedPush, sendPush } from './send.ts'

interface Needs {
  db: Database
  config: Config
  secrets: Secrets
}

/** About 50 minutes of attempts: later a notification about a message is of little use. Also in migration 044. */
const ATTEMPTS = 8

/**
 * Tells one browser about the unread messages of one chat. The trigger `mensajes_queue_push` adds it once for several
 * messages. What was read, blocked or switched off meanwhile is found out here. In the quiet hours one summary takes its
 * place.
 */
export const sendChatPush = defineJob({
  name: 'send-push',
  payload: z.object({ suscripcion: z.guid(), chat: z.guid() }),
  attempts: ATTEMPTS,
  handle: async ({ suscripcion, chat }, context: JobContext<Needs>) => {
    const { db, config } = context.services
    const pending = await readPending(db.maintenance, suscripcion, chat)
    if (pending.length === 0) return
    const until = finDelSilencio(new Date(), config.PUSH_QUIET_HOURS)
    if (until === null) return deliver(suscripcion, pending, context)
    await db.maintenance`
      select interno.encolar_con_clave(${sendPushSummary.name}, ${db.maintenance.json({ suscripcion })},
        ${`push-summary:${suscripcion}`}, ${until}, ${ATTEMPTS})`
  },
})

/** At the end of the quiet hours: one notification about all that is still unread. */
export const sendPushSummary = defineJob({
  name: 'send-push-summary',
  payload: z.object({ suscripcion: z.guid() }),
  attempts: ATTEMPTS,
  handle: async ({ suscripcion }, context: JobContext<Needs>) => {
    const pending = await readPending(context.services.db.maintenance, suscripcion, null)
    await deliver(suscripcion, pending, context)
  },
})

interface Subscription {
  endpoint: string
  p256dh: string
  auth: string
}

async function deliver(
  id: string,
  pending: Parameters<typeof avisoOf>[0],
  { services: { db, config, secrets }, log, signal }: JobContext<Needs>,
): Promise<void> {
  const aviso = avisoOf(pending)
  if (!aviso) return
  const sql = db.maintenance
  const [subscription] = await sql<Subscription[]>`
    select endpoint, p256dh, auth from interno.suscripciones_push where id = ${id}`
  if (!subscription) return
  const { endpoint: address, ...keys } = subscription
  const endpoint = parseEndpoint(address, config.PUSH_EXTRA_ORIGINS)
  const { vapid } = secrets
  const result = endpoint
    ? await sendPush({ endpoint, keys }, aviso, { vapid, subject: subjectOf(config), signal }).catch(refusal)
    : 'gone'
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
