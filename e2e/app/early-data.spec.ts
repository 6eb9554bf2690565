import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf, type Session, signUp, succeed } from '../support/api.ts'
import { expect, REFUSED, remember, STORAGE_KEY, storedSession, test } from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'
import { suspend } from '../support/operator.ts'
import { addressOf } from '../support/screens.ts'

/**
 * A screen that is opened by its address reads its data while the server is still asked who is signed in, when this browser
 * has been told so at an earlier visit. On a slow network that saves one wait.
 */

const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** The first visit, at which the browser learns the role. The page is then left, so that it sends no more calls. */
async function visit(page: Page, address: string) {
  await page.goto(address)
  await expect(heading(page)).toBeVisible()
  await page.goto('/healthz')
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
})

/** What may happen to a session between two visits, with the title of the notice on the sign-in screen. */
const ENDS = [
  {
    title: 'Cuenta suspendida',
    end: (_: APIRequestContext, baseURL: string | undefined, { user }: Session) => suspend(baseURL, user.id),
  },
  {
    title: 'Tu sesión terminó',
    end: async (request: APIRequestContext, _: string | undefined, { access_token }: Session) => {
      const headers = await headersOf(request, access_token)
      await succeed(request.post('/auth/v1/logout?scope=global', { headers }))
    },
  },
]

test.describe('a seeker who comes back', () => {
  // The calls that the server refuses are logged.
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|^role lookup|^chats`) })

  test('and whose account was suspended or whose session was ended on another device meanwhile is led to /login, which says so', async ({
    page,
    request,
    baseURL,
  }) => {
    for (const { title, end } of ENDS) {
      await test.step(title, async () => {
        const { session } = await signUp(request, 'buscador')
        await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
        await visit(page, '/chats')
        await end(request, baseURL, session)
        await page.goto('/chats')
        await expect(page).toHaveURL('/login')
        await expect(page.getByRole('alert').filter({ hasText: title })).toBeVisible()
        expect(await storedSession(page)).toBeUndefined()
      })
    }
  })
})
