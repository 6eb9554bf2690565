/** A letter as it is sent: nothing here knows about templates. */
export interface Letter {
  to: string
  subject: string
  html: string
  text: string
}

export interface Mailer {
  /** False without SMTP: then sign-ups confirm at once and letters land in DATA_DIR/outbox. */
  readonly delivers: boolean
  send(letter: Letter): Promise<void>
  close(): Promise<void>
}
