import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { isOutage, isUnreachable, unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'
import {
  hasCopy,
  markCopy,
  rememberedPerson,
  rememberPerson,
  STORAGE_KEY,
} from '#lib/client/stored-session.ts'
import { readPerson } from '#lib/session/read-person.ts'
import { refreshSession, startSession } from '#lib/session/session.ts'
import { getSession, type Session, setSession, subscribe } from '#lib/session/session-state.ts'
import { USER } from '../setup/people.ts'
import { SOON, silence, startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

const { answers, calls } = startTestServer()

/** A session whose token lasts as many seconds as given. */
function store(seconds: number) {
  const user = { id: USER, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' }
  const expires_at = Math.floor(Date.now() / 1000) + seconds
  const tokens = { access_token: 'first', refresh_token: 'r1', token_type: 'bearer', expires_in: seconds }
  localStorage.setItem(STORAGE_KEY, JSON.stringify({ ...tokens, expires_at, user }))
}

const person = { userId: USER, role: 'maestro', perfilCompleto: true } as const
const called = (name: string) => expect.poll(() => calls.filter((call) => call.name === name).length, SOON)

beforeEach(() => {
  calls.length = 0
  answers.profiles = silence
  answers.maestros = silence
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
})
afterEach(() => void vi.useRealTimers())

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a table call', () => {
  const read = async () => {
    const { rest } = await getClient()
    const failure = rest
      .from('profiles')
      .select('role')
      .then(unwrap)
      .then(
        () => null,
        (cause: unknown) => cause,
      )
    await called('profiles').toBe(1)
    await pass(15_000)
    return failure
  }
  const stalled = () => ({ headers: { 'content-length': '1000' }, json: [] })

  test.each([
    ['without an answer', silence],
    ['whose answer stops in its body', stalled],
  ])('%s fails after 15 seconds as one that may be answered later', async (_which, answer) => {
    answers.profiles = answer
    const failure = await read()
    expect(failure).toMatchObject({ status: 408 })
    expect([isOutage(failure), isUnreachable(failure)]).toEqual([true, true])
  })
})

describe('a person who was signed in at the last visit', () => {
  beforeEach(() => {
    store(3600)
    rememberPerson(person)
    markCopy(USER)
    setSession({ status: 'loading' })
  })

  test('stays signed in while the server does not answer the check, or answers it with an error', async () => {
    void startSession()
    await called('profiles').toBe(1)
    await pass(4000)
    expect(getSession()).toMatchObject({ status: 'signed-in', userId: USER })
    await pass(16_000)
    await called('profiles').toBe(2)
    expect(getSession()).toMatchObject({ status: 'signed-in', userId: USER })

    answers.profiles = () => ({ status: 500, json: { message: 'broken' } })
    await pass(31_000)
    await called('profiles').toBe(3)
    await pass(1000)
    expect(getSession()).toMatchObject({ status: 'signed-in', userId: USER })
  })

  test('and whose token has expired keeps the session and the copy when a retry is not answered', async () => {
    store(-1)
    answers.token = () => 'no answer'
    setSession({ status: 'unreachable' })
    const retried = refreshSession()
    const ended = vi.fn()
    void retried.then(ended)
    await expect
      .poll(async () => {
        await pass(5000)
        return ended.mock.calls.length
      }, SOON)
      .toBe(1)
    await called('token').toBeGreaterThan(0)
    expect(getSession()).toMatchObject({ status: 'signed-in', userId: USER })
    expect([localStorage.getItem(STORAGE_KEY) !== null, hasCopy(USER)]).toEqual([true, true])
  })

  test('has a complete profile at the next visit when this one could not read it', async () => {
    answers.profiles = () => ({ json: { role: 'maestro' } })
    answers.maestros = () => ({ status: 500, json: { message: 'broken' } })
    expect(await readPerson(await getClient(), USER)).toMatchObject({ perfilCompleto: false })
    expect(rememberedPerson()).toEqual(person)
  })

  test.each([
    ['a proxy without a server', { status: 502, text: '<h1>Bad Gateway</h1>' }],
    ['a busy server', { status: 503, json: { message: 'busy' } }],
    ['a lost network', 'no answer'],
  ] as const)('keeps a complete profile when its lookup meets %s', async (_who, answer) => {
    answers.profiles = () => ({ json: { role: 'maestro' } })
    answers.maestros = () => answer
    expect(await readPerson(await getClient(), USER)).toMatchObject({ perfilCompleto: true })
    rememberPerson({ ...person, perfilCompleto: false })
    expect(await readPerson(await getClient(), USER)).toMatchObject({ perfilCompleto: false })
  })
})

test('a person of whom nothing is remembered is signed in as soon as the server answers', async () => {
  store(3600)
  answers.profiles = () => ({ status: 503, json: { message: 'busy' } })
  await refreshSession()
  expect(getSession()).toEqual({ status: 'unreachable' })
  const shown: Session['status'][] = []
  const stop = subscribe(() => shown.push(getSession().status))
  await pass(15_000)
  await called('profiles').toBe(2)
  answers.profiles = () => ({ json: { role: 'buscador' } })
  await pass(15_000)
  await expect.poll(() => shown, SOON).toEqual(['unreachable', 'signed-in'])
  stop()
})
