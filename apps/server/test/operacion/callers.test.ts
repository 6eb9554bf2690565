import { randomUUID } from 'node:crypto'
import { type Contract, requestOf } from '@maestros/contrato'
import { operacionInicio } from '@maestros/contrato/operacion/operacion-inicio'
import { funciones as textos } from '@maestros/dominio/textos-de-funciones'
import type { SupabaseClient } from '@supabase/supabase-js'
import { beforeAll, describe, expect, test } from 'vitest'
import { functionList } from '../../src/function-list.ts'
import { appForTests, beforeTests } from '../setup/app.ts'
import { sampleInput } from '../setup/contracts.ts'
import { call } from '../setup/functions.ts'
import { makeProofOfAddress } from '../setup/rows/documents.ts'
import { makeBuscador, makeMaestro, suspend } from '../setup/rows/maestros.ts'
import { decide, makeSignedInOperator, passwordClient, signInOperator } from '../setup/rows/operators.ts'
import { answered, recorded } from './ask.ts'

/** Who may call the functions of the operators' console, and its first screen. */

const app = appForTests()
const olga = beforeTests(() => makeSignedInOperator(app))

const contracts = (await functionList())
  .map(({ definition }) => definition.contract)
  .filter(({ callers }) => callers === 'operador')

const invoke = (client: SupabaseClient, contract: Contract) => {
  const { path, body } = requestOf(contract, sampleInput(contract))
  return call(client, path, { method: contract.method, ...(body && { body }) })
}

test('the console has fourteen functions for operators', () => {
  expect(contracts).toHaveLength(14)
  for (const { name } of contracts) expect(name).toMatch(/^operacion-/)
})

describe('a function of the console', () => {
  let refused: [client: SupabaseClient, status: number, code: string][]
  beforeAll(async () => {
    const ended = await signInOperator(app, olga)
    await app.sql`delete from auth.sessions where id = ${ended.sessionId}`
    // The second factor of another session ends this one.
    const password = await passwordClient(app, olga)
    const suspended = await makeSignedInOperator(app)
    await suspend(app, suspended.id)
    refused = [
      [app.client(), 401, 'SESSION_REQUIRED'],
      [app.client(app.services.secrets.secretKey), 403, 'FORBIDDEN'],
      [(await makeBuscador(app)).client, 403, 'FORBIDDEN'],
      [(await makeMaestro(app)).client, 403, 'FORBIDDEN'],
      [password, 403, 'FORBIDDEN'],
      [ended.client, 401, 'SESSION_EXPIRED'],
      [suspended.client, 403, 'ACCOUNT_SUSPENDED'],
    ]
  })

  test.each(contracts)(
    '$name is refused for everybody but an operator with the second factor, and records nothing',
    async (contract) => {
      const acts = await recorded(app, async () => {
        for (const [client, status, code] of refused) {
          expect(await invoke(client, contract)).toMatchObject({ status, code })
        }
      })
      expect(acts).toEqual([])
      const { message } = await invoke(olga.client, contract)
      expect([textos.soloBuscadores, textos.soloMaestros, textos.soloPersonas]).not.toContain(message)
    },
  )
})

test('the first screen says who is signed in, with which level, and what waits since when', async () => {
  const rita = await makeSignedInOperator(app, 'revisor')
  const other = await makeSignedInOperator(app)
  await app.sql`delete from interno.operadores where operador_id = ${other.id}`
  expect((await answered(other.client, operacionInicio, {})).operador.nivel).toBe('revisor')
  expect(await answered(rita.client, operacionInicio, {})).toMatchObject({
    operador: { id: rita.id, correo: rita.email, nombre: expect.stringContaining('Olga'), nivel: 'revisor' },
    pendientes: { trabajos: { cuantos: 0, desde: null } },
  })
  const [ana, luis, eva] = [await makeBuscador(app), await makeMaestro(app), await makeMaestro(app)]
  const { pendientes: before } = await answered(olga.client, operacionInicio, {})
  await makeProofOfAddress(app.sql, eva.id)
  for (const dato of ['ine', 'curp', 'domicilio']) await decide(app, olga, eva.id, dato, 'verificado')
  for (const days of [2, 5]) {
    await app.sql`
      insert into public.tickets (usuario_id, nombre, correo, mensaje, creado_en)
      values (${ana.id}, 'Ana Ruiz', 'a@example.com', 'No puedo entrar al chat', now() - ${`${days} days`}::interval)`
  }
  await app.sql`
    insert into interno.reportes (client_id, reportante_id, reportado_id, motivo)
    values (${randomUUID()}, ${ana.id}, ${luis.id}, 'fraude')`
  const { operador, pendientes } = await answered(olga.client, operacionInicio, {})
  expect(operador).toMatchObject({ id: olga.id, nivel: 'responsable' })
  expect(pendientes.tickets.cuantos).toBe(before.tickets.cuantos + 2)
  expect(Math.round((Date.now() - Date.parse(pendientes.tickets.desde ?? '')) / 86_400_000)).toBe(5)
  expect(pendientes.reportes).toEqual({
    cuantos: before.reportes.cuantos + 1,
    desde: expect.stringMatching(/Z$/),
  })
  expect(pendientes.verificaciones.cuantos).toBe(before.verificaciones.cuantos - 1)
})
