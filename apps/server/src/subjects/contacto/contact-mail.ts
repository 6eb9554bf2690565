import type { Motivo } from '@maestros/dominio/contacto/contacto'
import { tituloDeChat } from '@maestros/dominio/nombres'
import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { contactMail } from '../../platform/mail/mails.ts'
import { optionalAddresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'

interface Request {
  motivo: Motivo
  display_name: string | null
  chat: string | null
}

/**
 * Tells a maestro that a seeker has unlocked the contact. A trigger of accesos_contacto adds the job, once for each pair.
 * The description that a seeker may write is left out: it is in the conversation.
 */
export const sendContactMail = defineJob({
  name: 'send-contact-mail',
  payload: z.object({ buscador: z.guid(), maestro: z.guid() }),
  handle: async ({ buscador, maestro }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [request] = await db.maintenance<Request[]>`
      select a.motivo, p.display_name, c.id as chat
      from public.accesos_contacto a
      join public.profiles p on p.id = a.buscador_id and p.suspendido_en is null
      left join public.chats c on c.buscador_id = a.buscador_id and c.maestro_id = a.maestro_id
      where a.buscador_id = ${buscador} and a.maestro_id = ${maestro}
        and not interno.par_bloqueado(a.buscador_id, a.maestro_id)`
    const person = request && (await optionalAddresseeOf(context.services, maestro, 'correo_contacto'))
    if (!person) return
    const { motivo, chat } = request
    const link = `${config.siteUrl}/chat-maestro${chat === null ? '' : `/${chat}`}`
    const persona = tituloDeChat(request.display_name)
    const mail = await contactMail({ ...person, link, persona, motivo })
    await sendMail({ ...mail, about: buscador }, context)
  },
})
