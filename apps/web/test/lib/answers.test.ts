import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { beforeEach, describe, expect, test } from 'vitest'
import { CallError, refusalSentence } from '#lib/client/call-error.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { getSession } from '#lib/session/session-state.ts'
import { CHAT, OTHER, signedIn } from '../setup/people.ts'
import { startTestServer } from '../setup/server.ts'

const { answers } = startTestServer()

beforeEach(() => signedIn())

const start = () =>
  callFunction(chatInitiate, {
    maestro_id: OTHER,
    alcaldia_seleccionada: 'Coyoacán',
    oficio_seleccionado: 'Plomería',
    contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' },
  })

const failureOf = async (json: unknown, status = 200) => {
  answers['chat-initiate'] = () => ({ status, json })
  return start().then(
    () => null,
    (cause: unknown) => cause,
  )
}

test.each(['INVALID_INPUT', 'PT422', 'FORBIDDEN', 'NOT_FOUND', 'RATE_LIMITED'])(
  'a refusal with the code %s has a sentence for the person, in every form that can be refused',
  (code) => {
    expect(refusalSentence(new CallError('Ya respondiste.', 400, code))).toBe('Ya respondiste.')
  },
)

test('a failure without such a code has no sentence for the person', () => {
  expect(refusalSentence(new CallError('broken', 500))).toBeNull()
  expect(refusalSentence(new CallError('x', 401, 'SESSION_EXPIRED'))).toBeNull()
  expect(refusalSentence(new TypeError('offline'))).toBeNull()
})

describe('the answer of a function', () => {
  const FAILURES: [form: string, json: unknown, code: string][] = [
    ['success false alone', { success: false }, ''],
    ['success false with a code', { success: false, code: 'NOT_FOUND' }, 'NOT_FOUND'],
    ['success false with an error', { success: false, error: 'No hay' }, ''],
    ['success false beside the data', { success: false, chat_id: CHAT }, ''],
    ['an error alone', { error: 'No hay' }, ''],
    ['a code alone', { code: 'NOT_FOUND' }, 'NOT_FOUND'],
    ['a body that is not understood', { success: true, chat_id: 7 }, ''],
    ['a text', 'hola', ''],
  ]
  for (const [form, json, code] of FAILURES) {
    test(`of status 200 with ${form} is a failure`, async () => {
      const failure = await failureOf(json)
      expect(failure).toBeInstanceOf(CallError)
      expect(failure).toMatchObject({ status: 200, code })
      expect(getSession()).toMatchObject({ status: 'signed-in' })
    })
  }

  test('with success and an empty error is no failure', async () => {
    const json = { success: true, error: null, code: null, chat_id: CHAT }
    expect(await failureOf(json)).toBeNull()
    expect((await start()).data.chat_id).toBe(CHAT)
  })

  const EXPIRED: [string, unknown][] = [
    ['code alone', { code: 'SESSION_EXPIRED' }],
    ['code and success', { success: false, code: 'SESSION_EXPIRED' }],
    ['code beside data', { chats: [], code: 'SESSION_EXPIRED' }],
    ['error alone', { error: 'Session expired' }],
    ['error with more words', { success: false, error: 'Error: Session expired, sign in again' }],
    ['error object', { error: { message: 'Session expired' } }],
    ['error that is the code', { error: 'SESSION_EXPIRED' }],
    ['message alone', { success: false, message: 'Session expired' }],
    ['whole form', { success: false, error: 'x', code: 'SESSION_EXPIRED' }],
  ]
  for (const status of [200, 400, 401]) {
    for (const [form, json] of EXPIRED) {
      test(`of status ${status} that says in its ${form} that the session expired signs the person out`, async () => {
        expect(await failureOf(json, status)).toBeInstanceOf(CallError)
        expect(getSession()).toEqual({ status: 'anonymous', expired: true, ended: true })
      })
    }
  }

  test('of status 401 with a message alone that says that the session expired signs the person out', async () => {
    expect(await failureOf({ message: 'Session expired' }, 401)).toBeInstanceOf(CallError)
    expect(getSession()).toEqual({ status: 'anonymous', expired: true, ended: true })
  })
})
