import { once } from 'node:events'
import { createServer, type Server, type Socket } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { makeLog } from '../../../src/platform/http/log.ts'
import { PermanentFailure } from '../../../src/platform/jobs/definition.ts'
import { makeMailer } from '../../../src/platform/mail/choose-mailer.ts'
import type { Mailer } from '../../../src/platform/mail/mailer.ts'
import { confirmationMail, recoveryMail } from '../../../src/platform/mail/mails.ts'
import { readConfig } from '../../../src/platform/settings/config.ts'
import { bodiesOf, decode } from '../../setup/services/mail-parts.ts'
import { ownPort } from '../../setup/services/own-port.ts'

interface Received {
  from: string
  to: string[]
  raw: string
}

const HOST = '127.0.0.1'
const MESSAGE_ID = '<0123456789abcdef@maestros.example>'
const OTHER_ID = '<fedcba9876543210@maestros.example>'
const FROM = 'Maestros CDMX <hola@maestros.example>'
const log = makeLog({ LOG_LEVEL: 'silent' })
const about = {
  to: 'lupita@example.mx',
  nombre: 'Guadalupe',
  link: 'https://maestros.example/auth/v1/verify?token=abc&type=recovery',
}

const open: Mailer[] = []
function mailerTo(port: number): Mailer {
  const mailer = makeMailer(readConfig({ SMTP_URL: `smtp://${HOST}:${port}`, MAIL_FROM: FROM }), log)
  open.push(mailer)
  return mailer
}

afterEach(async () => {
  await Promise.all(open.splice(0).map((mailer) => mailer.close()))
})

function subjectOf(raw: string): string {
  const value = /^subject: (.*(?:\r\n[ \t].*)*)/im.exec(raw)?.[1] ?? ''
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?q\?(.*?)\?=/gi, (_, text: string) =>
      decode(text.replace(/_/g, ' '), 'quoted-printable'),
    )
    .replace(/=\?utf-8\?b\?(.*?)\?=/gi, (_, text: string) => decode(text, 'base64'))
}

describe('by SMTP', () => {
  let server: SMTPServer
  let port: number
  const received: Received[] = []

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      logger: false,
      onRcptTo: ({ address }, _session, done) => {
        done(address.startsWith('nadie@') ? new Error('no such mailbox') : null)
      },
      onData: (stream, { envelope }, done) => {
        const chunks: Buffer[] = []
        stream.on('data', (chunk: Buffer) => chunks.push(chunk))
        stream.on('end', () => {
          received.push({
            from: envelope.mailFrom ? envelope.mailFrom.address : '',
            to: envelope.rcptTo.map(({ address }) => address),
            raw: Buffer.concat(chunks).toString('utf8'),
          })
          done()
        })
      },
    })
    port = await ownPort()
    server.listen(port, HOST)
    await once(server.server, 'listening')
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  afterEach(() => {
    received.length = 0
  })

  it('a recovery e-mail arrives with its subject, its sender, and the link and code in both parts', async () => {
    const mailer = mailerTo(port)
    expect(mailer.delivers).toBe(true)
    await mailer.send(await recoveryMail({ ...about, code: '483920', minutes: 30 }), MESSAGE_ID)

    expect(received).toHaveLength(1)
    const [first] = received
    expect(first).toMatchObject({ from: 'hola@maestros.example', to: ['lupita@example.mx'] })
    const raw = first?.raw ?? ''
    expect(raw).toMatch(/^From: Maestros CDMX <hola@maestros\.example>\r$/m)
    expect(raw).toContain(`\r\nMessage-ID: ${MESSAGE_ID}\r\n`)
    expect(raw).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(subjectOf(raw)).toBe('Elige una contraseña nueva')
    const parts = bodiesOf(raw)
    expect([...parts.keys()]).toEqual(['text/plain', 'text/html'])
    expect(parts.get('text/plain')).toContain(about.link)
    expect(parts.get('text/html')).toContain(`href="${about.link.replaceAll('&', '&amp;')}"`)
    for (const part of parts.values()) {
      expect(part).toContain('Hola, Guadalupe:')
      expect(part).toContain('483920')
      expect(part).toContain('30 minutos')
    }
  })

  it('an address with a comma or a bracket in it never becomes two recipients', async () => {
    const mailer = mailerTo(port)
    const mail = await confirmationMail({ ...about, to: 'lupita@example.mx, otra@example.mx', code: '1' })
    await mailer.send(mail, MESSAGE_ID).catch(() => {})
    const twice = { ...mail, to: 'Lupita <lupita@example.mx>, <otra@example.mx>' }
    await mailer.send(twice, OTHER_ID).catch(() => {})
    for (const { to } of received) expect(to.length).toBeLessThan(2)
    expect(received.flatMap(({ to }) => to)).not.toContain('otra@example.mx')
  })

  it('a recipient that the server refuses is a failure that no further attempt can help', async () => {
    const mail = await confirmationMail({ ...about, to: 'nadie@example.mx', code: '1' })
    await expect(mailerTo(port).send(mail, MESSAGE_ID)).rejects.toSatisfy(
      (error) => error instanceof PermanentFailure && /no such mailbox/.test(error.message),
    )
  })

  it('e-mails sent together all arrive, and closing waits until they are sent', async () => {
    const mailer = mailerTo(port)
    const mail = await confirmationMail({ ...about, code: '1' })
    const sends = Array.from({ length: 12 }, (_, i) => mailer.send(mail, `<${i}@maestros.example>`))
    await mailer.close()
    await Promise.all(sends)
    expect(received).toHaveLength(12)
  })

  it('a server that closes the connection between two e-mails does not lose the second nor end the process', async () => {
    const mailer = mailerTo(port)
    const mail = await confirmationMail({ ...about, code: '1' })
    await mailer.send(mail, MESSAGE_ID)
    for (const connection of server.connections) connection.close()
    await expect.poll(() => server.connections.size).toBe(0)
    await mailer.send(mail, OTHER_ID)
    expect(received).toHaveLength(2)
  })
})

describe('when the mail server fails', () => {
  it('a refused connection is an error at once, not a wait', async () => {
    const mailer = mailerTo(await ownPort())
    const started = Date.now()
    const mail = await confirmationMail({ ...about, code: '1' })
    await expect(mailer.send(mail, MESSAGE_ID)).rejects.toThrow(/ECONNREFUSED/)
    expect(Date.now() - started).toBeLessThan(20_000)
  })

  it('a server that accepts the connection and sends nothing is a failure within seconds, and the next e-mail one at once', async () => {
    const sockets = new Set<Socket>()
    const silent: Server = createServer((socket) => sockets.add(socket))
    silent.listen(0, HOST)
    await once(silent, 'listening')
    const address = silent.address()
    const port = typeof address === 'object' && address ? address.port : 0
    try {
      const mail = await confirmationMail({ ...about, code: '1' })
      const mailer = mailerTo(port)
      await expect(mailer.send(mail, MESSAGE_ID)).rejects.toThrow(/greeting/i)
      await expect(mailer.send(mail, OTHER_ID)).rejects.toThrow('the service did not answer and is paused')
      expect(sockets.size).toBe(1)
    } finally {
      for (const socket of sockets) socket.destroy()
      silent.close()
    }
  })
})
