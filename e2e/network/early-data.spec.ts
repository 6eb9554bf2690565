import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf, type Session, succeed } from '../support/api.ts'
import { expect, pathOf, test } from '../support/conversation.ts'
import { REFUSED, settled, storedSession } from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'
import { onChannelJoined } from '../support/live.ts'
import { suspend } from '../support/operator.ts'
import { SAVE_DATA } from '../support/page-pool.ts'
import { addressOf, SCREENS } from '../support/screens.ts'

/**
 * A screen that is opened by its address reads its data while the server is still asked who is signed in, when this browser
 * has been told so at an earlier visit. On a slow network that saves one wait.
 */

const ROLE = '**/rest/v1/profiles*'

/** Each screen with the calls that it needs before it can be shown. */
const READS = {
  'perfil/:id': ['/functions/v1/maestro-profile/'],
  'chats/:id': ['/functions/v1/get-messages', '/rest/v1/chats?select=id%2Cbuscador_id'],
  chats: ['/functions/v1/get-chats'],
  'dashboard-maestro': ['/functions/v1/panel-maestro'],
  'perfil-maestro': ['/functions/v1/maestro-profile/', '/functions/v1/mi-perfil'],
  'chat-maestro/:id': ['/functions/v1/get-messages', '/rest/v1/chats?select=id%2Cbuscador_id'],
  'chat-maestro': ['/functions/v1/get-maestro-chats'],
}

/**
 * The page's time stands still for what the product does after some seconds: it signs in from memory when the role is not answered,
 * and reads a list again that is older than a second. On a busy machine a test would see that too.
 */
const WITHOUT_LATE_TIMERS = `(() => {
  const now = Date.now()
  Date.now = () => now
  const start = window.setTimeout
  window.setTimeout = (act, ms, ...given) => start(act, ms >= 4000 ? 2 ** 31 - 1 : ms, ...given)
})()`

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The first visit, at which the browser learns the role. The page is then left, so that it sends no more calls. */
async function visit(page: Page, address: string) {
  await page.goto(address)
  await expect(heading(page)).toBeVisible()
  await page.goto('/healthz')
}

/**
 * Notes the requests whose address contains one of the texts, until the live channel is joined: then the screens of chats
 * read again what they may have missed.
 */
function noteCalls(page: Page, texts: string[]): string[] {
  const calls: string[] = []
  let joined = false
  onChannelJoined(page, () => {
    joined = true
  })
  page.on('request', (request) => {
    if (!joined) calls.push(...texts.filter((text) => request.url().includes(text)))
  })
  return calls
}

for (const [route, reads] of Object.entries(READS)) {
  test.describe(`/${route}`, () => {
    test.use({ account: SCREENS[route]?.account ?? null })

    test('reads its data once, before the role is known, and shows nothing of it until then', async ({
      freshPage: page,
      request,
    }) => {
      const address = await addressOf(route, request)
      await page.addInitScript(SAVE_DATA)
      await page.addInitScript(WITHOUT_LATE_TIMERS)
      await visit(page, address)
      const release = await hold(page, ROLE)
      const calls = noteCalls(page, reads)
      await page.goto(address)
      await expect.poll(() => [...calls].sort()).toEqual([...reads].sort())
      await expect(page.getByRole('status').filter({ visible: true })).toHaveText('Cargando…')
      await expect(heading(page)).toHaveCount(0)
      release()
      await expect(heading(page)).toBeVisible()
      expect([...calls].sort()).toEqual([...reads].sort())
    })
  })
}

test.describe('a seeker', () => {
  test.use({ account: 'buscador' })

  test('gets the data of a profile before the code of its screen has arrived', async ({ page, request }) => {
    const address = await addressOf('perfil/:id', request)
    await visit(page, address)
    const release = await hold(page, '**/assets/reviews-card-*.js')
    const answer = page.waitForResponse('**/functions/v1/maestro-profile/**')
    await page.goto(address)
    expect((await answer).ok()).toBe(true)
    await expect(heading(page)).toHaveCount(0)
    release()
    await expect(heading(page)).toBeVisible()
  })

  test('at the first visit reads no data before the role is known', async ({ page, request }) => {
    const address = await addressOf('perfil/:id', request)
    const release = await hold(page, ROLE)
    const calls = noteCalls(page, ['/rest/v1/profiles', ...READS['perfil/:id']])
    const loader = page.waitForResponse('**/assets/perfil-client-loader-*.js')
    await page.goto(address)
    await loader
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    await settled(page)
    expect(calls).toEqual(['/rest/v1/profiles'])
    release()
    await expect(heading(page)).toBeVisible()
  })
})

test.describe('a maestro', () => {
  test.use({ account: 'maestro' })

  test('has both rows about the role read at the same time', async ({ page }) => {
    await visit(page, '/dashboard-maestro')
    const release = await hold(page, ROLE)
    const calls = noteCalls(page, ['/rest/v1/profiles', '/rest/v1/maestros?select=perfil_completo'])
    await page.goto('/dashboard-maestro')
    await expect
      .poll(() => [...calls].sort())
      .toEqual(['/rest/v1/maestros?select=perfil_completo', '/rest/v1/profiles'])
    release()
    await expect(heading(page)).toBeVisible()
    await expect(page).toHaveURL('/dashboard-maestro')
  })
})

type Server = { request: APIRequestContext; baseURL: string | undefined }

/** What may happen to a session between two visits, with the title of the notice on the sign-in screen. */
const ENDS = [
  {
    what: 'whose account was suspended',
    title: 'Cuenta suspendida',
    end: ({ baseURL }: Server, { user }: Session) => suspend(baseURL, user.id),
  },
  {
    what: 'whose session was ended on another device',
    title: 'Tu sesión terminó',
    end: async ({ request }: Server, { access_token }: Session) => {
      const headers = await headersOf(request, access_token)
      await succeed(request.post('/auth/v1/logout?scope=global', { headers }))
    },
  },
]

test.describe('a seeker who comes back', () => {
  // The calls that the server refuses are logged.
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|^role lookup|^chats`) })

  for (const { what, title, end } of ENDS) {
    test(`and ${what} meanwhile is led to /login, which says so`, async ({
      pair,
      open,
      request,
      baseURL,
    }) => {
      const address = pathOf('buscador', pair.chatId)
      const page = await open(pair.buscador, address)
      await expect(heading(page)).toBeVisible()
      await page.goto('/healthz')
      await end({ request, baseURL }, pair.buscador)
      await page.goto(address)
      await expect(page).toHaveURL('/login')
      await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible()
      expect(await storedSession(page)).toBeUndefined()
    })
  }
})
