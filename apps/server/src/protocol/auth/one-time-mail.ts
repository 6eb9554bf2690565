import type { ISql } from 'postgres'
import { z } from 'zod'
import { addJob, defineJob, type JobContext } from '../../platform/jobs/definition.ts'
import { seal, unseal } from '../../platform/jobs/seal.ts'
import { confirmationMail, recoveryMail } from '../../platform/mail/mails.ts'
import { sendMail } from '../../platform/mail/send.ts'
import type { Services } from '../../platform/services.ts'
import { type MailKind, mailKinds } from './mail-kind.ts'
import { isCurrent, makeOneTime, RECOVERY_MINUTES } from './one-time.ts'
import type { Challenge } from './pkce.ts'
import { allowedRedirect, warnOfRedirect, withQuery } from './redirects.ts'
import { findById } from './users.ts'

const Secret = z.object({ token: z.string(), code: z.string() })

/** Sends the e-mail with the link and the code of a one-time token. */
export const oneTimeMail = defineJob({
  name: 'send-one-time-mail',
  payload: z.object({
    kind: z.enum(mailKinds),
    userId: z.guid(),
    redirectTo: z.string(),
    /** Token and code, encrypted, because either of them opens the account. */
    sealed: z.string(),
  }),
  handle: async ({ kind, userId, redirectTo, sealed }, context: JobContext<Services>) => {
    const { db, secrets, config } = context.services
    const { token, code } = Secret.parse(JSON.parse(unseal(secrets.jwtSecret, sealed)))
    const user = await findById(db.maintenance, userId)
    // After a long outage of the mail server the link may be used, replaced or expired. The e-mail is then not sent.
    if (!user || !(await isCurrent(db.maintenance, token))) return
    // Operators have no session (docs/decisions/operacion.md). Only the answer to the request is the same as for others.
    if (user.profile_role === 'operador') return
    const link = withQuery(`${config.siteUrl}/auth/v1/verify`, { token, type: kind, redirect_to: redirectTo })
    const about = { to: user.email, nombre: user.nombre ?? '', link, code }
    const mail =
      kind === 'recovery'
        ? await recoveryMail({ ...about, minutes: RECOVERY_MINUTES })
        : await confirmationMail(about)
    await sendMail(mail, context)
  },
})

interface Wanted {
  kind: MailKind
  userId: string
  challenge: Challenge | undefined
  redirectTo: string | undefined
}

/** Makes a one-time token and queues its e-mail, in one transaction, so that there is never one without the other. */
export async function sendOneTime(
  tx: ISql,
  { secrets, config, log }: Pick<Services, 'secrets' | 'config' | 'log'>,
  { kind, userId, challenge, redirectTo }: Wanted,
): Promise<void> {
  const oneTime = await makeOneTime(tx, secrets.jwtSecret, userId, kind, challenge)
  const page = allowedRedirect(config, redirectTo)
  warnOfRedirect(log, redirectTo, page)
  await addJob(tx, oneTimeMail, {
    kind,
    userId,
    redirectTo: page,
    sealed: seal(secrets.jwtSecret, JSON.stringify(oneTime)),
  })
}
