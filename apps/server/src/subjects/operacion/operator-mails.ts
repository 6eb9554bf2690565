import type { MotivoDeReporte } from '@maestros/dominio/seguridad/reportes'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { pendingMail, urgentReportMail } from '../../platform/mail/mails.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'
import { readPending } from './pending.ts'

/** E-mails to SUPPORT_EMAIL about what waits for operators. They name no person and quote no text. */

/** Every morning, unless nothing waits. The queue adds it once, whatever the number of processes. */
export const sendPendingDigest = defineJob({
  name: 'send-pending-digest',
  payload: z.object({}),
  // 8:00 in Mexico City, which has no daylight saving time.
  cron: '0 14 * * *',
  catchUpMinutes: 10 * 60,
  handle: async (_payload, context: JobContext<Services>) => {
    const { db, config } = context.services
    if (config.SUPPORT_EMAIL === undefined) return
    const pending = (await readPending(db.maintenance)).filter(({ cuantos }) => cuantos > 0)
    if (pending.length === 0) return
    const about = { to: config.SUPPORT_EMAIL, link: `${config.siteUrl}/operacion` }
    await sendMail(await pendingMail({ ...about, pending, now: Date.now() }), context)
  },
})

/**
 * interno.reportar adds it for a report of harassment or fraud: at once for the first about a person, and after a while for all that follow.
 * It tells those of the same person that no e-mail has told yet. A report that was closed meanwhile is not announced.
 */
export const sendUrgentReport = defineJob({
  name: 'send-urgent-report',
  payload: z.object({ reporte: z.int() }),
  handle: async ({ reporte }, context: JobContext<Services>) => {
    const { db, config } = context.services
    if (config.SUPPORT_EMAIL === undefined) return
    const reports = await db.maintenance<{ id: number; motivo: MotivoDeReporte }[]>`
      select r.id::integer, r.motivo from interno.reportes r
      where r.reportado_id = (select reportado_id from interno.reportes where id = ${reporte})
        and r.motivo in ('acoso', 'fraude') and r.avisado_en is null and r.cerrado_en is null
      order by r.id desc`
    const [last] = reports
    if (!last) return
    const about = { to: config.SUPPORT_EMAIL, link: `${config.siteUrl}/operacion/reportes/${last.id}` }
    const motivos = [...new Set(reports.map(({ motivo }) => motivo))]
    await sendMail(
      await urgentReportMail({ ...about, reporte: last.id, cuantos: reports.length, motivos }),
      context,
    )
    await db.maintenance`
      update interno.reportes set avisado_en = now() where id = any (${reports.map(({ id }) => id)}::bigint[])`
  },
})
