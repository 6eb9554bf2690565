import { createHmac } from 'node:crypto'
import type { Database } from '../db/pool.ts'
import type { JobContext } from '../jobs/definition.ts'
import type { Config } from '../settings/config.ts'
import type { Secrets } from '../settings/secrets.ts'
import { type Mail, MailboxRefused, type Mailer } from './mailer.ts'

/**
 * The Message-ID of the e-mail that a job sends. It follows from the job, so every attempt of the job has the same one,
 * and mail programs show an e-mail that arrived twice only once. The time distinguishes jobs of two databases with the same id.
 */
function messageIdOf(secret: string, from: string, job: { id: string; createdAt: Date }): string {
  const name = createHmac('sha256', secret)
    .update(`message-id ${job.id} ${job.createdAt.toISOString()}`)
    .digest('hex')
    .slice(0, 32)
  const domain = /@([^\s<>@]+?)>?\s*$/.exec(from)?.[1] ?? 'localhost'
  return `<${name}@${domain}>`
}

export interface MailServices {
  mail: Mailer
  secrets: Secrets
  config: Config
  db: Database
}

/**
 * Sends the one e-mail of a job. A second attempt of the job sends it with the same Message-ID. A mailbox that was refused
 * for good is counted, and interno.quiere_correo stops optional e-mails after some; an accepted e-mail ends the count.
 */
export async function sendMail(
  mail: Mail,
  { services, id, createdAt, log }: JobContext<MailServices>,
): Promise<void> {
  const { maintenance: sql } = services.db
  const messageId = messageIdOf(services.secrets.jwtSecret, services.config.MAIL_FROM, { id, createdAt })
  try {
    await services.mail.send(mail, messageId)
  } catch (error) {
    if (error instanceof MailboxRefused) await sql`select interno.anotar_rebote(${mail.to})`
    throw error
  }
  // The e-mail is sent. If the job failed now, its next attempt would send it again. The next accepted one ends the count.
  await sql`select interno.olvidar_rebotes(${mail.to})`.catch((error: unknown) =>
    log.warn({ err: error }, 'the count of refused e-mails was not ended'),
  )
}
