import type { Config } from '../config.ts'
import type { JobContext } from '../jobs/definition.ts'
import type { Secrets } from '../secrets.ts'
import type { Mail, Mailer } from './mailer.ts'
import { messageIdOf } from './message-id.ts'

export interface MailServices {
  mail: Mailer
  secrets: Secrets
  config: Config
}

/** Sends the one e-mail of a job. A second attempt of the job sends it with the same Message-ID. */
export const sendMail = (mail: Mail, { services, id, createdAt }: JobContext<MailServices>): Promise<void> =>
  services.mail.send(
    mail,
    messageIdOf(services.secrets.jwtSecret, services.config.MAIL_FROM, { id, createdAt }),
  )
