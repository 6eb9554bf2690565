import { operacionAuditoria } from '@maestros/contrato/operacion/operacion-auditoria'
import { operacionCuentas } from '@maestros/contrato/operacion/operacion-cuentas'
import { operacionServidor } from '@maestros/dominio/operacion/textos-de-servidor'
import { expect, test } from 'vitest'
import { eraseAccount } from '../../src/subjects/cuenta/erase.ts'
import { auditStatement } from '../../src/subjects/operacion/audit.ts'
import { appForTests, beforeTests } from '../setup/app.ts'
import { refusal } from '../setup/functions.ts'
import { readingsOf } from '../setup/rows/chats.ts'
import { emailOf, makeBuscador } from '../setup/rows/maestros.ts'
import { makeSignedInOperator } from '../setup/rows/operators.ts'
import { answered, ask, recorded } from './ask.ts'

/** The audit in the console of operators. */

const app = appForTests()
const olga = beforeTests(() => makeSignedInOperator(app))
const rita = beforeTests(() => makeSignedInOperator(app, 'revisor'))

const page = (cuenta_id?: string, cursor?: string | null) =>
  answered(olga.client, operacionAuditoria, { ...(cuenta_id && { cuenta_id }), ...(cursor && { cursor }) })

async function all(cuenta_id?: string) {
  const ids: number[] = []
  let cursor: string | null | undefined
  do {
    const { actos, siguiente } = await page(cuenta_id, cursor)
    expect(actos.length).toBeLessThanOrEqual(50)
    ids.push(...actos.map(({ id }) => id))
    cursor = siguiente
  } while (cursor)
  return ids
}

const idsOf = async (person: string | null) => {
  const rows = await app.sql<{ id: string }[]>`
    select id from interno.auditoria where ${person}::uuid is null or ${person} in (sobre, operador_id) order by id desc`
  return rows.map(({ id }) => Number(id))
}

test('the audit has who did what, about whom and when, the newest first; reading it is not recorded', async () => {
  const ana = await makeBuscador(app)
  await answered(rita.client, operacionCuentas, { busqueda: ana.id })
  await app.sql`insert into interno.auditoria (operador_id, acto, detalle) values (${olga.id}, 'reintentar_trabajo', '{"id": 7}')`
  const acts = await recorded(app, async () => {
    const { actos } = await page()
    expect(actos.slice(0, 2)).toEqual([
      {
        id: expect.any(Number),
        ocurrido_en: expect.stringMatching(/Z$/),
        operador: { id: olga.id, correo: olga.email },
        acto: 'reintentar_trabajo',
        sobre: null,
        detalle: { id: 7 },
      },
      {
        id: expect.any(Number),
        ocurrido_en: expect.stringMatching(/Z$/),
        operador: { id: rita.id, correo: rita.email },
        acto: 'consultar_cuenta',
        sobre: { id: ana.id, correo: await emailOf(app, ana.id) },
        detalle: {},
      },
    ])
  })
  expect(acts).toEqual([])
  await eraseAccount(app.services, ana.id)
  expect((await page(ana.id)).actos[0]?.sobre).toEqual({ id: ana.id, correo: null })
})

test('every act is on one page, of all and of one account: those about it and those by it', async () => {
  const ana = await makeBuscador(app)
  await app.sql`
    insert into interno.auditoria (operador_id, acto, sobre, ocurrido_en)
    select case when n % 3 = 0 then ${rita.id}::uuid else ${olga.id}::uuid end, 'consultar_cuenta',
      case when n % 5 = 0 then ${rita.id}::uuid else ${ana.id}::uuid end, '2026-01-01'
    from generate_series(1, 200) n`
  expect(await all()).toEqual(await idsOf(null))
  for (const person of [ana.id, rita.id, olga.id]) {
    expect(await all(person)).toEqual(await idsOf(person))
  }
  expect(await all((await makeBuscador(app)).id)).toEqual([])
})

test('a revisor may not read the audit', async () => {
  expect(await ask(rita.client, operacionAuditoria, {})).toMatchObject(
    refusal('FORBIDDEN', operacionServidor.rechazos.nivel),
  )
})

test('a cursor that the audit has not written is refused', async () => {
  for (const text of ['', 'x', '-1', '9'.repeat(19)]) {
    const cursor = Buffer.from(text).toString('base64url')
    expect(await ask(olga.client, operacionAuditoria, { cursor })).toMatchObject(refusal('INVALID_INPUT'))
  }
})

test('a page reads no more acts than it has', async () => {
  const ana = await makeBuscador(app)
  await app.sql`
    insert into interno.auditoria (operador_id, acto, sobre)
    select ${olga.id}, 'consultar_cuenta', ${ana.id} from generate_series(1, 4000)`
  for (const person of [undefined, ana.id, olga.id]) {
    for (const before of [undefined, '3000']) {
      const statement = (sql: Parameters<typeof auditStatement>[0]) =>
        auditStatement(sql, { person, limit: 10, before })
      for (const { rows } of await readingsOf(app, 'auditoria', statement, 'interno')) {
        expect(rows).toBeLessThan(100)
      }
    }
  }
})
