import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import { PermanentFailure } from '../jobs/definition.ts'
import type { Mailer } from './mailer.ts'

/** A server that does not answer occupies a job for seconds, not for the minutes that are the default. */
const TIMEOUTS = {
  // From looking up the name to the greeting; some servers hold their greeting back for 6 s on purpose.
  connectionTimeout: 8_000,
  socketTimeout: 15_000,
}

/** How long closing waits for e-mails that are being sent. */
const CLOSE_MS = 5_000

export function smtpMailer(url: string, from: string, log: FastifyBaseLogger): Mailer {
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  })
  // A failed e-mail rejects its own send. Without this listener an error of an idle connection would end the process.
  transport.on('error', (error) => log.warn({ err: error }, 'the mail server closed a connection'))
  const inProgress = new Set<Promise<unknown>>()

  return {
    delivers: true,
    async send({ to, subject, html, text }, messageId) {
      const sending = transport.sendMail({
        from,
        messageId,
        // Given as an object it is one address, whatever commas or brackets it contains.
        to: { name: '', address: to },
        subject,
        html,
        text,
        // Tells vacation responders that nobody reads their answer.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      inProgress.add(sending)
      try {
        await sending
      } catch (error) {
        throw isPermanent(error) ? new PermanentFailure(messageOf(error), { cause: error }) : error
      } finally {
        inProgress.delete(sending)
      }
    },
    async forget() {},
    async close() {
      const timeout = AbortSignal.timeout(CLOSE_MS)
      const timedOut = new Promise((resolve) => timeout.addEventListener('abort', resolve, { once: true }))
      await Promise.race([Promise.allSettled(inProgress), timedOut])
      transport.close({ force: true })
    },
  }
}

/**
 * A reply of the class 5xx to the recipient or to the content is final (RFC 5321, 4.2.1). To other commands it is a fault
 * of the configuration, which an operator can correct, so that a later attempt succeeds.
 */
const isPermanent = (error: unknown): boolean =>
  error instanceof Error &&
  'command' in error &&
  (error.command === 'RCPT TO' || error.command === 'DATA') &&
  'responseCode' in error &&
  Number(error.responseCode) >= 500

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
