import { LOGIN, RECOVER } from '@maestros/dominio/acceso/roles'
import { fechaLarga, fechaYHora } from '@maestros/dominio/fechas'
import { z } from 'zod'
import { defineJob, type JobContext, PermanentFailure } from '../../platform/jobs/definition.ts'
import { closingMail, erasedMail, keptMail } from '../../platform/mail/mails.ts'
import { type Addressee, addresseeOf } from '../../platform/mail/recipient.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'
import { eraseAccount } from './erase.ts'

/** Accounts that their owners close: the e-mails about closing and keeping them, and the erasure after CIERRE_DIAS days, in which it can be kept. */

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
    await sendMail(await closingMail({ ...closing, link, fecha: fechaLarga(closing.borrar_en) }), context)
  },
})

/**
 * interno.conservar_cuenta queues it, because somebody else may have signed in. Also sent when the account is closed again right
 * afterwards, so that nobody can prevent it that way.
 */
export const sendKeptMail = defineJob({
  name: 'send-kept-mail',
  payload: z.object({ userId: z.guid() }),
  handle: async ({ userId }, context: JobContext<Services>) => {
    const person = await addresseeOf(context.services, userId, { evenSuspended: true })
    if (!person) return
    const link = `${context.services.config.siteUrl}${RECOVER[person.role ?? 'buscador']}`
    await sendMail(await keptMail({ ...person, link, fecha: fechaYHora(context.createdAt) }), context)
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

/** For this long after the day of the erasure, it waits for a mail server that does not accept its e-mail. */
const MAIL_WAIT_MS = 3 * 86_400_000

/**
 * Erases one account. The e-mail is sent first, while its address is known. interno.encolar_borrados has marked the
 * account, so that signing in does not keep it any more. A mailbox that refuses the e-mail does not prevent the erasure, and
 * a mail server that fails delays it by MAIL_WAIT_MS at most.
 */
export const eraseClosedAccount = defineJob({
  name: 'erase-account',
  payload: z.object({ userId: z.guid() }),
  handle: async ({ userId }, context: JobContext<Services>) => {
    const closing = await closingOf(context.services, userId)
    if (!closing?.erasing) return
    const mail = await erasedMail({ ...closing, link: context.services.config.siteUrl })
    try {
      // Another job repeats an erasure that failed. Its e-mail has the same Message-ID, so that mail programs show one.
      await sendMail(mail, { ...context, id: userId, createdAt: closing.pedido_en })
    } catch (error) {
      const waits = Date.now() < closing.borrar_en.getTime() + MAIL_WAIT_MS
      if (waits && !(error instanceof PermanentFailure)) throw error
      context.log.warn({ err: error }, 'an account is erased without its e-mail')
    }
    await eraseAccount(context.services, userId)
  },
})
