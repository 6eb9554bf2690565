import type { FastifyBaseLogger } from 'fastify'
import { createTransport } from 'nodemailer'
import type { Mailer } from './mailer.ts'

/** A server that does not answer must cost a person seconds, not the minutes that are the default. */
const TIMEOUTS = {
  // From looking up the name to the greeting; some servers hold their greeting back for 6 s on purpose.
  connectionTimeout: 8_000,
  socketTimeout: 15_000,
}

/** How long closing waits for letters under way. */
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
  // Each failed letter already rejects its own send; without a listener an idle connection's would end the process.
  transport.on('error', (error) => log.warn({ err: error }, 'the mail server closed a connection'))
  const underWay = new Set<Promise<unknown>>()

  return {
    delivers: true,
    async send({ to, subject, html, text }) {
      const sending = transport.sendMail({
        from,
        // As an object it is one address, whatever commas or brackets someone typed in it.
        to: { name: '', address: to },
        subject,
        html,
        text,
        // Tells vacation responders that nobody reads their answer.
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      underWay.add(sending)
      try {
        await sending
      } finally {
        underWay.delete(sending)
      }
    },
    async close() {
      const patience = AbortSignal.timeout(CLOSE_MS)
      const impatient = new Promise((resolve) => patience.addEventListener('abort', resolve, { once: true }))
      await Promise.race([Promise.allSettled(underWay), impatient])
      transport.close({ force: true })
    },
  }
}
