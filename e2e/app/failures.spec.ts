import type { Locator, Page } from '@playwright/test'
import { makePerson } from '../support/auth-people.ts'
import { expect, field, REFUSED, test } from '../support/fixtures.ts'
import { lockedMaestro } from '../support/profiles.ts'

/** The seeker's screens when a call fails, is never answered, or is slow. */

const _PROFILES = '**/rest/v1/profiles*'
const _INBOX = '**/functions/v1/get-chats'
const PROFILE = '**/functions/v1/maestro-profile/**'
const _TOKEN = '**/auth/v1/token*'
const USER = '**/auth/v1/user'

/** The unread count may be running when the clock is advanced: it is then logged as not answered too. */
const LATE = new RegExp(`${REFUSED.source}|unread count|^chats`)

/**
 * Starts a call that is never answered, and advances the clock of the page until the screen shows the failure. The
 * clock advances in steps, because a toast disappears again.
 */
async function expectTimeout(page: Page, call: string, start: () => Promise<unknown>, failure: Locator) {
  const sent = page.waitForRequest(call)
  await start()
  await sent
  await expect(async () => {
    if (!(await failure.isVisible())) await page.clock.runFor(4000)
    await expect(failure).toBeVisible({ timeout: 500 })
  }).toPass()
}

const retry = (page: Page) => page.getByRole('button', { name: 'Reintentar' }).click()

test.describe('a server whose address is never answered', () => {
  test.use({ account: 'buscador', expectedErrors: LATE })

  test('shows an error and a retry button, and the retry succeeds', async ({ freshPage: page }) => {
    const call = '**/config.json'
    await page.clock.install()
    await page.route(call, () => undefined)
    await expectTimeout(page, call, () => page.goto('/'), page.getByText('No pudimos abrir tu cuenta'))
    await page.unroute(call)
    await retry(page)
    await expect(page.getByRole('button', { name: 'Coyoacán' })).toBeVisible()
  })
})

test.describe('a maestro whose profile request is never answered', () => {
  test.use({ account: 'maestro', expectedErrors: LATE })

  test('counts as incomplete [4.guard.07]', async ({ freshPage: page }) => {
    const call = '**/rest/v1/maestros*'
    await page.clock.install()
    await page.route(call, () => undefined)
    const sent = page.waitForRequest(call)
    await page.goto('/dashboard-maestro')
    await sent
    // Onboarding finds out that the profile is complete and looks it up again, so only the address is compared.
    await expect(async () => {
      await page.clock.runFor(2000)
      expect(new URL(page.url()).pathname).toBe('/onboarding-maestro')
    }).toPass()
  })
})

test.describe('a new password', () => {
  test.use({ expectedErrors: REFUSED })

  test('can be retried when the check of the link and the change of the password are not answered', async ({
    freshPage: page,
    request,
  }) => {
    const { session } = await makePerson(request, 'buscador')
    const tokens = `access_token=${session.access_token}&refresh_token=${session.refresh_token}`
    await page.clock.install()
    await page.route(USER, () => undefined)
    const open = () => page.goto(`/reset-password?${tokens}`)
    await expectTimeout(
      page,
      USER,
      open,
      page.getByRole('heading', { name: 'No pudimos comprobar tu enlace' }),
    )
    await page.unroute(USER)
    await retry(page)
    await expect(field(page, 'Nueva contraseña')).toBeVisible()

    await page.route(USER, () => undefined)
    const change = page.getByRole('button', { name: 'Actualizar contraseña' })
    await field(page, 'Nueva contraseña').fill('nueva1')
    await field(page, 'Confirmar contraseña').fill('nueva1')
    const said = page.getByText('No se pudo actualizar la contraseña')
    await expectTimeout(page, USER, () => change.click(), said)
    await expect(field(page, 'Nueva contraseña')).toHaveValue('nueva1')
    await page.unroute(USER)
    await change.click()
    await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
  })
})

test.describe('a session that a server function reports as expired', () => {
  test.use({
    account: { role: 'buscador' },
    expectedErrors: new RegExp(`${REFUSED.source}|unread count`),
  })

  test('is removed from the browser, and the person is redirected to the sign-in [4.auth.08]', async ({
    page,
    request,
  }) => {
    await page.route(PROFILE, (route) =>
      route.fulfill({ status: 401, json: { success: false, error: 'x', code: 'SESSION_EXPIRED' } }),
    )
    await page.goto(`/perfil/${await lockedMaestro(request)}`)
    await expect(page).toHaveURL('/login')
    await page.goto('/seleccion-oficio')
    await expect(page).toHaveURL('/login')
  })
})
