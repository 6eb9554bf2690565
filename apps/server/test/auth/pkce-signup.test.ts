import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../src/http/port.ts'
import { startApp, type TestApp } from '../setup/app.ts'
import { newEmail, PASSWORD, type Read, readMail } from './people.ts'
import { codeOf, pkceClient } from './pkce-client.ts'

const HOST = '127.0.0.1'
/** Without a mail server: a sign-up is confirmed at once. */
let app: TestApp
/** With a mail server: a sign-up is confirmed by its e-mail. */
let mailed: TestApp
let server: SMTPServer
const mails = new Map<string, Read[]>()

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const mail = readMail('', plainText(Buffer.concat(chunks).toString('latin1')))
        for (const { address } of session.envelope.rcptTo) {
          mails.set(address, [...(mails.get(address) ?? []), mail])
        }
        done()
      })
    },
  })
  const port = await freePort(HOST)
  server.listen(port, HOST)
  await once(server.server, 'listening')
  app = await startApp()
  mailed = await startApp({ SMTP_URL: `smtp://${HOST}:${port}` })
})
afterAll(async () => {
  await app.close()
  await mailed.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})

/** The text part of an e-mail, decoded from quoted-printable. */
function plainText(raw: string): string {
  const part = /content-type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/i.exec(raw)?.[1] ?? ''
  return part
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    .replaceAll('\r', '')
}

describe('a sign-up by PKCE', () => {
  it('is confirmed by the link of its e-mail, whose code opens the session', async () => {
    const email = newEmail()
    const client = pkceClient(mailed)
    const options = { data: { role: 'buscador' }, emailRedirectTo: `${mailed.url}/seleccion-delegacion` }
    const { data, error } = await client.auth.signUp({ email, password: PASSWORD, options })
    expect(error).toBeNull()
    expect(data.session).toBeNull()
    await mailed.runJobs()
    const mail = mails.get(email)?.at(-1)
    if (!mail) throw new Error('no e-mail arrived')
    const code = await codeOf(mail.link)
    const opened = await client.auth.exchangeCodeForSession(code)
    expect(opened.error).toBeNull()
    expect(opened.data.user).toMatchObject({ email })
    expect(opened.data.user?.email_confirmed_at).toBeDefined()
  })

  it('works with an e-mail that was requested again', async () => {
    const email = newEmail()
    const client = pkceClient(mailed)
    await client.auth.signUp({ email, password: PASSWORD })
    const { error } = await client.auth.resend({ type: 'signup', email })
    expect(error).toBeNull()
    await mailed.runJobs()
    const mail = mails.get(email)?.at(-1)
    if (!mail) throw new Error('no e-mail arrived')
    const opened = await client.auth.exchangeCodeForSession(await codeOf(mail.link))
    expect(opened.data.user).toMatchObject({ email })
  })

  it('opens the session at once when no mail is delivered', async () => {
    const { data, error } = await pkceClient(app).auth.signUp({ email: newEmail(), password: PASSWORD })
    expect(error).toBeNull()
    expect(data.session).not.toBeNull()
  })
})
