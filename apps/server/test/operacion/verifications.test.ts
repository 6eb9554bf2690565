import { randomInt, randomUUID } from 'node:crypto'
import { operacionDecidir } from '@maestros/contrato/operacion/operacion-decidir'
import { operacionVerificacion } from '@maestros/contrato/operacion/operacion-verificacion'
import { operacionVerificaciones } from '@maestros/contrato/operacion/operacion-verificaciones'
import { operacion } from '@maestros/dominio/operacion/textos'
import { operacionServidor } from '@maestros/dominio/operacion/textos-de-servidor'
import type { Correccion, DatoVerificable } from '@maestros/dominio/verificacion/estados'
import { beforeEach, describe, expect, test } from 'vitest'
import { beforeTests } from '../setup/app.ts'
import { call, refusal } from '../setup/functions.ts'
import { whileOpen } from '../setup/rows/chats.ts'
import { makeProofOfAddress } from '../setup/rows/documents.ts'
import { emailOf, makeBuscador, makeMaestro, suspend } from '../setup/rows/maestros.ts'
import { decide, look, makeSignedInOperator, type SignedInOperator } from '../setup/rows/operators.ts'
import { blob, jpeg } from '../setup/rows/pictures.ts'
import { partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'
import { answered, ask, recorded } from './ask.ts'

/** Verifying in the console of operators: who waits, what a decision is about, and deciding. */

const app = mailingAppForTests()
const olga = beforeTests(() => makeSignedInOperator(app))
const rita = beforeTests(() => makeSignedInOperator(app, 'revisor'))
beforeEach(() => app.smtp.reset())

const REASON = 'La foto no se lee. Toma otra con más luz.'
const { rechazos } = operacionServidor

const newCurp = () =>
  `${Array.from({ length: 4 }, () => String.fromCharCode(randomInt(65, 91))).join('')}800101MDFNRL00`
const list = () => answered(rita.client, operacionVerificaciones, {})
const see = (operator: SignedInOperator, maestro_id: string) =>
  answered(operator.client, operacionVerificacion, { maestro_id })
const change = (
  operator: SignedInOperator,
  maestro_id: string,
  datos: DatoVerificable[],
  estado: 'en_revision' | 'verificado' | 'rechazado',
  motivo?: string,
) => ask(operator.client, operacionDecidir, { maestro_id, datos, estado, ...(motivo && { motivo }) })
const statesOf = async (maestro: string) => {
  const rows = await app.sql<{ tipo: string; estado: string }[]>`
    select tipo, estado from interno.estado_verificacion(${maestro})`
  return Object.fromEntries(rows.map(({ tipo, estado }) => [tipo, estado]))
}

describe('the list of verifications', () => {
  test('has who waits longest first, with states, and not who is decided or suspended', async () => {
    const [first, second, done, suspended] = [
      await makeMaestro(app, { nombre: 'Luis', apellido: 'Hernández' }),
      await makeMaestro(app),
      await makeMaestro(app),
      await makeMaestro(app),
    ]
    await app.sql`update public.maestros set curp = ${newCurp()} where id = ${second.id}`
    await makeProofOfAddress(app.sql, done.id)
    for (const dato of ['ine', 'curp', 'domicilio']) await decide(app, olga, done.id, dato, 'verificado')
    await decide(app, olga, first.id, 'ine', 'en_revision')
    await suspend(app, suspended.id)
    const { maestros, total } = await list()
    expect(total).toBe(maestros.length)
    const made = [first.id, second.id, done.id, suspended.id]
    expect(maestros.filter(({ id }) => made.includes(id))).toEqual([
      {
        id: first.id,
        correo: await emailOf(app, first.id),
        nombre: 'Luis',
        apellido: 'Hernández',
        estados: { ine: 'en_revision', curp: 'pendiente', domicilio: 'pendiente' },
        curp_repetida: true,
        desde: expect.stringMatching(/^\d{4}-.*Z$/),
      },
      expect.objectContaining({ id: second.id, curp_repetida: false }),
    ])
  })

  test('has fifty at most, and says how many there are', async () => {
    const missing = Math.max(0, 51 - (await list()).total)
    await Promise.all(Array.from({ length: missing }, () => makeMaestro(app)))
    const { maestros, total } = await list()
    expect(maestros).toHaveLength(50)
    const [waiting] = await app.sql`select count(*)::int as many from interno.verificaciones_en_espera()`
    expect(total).toBe(waiting?.many)
  })
})

describe('the data of one maestro', () => {
  test('are shown with documents whose addresses open, and the audit records who looked and at which version', async () => {
    const { id, client } = await makeMaestro(app, { nombre: 'Rosa', apellido: 'Vega' })
    const other = await makeMaestro(app, { nombre: 'Eva', apellido: 'Luna' })
    const curp = newCurp()
    await app.sql`update public.maestros set curp = ${curp} where id in ${app.sql([id, other.id])}`
    const files = client.storage.from('chat-media')
    const ine = `ine_${id}_1700000000000.jpg`
    const proof = `documentos/${id}/comprobante_domicilio_1700000000000.jpg`
    for (const name of [ine, proof]) expect((await files.upload(name, blob(await jpeg()))).error).toBeNull()
    await client.from('maestros').update({ ine_url: ine }).eq('id', id)
    await call(client, 'enviar-documento', { body: { tipo: 'comprobante_domicilio', objeto: proof } })
    await decide(app, olga, id, 'curp', 'rechazado', REASON)

    const acts = await recorded(app, async () => {
      const seen = await see(rita, id)
      expect(seen).toMatchObject({
        id,
        correo: await emailOf(app, id),
        nombre: 'Rosa',
        apellido: 'Vega',
        curp,
        domicilio: 'Calle Hidalgo 12, colonia Centro',
        misma_curp: [{ id: other.id, correo: await emailOf(app, other.id), nombre: 'Eva', apellido: 'Luna' }],
      })
      expect(seen.estados).toContainEqual({
        tipo: 'curp',
        estado: 'rechazado',
        motivo: REASON,
        corrige_con: ['curp'],
      })
      expect(seen.documentos.map(({ tipo }) => tipo)).toEqual(['ine', 'selfie', 'comprobante_domicilio'])
      for (const tipo of ['ine', 'comprobante_domicilio']) {
        const url = seen.documentos.find((one) => one.tipo === tipo)?.url ?? ''
        const file = await fetch(new URL(url, app.url))
        expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
        const [end = ''] = /(?<=token=[^.]+\.[^.]+\.)[0-9a-z]+/.exec(url) ?? []
        const hours = (Number.parseInt(end, 36) - Date.now() / 1000) / 3600
        expect(hours).toBeGreaterThan(0.9)
        expect(hours).toBeLessThan(2.1)
      }
    })
    expect(acts).toEqual([
      { operador_id: rita.id, acto: 'consultar', sobre: id, detalle: { version: expect.any(String) } },
    ])
  })

  test('of a seeker, of an erased maestro and of an unknown id do not exist, and no look is recorded', async () => {
    const seeker = await makeBuscador(app)
    const erased = await makeMaestro(app)
    await app.sql`select interno.borrar_cuenta(${erased.id})`
    const acts = await recorded(app, async () => {
      for (const maestro_id of [seeker.id, erased.id, randomUUID()]) {
        expect(await ask(rita.client, operacionVerificacion, { maestro_id })).toMatchObject(
          refusal('NOT_FOUND', rechazos.maestro),
        )
      }
    })
    expect(acts).toEqual([])
  })
})

describe('a decision', () => {
  test('about several data is recorded for each, answers the states, and the maestro gets an e-mail', async () => {
    const { id } = await makeMaestro(app)
    await see(rita, id)
    const acts = await recorded(app, async () => {
      const { status, data } = await change(rita, id, ['ine', 'curp'], 'verificado')
      expect(status).toBe(200)
      expect(operacionDecidir.output.parse(data).estados).toEqual([
        { tipo: 'ine', estado: 'verificado', motivo: null, corrige_con: null },
        { tipo: 'domicilio', estado: 'pendiente', motivo: null, corrige_con: null },
        { tipo: 'curp', estado: 'verificado', motivo: null, corrige_con: null },
      ])
    })
    expect(acts).toMatchObject([
      { operador_id: rita.id, acto: 'verificar', sobre: id, detalle: { tipo: 'ine', antes: 'pendiente' } },
      { operador_id: rita.id, acto: 'verificar', sobre: id, detalle: { tipo: 'curp', antes: 'pendiente' } },
    ])
    await app.runJobs()
    const email = await emailOf(app, id)
    expect(app.smtp.received.filter(({ to }) => to === email).length).toBeGreaterThan(0)
  })

  test('that rejects has a reason, which the maestro reads', async () => {
    const { id, client } = await makeMaestro(app)
    await see(rita, id)
    for (const motivo of [undefined, 'corto', ' '.repeat(20), 'x'.repeat(501)]) {
      expect(await change(rita, id, ['ine'], 'rechazado', motivo)).toMatchObject(
        refusal('INVALID_INPUT', rechazos.motivo),
      )
    }
    expect(await statesOf(id)).toMatchObject({ ine: 'pendiente' })
    expect((await change(rita, id, ['ine'], 'rechazado', REASON)).status).toBe(200)
    expect((await call(client, 'mi-perfil')).text).toContain(REASON)
    await app.runJobs()
    const email = await emailOf(app, id)
    const mails = app.smtp.received.filter(({ to }) => to === email).map(({ raw }) => partsOf(raw).text)
    expect(mails.join('\n')).toContain(REASON)
  })

  test('that rejects says what ends it: what the operator chose, or what the reason asks for', async () => {
    const { id } = await makeMaestro(app)
    await see(rita, id)
    const endsWith = async (motivo: string, corrige_con?: Correccion[]) => {
      const input = { maestro_id: id, datos: ['ine' as const], estado: 'rechazado' as const, motivo }
      const { data } = await ask(rita.client, operacionDecidir, {
        ...input,
        ...(corrige_con && { corrige_con }),
      })
      return operacionDecidir.output.parse(data).estados.find(({ tipo }) => tipo === 'ine')?.corrige_con
    }
    const ready = operacion.rechazo.frases.ine.find(({ corrige_con: [first] }) => first === 'foto')
    expect(await endsWith(ready?.texto ?? '')).toEqual(['foto', 'ine'])
    expect(await endsWith(REASON)).toEqual(['ine', 'reverso'])
    // What belongs to another datum is left out.
    expect(await endsWith(REASON, ['nombre', 'comprobante'])).toEqual(['nombre'])
    const none = { maestro_id: id, datos: ['ine' as const], estado: 'rechazado' as const, motivo: REASON }
    expect(await ask(rita.client, operacionDecidir, { ...none, corrige_con: ['curp'] })).toMatchObject({
      status: 400,
      message: rechazos.corrige_con,
    })
  })

  test('is made about all data or about none', async () => {
    const { id } = await makeMaestro(app)
    await decide(app, rita, id, 'ine', 'verificado')
    await app.sql`delete from storage.objects where owner = ${id} and name like 'ine%'`
    await app.sql`update public.maestros set apellido = 'Otro' where id = ${id}`
    await app.runJobs()
    app.smtp.reset()
    await see(rita, id)
    const acts = await recorded(app, async () => {
      for (const [datos, message] of [
        [['curp', 'ine'], rechazos.sin_archivo],
        [['curp', 'domicilio'], rechazos.sin_comprobante],
      ] as const) {
        const answer = await change(rita, id, [...datos], 'verificado')
        expect(answer).toMatchObject({ status: 409, code: 'CONFLICT', message })
      }
    })
    expect(acts).toEqual([])
    expect(await statesOf(id)).toMatchObject({ curp: 'pendiente', domicilio: 'pendiente' })
    await app.runJobs()
    expect(app.smtp.received).toEqual([])
  })

  test('is refused when the maestro has changed data since the operator looked', async () => {
    const { id } = await makeMaestro(app)
    await see(rita, id)
    await app.sql`update public.maestros set curp = 'CAMB800101MDFNRL00' where id = ${id}`
    expect(await change(rita, id, ['curp'], 'verificado')).toMatchObject(refusal('CONFLICT', rechazos.cambio))
    await see(rita, id)
    expect((await change(rita, id, ['curp'], 'verificado')).status).toBe(200)
  })

  test('of two operators at the same time is the first one: the second is told', async () => {
    const { id } = await makeMaestro(app)
    await see(rita, id)
    await see(olga, id)
    const { done } = await whileOpen(
      app,
      { before: (sql) => decide({ sql }, olga, id, 'curp', 'verificado') },
      () => change(rita, id, ['curp'], 'rechazado', REASON),
    )
    expect(done).toMatchObject({ status: 409, code: 'CONFLICT', message: rechazos.otro_operador })
    expect(await statesOf(id)).toMatchObject({ curp: 'verificado' })
    const answers = await Promise.all([
      change(olga, id, ['domicilio'], 'rechazado', REASON),
      change(rita, id, ['domicilio'], 'verificado'),
    ])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('that puts several data in review keeps the decided ones; one alone is put in review', async () => {
    const { id } = await makeMaestro(app)
    await look(app.sql, rita, id)
    await change(rita, id, ['ine'], 'verificado')
    expect((await change(rita, id, ['ine', 'curp', 'domicilio'], 'en_revision')).status).toBe(200)
    expect(await statesOf(id)).toMatchObject({
      ine: 'verificado',
      curp: 'en_revision',
      domicilio: 'en_revision',
    })
    // A datum that is named twice is still one.
    expect((await change(rita, id, ['ine', 'ine'], 'en_revision')).status).toBe(200)
    expect(await statesOf(id)).toMatchObject({ ine: 'en_revision' })
  })

  test('about missing data, a seeker or an unknown id is refused and not recorded', async () => {
    const { id } = await makeMaestro(app)
    await app.sql`update public.maestros set domicilio = null where id = ${id}`
    await see(rita, id)
    const seeker = await makeBuscador(app)
    const acts = await recorded(app, async () => {
      expect(await change(rita, id, ['curp', 'domicilio'], 'verificado')).toMatchObject({
        status: 400,
        message: rechazos.sin_dato,
      })
      for (const unknown of [seeker.id, randomUUID()]) {
        expect(await change(rita, unknown, ['curp'], 'verificado')).toMatchObject({
          status: 404,
          message: rechazos.maestro,
        })
      }
    })
    expect(acts).toEqual([])
  })
})
