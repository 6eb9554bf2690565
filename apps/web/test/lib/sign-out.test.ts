import { miPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getClient } from '#lib/client/client.ts'
import { hasCopy, markCopy, STORAGE_KEY, storedSession } from '#lib/client/stored-session.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { sendPendingSignOuts } from '#lib/session/pending-sign-out.ts'
import { getSession, subscribe } from '#lib/session/session-state.ts'
import { endAfterReset, signIn, signOut } from '#lib/session/sign-in-and-out.ts'
import { OTHER, signedIn, USER } from '../setup/people.ts'
import { type Answer, SOON, silence, startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

const { answers, calls } = startTestServer()
const PENDING = 'maestros-pending-sign-out'
const done = (): Answer => ({ json: {} })

const sessionOf = (userId: string, name: string) => ({
  access_token: name,
  refresh_token: `${name}-renewal`,
  token_type: 'bearer',
  expires_in: 3600,
  expires_at: Math.floor(Date.now() / 1000) + 3600,
  user: { id: userId, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
})

function enter(userId: string, name: string) {
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(userId, name)))
  signedIn(userId)
}

const logouts = () =>
  calls.filter(({ name }) => name === 'logout').map(({ token, query }) => `${token} ${query}`)

beforeEach(() => {
  calls.length = 0
  answers.logout = done
  answers.profiles = () => ({ json: { role: 'buscador' } })
  answers.token = () => ({ json: sessionOf(USER, 'second') })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(async () => {
  answers.logout = done
  localStorage.removeItem(PENDING)
  await sendPendingSignOuts()
  vi.useRealTimers()
})

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)
const sent = (count: number) => expect.poll(logouts, SOON).toHaveLength(count)

describe('signing out', () => {
  test('on a network that does not answer ends the session in the browser at once and leaves', async () => {
    answers.logout = silence
    enter(USER, 'first')
    const leave = vi.fn()
    const left = signOut(leave)
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull()
    await sent(1)
    await pass(1200)
    await left
    expect(leave).toHaveBeenCalledWith('/login')
    expect(getSession()).toEqual({ status: 'anonymous', expired: false })

    answers.logout = done
    await pass(8000)
    expect(localStorage.getItem(PENDING)).toContain('first')
    await pass(15_000)
    await expect.poll(() => localStorage.getItem(PENDING), SOON).toBeNull()
    expect(logouts()).toEqual(['first scope=global', 'first scope=global'])
  })

  test.each([408, 429, 500, 503])('is sent again after an answer of %s', async (status) => {
    answers.logout = () => ({ status, json: {} })
    enter(USER, 'first')
    await signOut(() => undefined)
    expect(localStorage.getItem(PENDING)).toContain('first')
    answers.logout = done
    await pass(15_000)
    await expect.poll(() => localStorage.getItem(PENDING), SOON).toBeNull()
  })

  test('of two people without an answer is sent for both', async () => {
    answers.logout = () => 'no answer'
    for (const [userId, name] of [
      [USER, 'first'],
      [OTHER, 'other'],
    ] as const) {
      enter(userId, name)
      await signOut(() => undefined)
    }
    calls.length = 0
    answers.logout = done
    await sendPendingSignOuts()
    expect(logouts()).toEqual(['first scope=global', 'other scope=global'])
    expect(localStorage.getItem(PENDING)).toBeNull()
  })

  test('uses the renewed tokens when the call after the renewal fails', async () => {
    answers.logout = (_body, token): Answer => (token === 'first' ? { status: 403, json: {} } : 'no answer')
    enter(USER, 'first')
    await signOut(() => undefined)
    expect(JSON.parse(localStorage.getItem(PENDING) ?? '')).toEqual([
      { access_token: 'second', refresh_token: 'second-renewal', userId: USER },
    ])
  })
})

describe('signing in after a sign-out that the server has not answered', () => {
  const input = { email: 'ana@ejemplo.mx', password: 'secreto1' }

  test('waits a limited time, and the sign-out then ends all sessions except the new one', async () => {
    await getClient()
    answers.logout = silence
    enter(USER, 'first')
    const left = signOut(() => undefined)
    await sent(1)
    await pass(1200)
    await left
    const entered = signIn(input, 'buscador')
    await pass(8000)
    expect(await entered).toEqual({ ok: true, kept: false })
    await sent(2)
    answers.logout = done
    await pass(8000)
    await pass(15_000)
    await expect.poll(() => localStorage.getItem(PENDING), SOON).toBeNull()
    expect(logouts().slice(1)).toEqual(['second scope=others', 'second scope=others'])
    expect(getSession()).toMatchObject({ status: 'signed-in', userId: USER })
  })

  test('sends no sign-out while it opens the session', async () => {
    answers.logout = () => ({ status: 503, json: {} })
    enter(USER, 'first')
    await signOut(() => undefined)
    const opened = Promise.withResolvers<Answer>()
    answers.token = () => opened.promise
    const entered = signIn(input, 'buscador')
    await expect.poll(() => calls.filter(({ name }) => name === 'token'), SOON).toHaveLength(1)
    const before = logouts().length
    await pass(14_500)
    dispatchEvent(new Event('online'))
    await pass(10)
    expect(logouts()).toHaveLength(before)
    opened.resolve({ json: sessionOf(USER, 'second') })
    expect(await entered).toMatchObject({ ok: true })
  })

  test('at the sign-in of the other role says that the account was kept', async () => {
    const { user, ...tokens } = sessionOf(USER, 'second')
    answers.token = () => ({
      json: { ...tokens, user: { ...user, app_metadata: { cuenta_conservada: true } } },
    })
    expect(await signIn(input, 'maestro')).toEqual({ ok: false, reason: 'other-role', kept: true })
  })
})

describe('a call that is answered that the session has expired', () => {
  const EXPIRED: Answer = { status: 401, json: { success: false, code: 'SESSION_EXPIRED', error: 'x' } }

  test('during and after a sign-out does not say that the session was ended', async () => {
    const held = Promise.withResolvers<Answer>()
    answers.logout = () => held.promise
    answers['mi-perfil'] = () => EXPIRED
    enter(USER, 'first')
    const seen: unknown[] = []
    const stop = subscribe(() => seen.push(getSession()))
    const left = signOut(() => undefined)
    await sent(1)
    await expect(callFunction(miPerfil, {})).rejects.toThrow()
    held.resolve(done())
    await left
    await expect(callFunction(miPerfil, {})).rejects.toThrow()
    stop()
    expect(seen).toEqual([
      { status: 'signed-in', userId: USER, role: 'buscador', perfilCompleto: false, leaving: true },
      { status: 'anonymous', expired: false },
    ])
  })

  test('and was made during a sign-out does not end the session of the next person', async () => {
    const refused = Promise.withResolvers<Answer>()
    answers['mi-perfil'] = () => refused.promise
    enter(USER, 'first')
    const left = signOut(() => undefined)
    const call = callFunction(miPerfil, {})
    await expect.poll(() => calls.map(({ name }) => name), SOON).toContain('mi-perfil')
    await left
    enter(OTHER, 'other')
    refused.resolve(EXPIRED)
    await expect(call).rejects.toThrow('x')
    expect(getSession()).toMatchObject({ status: 'signed-in', userId: OTHER })
    expect(localStorage.getItem(STORAGE_KEY)).toContain('other')
  })

  test('leads to the sign-in at once, also when nothing else is answered', async () => {
    answers.logout = silence
    answers['mi-perfil'] = () => EXPIRED
    answers.token = () => ({ status: 400, json: { error_code: 'refresh_token_not_found' } })
    enter(USER, 'first')
    await expect(Promise.race([callFunction(miPerfil, {}), soon()])).rejects.toThrow('x')
    expect(getSession()).toEqual({ status: 'anonymous', expired: true, ended: true })
    expect(localStorage.getItem(STORAGE_KEY)).toBeNull()
  })
})

test('a reset of the password ends the session on all devices, and keeps what was not sent but no copy for reading', async () => {
  enter(USER, 'first')
  localStorage.setItem(`maestros-borradores:${USER}`, '{}')
  markCopy(USER)
  await endAfterReset(storedSession())
  expect(logouts()).toEqual(['first scope=global'])
  expect(getSession()).toEqual({ status: 'anonymous', expired: false })
  expect([localStorage.getItem(STORAGE_KEY), hasCopy(USER)]).toEqual([null, false])
  expect(localStorage.getItem(`maestros-borradores:${USER}`)).toBe('{}')
  localStorage.clear()
})

/** Less than a call waits for its answer. */
const soon = () => new Promise((resolve) => setTimeout(resolve, 5000))
