import { z } from 'zod'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { supportTicketMail, ticketAnsweredMail, ticketReceivedMail } from '../../platform/mail/mails.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'

/** The e-mails about tickets. interno.enviar_ticket and interno.responder_ticket add the jobs. */

const OWN_TICKETS = '/ayuda#mis-solicitudes'

const OfTicket = z.object({ ticket: z.guid(), userId: z.guid() })

/**
 * Says that a ticket has arrived, to the address of the account. The address in the form may be of anybody, and we do not
 * send an e-mail that nobody requested to a stranger.
 */
export const sendTicketReceived = defineJob({
  name: 'send-ticket-received',
  payload: OfTicket,
  handle: async ({ ticket }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [found] = await db.maintenance<{ email: string; nombre: string; mensaje: string }[]>`
      select u.email, t.nombre, t.mensaje from public.tickets t join auth.users u on u.id = t.usuario_id
      where t.id = ${ticket}`
    // The account was erased meanwhile.
    if (!found) return
    const { email: to, nombre, mensaje } = found
    const link = `${config.siteUrl}${OWN_TICKETS}`
    await sendMail(await ticketReceivedMail({ to, nombre, mensaje, link }), context)
  },
})

interface ForSupport {
  nombre: string
  correo: string
  mensaje: string
  role: string | null
  imagenes: number
}

/** Copies a ticket to the support mailbox, whose answers go to the person. */
export const sendTicketToSupport = defineJob({
  name: 'send-ticket-to-support',
  payload: OfTicket,
  handle: async ({ ticket }, context: JobContext<Services>) => {
    const { db, config, mail } = context.services
    // Without SMTP it would stay in the local mailbox, where the erasure of the account would not find it.
    if (config.SUPPORT_EMAIL === undefined || !mail.delivers) return
    const [found] = await db.maintenance<ForSupport[]>`
      select t.nombre, t.correo, t.mensaje, p.role, cardinality(interno.imagenes_de_ticket(t)) as imagenes
      from public.tickets t join public.profiles p on p.id = t.usuario_id where t.id = ${ticket}`
    if (!found) return
    const consola = `${config.siteUrl}/operacion/solicitudes/${ticket}`
    await sendMail(await supportTicketMail({ ...found, ticket, consola, to: config.SUPPORT_EMAIL }), context)
  },
})

/** Sends the answer of an operator to the address that the person gave in the form. */
export const sendTicketAnswered = defineJob({
  name: 'send-ticket-answered',
  payload: z.object({ respuesta: z.int(), userId: z.guid() }),
  handle: async ({ respuesta }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [found] = await db.maintenance<{ to: string; nombre: string; respuesta: string }[]>`
      select t.correo as to, t.nombre, r.texto as respuesta
      from interno.ticket_respuestas r join public.tickets t on t.id = r.ticket_id
      where r.id = ${respuesta} and t.usuario_id is not null`
    if (!found) return
    await sendMail(await ticketAnsweredMail({ ...found, link: `${config.siteUrl}${OWN_TICKETS}` }), context)
  },
})
