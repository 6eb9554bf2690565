import { z } from 'zod'
import type { Database } from '../../../db/pool.ts'
import { defineJob, type JobContext } from '../../../jobs/definition.ts'
import { searchAlertMail } from '../../../mail/mails.ts'
import { optionalAddresseeOf } from '../../../mail/recipient.ts'
import { sendMail } from '../../../mail/send.ts'
import type { Services } from '../../../services.ts'

/** E-mails are queued in batches, so that no transaction is long. */
const BATCH = 500

/** Queues the e-mails of everyone who waits for a trade in a borough. A trigger of interno.directorio adds this job. */
export const queueSearchAlerts = defineJob({
  name: 'queue-search-alerts',
  payload: z.object({ alcaldia: z.string(), oficio: z.string() }),
  handle: async ({ alcaldia, oficio }, { services, signal }: JobContext<{ db: Database }>) => {
    const sql = services.db.maintenance
    for (;;) {
      signal.throwIfAborted()
      const [row] = await sql<{ cuantos: number }[]>`
        select interno.encolar_avisos(${alcaldia}, ${oficio}, ${BATCH}) as cuantos`
      if (!row || row.cuantos < BATCH) return
    }
  },
})

interface Alert {
  buscador: string
  alcaldia: string
  oficio: string
  listed: boolean
}

/** Sends one alert and deletes it. An alert whose e-mail the person does not want is deleted too. */
export const sendSearchAlert = defineJob({
  name: 'send-search-alert',
  payload: z.object({ aviso: z.int() }),
  handle: async ({ aviso }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [alert] = await db.maintenance<Alert[]>`
      select a.buscador_id as buscador, a.alcaldia, a.oficio,
        exists (
          select from interno.directorio_totales t
          where t.alcaldia = a.alcaldia collate "default" and t.oficio = a.oficio collate "default" and t.total > 0
        ) as listed
      from interno.avisos_de_busqueda a
      join public.profiles p on p.id = a.buscador_id and p.suspendido_en is null
      where a.id = ${aviso}`
    // The alert was taken back, or the account was erased or suspended.
    if (!alert) return
    if (!alert.listed) {
      // The maestro is gone again. The alert waits for the next one.
      await db.maintenance`update interno.avisos_de_busqueda set encolado_en = null where id = ${aviso}`
      return
    }
    const { alcaldia, oficio } = alert
    const person = await optionalAddresseeOf(context.services, alert.buscador, 'correo_busquedas')
    if (person) {
      const link = `${config.siteUrl}/resultados?${new URLSearchParams({ alcaldia, oficio })}`
      await sendMail(await searchAlertMail({ ...person, link, alcaldia, oficio }), context)
    }
    await db.maintenance`delete from interno.avisos_de_busqueda where id = ${aviso}`
  },
})
