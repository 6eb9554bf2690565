/** An e-mail as it is sent, independent of templates. */
export interface Mail {
  to: string
  subject: string
  html: string
  text: string
}

export interface Mailer {
  /** False without SMTP: then sign-ups confirm at once and e-mails are kept in DATA_DIR/outbox. */
  readonly delivers: boolean
  /**
   * `messageId` is the Message-ID header, with its brackets. A caller that sends an e-mail a second time, because the answer
   * to the first attempt was lost, passes the same id. Rejects with PermanentFailure when no further attempt can help.
   */
  send(mail: Mail, messageId: string): Promise<void>
  /** Removes kept e-mails to an address whose account was erased. Delivered ones are out of reach. */
  forget(address: string): Promise<void>
  close(): Promise<void>
}
