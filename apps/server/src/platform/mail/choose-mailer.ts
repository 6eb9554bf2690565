import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../settings/config.ts'
import { localMailbox } from './local-mailbox.ts'
import type { Mailer } from './mailer.ts'
import { smtpMailer } from './smtp.ts'

/** The name that earlier versions used: after an update, the server must find which e-mails the earlier one has sent. */
const ACCEPTED_LOGS = 'couriers'

export const mailboxDir = (config: Pick<Config, 'DATA_DIR'>) => join(config.DATA_DIR, 'outbox')

export function makeMailer(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  log: FastifyBaseLogger,
): Mailer {
  if (config.SMTP_URL) {
    return smtpMailer(config.SMTP_URL, config.MAIL_FROM, join(config.DATA_DIR, ACCEPTED_LOGS), log)
  }
  return localMailbox(mailboxDir(config), config.MAIL_FROM)
}
