import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import { outboxMailer } from './local-mailbox.ts'
import type { Mailer } from './mailer.ts'
import { smtpMailer } from './smtp.ts'

export const outboxDir = (config: Pick<Config, 'DATA_DIR'>) => join(config.DATA_DIR, 'outbox')

export function makeMailer(
  config: Pick<Config, 'SMTP_URL' | 'MAIL_FROM' | 'DATA_DIR'>,
  log: FastifyBaseLogger,
): Mailer {
  if (config.SMTP_URL) return smtpMailer(config.SMTP_URL, config.MAIL_FROM, log)
  return outboxMailer(outboxDir(config), config.MAIL_FROM)
}
