import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../settings/config.ts'
import { localMailbox } from './local-mailbox.ts'
import type { Mailer } from './mailer.ts'
import { smtpMailer } from './smtp.ts'

export const mailboxDir = (config: Pick<Config, 'DATA_DIR'>) => join(config.DATA_DIR, 'outbox')

export function makeMailer(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  log: FastifyBaseLogger,
): Mailer {
  if (config.SMTP_URL) return smtpMailer(config.SMTP_URL, config.MAIL_FROM, log)
  return localMailbox(mailboxDir(config), config.MAIL_FROM)
}
