import type { FastifyBaseLogger } from 'fastify'
import { PermanentFailure } from '../jobs/definition.ts'
import { pausesAfterNoAnswer } from '../limits/unanswered.ts'
import { type Mail, MailboxRefused, type Mailer } from './mailer.ts'

/** A server that does not answer occupies a job for seconds, not for the minutes that are the default. */
const TIMEOUTS = {
  // From looking up the name to the greeting; some servers hold their greeting back for 6 s on purpose.
  connectionTimeout: 8_000,
  // A server may examine the content before it answers. It accepts an e-mail for whose answer nobody waits, and gets it a second time.
  socketTimeout: 60_000,
}
/** `slowMs` is a little less than the wait for the greeting of a mail server. `longestMs` is more than the longest time of one e-mail. */
const UNANSWERED = { slowMs: 7_500, longestMs: 90_000 }
/** How long closing waits for e-mails that are being sent. */
const CLOSE_MS = 8_000

/** The reply names a rule of the server (RFC 3463, 3.8), or says that it does not relay, and not a mailbox that is missing. */
const NOT_THE_MAILBOX = /\b5\.7\.\d{1,3}\b|\brelay/i

/** Sends an e-mail each time that it is called: a repeated job sends a second copy, with the same Message-ID. */
export function smtpMailer(url: string, from: string, log: FastifyBaseLogger): Mailer {
  const pauses = pausesAfterNoAnswer(UNANSWERED)
  const sending = new Set<Promise<unknown>>()
  let transport: ReturnType<typeof openTransport> | undefined

  const deliver = async (mail: Mail, messageId: string) => {
    transport ??= openTransport(url, log)
    const opened = await transport
    try {
      await opened.sendMail(messageOf(mail, from, messageId))
    } catch (error) {
      throw error instanceof Error ? new DeliveryError(error) : error
    }
  }
  return {
    delivers: true,
    async send(mail, messageId) {
      const delivery = pauses.attempt(url, () => deliver(mail, messageId), isAnswer)
      sending.add(delivery)
      try {
        await delivery
      } catch (error) {
        throw asFailure(error)
      } finally {
        sending.delete(delivery)
      }
    },
    async forget() {},
    async close() {
      const timeout = AbortSignal.timeout(CLOSE_MS)
      const timedOut = new Promise((resolve) => timeout.addEventListener('abort', resolve, { once: true }))
      await Promise.race([Promise.allSettled(sending), timedOut])
      const opened = await transport
      opened?.close({ force: true })
    },
  }
}

/** The library is imported with the first e-mail, because the import takes some hundred milliseconds of the start. */
async function openTransport(url: string, log: FastifyBaseLogger) {
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    url,
    pool: true,
    maxConnections: 5,
    maxRequeues: 1,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...TIMEOUTS,
  })
  // A failed e-mail rejects its own send. Without this listener an error of an idle connection would end the server.
  transport.on('error', (error) =>
    log.warn({ error: withoutAddresses(error.message) }, 'the mail server closed a connection'),
  )
  return transport
}

/** An e-mail as the library takes it. */
const messageOf = (
  { to, subject, html, text, replyTo, unsubscribe }: Mail,
  from: string,
  messageId: string,
) => ({
  from,
  messageId,
  // Given as an object it is one address, whatever commas or brackets it contains.
  to: { name: '', address: to },
  ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
  subject,
  html,
  text,
  headers: {
    // Tells vacation responders that nobody reads their answer.
    'Auto-Submitted': 'auto-generated',
    // RFC 8058: mail programs show a button that sends a POST to this address.
    ...(unsubscribe === undefined
      ? {}
      : { 'List-Unsubscribe': `<${unsubscribe}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }),
  },
})

/** What the mail server answered, without addresses, and with the fields that the library gives its errors. */
class DeliveryError extends Error {
  readonly command: string | undefined
  readonly responseCode: number | undefined
  constructor(error: Error) {
    super(withoutAddresses(error.message))
    if ('command' in error && typeof error.command === 'string') this.command = error.command
    if ('responseCode' in error && typeof error.responseCode === 'number')
      this.responseCode = error.responseCode
  }
}

const isAnswer = (error: unknown) => error instanceof DeliveryError && error.responseCode !== undefined

/**
 * A reply of the class 5xx to the recipient or to the content is final (RFC 5321, 4.2.1). To other commands, and when the
 * server does not relay for us, it is a fault of the configuration, which an operator can correct, so that a later attempt
 * succeeds.
 */
function asFailure(error: unknown): unknown {
  if (!(error instanceof DeliveryError) || !(Number(error.responseCode) >= 500)) return error
  if (error.command === 'RCPT TO' && NOT_THE_MAILBOX.test(error.message)) return error
  if (error.command === 'RCPT TO') return new MailboxRefused(error.message, { cause: error })
  if (error.command === 'DATA') return new PermanentFailure(error.message, { cause: error })
  return error
}

/** A mail server repeats the recipient in its reply. The lengths are those of RFC 5321. */
const ADDRESS = /[^\s<>@"'(),;:]{1,64}@[^\s<>@"'(),;:]{1,255}/g

/** The reply of a mail server for the log and for failed jobs, which stay after an account is erased. */
const withoutAddresses = (reply: string): string => reply.replace(ADDRESS, '‹correo›')
