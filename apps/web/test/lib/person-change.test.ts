import 'fake-indexeddb/auto'
import { miPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { getClient } from '#lib/client/client.ts'
import { rememberPerson, STORAGE_KEY } from '#lib/client/stored-session.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { offlineCopy } from '#lib/session/personal/offline-copy.ts'
import { read } from '#lib/session/personal/offline-store.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { checkSuspension, startSession } from '#lib/session/session.ts'
import { getSession, setSession, subscribe } from '#lib/session/session-state.ts'
import { OTHER, sessionOf, signedIn, signedOut, USER } from '../setup/people.ts'
import { type Answer, SOON, startTestServer } from '../setup/server.ts'
import '../setup/window.ts'

const { answers, calls } = startTestServer()
const KEY = ['bandeja']
const options = {
  queryKey: KEY,
  queryFn: async () => 'of the first',
  ...offlineCopy({ kind: 'bandeja', max: 1, schema: z.string() }),
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true }))
afterEach(() => void vi.useRealTimers())

test('what was read for one person is not shown to the next, nor copied for them', async () => {
  signedIn(USER)
  await queryClient.fetchQuery(options)
  expect(queryClient.getQueryData(KEY)).toBe('of the first')
  signedIn(USER)
  expect(queryClient.getQueryData(KEY)).toBe('of the first')
  setSession({ status: 'loading' })
  signedIn(OTHER)
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1500)
  expect(await read(OTHER, JSON.stringify(KEY))).toBeUndefined()
})

test('what was read while the server is asked who is signed in stays when it answers', async () => {
  signedOut()
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(USER)))
  rememberPerson({ userId: USER, role: 'buscador', perfilCompleto: false })
  setSession({ status: 'loading' })
  await queryClient.fetchQuery(options)
  signedIn(USER)
  expect(queryClient.getQueryData(KEY)).toBe('of the first')
})

test('what was read before a maestro completed the profile is read again afterwards', async () => {
  signedOut()
  const maestro = { status: 'signed-in', userId: USER, role: 'maestro', leaving: false } as const
  setSession({ ...maestro, perfilCompleto: false })
  queryClient.setQueryData(KEY, 'incomplete')
  setSession({ status: 'loading' })
  setSession({ ...maestro, perfilCompleto: false })
  expect(queryClient.getQueryData(KEY)).toBe('incomplete')
  setSession({ status: 'loading' })
  setSession({ ...maestro, perfilCompleto: true })
  expect(queryClient.getQueryData(KEY)).toBeUndefined()
})

test('no screen of one person stays while the role of the next is read', async () => {
  answers.profiles = () => ({ json: { role: 'buscador' } })
  answers.token = () => ({ json: sessionOf(OTHER) })
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(USER)))
  setSession({ status: 'loading' })
  await startSession()
  await expect.poll(getSession, SOON).toMatchObject({ status: 'signed-in', userId: USER })
  const seen: string[] = []
  const stop = subscribe(() => {
    const session = getSession()
    seen.push(session.status === 'signed-in' ? session.userId : session.status)
  })
  // As when somebody signs in by a link in another tab.
  await (await getClient()).auth.signInWithPassword({ email: 'noe@ejemplo.mx', password: 'secreto1' })
  await expect.poll(() => seen, SOON).toEqual(['loading', OTHER])
  stop()
})

test.each([
  ['signed in', () => localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(OTHER)))],
  ['signed out', () => localStorage.removeItem(STORAGE_KEY)],
])('a call that waits for a renewed token is not sent when somebody has %s meanwhile', async (_, change) => {
  await getClient()
  signedIn(USER)
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(USER, -1)))
  const renewal = Promise.withResolvers<Answer>()
  answers.token = () => renewal.promise
  calls.length = 0
  const dropped = callFunction(miPerfil, {})
  await expect.poll(() => calls.map(({ name }) => name), SOON).toEqual(['token'])
  change()
  renewal.resolve({ json: sessionOf(USER) })
  await expect(dropped).rejects.toMatchObject({ status: 0 })
  expect(calls.map(({ name }) => name)).toEqual(['token'])
})

test('the suspension of one person does not end the session of the next', async () => {
  signedIn(USER)
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(USER)))
  const banned = Promise.withResolvers<Answer>()
  answers.user = () => banned.promise
  calls.length = 0
  const checked = checkSuspension()
  await expect.poll(() => calls.map(({ name }) => name), SOON).toEqual(['user'])
  localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionOf(OTHER)))
  signedIn(OTHER)
  banned.resolve({ status: 403, json: { code: 403, error_code: 'user_banned', msg: 'banned' } })
  await checked
  expect(getSession()).toMatchObject({ status: 'signed-in', userId: OTHER })
})
