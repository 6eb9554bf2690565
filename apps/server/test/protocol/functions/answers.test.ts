import { getChats } from '@maestros/contrato/chat/get-chats'
import { maestros } from '@maestros/contrato/directorio/maestros'
import { beforeAll, describe, expect, test } from 'vitest'
import { appForTests } from '../../setup/app.ts'
import { checkAnswer } from '../../setup/check-answer.ts'
import { search } from '../../setup/functions.ts'
import { makeMaestro } from '../../setup/rows/maestros.ts'

const app = appForTests()
beforeAll(() => makeMaestro(app))

const DONDE = { alcaldia: 'Coyoacán', oficio: 'Plomería' }

describe('in the tests, an answer of a function', () => {
  test('fails the call when it has a field that the contract lacks, also in JSON text of the database', async () => {
    expect((await search(app.client(), DONDE)).status).toBe(200)
    await app.sql`
      update interno.directorio set tarjeta = regexp_replace(tarjeta::text, '}$', ',"curp":"SECR800101MDFNRL01"}')`
    expect((await search(app.client(), DONDE)).status).toBe(500)
    expect(app.takeErrors().join()).toContain(
      'maestros answered fields that its contract does not have: /0/curp',
    )
  })

  test('fails when it is of another shape or lacks a field', () => {
    const check = (body: unknown) => () => checkAnswer(getChats, { body })
    expect(check({ success: true, chats: [], cursor: null })).not.toThrow()
    expect(check({ success: true, chats: [] })).toThrow('get-chats answered another shape')
    expect(check({ success: true, chats: [], cursor: null, total: 1 })).toThrow('does not have: /total')
  })

  test('fails when it is an error that the contract does not declare', () => {
    expect(() => checkAnswer(maestros, { code: 'UNAVAILABLE' })).not.toThrow()
    expect(() => checkAnswer(maestros, { code: 'NOT_FOUND' })).toThrow(
      'maestros answered NOT_FOUND, which its contract does not declare',
    )
    expect(() => checkAnswer(maestros, { code: 'FORBIDDEN' })).toThrow('does not declare')
    expect(() => checkAnswer(getChats, { code: 'FORBIDDEN' })).not.toThrow()
  })
})
