import type { APIRequestContext, Page } from '@playwright/test'
import { post, succeed } from '../support/api.ts'
import { me } from '../support/chats.ts'
import {
  type Account,
  expect,
  PASSWORD,
  REFUSED,
  remember,
  STORAGE_KEY,
  stopClock,
  storedSession,
  test,
} from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'
import { asOperator, failCall } from '../support/maestro.ts'
import { changeAccount } from '../support/operator.ts'

const ID = '00000000-0000-4000-8000-000000000000'
const SEEKER = '/seleccion-delegacion'
const PANEL = '/dashboard-maestro'
const ONBOARDING = '/onboarding-maestro'

/** Each address, where each kind of visitor is sent, and the checklist row that requires it. */
type Row = [path: string, end: string, ids: string]

const VISITS: [Account | null, Row[]][] = [
  [
    null,
    [
      ['/login', '/login', '[2.pub.01]'],
      ['/login-maestro', '/login-maestro', '[2.pub.13]'],
      ['/', '/login', '[2.seek.01]'],
      ['/seleccion-delegacion', '/login', '[2.seek.06]'],
      ['/seleccion-oficio', '/login', '[2.seek.11] [4.guard.03]'],
      ['/resultados', '/login', '[2.seek.16]'],
      [`/perfil/${ID}`, '/login', '[2.seek.21]'],
      [`/perfil-maestro/${ID}`, '/login-maestro', '[2.seek.25]'],
      ['/chats', '/login', '[2.seek.29]'],
      [`/chats/${ID}`, '/login', '[2.seek.33]'],
      ['/onboarding-maestro', '/login-maestro', '[2.mae.01] [4.guard.02]'],
      ['/dashboard-maestro', '/login-maestro', '[2.mae.05]'],
      ['/chat-maestro', '/login-maestro', '[2.mae.09]'],
      [`/chat-maestro/${ID}`, '/login-maestro', '[2.mae.13]'],
      ['/perfil-maestro', '/login-maestro', '[2.mae.17]'],
      ['/ayuda', '/login', '[2.both.01]'],
      ['/mis-datos', '/login', ''],
      ['/avisos', '/login', ''],
      ['/operacion', '/operacion', ''],
      ['/test-email', '/test-email', '[2.open.37]'],
      ['/no-existe-123', '/no-existe-123', '[2.open.41]'],
    ],
  ],
  [
    'buscador',
    [
      ['/login', SEEKER, '[2.pub.02]'],
      ['/registro', SEEKER, '[2.pub.06]'],
      ['/recuperar-buscador', SEEKER, '[2.pub.10]'],
      ['/login-maestro', SEEKER, '[2.pub.14]'],
      ['/registro-maestro', SEEKER, '[2.pub.18]'],
      ['/recuperar-maestro', SEEKER, '[2.pub.23]'],
      ['/', '/', '[2.seek.03]'],
      ['/seleccion-delegacion', SEEKER, '[2.seek.08]'],
      ['/seleccion-oficio', '/seleccion-oficio', '[2.seek.13]'],
      ['/chats', '/chats', '[2.seek.30]'],
      ['/onboarding-maestro', SEEKER, '[2.mae.02] [4.guard.10]'],
      ['/dashboard-maestro', SEEKER, '[2.mae.06]'],
      ['/chat-maestro', SEEKER, '[2.mae.10]'],
      [`/chat-maestro/${ID}`, SEEKER, '[2.mae.14]'],
      ['/perfil-maestro', SEEKER, '[2.mae.18]'],
      ['/test-email', '/test-email', '[2.open.38]'],
      ['/no-existe-123', '/no-existe-123', '[2.open.42]'],
    ],
  ],
  [
    'maestro',
    [
      ['/login', PANEL, '[2.pub.03]'],
      ['/registro', PANEL, '[2.pub.07]'],
      ['/recuperar-buscador', PANEL, '[2.pub.11]'],
      ['/login-maestro', PANEL, '[2.pub.15]'],
      ['/registro-maestro', PANEL, '[2.pub.19]'],
      ['/recuperar-maestro', PANEL, '[2.pub.24]'],
      ['/', PANEL, '[2.seek.04] [4.guard.08]'],
      ['/seleccion-delegacion', PANEL, '[2.seek.09]'],
      ['/seleccion-oficio', PANEL, '[2.seek.14]'],
      ['/resultados', PANEL, '[2.seek.19]'],
      [`/perfil/${ID}`, PANEL, '[2.seek.23]'],
      [`/perfil-maestro/${ID}`, PANEL, '[2.seek.27]'],
      ['/chats', PANEL, '[2.seek.31] [4.guard.09]'],
      [`/chats/${ID}`, PANEL, '[2.seek.35]'],
      ['/onboarding-maestro', PANEL, '[2.mae.03]'],
      ['/chat-maestro', '/chat-maestro', '[2.mae.11]'],
      ['/test-email', '/test-email', '[2.open.39]'],
      ['/no-existe-123', '/no-existe-123', '[2.open.43]'],
    ],
  ],
  [
    'nuevo',
    [
      ['/login', ONBOARDING, '[2.pub.04]'],
      ['/registro', ONBOARDING, '[2.pub.08]'],
      ['/recuperar-buscador', ONBOARDING, '[2.pub.12]'],
      ['/login-maestro', ONBOARDING, '[2.pub.16]'],
      ['/registro-maestro', ONBOARDING, '[2.pub.20]'],
      ['/recuperar-maestro', ONBOARDING, '[2.pub.25]'],
      ['/', ONBOARDING, '[2.seek.05]'],
      ['/seleccion-delegacion', ONBOARDING, '[2.seek.10]'],
      ['/seleccion-oficio', ONBOARDING, '[2.seek.15]'],
      ['/resultados', ONBOARDING, '[2.seek.20]'],
      [`/perfil/${ID}`, ONBOARDING, '[2.seek.24]'],
      [`/perfil-maestro/${ID}`, ONBOARDING, '[2.seek.28]'],
      ['/chats', ONBOARDING, '[2.seek.32]'],
      [`/chats/${ID}`, ONBOARDING, '[2.seek.36]'],
      ['/dashboard-maestro', ONBOARDING, '[2.mae.08] [1.prod.03]'],
      ['/chat-maestro', ONBOARDING, '[2.mae.12]'],
      [`/chat-maestro/${ID}`, ONBOARDING, '[2.mae.16]'],
      ['/perfil-maestro', ONBOARDING, '[2.mae.20]'],
      ['/test-email', '/test-email', '[2.open.40]'],
      ['/no-existe-123', '/no-existe-123', '[2.open.44]'],
    ],
  ],
]

/** The heading of each screen where a visit ends. */
const HEADINGS: Record<string, string | RegExp> = {
  '/login': 'Inicia sesión',
  '/login-maestro': 'Acceso para maestros',
  '/': '¿En qué alcaldía será el servicio?',
  [SEEKER]: '¿En qué alcaldía será el servicio?',
  '/seleccion-oficio': 'Qué servicio necesitas?',
  '/chats': 'Tus conversaciones',
  '/chat-maestro': 'Tus conversaciones',
  '/operacion': 'Entra a la consola',
  '/test-email': 'Welcome email test',
  '/no-existe-123': 'Oops! Page not found',
  [PANEL]: /./,
  [ONBOARDING]: /./,
}

for (const [account, rows] of VISITS) {
  test.describe(account ?? 'an anonymous visitor', () => {
    test.use({ account })
    test(`is redirected from every address to the right one ${rows.map(([, , ids]) => ids).join(' ')}`, async ({
      page,
    }) => {
      test.slow()
      const loaded = new Set<string>()
      for (const [path, end, ids] of rows) {
        await test.step(`${path} ends at ${end} ${ids}`, async () => {
          // Who is signed in does not change, so a redirect is tested by a change of the address alone, after the first to each
          // screen. Where the visitor stays, the address is right at once, so the screen must be loaded to prove anything.
          if (path === end || !loaded.has(end)) await page.goto(path)
          else expect(await arriveAt(page, path)).toBe(end)
          if (path !== end) loaded.add(end)
          await expect(page).toHaveURL(end)
          const name = HEADINGS[end] ?? 'no heading for this address'
          await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
          await expect(page).toHaveURL(end)
        })
      }
    })
  })
}

/** Changes the address without a page load, as the back and forward buttons do. Returns the address that follows. */
const arriveAt = (page: Page, path: string) =>
  page.evaluate<string>(`new Promise((resolve) => {
    history.pushState(null, '', '${path}')
    dispatchEvent(new PopStateEvent('popstate', { state: null }))
    const begun = performance.now()
    const look = () => {
      if (location.pathname !== '${path}' || performance.now() - begun > 20_000) resolve(location.pathname)
      else requestAnimationFrame(look)
    }
    look()
  })`)

test.describe('while the session is being checked', () => {
  test.use({ account: 'buscador' })

  test('a guarded address and /login show a spinner, and neither a screen nor a redirect [4.guard.01]', async ({
    page,
  }) => {
    for (const path of ['/seleccion-delegacion', '/login']) {
      const answer = await hold(page, '**/rest/v1/profiles*')
      await page.goto(path)
      await expect(page.getByRole('status').filter({ visible: true })).toHaveText('Cargando…')
      await expect(page.getByRole('heading', { level: 1 })).toHaveCount(0)
      await expect(page).toHaveURL(path)
      answer()
      await expect(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })).toBeVisible()
    }
  })
})

test.describe('an account without a role', () => {
  test.use({ account: { role: 'buscador' } })

  test('is redirected to /login from the screens of both roles, with a role of null and without a profile [4.guard.04] [4.guard.05]', async ({
    page,
    request,
    baseURL,
  }) => {
    const { id } = await me(page, request)
    await changeAccount(baseURL, id, { role: null })
    const expectSignIn = async (path: string) => {
      await page.goto(path)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    }
    await expectSignIn('/dashboard-maestro')
    await succeed(request.delete(`/rest/v1/profiles?id=eq.${id}`, { headers: asOperator() }))
    await expectSignIn('/seleccion-delegacion')
  })
})

test.describe('a maestro whose profile cannot be read', () => {
  test.use({ account: 'maestro', expectedErrors: REFUSED })

  test('counts as incomplete when the lookup fails [4.guard.07]', async ({ page }) => {
    await failCall(page, '**/rest/v1/maestros*')
    await page.goto('/dashboard-maestro')
    await expect(page).toHaveURL('/onboarding-maestro')
  })
})

test.describe('the role of a seeker', () => {
  test.use({ account: { role: 'buscador' } })
  test('comes from the profile, not from the metadata of the account [6.role.01]', async ({
    page,
    request,
    baseURL,
  }) => {
    const { id } = await me(page, request)
    const { user, ...session } = JSON.parse((await storedSession(page)) ?? '{}')
    const user_metadata = { ...user.user_metadata, role: 'maestro' }
    await remember(page, { [STORAGE_KEY]: JSON.stringify({ ...session, user: { ...user, user_metadata } }) })
    await page.goto('/seleccion-oficio')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL('/seleccion-oficio')
    await changeAccount(baseURL, id, { role: 'maestro' })
    await page.reload()
    await expect(page).toHaveURL(ONBOARDING)
    await expect(page.getByRole('heading', { level: 1, name: 'Completa tu perfil' })).toBeVisible()
  })
})

/** Collects the delays of all timers that the page starts from now on. */
const WATCH_TIMERS = `(() => {
  const start = setTimeout
  window.timers = []
  window.setTimeout = (work, ms, ...rest) => {
    window.timers.push(ms)
    return start(work, ms, ...rest)
  }
})()`

test.describe('signing out', () => {
  const ways = [
    ['buscador', '/seleccion-delegacion', '/login', '[4.auth.07]'],
    ['maestro', '/onboarding-maestro', '/login-maestro', '[4.auth.06]'],
  ] as const
  for (const [role, from, to, id] of ways) {
    test.describe(role, () => {
      test.use({ account: { role } })
      test(`ends all sessions of a ${role}, also in the other tabs of the browser, and redirects to ${to} ${id} [2.nav.14] [4.auth.04] [4.auth.05]`, async ({
        page,
        context,
        request,
      }) => {
        await page.goto(from)
        const other = await context.newPage()
        await other.goto(from)
        await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
        const refreshOtherDevice = await signInOnOtherDevice(page, request)
        const logout = page.waitForRequest('**/auth/v1/logout*')
        await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
        expect(new URL((await logout).url()).searchParams.get('scope')).toBe('global')
        await expect(page).toHaveURL(to)
        await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
        expect(await storedSession(page)).toBeUndefined()
        expect((await refreshOtherDevice()).status()).toBe(400)
        await expect(other).toHaveURL(to)
        await page.goto(from)
        await expect(page).toHaveURL(to)
      })
    })
  }

  test.describe('when it has succeeded', () => {
    test.use({ account: { role: 'buscador' } })
    test('redirects after 100 ms [9.const.06]', async ({ freshPage: page }) => {
      await page.clock.install()
      await page.goto('/seleccion-delegacion')
      const leave = page.getByRole('button', { name: 'Cerrar Sesión' })
      await leave.waitFor()
      await stopClock(page)
      await page.evaluate(WATCH_TIMERS)
      await leave.click()
      await expect.poll(() => storedSession(page)).toBeUndefined()
      // The wait begins when everything of the person has been removed from the browser.
      await expect.poll(() => page.evaluate<number[]>('timers')).toContain(100)
      await page.clock.runFor(90)
      // That no redirect happens cannot be awaited, so the test waits half a second of real time.
      await page.waitForTimeout(500)
      expect(new URL(page.url()).pathname).toBe('/seleccion-delegacion')
      await page.clock.runFor(20)
      await expect(page).toHaveURL('/login')
    })
  })
})

/** Signs the same person in on a second device. Returns a function that refreshes that session. */
async function signInOnOtherDevice(page: Page, request: APIRequestContext) {
  const { user } = JSON.parse((await storedSession(page)) ?? '{}')
  const token = (grant: string, data: object) => post(request, `/auth/v1/token?grant_type=${grant}`, data)
  const { refresh_token } = await (await token('password', { email: user.email, password: PASSWORD })).json()
  expect(refresh_token).toEqual(expect.any(String))
  return () => token('refresh_token', { refresh_token })
}
