import { LOGIN } from '@maestros/dominio/acceso'
import { z } from 'zod'
import { defineJob, type JobContext, PermanentFailure } from '../jobs/definition.ts'
import { closingMail, erasedMail } from '../mail/mails.ts'
import { type Addressee, addresseeOf } from '../mail/recipient.ts'
import { sendMail } from '../mail/send.ts'
import type { Services } from '../services.ts'
import { eraseAccount } from './erase.ts'

/** Accounts that their owners close: the e-mail about it, and the erasure after the days in which the account can be kept (CIERRE_DIAS). */

interface Closing {
  pedido_en: Date
  borrar_en: Date
  erasing: boolean
}

async function closingOf(
  services: Pick<Services, 'db'>,
  userId: string,
): Promise<(Closing & Addressee) | undefined> {
  const [closing] = await services.db.maintenance<Closing[]>`
    select pedido_en, borrar_en, borrando_en is not null as erasing from interno.cierres where cuenta_id = ${userId}`
  const person = closing && (await addresseeOf(services, userId, { evenSuspended: true }))
  return person && { ...closing, ...person }
}

/** interno.cerrar_cuenta queues it. It is not sent when the account was kept meanwhile. */
export const sendClosingMail = defineJob({
  name: 'send-closing-mail',
  payload: z.object({ userId: z.guid() }),
  handle: async ({ userId }, context: JobContext<Services>) => {
    const closing = await closingOf(context.services, userId)
    if (!closing) return
    const link = `${context.services.config.siteUrl}${LOGIN[closing.role ?? 'buscador']}`
    await sendMail(await closingMail({ ...closing, link, fecha: dayOf(closing.borrar_en) }), context)
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
 * account, so that signing in does not keep it any more. A mailbox that refuses the e-mail does not prevent the erasure.
 */
export const eraseClosedAccount = defineJob({
  name: 'erase-account',
  payload: z.object({ userId: z.guid() }),
  handle: async ({ userId }, context: JobContext<Services>) => {
    const closing = await closingOf(context.services, userId)
    if (!closing?.erasing) return
    const mail = await erasedMail({ ...closing, link: context.services.config.siteUrl })
    try {
      // Another job repeats an erasure that failed. Its e-mail has the same Message-ID, so that it is not sent again.
      await sendMail(mail, { ...context, id: userId, createdAt: closing.pedido_en })
    } catch (error) {
      if (!(error instanceof PermanentFailure)) throw error
      context.log.warn({ err: error }, 'the e-mail about an erased account was refused')
    }
    await eraseAccount(context.services, userId)
  },
})

const day = new Intl.DateTimeFormat('es-MX', { dateStyle: 'long', timeZone: 'America/Mexico_City' })
const dayOf = (date: Date) => day.format(date)
