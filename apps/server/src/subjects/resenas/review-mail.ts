import { tituloDeChat } from '@maestros/dominio/nombres'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { reviewMail } from '../../platform/mail/mails.ts'
import { optionalAddresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'

interface Review {
  buscador: string
  puntuacion: number
  comentario: string
  display_name: string | null
}

/**
 * Tells a maestro about a new review. A trigger of resenas adds the job, once for each review; a later edit sends nothing.
 * A review that was hidden meanwhile, or whose author is suspended or blocked, is not announced.
 */
export const sendReviewMail = defineJob({
  name: 'send-review-mail',
  payload: z.object({ resena: z.guid(), maestro: z.guid() }),
  handle: async ({ resena, maestro }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [review] = await db.maintenance<Review[]>`
      select r.buscador_id as buscador, r.puntuacion, r.comentario, p.display_name
      from public.resenas r join public.profiles p on p.id = r.buscador_id and p.suspendido_en is null
      where r.id = ${resena} and r.maestro_id = ${maestro} and not r.oculta
        and not interno.par_bloqueado(r.buscador_id, r.maestro_id)`
    const person = review && (await optionalAddresseeOf(context.services, maestro, 'correo_resenas'))
    if (!person) return
    const { puntuacion, comentario } = review
    const persona = tituloDeChat(review.display_name)
    const link = `${config.siteUrl}/perfil-maestro#resenas`
    const mail = await reviewMail({ ...person, link, persona, puntuacion, comentario })
    await sendMail({ ...mail, about: review.buscador }, context)
  },
})
