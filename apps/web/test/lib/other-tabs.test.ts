import { beforeEach, describe, expect, test, vi } from 'vitest'
import { lastEnd, STORAGE_KEY } from '#lib/client/stored-session.ts'
import { OTHER, sessionOf, USER } from '../setup/people.ts'
import { type Answer, SOON, startTestServer } from '../setup/server.ts'

const { answers, calls } = startTestServer()

const store = (session: object) => localStorage.setItem(STORAGE_KEY, JSON.stringify(session))

async function startTab() {
  vi.resetModules()
  Reflect.deleteProperty(globalThis, 'window')
  await import('../setup/window.ts')
  const acts = await import('#lib/session/session.ts')
  const { getSession } = await import('#lib/session/session-state.ts')
  await acts.startSession()
  return { ...acts, getSession }
}

/** Another tab of the same browser: its own modules with the same storage. */
async function openTab() {
  const session = await startTab()
  const { endAfterReset } = await import('#lib/session/sign-in-and-out.ts')
  const { getClient } = await import('#lib/client/client.ts')
  await expect.poll(session.getSession, SOON).toMatchObject({ status: 'signed-in', userId: USER })
  return { ...session, endAfterReset, auth: (await getClient()).auth }
}
type Tab = Awaited<ReturnType<typeof openTab>>

/** As the browser tells the other tabs. */
const tellRemoval = () =>
  dispatchEvent(Object.assign(new Event('storage'), { key: STORAGE_KEY, newValue: null }))

const REFUSED: Answer = { status: 400, json: { code: 'refresh_token_not_found', message: 'x' } }
const SIGNED_OUT = { status: 'anonymous', expired: false, wasMaestro: true }
const SUSPENDED = { ...SIGNED_OUT, expired: true, suspended: { help: null } }
const until = '2026-12-24T00:00:00Z'

beforeEach(() => {
  answers.profiles = () => ({ json: { role: 'maestro' } })
  answers.maestros = () => ({ json: { perfil_completo: true } })
  answers.logout = () => ({ json: {} })
  store(sessionOf(USER))
})

test('a page whose server did not answer at the start learns of a later sign-out too', async () => {
  answers['config.json'] = () => ({ status: 503, json: {} })
  const { getSession, refreshSession } = await startTab()
  const { getClient } = await import('#lib/client/client.ts')
  delete answers['config.json']
  await refreshSession()
  expect(getSession()).toMatchObject({ status: 'signed-in', userId: USER })
  await (await getClient()).auth.signOut({ scope: 'local' })
  await expect.poll(getSession, SOON).toMatchObject({ status: 'anonymous' })
})

test('a page whose server did not answer at the start, and whose session is refused then, learns of a later sign-in', async () => {
  answers['config.json'] = () => ({ status: 503, json: {} })
  const { getSession, refreshSession } = await startTab()
  delete answers['config.json']
  answers.profiles = () => ({ status: 401, json: { code: 'PGRST301', message: 'x' } })
  answers.token = () => REFUSED
  await refreshSession()
  expect(getSession()).toMatchObject({ status: 'anonymous', ended: true })
  answers.profiles = () => ({ json: { role: 'maestro' } })
  answers.token = () => ({ json: sessionOf(OTHER) })
  const { getClient } = await import('#lib/client/client.ts')
  await (await getClient()).auth.signInWithPassword({ email: 'noe@ejemplo.mx', password: 'secreto1' })
  await expect.poll(getSession, SOON).toMatchObject({ status: 'signed-in', userId: OTHER })
})

describe('another tab of the browser says the same about a session that was ended', () => {
  test.each([
    ['by a suspension', (tab: Tab) => tab.endSuspended(), SUSPENDED],
    [
      'by closing the account',
      async (tab: Tab) => tab.endHere({ closed: { until } }, true),
      { ...SIGNED_OUT, expired: true, closed: { until } },
    ],
    [
      'by closing the account, when the answer was lost',
      async (tab: Tab) => tab.endHere({ closed: { until: null } }, true),
      { ...SIGNED_OUT, expired: true, closed: { until: null } },
    ],
    ['by the server', async (tab: Tab) => tab.endSession({ expired: true }), { ...SIGNED_OUT, ended: true }],
    ['by a reset of the password', (tab: Tab) => tab.endAfterReset(null), SIGNED_OUT],
  ])('%s', async (_how, end, said) => {
    const [first, second] = [await openTab(), await openTab()]
    await end(first)
    tellRemoval()
    expect(second.getSession()).toEqual(said)
  })
})

describe('the refused renewal of one person', () => {
  /** The client renews a token before it ends, and keeps the session when that is refused. */
  async function refuseEarly(tab: Tab) {
    store(sessionOf(USER, 30))
    answers.token = () => REFUSED
    await tab.auth.getSession()
    expect(lastEnd()).toEqual({ ended: true })
  }

  test('is not said about the next, who signs out in another tab', async () => {
    const tab = await openTab()
    await refuseEarly(tab)
    answers.token = () => ({ json: sessionOf(OTHER) })
    await tab.auth.signInWithPassword({ email: 'noe@ejemplo.mx', password: 'secreto1' })
    await expect.poll(tab.getSession, SOON).toMatchObject({ status: 'signed-in', userId: OTHER })
    await tab.auth.signOut({ scope: 'local' })
    expect(tab.getSession()).toEqual(SIGNED_OUT)
  })

  test('is not said in another tab in place of a suspension', async () => {
    const [first, second] = [await openTab(), await openTab()]
    await refuseEarly(first)
    await first.endSuspended()
    tellRemoval()
    expect(second.getSession()).toEqual(SUSPENDED)
  })

  test('is not kept when it is answered after another person has signed in', async () => {
    const tab = await openTab()
    const renewal = Promise.withResolvers<Answer>()
    answers.token = () => renewal.promise
    store(sessionOf(USER, -1))
    calls.length = 0
    const read = tab.auth.getSession()
    await expect.poll(() => calls.map(({ name }) => name), SOON).toContain('token')
    store(sessionOf(OTHER))
    renewal.resolve(REFUSED)
    expect((await read).data.session?.user.id).toBe(OTHER)
    expect(lastEnd()).toBeNull()
  })
})
