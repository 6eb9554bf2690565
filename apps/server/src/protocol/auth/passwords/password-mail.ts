import { RECOVER } from '@maestros/dominio/acceso/roles'
import { fechaYHora } from '@maestros/dominio/fechas'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../../platform/jobs/definition.ts'
import { passwordChangedMail } from '../../../platform/mail/mails.ts'
import { addresseeOf } from '../../../platform/mail/recipient.ts'
import { sendMail } from '../../../platform/mail/send.ts'
import type { Services } from '../../../platform/services.ts'

/**
 * Tells the owner of an account that its password was changed, while signed in or by a recovery. Also sent for a closing
 * account: somebody who took the account must not be able to prevent the e-mail by closing it.
 */
export const sendPasswordMail = defineJob({
  name: 'send-password-mail',
  payload: z.object({ userId: z.guid() }),
  handle: async ({ userId }, context: JobContext<Services>) => {
    const person = await addresseeOf(context.services, userId, { evenSuspended: true })
    if (!person) return
    const link = `${context.services.config.siteUrl}${RECOVER[person.role ?? 'buscador']}`
    const fecha = fechaYHora(context.createdAt)
    await sendMail(await passwordChangedMail({ ...person, link, fecha }), context)
  },
})
