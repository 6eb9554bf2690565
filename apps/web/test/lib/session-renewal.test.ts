import { chatInitiate } from '@maestros/contrato/chat/chat-initiate'
import { beforeEach, describe, expect, test } from 'vitest'
import { getClient } from '#lib/client/client.ts'
import { STORAGE_KEY } from '#lib/client/stored-session.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { startSession } from '#lib/session/session.ts'
import { withoutSessionEvents } from '#lib/session/session-events.ts'
import { getSession, setSession } from '#lib/session/session-state.ts'
import { CHAT, OTHER, signedIn, USER } from '../setup/people.ts'
import { type Answer, SOON, startTestServer } from '../setup/server.ts'

const { answers, calls } = startTestServer()
const HOUR = 3600
const deviceTime = () => Math.floor(Date.now() / 1000)
/** The server's clock in seconds after the clock of the device. */
let ahead = 0

const sessionWith = (token: string, refresh: string, expires_in = HOUR, userId = USER) => ({
  access_token: token,
  refresh_token: refresh,
  token_type: 'bearer',
  expires_in,
  expires_at: deviceTime() + ahead + expires_in,
  user: { id: userId, aud: 'authenticated', app_metadata: {}, user_metadata: {}, created_at: '' },
})

/** Signs in with a token that lasts as long as given, and that the server then renews once or, if told so, never. */
async function signIn(expires_in = HOUR, renewable = 'r1', refresh = 'r1') {
  const { auth } = await getClient()
  signedIn()
  answers.token = () => ({ json: sessionWith('first', refresh, expires_in) })
  await auth.signInWithPassword({ email: 'ana@ejemplo.mx', password: 'secreto1' })
  answers.token = ({ refresh_token }) =>
    refresh_token === renewable
      ? { json: sessionWith('second', 'r2') }
      : { status: 400, json: { code: 'refresh_token_not_found', message: 'Invalid Refresh Token' } }
  calls.length = 0
  return auth
}

beforeEach(() => {
  ahead = 0
  answers.logout = () => ({ json: {} })
  answers.profiles = () => ({ json: [{ role: 'buscador' }] })
})

const start = () =>
  callFunction(chatInitiate, {
    maestro_id: OTHER,
    alcaldia_seleccionada: 'Coyoacán',
    oficio_seleccionado: 'Plomería',
    contexto: { alcaldia: 'Coyoacán', servicio: 'Plomería' },
  })

const acceptOnly = (accepted: string) => {
  answers['chat-initiate'] = (_, token) =>
    token === accepted
      ? { json: { success: true, chat_id: CHAT } }
      : { status: 401, json: { success: false, error: 'x', code: 'SESSION_EXPIRED' } }
}
const sent = () => calls.map(({ name, token }) => (name === 'token' ? 'renewal' : `${name} ${token}`))

describe('a call whose token is refused', () => {
  test('is repeated once with a renewed token, and the session stays', async () => {
    await signIn()
    acceptOnly('second')
    expect((await start()).data.chat_id).toBe(CHAT)
    expect(sent()).toEqual(['chat-initiate first', 'renewal', 'chat-initiate second'])
    expect(getSession()).toMatchObject({ status: 'signed-in' })
  })

  test('is repeated with the session of a new sign-in in another tab, when its renewal is refused after that', async () => {
    await signIn()
    acceptOnly('newest')
    const renewal = Promise.withResolvers<Answer>()
    answers.token = () => renewal.promise
    const started = start()
    await expect.poll(sent, SOON).toEqual(['chat-initiate first', 'renewal'])
    // By the clock of a device that is ahead, the new session has ended too.
    localStorage.setItem(STORAGE_KEY, JSON.stringify(sessionWith('newest', 'r9', -1)))
    answers.token = () => ({ json: sessionWith('newest', 'r10') })
    renewal.resolve({ status: 400, json: { code: 'refresh_token_not_found', message: 'x' } })
    expect((await started).data.chat_id).toBe(CHAT)
    expect(getSession()).toMatchObject({ status: 'signed-in' })
  })

  test('ends the session when the renewed token is refused too, and the sign-in screen says so', async () => {
    await signIn()
    acceptOnly('none')
    await expect(start()).rejects.toMatchObject({ status: 401 })
    expect(calls.filter(({ name }) => name === 'chat-initiate')).toHaveLength(2)
    expect(getSession()).toEqual({ status: 'anonymous', expired: true, ended: true })
  })

  test.each(['SESSION_EXPIRED', 'ACCOUNT_SUSPENDED'])(
    'is not repeated as the person who has signed in meanwhile, who stays signed in (%s)',
    async (code) => {
      const auth = await signIn()
      const held = Promise.withResolvers<Answer>()
      answers['chat-initiate'] = () => held.promise
      const refused = start()
      await expect.poll(sent, SOON).toEqual(['chat-initiate first'])
      answers.token = () => ({ json: sessionWith('other', 'r3', HOUR, OTHER) })
      await auth.signInWithPassword({ email: 'noe@ejemplo.mx', password: 'secreto1' })
      signedIn(OTHER)
      held.resolve({ status: 401, json: { success: false, error: 'x', code } })
      await expect(refused).rejects.toMatchObject({ status: 401 })
      expect(calls.filter(({ name }) => name === 'chat-initiate')).toHaveLength(1)
      expect(getSession()).toMatchObject({ status: 'signed-in', userId: OTHER })
      expect((await auth.getSession()).data.session?.access_token).toBe('other')
    },
  )

  test('ends the session also when the person was not known yet at its beginning', async () => {
    await signIn()
    setSession({ status: 'loading' })
    const held = Promise.withResolvers<Answer>()
    answers['chat-initiate'] = () => held.promise
    answers.token = () => ({ status: 400, json: { code: 'refresh_token_not_found', message: 'x' } })
    const refused = start()
    await expect.poll(sent, SOON).toEqual(['chat-initiate first'])
    signedIn()
    held.resolve({ status: 401, json: { success: false, error: 'x', code: 'SESSION_EXPIRED' } })
    await expect(refused).rejects.toMatchObject({ status: 401 })
    expect(getSession()).toMatchObject({ status: 'anonymous', ended: true })
  })

  test('is not repeated without a token when the person has signed out meanwhile', async () => {
    const auth = await signIn()
    const held = Promise.withResolvers<Answer>()
    answers['chat-initiate'] = () => held.promise
    const refused = start()
    await expect.poll(sent, SOON).toEqual(['chat-initiate first'])
    await auth.signOut({ scope: 'local' })
    held.resolve({ status: 401, json: { success: false, error: 'x', code: 'SESSION_EXPIRED' } })
    await expect(refused).rejects.toMatchObject({ status: 401 })
    expect(calls.filter(({ name }) => name === 'chat-initiate')).toHaveLength(1)
  })
})

test.each([-HOUR, -180, 180, HOUR])(
  'a server whose clock differs by %s seconds renews the token no more often than any other',
  async (seconds) => {
    ahead = seconds
    const auth = await signIn()
    acceptOnly('second')
    const { data } = await auth.refreshSession()
    expect(Math.abs(Number(data.session?.expires_at) - deviceTime() - HOUR)).toBeLessThan(5)
    await start()
    await start()
    expect(calls.filter(({ name }) => name === 'token')).toHaveLength(1)
  },
)

test('a renewal does not read the role of the same person again', async () => {
  await startSession()
  const auth = await signIn()
  acceptOnly('second')
  await auth.refreshSession()
  await start()
  expect(sent()).toEqual(['renewal', 'chat-initiate second'])
})

test('a refused renewal ends the session, and the sign-in screen says so', async () => {
  localStorage.setItem(STORAGE_KEY, 'anything')
  await startSession()
  const auth = await signIn(-1, 'none')
  await auth.getSession()
  await expect.poll(getSession).toEqual({ status: 'anonymous', expired: false, ended: true })
})

test.each([
  ['a limit', { status: 429, json: { code: 'over_request_rate_limit', message: 'Too many' } }],
  ['a timeout', { status: 408, json: {} }],
  ['the page of a proxy', { status: 403, text: '<html>Forbidden</html>' }],
])('a renewal that is answered with %s is tried again, and the session stays', async (what, answer) => {
  localStorage.setItem(STORAGE_KEY, 'anything')
  await startSession()
  const auth = await signIn(-1, what, what)
  const renewed = answers.token
  let failures = 1
  answers.token = (body, token) => (failures-- > 0 ? answer : (renewed?.(body, token) ?? 'no answer'))
  const { data } = await auth.getSession()
  expect(data.session?.access_token).toBe('second')
  expect(calls.filter(({ name }) => name === 'token')).toHaveLength(2)
  expect(getSession()).toMatchObject({ status: 'signed-in' })
})

test('events are ignored until the last of several acts has ended', async () => {
  await startSession()
  signedIn()
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const acts = [first, second].map(({ promise }) => withoutSessionEvents(() => promise))
  const signOutElsewhere = () =>
    dispatchEvent(Object.assign(new Event('storage'), { key: STORAGE_KEY, newValue: null }))
  first.resolve()
  await acts[0]
  signOutElsewhere()
  expect(getSession().status).toBe('signed-in')
  second.resolve()
  await acts[1]
  signOutElsewhere()
  expect(getSession().status).toBe('anonymous')
})
