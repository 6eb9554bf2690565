import { beforeEach, describe, expect, test } from 'vitest'
import { beforeTests } from '../setup/app.ts'
import { makeProofOfAddress } from '../setup/rows/documents.ts'
import { emailOf, makeMaestro, suspend } from '../setup/rows/maestros.ts'
import { decide, look, makeOperator, operate } from '../setup/rows/operators.ts'
import { partsOf } from '../setup/services/mail-parts.ts'
import { mailingAppForTests } from '../setup/services/mailing-app.ts'

/** The e-mail about a decision of operators, through a real SMTP server. */

const app = mailingAppForTests()
const olga = beforeTests(() => makeOperator(app))
beforeEach(() => app.smtp.reset())

const REASON = 'La foto no se lee. Toma otra con más luz & sin reflejos.'

describe('the e-mail about a decision', () => {
  test('says what was verified and leads to the own profile', async () => {
    const { id } = await makeMaestro(app, { nombre: 'Luis' })
    await decide(app, olga, id, 'ine', 'verificado')
    await app.runJobs()
    expect(app.smtp.received.map(({ to }) => to)).toEqual([await emailOf(app, id)])
    const { text, html } = partsOf(app.smtp.received[0]?.raw ?? '')
    for (const part of [text, html]) {
      expect(part).toContain('Hola, Luis:')
      expect(part).toContain('Revisamos tu INE y todo está en orden.')
      expect(part).toContain('/perfil-maestro#verificacion')
    }
  })

  test('names the reason of a rejection and what to do', async () => {
    const { id } = await makeMaestro(app)
    await decide(app, olga, id, 'domicilio', 'rechazado', REASON)
    await app.runJobs()
    const { text, html } = partsOf(app.smtp.received[0]?.raw ?? '')
    expect(text).toContain(`Motivo: ${REASON}`)
    expect(html).toContain('Motivo: La foto no se lee. Toma otra con más luz &amp; sin reflejos.')
    for (const part of [text, html]) {
      expect(part).toContain('elige «Corregir tu domicilio»')
      expect(part).toContain('/perfil-maestro?editar=domicilio')
    }
  })

  test('is sent once for each decision, and not for a decision that changes nothing or a review', async () => {
    const { id } = await makeMaestro(app)
    const email = await emailOf(app, id)
    await decide(app, olga, id, 'ine', 'en_revision')
    await decide(app, olga, id, 'ine', 'rechazado', REASON)
    await decide(app, olga, id, 'ine', 'rechazado', REASON)
    await app.runJobs()
    await app.runJobs()
    expect(app.smtp.received.map(({ to }) => to)).toEqual([email])
    await makeProofOfAddress(app.sql, id)
    await look(app.sql, olga, id)
    expect((await operate(app, 'verify', id, 'todo', '--as', olga.email)).code).toBe(0)
    await app.runJobs()
    const texts = app.smtp.received.slice(1).map(({ raw }) => partsOf(raw).text)
    expect(texts).toHaveLength(3)
    for (const datum of ['tu INE', 'tu CURP', 'tu domicilio'])
      expect(texts.filter((text) => text.includes(`Revisamos ${datum} y todo`))).toHaveLength(1)
  })

  test('tells only the newest decision about a datum, and nothing after the datum was changed', async () => {
    const { id } = await makeMaestro(app)
    await decide(app, olga, id, 'curp', 'rechazado', REASON)
    await decide(app, olga, id, 'curp', 'verificado')
    await decide(app, olga, id, 'domicilio', 'rechazado', REASON)
    await app.sql`update public.maestros set domicilio = 'Calle Juárez 40, colonia Roma' where id = ${id}`
    await app.runJobs()
    expect(app.smtp.received.map(({ raw }) => partsOf(raw).text)).toEqual([
      expect.stringContaining('Revisamos tu CURP y todo está en orden.'),
    ])
  })

  test('is not sent to a suspended account', async () => {
    const { id } = await makeMaestro(app)
    await decide(app, olga, id, 'ine', 'verificado')
    await suspend(app, id)
    await app.runJobs()
    expect(app.smtp.received).toEqual([])
  })
})
