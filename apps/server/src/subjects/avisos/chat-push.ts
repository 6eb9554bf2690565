import { finDelSilencio } from '@maestros/dominio/avisos/horas-de-silencio'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { ATTEMPTS, deliver, PUSH_JOBS, type PushServices } from '../../platform/push/deliver.ts'
import { avisoOf, readPending } from './pending-push.ts'

/**
 * Tells one browser about the unread messages of one chat. The trigger `mensajes_queue_push` adds it once for several
 * messages. What was read, blocked or switched off meanwhile is found out here. In the quiet hours one summary takes its
 * place.
 */
export const sendChatPush = defineJob({
  name: PUSH_JOBS.chat,
  payload: z.object({ suscripcion: z.guid(), chat: z.guid(), userId: z.guid() }),
  attempts: ATTEMPTS,
  handle: async ({ suscripcion, chat, userId = null }, context: JobContext<PushServices>) => {
    const { db, config } = context.services
    const pending = await readPending(db.maintenance, suscripcion, chat)
    if (pending.length === 0) return
    const until = finDelSilencio(new Date(), config.PUSH_QUIET_HOURS)
    if (until === null) return deliver(suscripcion, avisoOf(pending), context)
    await db.maintenance`
      select interno.encolar_con_clave(${sendPushSummary.name}, ${db.maintenance.json({ suscripcion, userId })},
        ${`push-summary:${suscripcion}`}, ${until}, ${ATTEMPTS})`
  },
})

/** At the end of the quiet hours: one notification about all that is still unread. */
export const sendPushSummary = defineJob({
  name: PUSH_JOBS.summary,
  payload: z.object({ suscripcion: z.guid(), userId: z.guid().nullish() }),
  attempts: ATTEMPTS,
  handle: async ({ suscripcion }, context: JobContext<PushServices>) => {
    const pending = await readPending(context.services.db.maintenance, suscripcion, null)
    await deliver(suscripcion, avisoOf(pending), context)
  },
})
