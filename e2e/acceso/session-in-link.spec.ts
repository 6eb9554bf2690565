import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf, succeed } from '../support/api.ts'
import { acceptTerms, createAccount, fillSignUp, hashOf, makePerson, post } from '../support/auth-people.ts'
import {
  expect,
  expectAccessible,
  PASSWORD,
  REFUSED,
  remember,
  STORAGE_KEY,
  storedItems,
  storedSession,
  test,
} from '../support/fixtures.ts'

/** Anybody can write a link with the session of an own account (docs/decisions/acceso.md). */

test.use({ expectedErrors: REFUSED })

const question = (page: Page) => page.getByRole('heading', { name: '¿Es tu cuenta?' })
const enter = (page: Page) => page.getByRole('button', { name: 'Entrar como' })
const refuse = (page: Page) => page.getByRole('button', { name: 'No soy yo' })

/** Ends one session; the others of the person stay. */
const endSession = async (request: APIRequestContext, accessToken: string) =>
  succeed(request.post('/auth/v1/logout?scope=local', { headers: await headersOf(request, accessToken) }))

async function expectNothingStored(page: Page, { refresh_token }: { refresh_token: string }) {
  expect(JSON.stringify(await storedItems(page))).not.toContain(refresh_token)
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(refresh_token)
}

for (const [path, login] of [
  ['/', '/login'],
  ['/login', '/login'],
  ['/dashboard-maestro', '/login-maestro'],
  ['/onboarding-maestro', '/login-maestro'],
] as const) {
  test(`a link of somebody else's sign-up at ${path} asks, and stores nothing when the visitor refuses it`, async ({
    page,
    request,
  }) => {
    const other = await makePerson(request, 'maestro')
    await page.goto(`${path}#${hashOf(other.session)}&type=signup`)
    await expect(question(page)).toBeFocused()
    await expect(page).toHaveURL(path)
    // The session is not used silently after a reload, and not lost.
    await page.reload()
    await expect(question(page)).toBeVisible()
    await expect(page.getByText(other.email, { exact: true })).toBeVisible()
    await expect(page.getByText('Cuenta de maestro', { exact: true })).toBeVisible()
    await expectAccessible(page)
    await expectNothingStored(page, other.session)
    await refuse(page).click()
    await expect(page).toHaveURL(login)
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
    await expectNothingStored(page, other.session)
    expect(await page.evaluate<string>('JSON.stringify(history.state)')).not.toContain('access_token')
  })
}

test('a visitor who agrees enters the account of the link, on its page', async ({ page, request }) => {
  const { email, session } = await makePerson(request, 'buscador')
  await page.goto(`/avisos#${hashOf(session)}&type=signup`)
  await enter(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible()
  expect(await storedSession(page)).toContain(email)
})

test('the link of the own sign-up in this browser is opened without a question', async ({
  page,
  request,
}) => {
  await page.goto('/registro-maestro')
  const { email } = await fillSignUp(page)
  await acceptTerms(page)
  await createAccount(page).click()
  await expect(page).toHaveURL('/login-maestro')
  const credentials = { email, password: PASSWORD }
  const session = await succeed(post(request, '/auth/v1/token?grant_type=password', credentials))
  await page.goto('/healthz')
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await page.goto(`/dashboard-maestro#${hashOf(session)}&type=signup`)
  await expect(page).toHaveURL(/\/onboarding-maestro/)
  await expect(page.getByText(`Cuenta: ${email}`)).toBeVisible()
  expect(asked).toContain('/auth/v1/user')
})

for (const path of ['/dashboard-maestro', '/login']) {
  test(`a link of another person at ${path} asks a signed-in one before it changes the account`, async ({
    page,
    request,
  }) => {
    const own = await makePerson(request, 'maestro')
    const other = await makePerson(request, 'maestro')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
    await page.goto(`${path}#${hashOf(other.session)}`)
    await expect(question(page)).toBeVisible()
    await expect(page.getByText(other.email, { exact: true })).toBeVisible()
    await expect(page.getByText(`Ahora estás en tu cuenta ${own.email}.`)).toBeVisible()
    await expectAccessible(page)
    expect(await storedSession(page)).toContain(own.email)
    await refuse(page).click()
    await expect(page).toHaveURL(/\/onboarding-maestro/)
    expect(await storedSession(page)).toContain(own.email)

    await page.goto('/healthz')
    await page.goto(`${path}#${hashOf(other.session)}`)
    await enter(page).click()
    await expect(page).toHaveURL(/\/onboarding-maestro/)
    await expect(page.getByText(`Cuenta: ${other.email}`)).toBeVisible()
    expect(await storedSession(page)).toContain(other.email)
  })
}

test.describe('a link whose session has ended', () => {
  test('tells a signed-in person so, and the own session stays', async ({ page, request }) => {
    const own = await makePerson(request, 'maestro')
    const other = await makePerson(request, 'maestro')
    await endSession(request, other.session.access_token)
    await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
    await page.goto(`/dashboard-maestro#${hashOf(other.session)}`)
    await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
    await page.getByRole('button', { name: 'Seguir en mi cuenta' }).click()
    await expect(page).toHaveURL(/\/onboarding-maestro/)
    expect(await storedSession(page)).toContain(own.email)
  })

  test('leads a visitor to the sign-in, which says so', async ({ page }) => {
    await page.goto('/avisos#access_token=a.b.c&refresh_token=nada&type=signup')
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('alert').filter({ hasText: 'Ese enlace ya no sirve' })).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()
  })

  test('of the same person leaves the stored session as it is', async ({ page, request }) => {
    const { email, session } = await makePerson(request, 'buscador')
    const credentials = { email, password: PASSWORD }
    const earlier = await succeed(post(request, '/auth/v1/token?grant_type=password', credentials))
    await endSession(request, earlier.access_token)
    await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
    await page.goto(`/reset-password#${hashOf(earlier)}`)
    await expect(page.getByRole('heading', { name: 'Enlace Expirado' })).toBeVisible()
    expect(await storedSession(page)).toContain(session.refresh_token)
  })
})

test.describe('a reset link', () => {
  const names = (page: Page, email: string) =>
    expect(page.getByText(`Nueva contraseña para ${email}`, { exact: true })).toBeVisible()

  test('names its account and stores nothing, also after a reload, while somebody else is signed in', async ({
    page,
    request,
  }) => {
    const own = await makePerson(request, 'maestro')
    const other = await makePerson(request, 'maestro')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
    await page.goto(`/reset-password-maestro#${hashOf(other.session)}&type=recovery`)
    await names(page, other.email)
    await expect(page.getByText(`Ahora estás en tu cuenta ${own.email}.`)).toBeVisible()
    await expectAccessible(page)
    await expect(page).toHaveURL('/reset-password-maestro')
    await page.reload()
    await names(page, other.email)
    await expectNothingStored(page, other.session)
    expect(await storedSession(page)).toContain(own.email)
    await page.goto('/')
    await expect(page.getByText(`Cuenta: ${own.email}`)).toBeVisible()
  })

  test('sets the password of its account, and nobody stays signed in', async ({ page, request }) => {
    const own = await makePerson(request, 'buscador')
    const other = await makePerson(request, 'buscador')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
    await page.goto(`/reset-password#${hashOf(other.session)}&type=recovery`)
    await names(page, other.email)
    await page.getByLabel('Nueva contraseña').fill('nueva1')
    await page.getByLabel('Confirmar contraseña').fill('nueva1')
    await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
    await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(other.email)
    expect(await storedSession(page)).toBeUndefined()
    const refresh = (session: { refresh_token: string }) =>
      post(request, '/auth/v1/token?grant_type=refresh_token', { refresh_token: session.refresh_token })
    expect((await refresh(other.session)).ok()).toBe(false)
    expect((await refresh(own.session)).ok(), 'other devices of the other person').toBe(true)
  })

  test('with a false access token that names the signed-in person has expired', async ({ page, request }) => {
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
