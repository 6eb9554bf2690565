import { LOGIN } from '@maestros/dominio/acceso'
import { z } from 'zod'
import { defineJob, type JobContext } from '../jobs/definition.ts'
import { closingMail, erasedMail } from '../mail/mails.ts'
import { sendMail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { eraseAccount } from './erase.ts'

/** Accounts that their owners close: the e-mail about it, and the erasure after the time to think again. */

interface Closing {
  email: string
  nombre: string | null
  role: 'buscador' | 'maestro' | null
  borrar_en: Date
  erasing: boolean
}

async function closingOf({ db }: Pick<Services, 'db'>, userId: string): Promise<Closing | undefined> {
  const [closing] = await db.maintenance<Closing[]>`
    select u.email, p.nombre, p.role, c.borrar_en, c.borrando_en is not null as erasing
    from interno.cierres c join auth.users u on u.id = c.cuenta_id join public.profiles p on p.id = u.id
    where c.cuenta_id = ${userId}`
  return closing
}

/** interno.cerrar_cuenta queues it. It is not sent when the account was kept meanwhile. */
export const sendClosingMail = defineJob({
  name: 'send-closing-mail',
  payload: z.object({ userId: z.guid() }),
  handle: async ({ userId }, context: JobContext<Services>) => {
    const closing = await closingOf(context.services, userId)
    if (!closing) return
    const link = `${context.services.config.siteUrl}${LOGIN[closing.role ?? 'buscador']}`
    const about = { to: closing.email, nombre: closing.nombre ?? '', link, fecha: dayOf(closing.borrar_en) }
    await sendMail(await closingMail(about), context)
  },
})

/** Queues the erasure of accounts whose time has passed, also when no process ran at that time. */
export const findClosedAccounts = defineJob({
  name: 'find-closed-accounts',
  payload: z.object({}),
  attempts: 1,
  cron: '20 * * * *',
  handle: async (_payload, { services }: JobContext<Pick<Services, 'db'>>) => {
    await services.db.maintenance`select interno.encolar_borrados()`
  },
})

/**
 * Erases one account. The e-mail is sent first, while its address is known. interno.encolar_borrados has marked the
 * account, so that signing in does not keep it any more.
 */
export const eraseClosedAccount = defineJob({
  name: 'erase-account',
  payload: z.object({ userId: z.guid() }),
  handle: async ({ userId }, context: JobContext<Services>) => {
    const closing = await closingOf(context.services, userId)
    if (!closing?.erasing) return
    const { siteUrl } = context.services.config
    await sendMail(
      await erasedMail({ to: closing.email, nombre: closing.nombre ?? '', link: siteUrl }),
      context,
    )
    await eraseAccount(context.services, userId)
  },
})

const day = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'America/Mexico_City' })
const dayOf = (date: Date) => day.format(date)
