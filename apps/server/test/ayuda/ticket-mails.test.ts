import { correos } from '@maestros/dominio/avisos/textos-de-correos'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailboxDir } from '../../src/platform/mail/choose-mailer.ts'
import { listMails } from '../../src/platform/mail/local-mailbox.ts'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { beforeTests, startApp } from '../setup/app.ts'
import { emailOf, makeBuscador, makeMaestro } from '../setup/rows/maestros.ts'
import { makeOperator, operate } from '../setup/rows/operators.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { ticketOf } from '../setup/rows/tickets-and-reports.ts'
import { headerOf, partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

/** The e-mails about tickets, through a real SMTP server. */

const SUPPORT = 'ayuda@maestros.example'

const app = mailingAppForTests({ SUPPORT_EMAIL: SUPPORT })
const olga = beforeTests(() => makeOperator(app))
beforeEach(() => app.smtp.reset())

const mailsTo = (address: string) => app.smtp.received.filter(({ to }) => to === address)

describe('a ticket that was sent', () => {
  test('is confirmed once to the address of the account, and not to the one in the form', async () => {
    const ana = await makeBuscador(app)
    const part = { mensaje: 'Primera línea <b>\nsegunda línea' }
    await ticketOf(ana, part)
    await ticketOf(ana, part)
    await app.runJobs()
    await app.runJobs()
    expect(mailsTo('formulario@example.com')).toEqual([])
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
    const id = await ticketOf(luis, { imagenes_url: ['captura.jpg'] })
    await app.runJobs()
    expect(mailsTo(SUPPORT)).toHaveLength(1)
    const parts = partsOf(mailsTo(SUPPORT)[0]?.raw ?? '')
    expect(headerOf(parts, 'Reply-To')).toBe('formulario@example.com')
    expect(headerOf(parts, 'Subject')).toBe(`${correos.ticketParaSoporte.asunto}: Ana Ruiz`)
    for (const body of [parts.text, parts.html]) {
      expect(body).toContain('Ana Ruiz (maestro) escribe desde formulario@example.com:')
      expect(body).toContain('No puedo entrar al chat')
      expect(body).toContain('Imágenes: 1. Para verlas')
      expect(body).toContain(`${app.services.config.siteUrl}/operacion/solicitudes/${id}`)
      expect(body).toContain(`npm run operator -- tickets show ${id} --as`)
    }
    expect(parts.html).not.toContain('/storage/v1/')
  })

  test('cannot add a header to any e-mail, whatever its name, text and rows contain', async () => {
    const ana = await makeBuscador(app)
    const evil = 'Ana\r\nBcc: victima@example.com\r\nX-Evil: 1\r\n\r\nOtro cuerpo'
    await ticketOf(ana, { nombre: evil, mensaje: evil })
    // A row that was not written by the function: the constraint protects the address only.
    await app.sql`update public.tickets set nombre = ${evil} where usuario_id = ${ana.id}`
    await app.runJobs()
    expect(app.smtp.received.map(({ to }) => to).sort()).toEqual([SUPPORT, await emailOf(app, ana.id)].sort())
    for (const { raw } of app.smtp.received) {
      const parts = partsOf(raw)
      expect(parts.head).not.toMatch(/^(?:Bcc|X-Evil):/im)
      expect(headerOf(parts, 'Subject')).toBeDefined()
    }
  })

  test('is delivered later when the mail server refuses for a while, and once', async () => {
    const ana = await makeBuscador(app)
    await ticketOf(ana)
    app.smtp.behave('later')
    await app.runJobs()
    expect(app.smtp.received).toEqual([])
    app.smtp.behave('accept')
    await app.sql`update graphile_worker._private_jobs set run_at = now()`
    await app.runJobs()
    expect(app.smtp.received.map(({ to }) => to).sort()).toEqual([SUPPORT, await emailOf(app, ana.id)].sort())
  })

  test('is not sent to the support mailbox without SMTP or without its address', async () => {
    for (const settings of [{ SMTP_URL: app.smtp.url }, { SUPPORT_EMAIL: SUPPORT }]) {
      const other = await startApp(settings, app)
      try {
        const ana = await makeBuscador(other)
        await ticketOf(ana)
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
    const id = await ticketOf(ana)
    await app.runJobs()
    app.smtp.received.length = 0
    await answer(id, 'Ya quedó, <Ana>.\nCierra la app y ábrela de nuevo.')
    await app.runJobs()
    expect(app.smtp.received.map(({ to }) => to)).toEqual(['formulario@example.com'])
    const { text, html } = partsOf(app.smtp.received[0]?.raw ?? '')
    expect(text).toMatch(/Ya quedó, <Ana>\.\r?\nCierra la app y ábrela de nuevo\./)
    expect(html).toContain('Ya quedó, &lt;Ana&gt;.<br />Cierra la app y ábrela de nuevo.')
  })

  test('sends nothing when the account was erased before the job ran', async () => {
    const ana = await makeBuscador(app)
    const id = await ticketOf(ana)
    await answer(id, 'Una respuesta')
    await eraseAccount(app.services, ana.id)
    await app.runJobs()
    expect(app.smtp.received).toEqual([])
  })
})

test('erasing the account removes the kept e-mails to the addresses of its tickets', async () => {
  const local = await startApp({}, app)
  try {
    const ana = await makeBuscador(local)
    const own = ['solo-aqui@example.com', await emailOf(app, ana.id)]
    const id = await ticketOf(ana, { correo: own[0] })
    await operate(local, 'tickets', 'answer', id, '--text', 'Ya quedó.', '--as', olga.email)
    await local.runJobs()
    const kept = async () =>
      (await listMails(mailboxDir(local.services.config), 10)).filter(({ to }) => own.includes(to))
    expect(await kept()).toHaveLength(2)
    await eraseAccount(local.services, ana.id)
    expect(await kept()).toEqual([])
  } finally {
    await local.close()
  }
})
