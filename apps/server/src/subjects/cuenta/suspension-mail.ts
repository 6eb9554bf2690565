import { LOGIN, ladoDeRole } from '@maestros/dominio/acceso/roles'
import { fechaLarga } from '@maestros/dominio/fechas'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { restoredMail, suspendedMail } from '../../platform/mail/mails.ts'
import { addresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'

const TERMS = '/terminos-y-condiciones'

/**
 * Tells a person that an operator suspended or restored the account. interno.cambiar_suspension adds the job, one for each
 * act, which the event identifies. An act that another one has replaced is not told any more.
 */
export const sendSuspensionMail = defineJob({
  name: 'send-suspension-mail',
  payload: z.object({ evento: z.int(), userId: z.guid(), mensaje: z.string().optional() }),
  handle: async ({ evento, userId, mensaje }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [act] = await db.maintenance<{ suspends: boolean; borrar_en: Date | null }[]>`
      select e.tipo = 'cuenta_suspendida' as suspends, c.borrar_en
      from interno.eventos e join public.profiles p on p.id = e.sobre left join interno.cierres c on c.cuenta_id = p.id
      where e.id = ${evento}
        and (e.tipo = 'cuenta_suspendida') = (p.suspendido_en is not null and not interno.se_cierra(p.id))
        and not exists (
          select from interno.eventos later
          where later.tipo in ('cuenta_suspendida', 'cuenta_restaurada') and later.id > e.id and later.sobre = e.sobre)`
    const person = act && (await addresseeOf(context.services, userId, { evenSuspended: true }))
    if (!person) return
    const mail = act.suspends
      ? suspendedMail({
          ...person,
          mensaje,
          support: config.SUPPORT_EMAIL,
          link: `${config.siteUrl}${TERMS}`,
        })
      : restoredMail({
          ...person,
          mensaje,
          ...(act.borrar_en && { fecha: fechaLarga(act.borrar_en) }),
          link: `${config.siteUrl}${LOGIN[ladoDeRole(person.role) ?? 'buscador']}`,
        })
    await sendMail(await mail, context)
  },
})
