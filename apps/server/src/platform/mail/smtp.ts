import { randomBytes } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { LRUCache } from 'lru-cache'
import { PermanentFailure } from '../jobs/definition.ts'
import { pausesAfterNoAnswer } from '../limits/unanswered.ts'
import { MailboxRefused, type Mailer } from './mailer.ts'
import { acceptedLogName, pastDeliveries, removeOldAcceptedLogs } from './smtp-process/accepted-log.ts'
import { DeliveryError, makeSmtpProcess } from './smtp-process/client.ts'

/** The reply names a rule of the server (RFC 3463, 3.8), or says that it does not relay, and not a mailbox that is missing. */
const NOT_THE_MAILBOX = /\b5\.7\.\d{1,3}\b|\brelay/i

/** `slowMs` is a little less than the wait for the greeting of a mail server. `longestMs` is more than the longest time of one e-mail. */
const UNANSWERED = { slowMs: 7_500, longestMs: 90_000 }
/** How long closing waits for e-mails that are being sent. */
const CLOSE_MS = 8_000
/** Far fewer e-mails than these have a job that is not finished. */
const ACCEPTED_MAX = 5000

/**
 * Sends through an SMTP process, which ends some seconds after a server that was killed. `folder` is for the logs of accepted
 * e-mails.
 */
export function smtpMailer(url: string, from: string, folder: string, log: FastifyBaseLogger): Mailer {
  const run = randomBytes(6).toString('hex')
  const past = pastDeliveries(folder, run)
  const smtpProcess = makeSmtpProcess({ url, from, folder, logName: acceptedLogName(process.pid, run) }, log)
  removeOldAcceptedLogs(folder).catch((error: unknown) =>
    log.warn({ err: error }, 'old logs of accepted e-mails were not removed'),
  )
  const pauses = pausesAfterNoAnswer(UNANSWERED)
  // A job may fail after its e-mail was accepted, for example because the database is away. Its next attempt sends nothing.
  const accepted = new LRUCache<string, true>({ max: ACCEPTED_MAX })
  /** By Message-ID. A job that was freed too early (docs/decisions/queue.md) runs a second time while the first is still sending. */
  const inProgress = new Map<string, Promise<void>>()

  const deliver: Mailer['send'] = async (...args) => {
    const [, messageId] = args
    if (accepted.has(messageId) || (await past.has(messageId))) return
    try {
      await pauses.attempt(url, () => smtpProcess.send(...args), isAnswer)
      accepted.set(messageId, true)
    } catch (error) {
      throw asFailure(error)
    }
  }
  return {
    delivers: true,
    async send(mail, messageId) {
      const running = inProgress.get(messageId)
      if (running) return running
      const sending = deliver(mail, messageId).finally(() => inProgress.delete(messageId))
      inProgress.set(messageId, sending)
      return sending
    },
    async forget() {},
    async close() {
      const timeout = AbortSignal.timeout(CLOSE_MS)
      const timedOut = new Promise((resolve) => timeout.addEventListener('abort', resolve, { once: true }))
      await Promise.race([Promise.allSettled(inProgress.values()), timedOut])
      await smtpProcess.close()
    },
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
