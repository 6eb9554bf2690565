import { HOME, type Role } from '@maestros/dominio/acceso/roles'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { welcomeBuscadorMail, welcomeMaestroMail } from '../../platform/mail/mails.ts'
import { addresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'

/**
 * The welcome e-mails: after onboarding for a maestro, after sign-up for a seeker. interno.dar_bienvenida queues them, at
 * most once for an account.
 */
const welcome = (name: string, role: Role, write: typeof welcomeMaestroMail) =>
  defineJob({
    name,
    payload: z.object({ userId: z.guid() }),
    handle: async ({ userId }, context: JobContext<Services>) => {
      // The account may have been erased or suspended meanwhile.
      const person = await addresseeOf(context.services, userId)
      if (person?.role !== role) return
      const link = `${context.services.config.siteUrl}${HOME[role]}`
      await sendMail(await write({ ...person, link }), context)
    },
  })

export const welcomeMaestro = welcome('send-maestro-welcome-mail', 'maestro', welcomeMaestroMail)
/** interno.dar_bienvenida_al_confirmar names this job too. */
export const welcomeBuscador = welcome('send-buscador-welcome-mail', 'buscador', welcomeBuscadorMail)
