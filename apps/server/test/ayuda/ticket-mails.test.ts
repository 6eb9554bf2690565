import { correos } from '@maestros/dominio/avisos/textos-de-correos'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { mailboxDir } from '../../src/platform/mail/choose-mailer.ts'
import { listMails } from '../../src/platform/mail/local-mailbox.ts'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { startApp } from '../setup/app.ts'
import { call } from '../setup/functions.ts'
import { emailOf, makeBuscador, makeMaestro, type TestPerson } from '../setup/rows/maestros.ts'
import { makeOperator, operate, type TestOperator } from '../setup/rows/operators.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { type MailingApp, startMailingApp } from '../setup/services/mailing-app.ts'
import type { TestSmtp } from '../setup/services/smtp.ts'

/** The e-mails about tickets, through a real SMTP server. */

const SUPPORT = 'ayuda@maestros.example'

let app: MailingApp
let smtp: TestSmtp
let olga: TestOperator
beforeAll(async () => {
  app = await startMailingApp({ SUPPORT_EMAIL: SUPPORT })
  smtp = app.smtp
  olga = await makeOperator(app)
})
afterAll(() => app.close())
beforeEach(() => smtp.reset())

async function send({ client }: TestPerson, part: Record<string, unknown> = {}): Promise<string> {
  const { data } = await call(client, 'submit-support-ticket', {
    body: { nombre: 'Ana Ruiz', correo: 'otra@example.com', mensaje: 'No puedo entrar al chat', ...part },
  })
  return (data as { ticket_id: string }).ticket_id
}
const mailsTo = (address: string) => smtp.received.filter(({ to }) => to === address)

/** The head with its lines unfolded, and both parts decoded. */
function partsOf(raw: string) {
  const [head = '', ...rest] = raw.split('\r\n\r\n')
  const decoded = Buffer.from(
    rest
      .join('\r\n\r\n')
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')
  const [, text = '', html = ''] = decoded.split(/^Content-Type: text\/(?:plain|html).*$/im)
  return { head: head.replace(/\r\n[ \t]+/g, ' ').split('\r\n'), text, html }
}
const header = (head: readonly string[], name: string) =>
  head.filter((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`))

describe('a ticket that was sent', () => {
  test('is confirmed once to the address of the account, and not to the one in the form', async () => {
    const ana = await makeBuscador(app)
    const part = { mensaje: 'Primera línea <b>\nsegunda línea' }
    await send(ana, part)
    await send(ana, part)
    await app.runJobs()
    await app.runJobs()
    expect(mailsTo('otra@example.com')).toEqual([])
    expect(mailsTo(await emailOf(app, ana.id))).toHaveLength(1)
    const { text, html } = partsOf(mailsTo(await emailOf(app, ana.id))[0]?.raw ?? '')
    expect(text).toContain('Hola, Ana Ruiz:')
    expect(text).toMatch(/Primera línea <b>\r?\nsegunda línea/)
    expect(html).toContain('Primera línea &lt;b&gt;<br />segunda línea')
    for (const body of [text, html]) expect(body).toContain('/ayuda#mis-solicitudes')
  })

  test('goes to the support mailbox, whose answers go to the person', async () => {
    const luis = await makeMaestro(app)
    await luis.client.storage.from('support-tickets').upload('captura.jpg', blob(await jpeg()))
    const id = await send(luis, { imagenes_url: ['captura.jpg'] })
    await app.runJobs()
    expect(mailsTo(SUPPORT)).toHaveLength(1)
    const { head, text, html } = partsOf(mailsTo(SUPPORT)[0]?.raw ?? '')
    expect(header(head, 'Reply-To')).toEqual(['Reply-To: otra@example.com'])
    expect(header(head, 'Subject')).toEqual([`Subject: ${correos.ticketParaSoporte.asunto}: Ana Ruiz`])
    for (const body of [text, html]) {
      expect(body).toContain('Ana Ruiz (maestro) escribe desde otra@example.com:')
      expect(body).toContain('No puedo entrar al chat')
      expect(body).toContain('Imágenes: 1. Para verlas')
      expect(body).toContain(`${app.services.config.siteUrl}/operacion/solicitudes/${id}`)
      expect(body).toContain(`npm run operator -- tickets show ${id} --as`)
    }
    expect(html).not.toContain('/storage/v1/')
  })

  test('cannot add a header to any e-mail, whatever its name, text and rows contain', async () => {
    const ana = await makeBuscador(app)
    const evil = 'Ana\r\nBcc: victima@example.com\r\nX-Evil: 1\r\n\r\nOtro cuerpo'
    await send(ana, { nombre: evil, mensaje: evil })
    // A row that was not written by the function: the constraint protects the address only.
    await app.sql`update public.tickets set nombre = ${evil} where usuario_id = ${ana.id}`
    await app.runJobs()
    expect(smtp.received.map(({ to }) => to).sort()).toEqual([SUPPORT, await emailOf(app, ana.id)].sort())
    for (const { raw } of smtp.received) {
      const { head } = partsOf(raw)
      expect(header(head, 'Bcc')).toEqual([])
      expect(header(head, 'X-Evil')).toEqual([])
      expect(header(head, 'Subject')).toHaveLength(1)
    }
  })

  test('is delivered later when the mail server refuses for a while, and once', async () => {
    const ana = await makeBuscador(app)
    await send(ana)
    smtp.behave('later')
    await app.runJobs()
    expect(smtp.received).toEqual([])
    smtp.behave('accept')
    await app.sql`update graphile_worker._private_jobs set run_at = now()`
    await app.runJobs()
    expect(smtp.received.map(({ to }) => to).sort()).toEqual([SUPPORT, await emailOf(app, ana.id)].sort())
  })

  test('is not sent to the support mailbox without SMTP or without its address', async () => {
    for (const settings of [{ SMTP_URL: smtp.url }, { SUPPORT_EMAIL: SUPPORT }]) {
      const other = await startApp(settings)
      try {
        const ana = await makeBuscador(other)
        await send(ana)
        await other.runJobs()
        expect(mailsTo(SUPPORT)).toEqual([])
        const kept = await listMails(mailboxDir(other.services.config), 10)
        expect(kept.filter(({ to }) => to === SUPPORT)).toEqual([])
      } finally {
        await other.close()
      }
    }
  })
})

describe('an answered ticket', () => {
  const answer = (id: string, text: string) =>
    operate(app, 'tickets', 'answer', id, '--text', text, '--as', olga.email)

  test('is sent to the address in the form, with the answer as text', async () => {
    const ana = await makeBuscador(app)
    const id = await send(ana)
    await app.runJobs()
    smtp.received.length = 0
    await answer(id, 'Ya quedó, <Ana>.\nCierra la app y ábrela de nuevo.')
    await app.runJobs()
    expect(smtp.received.map(({ to }) => to)).toEqual(['otra@example.com'])
    const { text, html } = partsOf(smtp.received[0]?.raw ?? '')
    expect(text).toMatch(/Ya quedó, <Ana>\.\r?\nCierra la app y ábrela de nuevo\./)
    expect(html).toContain('Ya quedó, &lt;Ana&gt;.<br />Cierra la app y ábrela de nuevo.')
  })

  test('sends nothing when the account was erased before the job ran', async () => {
    const ana = await makeBuscador(app)
    const id = await send(ana)
    await answer(id, 'Una respuesta')
    await eraseAccount(app.services, ana.id)
    await app.runJobs()
    expect(smtp.received).toEqual([])
  })
})

test('erasing the account removes the kept e-mails to the addresses of its tickets', async () => {
  const local = await startApp()
  try {
    const ana = await makeBuscador(local)
    const operator = await makeOperator(local)
    const id = await send(ana, { correo: 'solo-aqui@example.com' })
    await operate(local, 'tickets', 'answer', id, '--text', 'Ya quedó.', '--as', operator.email)
    await local.runJobs()
    const kept = () => listMails(mailboxDir(local.services.config), 10)
    expect(await kept()).toHaveLength(2)
    await eraseAccount(local.services, ana.id)
    expect(await kept()).toEqual([])
  } finally {
    await local.close()
  }
})
