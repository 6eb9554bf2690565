import { z } from 'zod'
import type { Database, Sql } from '../../platform/db/pool.ts'
import { defineJob, type JobContext, PermanentFailure } from '../../platform/jobs/definition.ts'
import { searchAlertMail } from '../../platform/mail/mails.ts'
import { optionalAddresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'

/** E-mails are queued in batches, so that no transaction is long. */
const BATCH = 500

const Search = z.object({ alcaldia: z.string(), oficio: z.string() })
type Search = z.infer<typeof Search>

/** Queues the e-mails of everyone who waits for a trade in a borough. A trigger of interno.directorio adds this job. */
export const queueSearchAlerts = defineJob({
  name: 'queue-search-alerts',
  payload: Search,
  handle: (search, { services, signal }: JobContext<{ db: Database }>) =>
    queueAlerts(services.db.maintenance, search, signal),
})

async function queueAlerts(sql: Sql, { alcaldia, oficio }: Search, signal: AbortSignal): Promise<void> {
  for (;;) {
    signal.throwIfAborted()
    const [row] = await sql<{ cuantos: number }[]>`
      select interno.encolar_avisos(${alcaldia}, ${oficio}, ${BATCH}) as cuantos`
    if (!row || row.cuantos < BATCH) return
  }
}

/** Queues alerts that wait although somebody is listed: the person was suspended when the maestro was listed. */
export const findSearchAlerts = defineJob({
  name: 'find-search-alerts',
  payload: z.object({}),
  attempts: 1,
  cron: '5 * * * *',
  handle: async (_payload, { services, signal }: JobContext<{ db: Database }>) => {
    const { maintenance: sql } = services.db
    const searches = await sql<
      Search[]
    >`select alcaldia, oficio from interno.busquedas_con_avisos_en_espera()`
    for (const search of searches) await queueAlerts(sql, search, signal)
  },
})

interface Alert extends Search {
  buscador: string
  listed: boolean
  suspended: boolean
}

/**
 * Sends one alert and deletes it. An alert whose e-mail the person does not want, or whose mailbox refuses it, is deleted
 * too: it would occupy one of the few places of the person for ever.
 */
export const sendSearchAlert = defineJob({
  name: 'send-search-alert',
  // The erasure of an account finds its jobs by `userId`.
  payload: z.object({ aviso: z.int(), userId: z.guid() }),
  handle: async ({ aviso }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [alert] = await db.maintenance<Alert[]>`
      select a.buscador_id as buscador, a.alcaldia, a.oficio,
        exists (
          select from interno.directorio_totales t
          where t.alcaldia = a.alcaldia collate "default" and t.oficio = a.oficio collate "default" and t.total > 0
        ) as listed, p.suspendido_en is not null as suspended
      from interno.avisos_de_busqueda a join public.profiles p on p.id = a.buscador_id
      where a.id = ${aviso}`
    // The alert was taken back, or the account was erased.
    if (!alert) return
    if (alert.suspended || !alert.listed) {
      // The maestro is gone again, or the person cannot use the product now. The alert waits. A maestro who was listed while
      // the alert counted as queued has not queued it, so it is checked again.
      await db.maintenance`update interno.avisos_de_busqueda set encolado_en = null where id = ${aviso}`
      await queueAlerts(db.maintenance, alert, context.signal)
      return
    }
    const { alcaldia, oficio } = alert
    const finish = async () => void (await db.maintenance`select interno.terminar_aviso(${aviso})`)
    const person = await optionalAddresseeOf(context.services, alert.buscador, 'correo_busquedas')
    if (person) {
      const link = `${config.siteUrl}/resultados?${new URLSearchParams({ alcaldia, oficio })}`
      const mail = await searchAlertMail({ ...person, link, alcaldia, oficio })
      await sendMail(mail, context).catch(async (error: unknown) => {
        if (error instanceof PermanentFailure) await finish()
        throw error
      })
    }
    await finish()
  },
})
