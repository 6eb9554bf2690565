import type { APIRequestContext } from '@playwright/test'
import { headersOf, succeed } from '../support/api.ts'
import { hashOf, makePerson, post } from '../support/auth-people.ts'
import {
  expect,
  expectAccessible,
  PASSWORD,
  REFUSED,
  remember,
  STORAGE_KEY,
  settled,
  storedSession,
  test,
} from '../support/fixtures.ts'

const QUESTION = 'Este enlace abre otra cuenta'

test.describe('a link with the session of another person', () => {
  test.use({ expectedErrors: REFUSED })

  for (const path of ['/reset-password-maestro', '/dashboard-maestro']) {
    test(`asks a signed-in person on ${path} before it changes the account`, async ({ page, request }) => {
      const own = await makePerson(request, 'maestro')
      const other = await makePerson(request, 'maestro')
      await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
      await page.goto(`${path}#${hashOf(other.session)}`)
      const dialog = page.getByRole('dialog', { name: QUESTION })
      await expect(dialog).toContainText(other.email)
      await expect(dialog).toContainText(own.email)
      await expectAccessible(page)
      expect(page.url()).not.toContain(other.session.refresh_token)
      expect(await storedSession(page)).toContain(own.email)
      await page.mouse.click(5, 5)
      await settled(page)
      await expect(page).toHaveURL(path)

      await dialog.getByRole('button', { name: 'Seguir en mi cuenta' }).click()
      await expect(page).toHaveURL(/\/onboarding-maestro/)
      expect(await storedSession(page)).toContain(own.email)

      await page.goto('/healthz')
      await page.goto(`${path}#${hashOf(other.session)}`)
      await dialog.getByRole('button', { name: 'Cambiar de cuenta' }).click()
      await expect(dialog).toHaveCount(0)
      await expect.poll(() => storedSession(page)).toContain(other.email)
    })
  }

  /** Ends one session; the others of the person stay. */
  const endSession = async (request: APIRequestContext, accessToken: string) =>
    succeed(request.post('/auth/v1/logout?scope=local', { headers: await headersOf(request, accessToken) }))

  test('says that it no longer works when that session has ended, and the own session stays', async ({
    page,
    request,
  }) => {
    const own = await makePerson(request, 'maestro')
    const other = await makePerson(request, 'maestro')
    await endSession(request, other.session.access_token)
    await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
    await page.goto(`/dashboard-maestro#${hashOf(other.session)}`)
    await expect(page.getByRole('dialog', { name: 'Este enlace ya no sirve' })).toBeVisible()
    expect(await storedSession(page)).toContain(own.email)
    await page.getByRole('button', { name: 'Seguir en mi cuenta' }).click()
    await expect(page).toHaveURL(/\/onboarding-maestro/)
  })

  test('shows no form for a new password before the question, and can be tried again after a failure', async ({
    page,
    request,
  }) => {
    const own = await makePerson(request, 'buscador')
    const other = await makePerson(request, 'buscador')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
    const held = Promise.withResolvers<void>()
    const asked = page.waitForRequest('**/auth/v1/user')
    await page.route('**/auth/v1/user', async (route) => {
      await held.promise
      await route.abort()
    })
    await page.goto(`/reset-password#${hashOf(other.session)}`)
    await asked
    await settled(page)
    await expect(page.getByText('Cargando…')).toBeVisible()
    await expect(page.getByLabel('Nueva contraseña')).toHaveCount(0)
    held.resolve()
    const failed = page.getByRole('dialog', { name: 'No pudimos abrir el enlace' })
    await expect(failed).toContainText('Revisa tu conexión e inténtalo de nuevo.')
    await expectAccessible(page)
    await page.unroute('**/auth/v1/user')
    await failed.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('dialog', { name: QUESTION })).toContainText(other.email)
    await expect(page.getByLabel('Nueva contraseña')).toHaveCount(0)
  })

  test('can be tried again when the app could not read its settings', async ({ page, request }) => {
    const own = await makePerson(request, 'buscador')
    const other = await makePerson(request, 'buscador')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
    await page.route('**/config.json', (route) => route.abort())
    await page.goto(`/avisos#${hashOf(other.session)}`)
    const failed = page.getByRole('dialog', { name: 'No pudimos abrir el enlace' })
    await expect(failed).toBeVisible()
    await page.unroute('**/config.json')
    await failed.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('dialog', { name: QUESTION })).toContainText(other.email)
  })

  test('opens its account without a question when the stored session can no longer be renewed', async ({
    page,
    request,
  }) => {
    const own = await makePerson(request, 'buscador')
    const other = await makePerson(request, 'buscador')
    await endSession(request, own.session.access_token)
    await remember(page, { [STORAGE_KEY]: JSON.stringify({ ...own.session, expires_at: 1 }) })
    await page.goto(`/mis-datos#${hashOf(other.session)}`)
    await expect(page.getByRole('button', { name: 'Preparar mi copia' })).toBeVisible()
    expect(await storedSession(page)).toContain(other.email)
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })

  test('of the same person that has expired leaves the own session as it is', async ({ page, request }) => {
    const { email, session } = await makePerson(request, 'buscador')
    const credentials = { email, password: PASSWORD }
    const earlier = await succeed(post(request, '/auth/v1/token?grant_type=password', credentials))
    await endSession(request, earlier.access_token)
    await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
    const { access_token, refresh_token } = earlier
    await page.goto(`/reset-password?${new URLSearchParams({ access_token, refresh_token })}`)
    await expect(page.getByRole('heading', { name: 'Enlace Expirado' })).toBeVisible()
    expect(await storedSession(page)).toContain(session.refresh_token)
  })

  test('is ignored at an address where no e-mail leads', async ({ page, request }) => {
    const { session } = await makePerson(request, 'maestro')
    await page.goto(`/onboarding-maestro#${hashOf(session)}`)
    await expect(page).toHaveURL('/login-maestro')
    expect(await storedSession(page)).toBeUndefined()
  })

  test('does not change the account with a false access token that names the signed-in person', async ({
    page,
    request,
  }) => {
    const own = await makePerson(request, 'maestro')
    const other = await makePerson(request, 'maestro')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
    const claims = Buffer.from(JSON.stringify({ sub: own.session.user.id, exp: 1 })).toString('base64url')
    const access_token = `eyJhbGciOiJIUzI1NiJ9.${claims}.aaaa`
    await page.goto(`/reset-password#${hashOf({ access_token, refresh_token: other.session.refresh_token })}`)
    await expect(page.getByRole('heading', { name: 'Enlace Expirado' })).toBeVisible()
    expect(await storedSession(page)).toContain(own.email)
  })
})
