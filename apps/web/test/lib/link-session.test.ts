import { beforeEach, describe, expect, test } from 'vitest'
import { mayOpenSession, takeForeignTokens } from '#lib/link-session.ts'

const TOKENS = 'access_token=a.b.c&refresh_token=r'
const OTHERS = 'access_token=x.y.z&refresh_token=s'
const params = (text: string) => Object.fromEntries(new URLSearchParams(text))

let shown: URL
/** Opens an address in a browser where nobody is signed in. */
function open(address: string) {
  shown = new URL(address, 'https://maestros.example')
  const history = {
    state: null,
    replaceState: (_state: unknown, _title: string, path: string) => {
      shown = new URL(path, shown)
    },
  }
  Object.assign(globalThis, { location: shown, history })
}
beforeEach(() => open('/'))

test('the session of an e-mail may be stored while nobody is signed in', () => {
  open(`/dashboard-maestro#${TOKENS}`)
  expect(mayOpenSession(shown, params(TOKENS))).toBe(true)
  expect(takeForeignTokens()).toBeNull()
  expect(shown.hash).toBe(`#${TOKENS}`)
})

describe('no session is accepted, and none stays in the address', () => {
  test.each([
    '/onboarding-maestro',
    '/onboarding-maestro/',
    '/onboarding-maestro//',
    '//onboarding-maestro',
    '/ONBOARDING-maestro',
    '/%6Fnboarding-maestro',
  ])('on %s, which the router takes for the onboarding', (path) => {
    open('/')
    shown.pathname = path
    shown.hash = TOKENS
    expect(mayOpenSession(shown, params(TOKENS))).toBe(false)
    expect(takeForeignTokens()).toBeNull()
    expect(shown.href).not.toContain('access_token')
  })

  test('when the query and the hash name two of them', () => {
    open(`/dashboard-maestro?${OTHERS}#${TOKENS}`)
    expect(mayOpenSession(shown, params(OTHERS))).toBe(false)
    expect(takeForeignTokens()).toBeNull()
    expect(shown.href).not.toContain('access_token')
  })
})
