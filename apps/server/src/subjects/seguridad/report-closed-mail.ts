import { diaCompleto } from '@maestros/dominio/fechas'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { reportClosedMail } from '../../platform/mail/mails.ts'
import { addresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'

/**
 * Tells the person who sent a report that it was closed, without a word about the other person. interno.cerrar_reporte adds
 * the job, once, because a report is closed once. It is about the account's own report, so it is not an optional e-mail.
 */
export const sendReportClosed = defineJob({
  name: 'send-report-closed',
  payload: z.object({ reporte: z.int(), userId: z.guid() }),
  handle: async ({ reporte, userId }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [report] = await db.maintenance<{ dia: string }[]>`
      select interno.dia_de_la_ciudad(creado_en)::text as dia from interno.reportes where id = ${reporte}`
    const person = report && (await addresseeOf(context.services, userId, { evenSuspended: true }))
    if (!person) return
    const link = `${config.siteUrl}/ayuda`
    await sendMail(await reportClosedMail({ ...person, link, fecha: diaCompleto(report.dia) }), context)
  },
})
