import { randomUUID } from 'node:crypto'
import { type CodigoError, ERRORES } from '@maestros/contrato'
import { maestros } from '@maestros/contrato/directorio/maestros'
import { describe, expect, test } from 'vitest'
import { Overloaded } from '../../../src/platform/limits/overloaded.ts'
import { toFunctionError } from '../../../src/protocol/functions/errors.ts'
import { appForTests, beforeTests } from '../../setup/app.ts'
import { checkAnswer, isSentence } from '../../setup/check-answer.ts'
import { askFunction, call, refusalOf } from '../../setup/functions.ts'
import { makePair, send } from '../../setup/rows/chats.ts'
import { makeBuscador, makeMaestro, signOut, suspend } from '../../setup/rows/maestros.ts'
import { look, makeSignedInOperator } from '../../setup/rows/operators.ts'

/** What people read for each code that a server function can answer. In the other tests checkAnswer reads each message too. */

const app = appForTests({ LIMIT_MESSAGES_PERSON: '1/60' })
const pair = beforeTests(() => makePair(app))

type Refusal = { code: string | undefined; message: string | undefined }

async function plainly(path: string, init: RequestInit): Promise<Refusal> {
  const { code, error } = await refusalOf(await askFunction(app, path, init))
  return { code, message: error }
}

const post = (body: string, type: string) =>
  plainly('send-message', { method: 'POST', body, headers: { 'content-type': type } })

const REFUSALS: Record<CodigoError, () => Promise<Refusal> | Refusal> = {
  INVALID_INPUT: () => call(app.client(), 'maestros?alcaldia=Tlalpan&oficio=Plomer%C3%ADa&limit=x'),
  NO_API_KEY: () => plainly('maestros', { headers: { apikey: 'unknown' } }),
  SESSION_REQUIRED: () => call(app.client(), 'get-chats', { body: {} }),
  SESSION_EXPIRED: async () => {
    const person = await makeBuscador(app)
    await signOut(app, person)
    return call(person.client, 'get-chats', { body: {} })
  },
  FORBIDDEN: () => call(pair.luis.client, 'get-chats', { body: {} }),
  ACCOUNT_SUSPENDED: async () => {
    const person = await makeBuscador(app)
    await suspend(app, person.id)
    return call(person.client, 'get-chats', { body: {} })
  },
  NOT_FOUND: () => call(app.client(), `maestro-profile/${randomUUID()}`),
  METHOD_NOT_ALLOWED: () => plainly('maestros', { method: 'DELETE' }),
  CONFLICT: async () => {
    const { id, client } = await makeSignedInOperator(app)
    const maestro = await makeMaestro(app)
    await look(app.sql, { id }, maestro.id)
    await app.sql`update public.maestros set curp = 'CAMB800101MDFNRL00' where id = ${maestro.id}`
    const body = { maestro_id: maestro.id, datos: ['curp'], estado: 'verificado' }
    return call(client, 'operacion-decidir', { body })
  },
  TOO_LARGE: () => post(JSON.stringify({ contenido: 'a'.repeat(3_000_000) }), 'application/json'),
  UNSUPPORTED_MEDIA_TYPE: () => post('contenido=hola', 'application/x-www-form-urlencoded'),
  RATE_LIMITED: async () => {
    await send(pair.ana.client, pair.chat, 'Buenas tardes')
    return send(pair.ana.client, pair.chat, 'Buenas noches')
  },
  // A fault and a full server cannot be caused by a call alone.
  INTERNAL: () => toFunctionError(new Error('connection terminated')),
  UNAVAILABLE: () => toFunctionError(new Overloaded(1)),
}

describe('the message of a refused call', () => {
  for (const code of Object.keys(ERRORES).filter((name) => name in REFUSALS) as CodigoError[]) {
    test(`with the code ${code} is a sentence of dominio`, async () => {
      const refusal = await REFUSALS[code]()
      expect(refusal.code).toBe(code)
      expect(refusal.message).toSatisfy(isSentence)
    })
  }

  test('fails the tests when it is not a sentence of dominio/textos', () => {
    const answer = (message: string) => () => checkAnswer(maestros, { code: 'INVALID_INPUT', message })
    expect(answer('Los datos enviados no son válidos.')).not.toThrow()
    expect(answer("El dato 'limit' no es válido.")).not.toThrow()
    expect(answer('Invalid input')).toThrow('not in dominio: Invalid input')
  })
})
