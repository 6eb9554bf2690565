import { acceso } from '@maestros/dominio/acceso/textos'
import { correos, cuentaSinSuspension, mensajeDeSuspension } from '@maestros/dominio/avisos/textos-de-correos'
import { operador as textos } from '@maestros/dominio/operacion/textos-de-comandos'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { beforeTests } from '../setup/app.ts'
import { makePair } from '../setup/rows/chats.ts'
import { emailOf, makeBuscador, makeMaestro } from '../setup/rows/maestros.ts'
import { failure, makeOperator, operate } from '../setup/rows/operators.ts'
import { report } from '../setup/rows/tickets-and-reports.ts'
import { partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

/** What people are told about acts of operators, through a real SMTP server. */

const SUPPORT = 'ayuda@maestros.example'
const REASON = 'Tercer reporte en un mes, ver nota interna'
const MESSAGE = 'Cobraste un anticipo & no hiciste el trabajo.'

const app = mailingAppForTests({ SUPPORT_EMAIL: SUPPORT })
const olga = beforeTests(() => makeOperator(app))
beforeEach(() => app.smtp.reset())

const change = (order: 'suspend' | 'restore', id: string, ...more: string[]) =>
  operate(app, order, id, '--motivo', REASON, '--as', olga.email, ...more)
const mailsTo = (address: string) =>
  app.smtp.received.filter(({ to }) => to === address).map(({ raw }) => partsOf(raw))

describe('the e-mail about a suspension', () => {
  test('has the message for the person and where to ask, and not the reason of the audit', async () => {
    const { id } = await makeMaestro(app, { nombre: 'Luis' })
    const email = await emailOf(app, id)
    expect((await change('suspend', id, '--mensaje', MESSAGE)).code).toBe(0)
    expect((await change('suspend', id, '--mensaje', MESSAGE)).out).toContain(textos.sinCambio)
    await app.runJobs()
    await app.runJobs()
    expect(mailsTo(email)).toHaveLength(1)
    const [{ text, html } = { text: '', html: '' }] = mailsTo(email)
    expect(text).toContain(MESSAGE)
    expect(html).toContain('Cobraste un anticipo &amp; no hiciste el trabajo.')
    for (const part of [text, html]) {
      expect(part).toContain('Hola, Luis:')
      expect(part).toContain(`${acceso.suspendida.ayuda} ${SUPPORT}.`)
      expect(part).toContain('/terminos-y-condiciones')
      expect(part).not.toContain('nota interna')
    }
  })

  test('has a general sentence without a message, and so has the one about the restoration', async () => {
    const { id } = await makeMaestro(app)
    const email = await emailOf(app, id)
    await change('suspend', id)
    await app.runJobs()
    await change('restore', id)
    await app.runJobs()
    const texts = mailsTo(email).map(({ text }) => text)
    expect(texts).toHaveLength(2)
    expect(texts[0]).toContain(mensajeDeSuspension.suspendida)
    expect(texts[1]).toContain(cuentaSinSuspension.abierta)
    expect(texts[1]).toContain(mensajeDeSuspension.restaurada)
    expect(texts[1]).toContain('/login-maestro')
    expect(texts.join()).not.toContain('nota interna')
  })

  test('is not sent for an act that another one has replaced, nor after the account was restored otherwise', async () => {
    const { id } = await makeBuscador(app)
    for (const order of ['suspend', 'restore', 'suspend'] as const) await change(order, id)
    await app.runJobs()
    expect(mailsTo(await emailOf(app, id)).map(({ text }) => text)).toEqual([
      expect.stringContaining(correos.cuentaSuspendida.intro),
    ])
    const other = await makeBuscador(app)
    await change('suspend', other.id)
    await app.sql`update public.profiles set suspendido_en = null where id = ${other.id}`
    await app.runJobs()
    expect(mailsTo(await emailOf(app, other.id))).toEqual([])
  })

  test('tells of a suspension also while the person closes the account, and that it stays closed afterwards', async () => {
    const { id } = await makeBuscador(app)
    await app.sql`insert into interno.cierres (cuenta_id, borrar_en) values (${id}, '2099-03-02T18:00:00Z')`
    await app.sql`update public.profiles set suspendido_en = now() where id = ${id}`
    await change('suspend', id)
    await app.runJobs()
    await change('restore', id)
    await app.runJobs()
    expect(mailsTo(await emailOf(app, id)).map(({ text }) => text)).toEqual([
      expect.stringContaining(correos.cuentaSuspendida.intro),
      expect.stringContaining(cuentaSinSuspension.cerrada('2 de marzo de 2099')),
    ])
  })

  test('is not sent when the message is too short, which changes nothing, nor to an erased account', async () => {
    const { id } = await makeBuscador(app)
    for (const mensaje of ['corto', 'x'.repeat(501)]) {
      expect(await change('suspend', id, '--mensaje', mensaje)).toEqual(failure(textos.errores.mensaje))
    }
    expect((await change('suspend', id, '--mensaje', ' ')).code).toBe(2)
    expect(await app.sql`select from interno.auditoria where sobre = ${id}`).toHaveLength(0)
    await change('suspend', id, '--mensaje', MESSAGE)
    await eraseAccount(app.services, id)
    expect(
      await app.sql`select from graphile_worker._private_jobs where payload::text like ${`%${id}%`}`,
    ).toEqual([])
    await app.runJobs()
    expect(app.smtp.received).toEqual([])
  })
})

describe('the e-mail about a closed report', () => {
  async function makeReport() {
    const { ana, luis } = await makePair(app)
    expect((await report(ana, luis.id, { motivo: 'otro', texto: 'Luis me insultó' })).status).toBe(200)
    const [{ id } = { id: '' }] = await app.sql<{ id: string }[]>`
      select id from interno.reportes where reportante_id = ${ana.id}`
    const close = () =>
      operate(app, 'reports', 'close', id, '--note', 'Luis queda advertido.', '--as', olga.email)
    return { ana, luis, close }
  }

  test('goes once to the person who sent it, and says nothing about the other one', async () => {
    const { ana, luis, close } = await makeReport()
    // A choice of optional e-mails does not concern it.
    await ana.client.from('preferencias_avisos').upsert({ user_id: ana.id, correo_mensajes: false })
    for (const _ of [1, 2]) await close()
    await app.runJobs()
    await app.runJobs()
    expect(app.smtp.received.map(({ to }) => to)).toEqual([await emailOf(app, ana.id)])
    const [{ text, html } = { text: '', html: '' }] = mailsTo(await emailOf(app, ana.id))
    expect(text).toMatch(/el reporte que enviaste el \p{L}+, \d+ de \p{L}+\./u)
    for (const part of [text, html]) {
      expect(part).toContain('Hola, Ana:')
      expect(part).toContain('/ayuda')
      expect(part).not.toMatch(new RegExp(`Luis|Hernández|advertido|insultó|${luis.id}`))
      expect(part).not.toContain('/baja')
    }
  })

  test('goes to a suspended person too, and not to an erased account', async () => {
    const [one, other] = [await makeReport(), await makeReport()]
    await app.sql`update public.profiles set suspendido_en = now() where id = ${one.ana.id}`
    await one.close()
    await eraseAccount(app.services, other.ana.id)
    expect((await other.close()).code).toBe(0)
    await app.runJobs()
    expect(app.smtp.received.map(({ to }) => to)).toEqual([await emailOf(app, one.ana.id)])
  })
})
