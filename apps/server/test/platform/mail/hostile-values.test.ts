import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { makeLog } from '../../../src/platform/http/log.ts'
import { makeMailer } from '../../../src/platform/mail/choose-mailer.ts'
import type { Mailer } from '../../../src/platform/mail/mailer.ts'
import { welcomeBuscadorMail } from '../../../src/platform/mail/mails.ts'
import { readConfig } from '../../../src/platform/settings/config.ts'
import { partsOf } from '../../setup/services/mail-parts.ts'
import { startSmtp, type TestSmtp } from '../../setup/services/smtp.ts'
import { about, EVERY_MAIL } from './every-mail.ts'

/** Values that try to add headers, recipients or markup, in every field that reaches an e-mail. */

const folder = mkdtempSync(join(tmpdir(), 'maestros-smtp-'))
let smtp: TestSmtp
let mailer: Mailer
beforeAll(async () => {
  smtp = await startSmtp()
  const config = readConfig({ SMTP_URL: smtp.url, DATA_DIR: folder })
  mailer = makeMailer(config, makeLog({ LOG_LEVEL: 'silent' }))
})
afterAll(async () => {
  await mailer.close()
  await smtp.close()
  rmSync(folder, { recursive: true, force: true })
})
afterEach(() => {
  smtp.received.length = 0
})

const HOSTILE = [
  'Ana\r\nBcc: todos@evil.example',
  'Ana\nSubject: otra cosa\n\n<h1>hola</h1>',
  'Ana\r\rX-Malo: sí',
  'Ana\u2028Bcc: todos@evil.example\u2029',
  'Ana\u0085Bcc: x\u000bBcc: y\u000cBcc: z',
  '\u202eotxet led odnalupinam\u202c',
  'Ana\u0000\u0007\u001b[31m',
  '<script>alert(1)</script><img src=x onerror=alert(1)>',
  '"><a href="https://evil.example">clic</a>',
  '{{link}} [[titulo]] {{saludo}}',
  '=?UTF-8?Q?Bcc:_x?=',
  'Ñandú 🔧 日本 ‮',
  'a'.repeat(1000),
  '.\r\n.\r\nMAIL FROM:<x@evil.example>',
]

/** An e-mail with the Message-ID of an accepted one would not be sent. */
const newMessageId = () => `<${randomUUID()}@maestros.example>`

/** The subject of the ticket for the team has the name, and the two others for the team have no value of a person. */
const FOR_THE_TEAM = ['ticketParaSoporte', 'pendientesParaSoporte', 'reporteUrgente']
const MAILS = Object.entries(EVERY_MAIL).filter(([name]) => !FOR_THE_TEAM.includes(name))
const { link: LINK } = about('Ana')

/** The names of the headers that our own e-mails have. */
const HEADERS = new Set([
  'from',
  'to',
  'subject',
  'message-id',
  'date',
  'mime-version',
  'content-type',
  'auto-submitted',
  'list-unsubscribe',
  'list-unsubscribe-post',
])

describe.each(MAILS)('the e-mail %s', (_name, write) => {
  test('gets no header, no recipient and no markup from a value', async () => {
    const plain = await write('Ana')
    for (const value of HOSTILE) {
      const mail = await write(value)
      expect(mail.subject).toBe(plain.subject)
      await mailer.send(mail, newMessageId())
      const got = smtp.received.splice(0)
      expect(got.map(({ to }) => to)).toEqual(['lupita@example.mx'])
      const { head, text, html } = partsOf(got[0]?.raw ?? '')
      const names = head.split('\r\n').map((line) => line.split(':')[0]?.toLowerCase() ?? '')
      expect(names.filter((name) => !HEADERS.has(name))).toEqual([])
      expect(new Set(names).size).toBe(names.length)
      // The same elements as with an ordinary name: the value added none.
      expect(elementsOf(html)).toEqual(elementsOf(plain.html))
      expect(text).toContain(LINK)
    }
  })

  test('shows no long name and no name that reorders the text', async () => {
    for (const value of ['a'.repeat(1000), '\u202eotxet\u202c']) {
      const { text } = await write(value)
      expect(text.split('\n')[0]).toMatch(/^Hola(?:, otxet)?:$/)
    }
  })
})

test('a recipient with line breaks, commas or brackets never becomes another recipient or header', async () => {
  const mail = await welcomeBuscadorMail(about('Ana'))
  for (const to of [
    'a@example.mx\r\nBcc: b@evil.example',
    'a@example.mx, b@evil.example',
    'A <a@example.mx>, b@evil.example',
    'a@example.mx\r\nRCPT TO:<b@evil.example>',
  ]) {
    await mailer.send({ ...mail, to }, newMessageId()).catch(() => {})
    for (const got of smtp.received.splice(0)) {
      expect(got.to).not.toBe('b@evil.example')
      expect(partsOf(got.raw).head).not.toMatch(/^(?:bcc|cc):/im)
    }
  }
})

test('an unsubscribe address with line breaks adds no header', async () => {
  const mail = await welcomeBuscadorMail(about('Ana'))
  await mailer
    .send({ ...mail, unsubscribe: 'https://x.mx/\r\nBcc: b@evil.example' }, newMessageId())
    .catch(() => {})
  for (const { raw } of smtp.received) expect(partsOf(raw).head).not.toMatch(/^bcc:/im)
})

/** Without the elements that stand for the line breaks of a text. */
const elementsOf = (html: string) =>
  [...html.matchAll(/<\/?([a-z][\w-]*)/gi)].map(([, name]) => name).filter((name) => name !== 'br')
