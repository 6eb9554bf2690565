import { randomInt, randomUUID } from 'node:crypto'
import { operacionCuentas } from '@maestros/contrato/operacion/operacion-cuentas'
import { operacionSuspender } from '@maestros/contrato/operacion/operacion-suspender'
import { operacionServidor } from '@maestros/dominio/operacion/textos-de-servidor'
import { beforeEach, describe, expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { beforeTests } from '../setup/app.ts'
import { call, refusal } from '../setup/functions.ts'
import { makePair } from '../setup/rows/chats.ts'
import { emailOf, makeBuscador, makeMaestro, makeResena } from '../setup/rows/maestros.ts'
import { decide, makeSignedInOperator } from '../setup/rows/operators.ts'
import { report, ticketOf } from '../setup/rows/tickets-and-reports.ts'
import { partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'
import { answered, ask, recorded } from './ask.ts'

/** Accounts in the console of operators: looking one up, suspending and restoring. */

const app = mailingAppForTests()
const olga = beforeTests(() => makeSignedInOperator(app))
const rita = beforeTests(() => makeSignedInOperator(app, 'revisor'))
beforeEach(() => app.smtp.reset())

const { rechazos } = operacionServidor
const REASON = 'Tercer reporte en un mes, ver nota interna'
const MESSAGE = 'Cobraste un anticipo y no hiciste el trabajo.'

const find = async (busqueda: string, operator = olga) =>
  (await answered(operator.client, operacionCuentas, { busqueda })).cuentas
const set = (cuenta_id: string, suspender: boolean, more: object = {}, operator = olga) =>
  ask(operator.client, operacionSuspender, { cuenta_id, suspender, motivo: REASON, ...more })

describe('an account', () => {
  test('is shown with state, sessions, verification, reports, help requests, reviews and its last acts', async () => {
    const { ana, luis } = await makePair(app)
    await report(ana, luis.id, { motivo: 'fraude' })
    await makeResena(app, { maestro: luis.id, puntuacion: 5 })
    const ticket = await ticketOf(luis)
    await decide(app, rita, luis.id, 'ine', 'verificado')
    const email = await emailOf(app, luis.id)
    const [account, ...others] = await find(email)
    expect(others).toEqual([])
    expect(account).toMatchObject({
      id: luis.id,
      correo: email,
      rol: 'maestro',
      telefono: luis.telefono,
      suspendida_en: null,
      eliminada_en: null,
      cierre: null,
      sesiones: 1,
      maestro: { completo: true },
      reportes_enviados: { total: 0, abiertos: 0, ultimos: [] },
      reportes_recibidos: { total: 1, abiertos: 1, ultimos: [{ motivo: 'fraude', cerrado_en: null }] },
      tickets: { total: 1, abiertos: [ticket] },
      resenas: { escritas: 0, recibidas: 1 },
    })
    expect(account?.maestro?.estados).toContainEqual({
      tipo: 'ine',
      estado: 'verificado',
      motivo: null,
      corrige_con: null,
    })
    expect(account?.auditoria).toMatchObject([
      {
        operador: { id: rita.id, correo: rita.email },
        acto: 'verificar',
        sobre: { id: luis.id, correo: email },
        detalle: { tipo: 'ine' },
      },
    ])
  })

  test('is found by its e-mail, its id and its telephone, not by a part of them; each shown one is recorded', async () => {
    const digits = String(randomInt(10_000_000, 99_999_999))
    const [first, last] = [digits.slice(0, 4), digits.slice(4)]
    const { id } = await makeMaestro(app, { telefono: `55 ${first}-${last}` })
    const same = await makeMaestro(app, { telefono: `+52 55 ${first} ${last}` })
    const email = await emailOf(app, id)
    const ids = async (text: string) => (await find(text)).map((one) => one.id)
    for (const [text, found] of [
      [email, [id]],
      [`  ${email.toUpperCase()} `, [id]],
      [id, [id]],
      [id.toUpperCase(), [id]],
      [`55${digits}`, [id, same.id]],
      [`+52 (55) ${first} ${last}`, [id, same.id]],
    ] as const) {
      const acts = await recorded(app, async () => expect(await ids(text)).toEqual(found))
      expect(acts).toEqual(
        found.map((sobre) => ({ operador_id: olga.id, acto: 'consultar_cuenta', sobre, detalle: {} })),
      )
    }
    const acts = await recorded(app, async () => {
      const parts = [email.slice(0, 12), email.slice(5), id.slice(0, 8), digits, last, 'Luis', '%', '@']
      for (const part of [...parts, randomUUID(), 'nadie@example.com', '55 0000 0000']) {
        expect({ part, found: await ids(part) }).toEqual({ part, found: [] })
      }
    })
    expect(acts).toEqual([])
  })

  test('that is suspended, closing or erased says so', async () => {
    const [suspended, closing, erased] = [
      await makeBuscador(app),
      await makeBuscador(app),
      await makeBuscador(app),
    ]
    await set(suspended.id, true)
    await app.sql`
      insert into interno.cierres (cuenta_id, borrar_en) values (${closing.id}, now() + interval '30 days')`
    await app.sql`update public.profiles set suspendido_en = now() where id = ${closing.id}`
    await eraseAccount(app.services, erased.id)
    expect((await find(suspended.id))[0]).toMatchObject({ suspendida_en: expect.any(String), sesiones: 0 })
    expect((await find(closing.id))[0]).toMatchObject({
      suspendida_en: null,
      cierre: { borrar_en: expect.any(String) },
    })
    expect((await find(erased.id))[0]).toMatchObject({
      correo: null,
      nombre: null,
      eliminada_en: expect.any(String),
      suspendida_en: null,
    })
  })

  test('is shown to a revisor without the audit, and the look of the revisor is recorded too', async () => {
    const ana = await makeBuscador(app)
    await find(ana.id)
    const acts = await recorded(app, async () =>
      expect(await find(ana.id, rita)).toMatchObject([{ id: ana.id, auditoria: null }]),
    )
    expect(acts).toMatchObject([{ operador_id: rita.id, acto: 'consultar_cuenta', sobre: ana.id }])
  })

  test('is not looked for without a text, or with one that is too long', async () => {
    for (const busqueda of ['', '   ', 'x'.repeat(256), 'a\u0000b']) {
      expect(await ask(olga.client, operacionCuentas, { busqueda })).toMatchObject(refusal('INVALID_INPUT'))
    }
  })
})

describe('suspending', () => {
  test('ends the sessions, is recorded with the reason, and tells the person the message; restoring undoes it', async () => {
    const { id, client } = await makeMaestro(app)
    const email = await emailOf(app, id)
    const acts = await recorded(app, async () => {
      for (const _ of [1, 2]) {
        expect((await set(id, true, { mensaje: MESSAGE })).data).toEqual({ success: true })
      }
    })
    expect(acts).toEqual([
      { operador_id: olga.id, acto: 'suspender', sobre: id, detalle: { motivo: REASON } },
    ])
    expect((await call(client, 'mi-perfil')).code).toBe('ACCOUNT_SUSPENDED')
    expect(await app.sql`select from auth.sessions where user_id = ${id}`).toHaveLength(0)
    await app.runJobs()
    const mails = app.smtp.received.filter(({ to }) => to === email).map(({ raw }) => partsOf(raw).text)
    expect(mails).toHaveLength(1)
    expect(mails[0]).toContain(MESSAGE)
    expect(mails[0]).not.toContain('nota interna')
    expect((await set(id, false)).status).toBe(200)
    expect((await find(id))[0]).toMatchObject({ suspendida_en: null })
  })

  test('is refused for a revisor, whatever the account and the texts are, and changes nothing', async () => {
    const ana = await makeBuscador(app)
    const acts = await recorded(app, async () => {
      for (const [cuenta_id, motivo] of [
        [ana.id, REASON],
        [ana.id, 'corto'],
        [rita.id, REASON],
        [randomUUID(), REASON],
      ] as const) {
        expect(await set(cuenta_id, true, { motivo }, rita)).toMatchObject(
          refusal('FORBIDDEN', rechazos.nivel),
        )
      }
    })
    expect(acts).toEqual([])
    expect((await find(ana.id))[0]).toMatchObject({ suspendida_en: null, sesiones: 1 })
  })

  test('needs a reason, and a message is of the right length', async () => {
    const ana = await makeBuscador(app)
    for (const motivo of ['', 'corto', ' '.repeat(20), 'x'.repeat(501)]) {
      expect(await set(ana.id, true, { motivo })).toMatchObject(refusal('INVALID_INPUT', rechazos.motivo))
    }
    for (const mensaje of ['corto', 'x'.repeat(501)]) {
      expect(await set(ana.id, true, { mensaje })).toMatchObject({ status: 400, message: rechazos.mensaje })
    }
    expect((await find(ana.id))[0]).toMatchObject({ suspendida_en: null })
  })

  test('of the own account, an unknown or an erased one is refused', async () => {
    const erased = await makeBuscador(app)
    await eraseAccount(app.services, erased.id)
    expect(await set(olga.id, true)).toMatchObject(refusal('INVALID_INPUT', rechazos.propia))
    for (const id of [erased.id, randomUUID()]) {
      expect(await set(id, true)).toMatchObject(refusal('NOT_FOUND', rechazos.cuenta))
    }
  })
})
