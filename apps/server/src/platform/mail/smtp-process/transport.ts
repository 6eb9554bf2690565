import { createTransport } from 'nodemailer'
import type { Mail } from '../mailer.ts'

/** A server that does not answer occupies a job for seconds, not for the minutes that are the default. */
const TIMEOUTS = {
  // From looking up the name to the greeting; some servers hold their greeting back for 6 s on purpose.
  connectionTimeout: 8_000,
  // A server may examine the content before it answers. It accepts an e-mail for whose answer nobody waits, and gets it a second time.
  socketTimeout: 60_000,
}

/** The connections to the mail server. */
export function openTransport(url: string, onIdleError: (error: Error) => void) {
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
  transport.on('error', onIdleError)
  return transport
}

/** An e-mail as the library takes it. */
export const messageOf = (
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
