import { MINUTOS_SIN_LEER } from '@maestros/dominio/avisos/preferencias'
import { nombreDeMaestro, tituloDeChat } from '@maestros/dominio/nombres'
import { z } from 'zod'
import type { Database } from '../../platform/db/pool.ts'
import { defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { unreadMail } from '../../platform/mail/mails.ts'
import { optionalAddresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'

/** Queues the e-mails about messages that have been unread for a while. */
export const findUnread = defineJob({
  name: 'find-unread-messages',
  payload: z.object({}),
  attempts: 1,
  cron: '* * * * *',
  handle: async (_payload, { services }: JobContext<{ db: Database }>) => {
    const { maintenance: sql } = services.db
    await sql`select interno.reunir_sin_leer(${MINUTOS_SIN_LEER})`
    await sql`select interno.encolar_sin_leer()`
  },
})

interface Unread {
  otra: string
  cuantos: number
  enLinea: boolean
  /** Whether the person is the maestro of the chat. */
  esMaestro: boolean
  display_name: string | null
  nombre: string | null
  apellido: string | null
}

/**
 * Tells a person about the unread messages of one chat, without their text. It is not sent when the person has read
 * them meanwhile. For a person who is online now the chat is examined again, until the messages are read or the person
 * has left.
 */
export const sendUnreadMail = defineJob({
  name: 'send-unread-mail',
  payload: z.object({ persona: z.guid(), chat: z.guid(), hasta: z.int() }),
  handle: async ({ persona, chat, hasta }, context: JobContext<Services>) => {
    const { db, config } = context.services
    const [unread] = await db.maintenance<Unread[]>`
      select case when c.maestro_id = ${persona} then c.buscador_id else c.maestro_id end as otra,
        c.maestro_id = ${persona} as "esMaestro", p.display_name, m.nombre, left(btrim(m.apellido), 1) as apellido,
        case when c.maestro_id = ${persona} then c.no_leidos_maestro else c.no_leidos_buscador end as cuantos,
        a.en_linea as "enLinea"
      from public.chats c
      join public.profiles p on p.id = c.buscador_id
      join public.maestros m on m.id = c.maestro_id
      cross join lateral interno.aviso_sin_leer(${persona}, c.id) a
      where c.id = ${chat} and a.debido
        and case when c.maestro_id = ${persona} then c.leido_maestro_hasta else c.leido_buscador_hasta end < ${hasta}`
    if (unread?.enLinea) {
      await db.maintenance`
        update interno.avisos_sin_leer set pendiente = true
        where persona_id = ${persona} and chat_id = ${chat} and hasta = ${hasta}`
      return
    }
    const person = unread && (await optionalAddresseeOf(context.services, persona, 'correo_mensajes'))
    if (!person) return
    const { cuantos, esMaestro } = unread
    const other = esMaestro
      ? tituloDeChat(unread.display_name)
      : nombreDeMaestro(unread.nombre, unread.apellido)
    const link = `${config.siteUrl}/${esMaestro ? 'chat-maestro' : 'chats'}/${chat}`
    const mail = await unreadMail({ ...person, link, persona: other, cuantos })
    await sendMail({ ...mail, about: unread.otra }, context)
  },
})
