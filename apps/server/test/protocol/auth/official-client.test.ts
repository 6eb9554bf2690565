import type { AuthChangeEvent, Session } from '@supabase/supabase-js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { appForTests, type TestApp } from '../../setup/app.ts'
import { keepingClient, PASSWORD, signUp } from './people.ts'

/**
 * The session rules of section 4 are those of the official client. These tests prove that they work with our
 * server.
 */

const app = appForTests()
beforeEach(() => {
  // The client writes every refused refresh to the console, and these tests cause some.
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const KEY = 'sesion'

function listen(client: ReturnType<typeof keepingClient>['client']) {
  const events: AuthChangeEvent[] = []
  client.auth.onAuthStateChange((event) => void events.push(event))
  return events
}

async function stored(app: TestApp, change: (session: Session) => Session = (session) => session) {
  const { session } = await signUp(app)
  return { session, store: new Map([[KEY, JSON.stringify(change(session))]]) }
}

const inSeconds = (seconds: number) => (session: Session) => ({
  ...session,
  expires_at: Math.floor(Date.now() / 1000) + seconds,
})

/** Counts the refresh requests of the client, and may answer some itself. */
function spyOnRefresh(answer: (count: number) => Response | undefined = () => undefined) {
  const times: number[] = []
  const spy: typeof fetch = async (input, init) => {
    if (String(input).includes('grant_type=refresh_token')) {
      times.push(Date.now())
      const own = answer(times.length)
      if (own) return own
    }
    return fetch(input, init)
  }
  return { spy, times }
}

describe('the session that the client stores', () => {
  it('is available to a new client on the same storage [7.auth.06]', async () => {
    const { session, store } = await stored(app)
    const { client } = keepingClient(app, { store })
    const { data } = await client.auth.getSession()
    expect(data.session?.access_token).toBe(session.access_token)
  })

  it('can be set from its two tokens [7.auth.07]', async () => {
    const { session } = await signUp(app)
    const { client } = keepingClient(app)
    const { data, error } = await client.auth.setSession(session)
    expect(error).toBeNull()
    expect(data.session?.user.id).toBe(session.user.id)
  })

  it('is refreshed automatically within 90 seconds of its expiry, and not before [4.auth.10]', async () => {
    for (const [seconds, refreshes] of [
      [85, 1],
      [100, 0],
    ] as const) {
      const { session, store } = await stored(app, inSeconds(seconds))
      const { spy, times } = spyOnRefresh()
      const { client } = keepingClient(app, { store, fetch: spy })
      const { data } = await client.auth.getSession()
      expect(times).toHaveLength(refreshes)
      expect(data.session?.refresh_token === session.refresh_token).toBe(refreshes === 0)
    }
  })

  it('is checked every 30 seconds [9.const.35]', async () => {
    const { store } = await stored(app, inSeconds(130))
    const { spy, times } = spyOnRefresh()
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] })
    const { client } = keepingClient(app, { store, fetch: spy })
    await client.auth.startAutoRefresh()
    await vi.advanceTimersByTimeAsync(29_000)
    expect(times).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(2_000)
    await expect.poll(() => times).toHaveLength(1)
    await client.auth.stopAutoRefresh()
  })

  it.each([
    [502, '4.auth.11'],
    [503, '4.auth.12'],
    [504, '4.auth.13'],
  ])('is refreshed again after a %i [%s]', async (status) => {
    const { session, store } = await stored(app, inSeconds(10))
    const { spy, times } = spyOnRefresh((count) => (count === 1 ? new Response('', { status }) : undefined))
    const { client } = keepingClient(app, { store, fetch: spy })
    const { data } = await client.auth.getSession()
    expect(times).toHaveLength(2)
    expect(data.session?.refresh_token).not.toBe(session.refresh_token)
  })

  it('is tried again after 200 ms, then twice as long each time, for no more than 30 s [9.const.36]', async () => {
    const { store } = await stored(app, inSeconds(-10))
    const { spy, times } = spyOnRefresh(() => new Response('', { status: 503 }))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] })
    const start = Date.now()
    const { client } = keepingClient(app, { store, fetch: spy })
    const asked = client.auth.getSession()
    await vi.advanceTimersByTimeAsync(60_000)
    await asked
    const waits = times.slice(1).map((time, index) => time - (times[index] ?? 0))
    expect(waits.slice(0, 4)).toEqual([200, 400, 800, 1600])
    expect((times.at(-1) ?? 0) - start).toBeLessThan(30_000)
  })

  it('is removed after a refresh that the server refuses [4.auth.14]', async () => {
    const { store } = await stored(app, (session) => ({ ...inSeconds(-10)(session), refresh_token: 'otra' }))
    const { client } = keepingClient(app, { store })
    const events = listen(client)
    const { data } = await client.auth.getSession()
    expect(data.session).toBeNull()
    expect(store.has(KEY)).toBe(false)
    expect(events).toContain('SIGNED_OUT')
  })
})

describe('the client notifies its listeners', () => {
  it('of the first session [4.auth.15]', async () => {
    const { store } = await stored(app)
    const { client } = keepingClient(app, { store })
    const events = listen(client)
    await expect.poll(() => events).toContain('INITIAL_SESSION')
  })

  it('of signing in [4.auth.16], updating [4.auth.19], refreshing [4.auth.18] and signing out [4.auth.17]', async () => {
    const { email } = await signUp(app)
    const { client } = keepingClient(app)
    const events = listen(client)
    await client.auth.signInWithPassword({ email, password: PASSWORD })
    expect(events.at(-1)).toBe('SIGNED_IN')
    await client.auth.updateUser({ data: { nombre: 'Eva' } })
    expect(events.at(-1)).toBe('USER_UPDATED')
    await client.auth.refreshSession()
    expect(events.at(-1)).toBe('TOKEN_REFRESHED')
    await client.auth.signOut()
    expect(events.at(-1)).toBe('SIGNED_OUT')
  })
})
