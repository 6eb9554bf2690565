import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer, type SMTPServerSession } from 'smtp-server'

/** A real mail server of the test's own, which can be told to misbehave. */

export interface ReceivedMail {
  to: string
  messageId: string
  raw: string
}

/**
 * What the server does with an e-mail: accepts it; refuses the mailbox for good; refuses to relay; answers that the client shall try again
 * later; has it and closes the connection without an answer; has it and answers after SLOW_MS; or reads the recipient and never answers.
 */
export type SmtpBehaviour = 'accept' | 'refuse' | 'no-relay' | 'later' | 'lose-answer' | 'slow' | 'hang'

/** Some servers examine the content before they answer. */
const SLOW_MS = 18_000

export interface TestSmtp {
  url: string
  received: ReceivedMail[]
  /** How often a client has named a recipient. */
  tries(): number
  behave(next: SmtpBehaviour | (() => SmtpBehaviour)): void
  /** Accepts every e-mail again, and forgets those it has. */
  reset(): void
  close(): Promise<void>
}

const refused = (address: string) =>
  Object.assign(new Error(`<${address}>: no such mailbox`), { responseCode: 550 })
const noRelay = (address: string) =>
  Object.assign(new Error(`5.7.1 <${address}>: Relay access denied`), { responseCode: 554 })
const later = () => Object.assign(new Error('try again later'), { responseCode: 451 })

export async function startSmtp(port = 0): Promise<TestSmtp> {
  const accept = (): SmtpBehaviour => 'accept'
  let behaviour = accept
  const chosen = new WeakMap<SMTPServerSession, SmtpBehaviour>()
  const received: ReceivedMail[] = []
  let tries = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    closeTimeout: 100,
    onRcptTo: ({ address }, session, done) => {
      tries += 1
      const now = behaviour()
      chosen.set(session, now)
      if (now === 'hang') return
      if (now === 'refuse') return done(refused(address))
      if (now === 'no-relay') return done(noRelay(address))
      done(null)
    },
    onData: (stream, session, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const now = chosen.get(session)
        if (now === 'later') return done(later())
        const raw = Buffer.concat(chunks).toString('utf8')
        const messageId = /^Message-ID: (.*)\r$/im.exec(raw)?.[1] ?? ''
        for (const { address } of session.envelope.rcptTo) received.push({ to: address, messageId, raw })
        if (now === 'slow') return void setTimeout(done, SLOW_MS)
        if (now !== 'lose-answer') return done()
        for (const connection of server.connections) connection.close()
      })
    },
  })
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const { port: own } = server.server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${own}`,
    received,
    tries: () => tries,
    behave: (next) => {
      behaviour = typeof next === 'function' ? next : () => next
    },
    reset: () => {
      behaviour = accept
      received.length = 0
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
