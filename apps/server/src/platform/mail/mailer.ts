import { PermanentFailure } from '../jobs/definition.ts'

/** An e-mail as it is sent, independent of templates. */
export interface Mail {
  to: string
  subject: string
  html: string
  text: string
  /** One address, to which answers go instead of MAIL_FROM. */
  replyTo?: string | undefined
  /** The address that stops e-mails of this kind (platform/mail/unsubscribe-links.ts). Only e-mails that a person can choose have it. */
  unsubscribe?: string | undefined
  /** The account of another person whom the e-mail names. A kept e-mail is removed when that account is erased. */
  about?: string | undefined
}

/** The mail server refused the recipient for good: the mailbox does not exist or takes no e-mails. */
export class MailboxRefused extends PermanentFailure {}

export interface Mailer {
  /** False without SMTP: then sign-ups confirm at once and e-mails are kept in DATA_DIR/outbox. */
  readonly delivers: boolean
  /**
   * `messageId` is the Message-ID header, with its brackets. A caller that sends an e-mail a second time, for example because the
   * answer to the first attempt was lost, passes the same id. Rejects with PermanentFailure when no further attempt can help.
   */
  send(mail: Mail, messageId: string): Promise<void>
  /** Removes kept e-mails to an address whose account was erased, and those that name this account. Delivered ones are out of reach. */
  forget(address: string, userId: string): Promise<void>
  close(): Promise<void>
}
