import 'fake-indexeddb/auto'
import { CIERRE_DIAS } from '@maestros/dominio/cuenta/cierre-y-exportacion'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { closeAccount, Unanswered } from '#features/cuenta/api/close-account.ts'
import { forgetErased } from '#features/cuenta/closed-accounts.ts'
import { hasCopy, markCopy, STORAGE_KEY } from '#lib/client/stored-session.ts'
import { getSession } from '#lib/session/session-state.ts'
import { OTHER, signedIn, USER } from '../setup/people.ts'
import { type Answer, startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

const { answers, calls } = startTestServer()
const UNTIL = '2026-12-24T00:00:00Z'
const CLOSED: Answer = { json: { success: true, borrar_en: UNTIL } }
const ENDED: Answer = { status: 401, json: { success: false, code: 'SESSION_EXPIRED', error: 'x' } }
const REFUSED: Answer = { status: 400, json: { error_code: 'session_not_found' } }
const DRAFT = `maestros-borradores:${USER}`

const session = (name: string) => ({
  access_token: name,
  refresh_token: `${name}-renewal`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: USER, email: 'ana@ejemplo.mx', app_metadata: {}, user_metadata: {}, aud: '', created_at: '' },
})

const requests = () => calls.filter(({ name }) => name === 'cerrar-cuenta').map(({ token }) => token)
const close = (signal = new AbortController().signal) =>
  closeAccount({ userId: USER, password: 'secreto1', signal, onSent: () => undefined })
const answerWith = (...given: Answer[]) => {
  answers['cerrar-cuenta'] = () => given.shift() ?? 'no answer'
}

beforeEach(() => {
  calls.length = 0
  answers.token = (body) => ('refresh_token' in body ? REFUSED : { json: session('second') })
  localStorage.setItem(STORAGE_KEY, JSON.stringify(session('first')))
  localStorage.setItem(DRAFT, '{}')
  signedIn()
})
afterEach(() => vi.useRealTimers())

describe('closing the account', () => {
  test('keeps what was not sent, and no copy for reading', async () => {
    answerWith(CLOSED)
    markCopy(USER)
    await close()
    expect(getSession()).toEqual({ status: 'anonymous', expired: true, closed: { until: UNTIL } })
    expect([localStorage.getItem(STORAGE_KEY), hasCopy(USER)]).toEqual([null, false])
    expect(localStorage.getItem(DRAFT)).toBe('{}')
  })

  test('does not happen when the person keeps the account before the request is sent', async () => {
    answerWith(CLOSED)
    const controller = new AbortController()
    const opened = Promise.withResolvers<Answer>()
    answers.token = () => opened.promise
    const closing = close(controller.signal)
    controller.abort()
    opened.resolve({ json: session('second') })
    await closing
    expect(requests()).toEqual([])
    expect(getSession()).toMatchObject({ status: 'signed-in', userId: USER })
  })

  test('is recognized when its answer was lost', async () => {
    answerWith('no answer', ENDED)
    await close()
    expect(requests()).toEqual(['second', 'second'])
    expect(getSession()).toEqual({ status: 'anonymous', expired: true, closed: { until: null } })
  })

  test('is not reported as failed when nothing answers', async () => {
    answerWith('no answer', 'no answer')
    await expect(close()).rejects.toBeInstanceOf(Unanswered)
    expect(getSession()).toMatchObject({ status: 'signed-in', userId: USER })
  })

  test('is reported as failed when the server refuses it', async () => {
    answerWith({ status: 403, json: { success: false, code: 'FORBIDDEN', error: 'no' } })
    await expect(close()).rejects.toThrow('no')
    expect(requests()).toHaveLength(1)
  })
})

describe('what a closed account has left in the browser', () => {
  const pass = (days: number) => vi.setSystemTime(Date.now() + days * 24 * 60 * 60 * 1000)

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    answerWith(CLOSED)
    await close()
    signedIn(OTHER)
  })

  test('is removed when another person is signed in after the account was erased', async () => {
    pass(CIERRE_DIAS - 1)
    localStorage.setItem('alcaldiaSeleccionada', 'Coyoacán')
    await forgetErased(OTHER)
    expect(localStorage.getItem(DRAFT)).toBe('{}')
    pass(2)
    await forgetErased(OTHER)
    expect(localStorage.getItem(DRAFT)).toBeNull()
    expect(localStorage.getItem('alcaldiaSeleccionada')).toBe('Coyoacán')
  })

  test('stays when the person has kept the account', async () => {
    await forgetErased(USER)
    pass(CIERRE_DIAS + 1)
    await forgetErased(OTHER)
    expect(localStorage.getItem(DRAFT)).toBe('{}')
  })
})
