import { HOME } from '@maestros/dominio/acceso'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../../jobs/definition.ts'
import { welcomeMaestroMail } from '../../../mail/mails.ts'
import { sendMail } from '../../../mail/send.ts'
import type { Services } from '../../../services.ts'

/** The welcome e-mail after onboarding. interno.dar_bienvenida queues it, at most once for an account. */
export const welcomeMaestro = defineJob({
  name: 'send-maestro-welcome-mail',
  payload: z.object({ userId: z.guid() }),
  handle: async ({ userId }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [person] = await db.maintenance<{ email: string; nombre: string | null }[]>`
      select u.email, p.nombre from auth.users u join public.profiles p on p.id = u.id
      where u.id = ${userId} and p.suspendido_en is null`
    // The account was erased or suspended meanwhile.
    if (!person) return
    const link = `${config.siteUrl}${HOME.maestro}`
    await sendMail(await welcomeMaestroMail({ to: person.email, nombre: person.nombre ?? '', link }), context)
  },
})
