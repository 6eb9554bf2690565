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

const newSession = (request: APIRequestContext, email: string) =>
  succeed(post(request, '/auth/v1/token?grant_type=password', { email, password: PASSWORD }))

/** Ends one session; the others of the person stay. */
const endSession = async (request: APIRequestContext, accessToken: string) =>
  succeed(request.post('/auth/v1/logout?scope=local', { headers: await headersOf(request, accessToken) }))

async function expectNothingStored(page: Page, { refresh_token }: { refresh_token: string }) {
  expect(JSON.stringify(await storedItems(page))).not.toContain(refresh_token)
  expect(await page.evaluate<string>('JSON.stringify(sessionStorage)')).not.toContain(refresh_token)
}

test('a visitor reads whose account the link of a sign-up opens; nothing is stored until the visitor agrees, and a link whose session has ended says so', async ({
  page,
  request,
}) => {
  const other = await makePerson(request, 'maestro')
  const hash = `#${hashOf(other.session)}&type=signup`
  const signIn = page.getByRole('button', { name: 'Iniciar Sesión' })
  await test.step('a link whose session has ended leads to the sign-in, which says so', async () => {
    await page.goto('/avisos#access_token=a.b.c&refresh_token=nada&type=signup')
    await expect(page).toHaveURL('/login')
    await expect(page.getByRole('alert').filter({ hasText: 'Ese enlace ya no sirve' })).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()
  })
  for (const [path, login] of [
    ['/', '/login'],
    ['/dashboard-maestro', '/login-maestro'],
    ['/login', '/login'],
  ] as const) {
    await test.step(`at ${path} it asks, and the refusal leads to ${login}`, async () => {
      await page.goto(`${path}${hash}`)
      await expect(question(page)).toBeFocused()
      await expect(page).toHaveURL(path)
      await expect(page.getByText(other.email, { exact: true })).toBeVisible()
      await expect(page.getByText('Cuenta de maestro', { exact: true })).toBeVisible()
      await expectNothingStored(page, other.session)
      await refuse(page).click()
      await expect(page).toHaveURL(login)
      await expect(signIn).toBeVisible()
      await expectNothingStored(page, other.session)
    })
  }
  await page.reload()
  await expect(signIn).toBeVisible()
  await expectNothingStored(page, other.session)
  expect(await page.evaluate<string>('JSON.stringify(history.state)')).not.toContain('access_token')

  // The session is not used silently after a reload, and not lost.
  await page.goto(`/avisos${hash}`)
  await expect(question(page)).toBeVisible()
  await page.reload()
  await expect(question(page)).toBeVisible()
  await expectNothingStored(page, other.session)
  await enter(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible()
  expect(await storedSession(page)).toContain(other.email)
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
  const session = await newSession(request, email)
  await page.goto('/healthz')
  const asked: string[] = []
  page.on('request', (sent) => asked.push(new URL(sent.url()).pathname))
  await page.goto(`/dashboard-maestro#${hashOf(session)}&type=signup`)
  await expect(page).toHaveURL(/\/onboarding-maestro/)
  await expect(page.getByText(`Cuenta: ${email}`)).toBeVisible()
  expect(asked).toContain('/auth/v1/user')
})

test('a link of another person asks a signed-in one before it changes the account; when its session has ended it says so, and the own session stays', async ({
  page,
  request,
}) => {
  const own = await makePerson(request, 'maestro')
  const other = await makePerson(request, 'maestro')
  const expectAccount = async ({ email }: { email: string }) => {
    await expect(page).toHaveURL(/\/onboarding-maestro/)
    await expect(page.getByText(`Cuenta: ${email}`)).toBeVisible()
    expect(await storedSession(page)).toContain(email)
  }
  await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
  const expectQuestion = async () => {
    await expect(question(page)).toBeVisible()
    await expect(page.getByText(other.email, { exact: true })).toBeVisible()
    await expect(page.getByText(`Ahora estás en tu cuenta ${own.email}.`)).toBeVisible()
    expect(await storedSession(page)).toContain(own.email)
  }
  await page.goto(`/dashboard-maestro#${hashOf(other.session)}`)
  await expectQuestion()
  await expectAccessible(page)
  await refuse(page).click()
  await expectAccount(own)

  const ended = await newSession(request, other.email)
  await endSession(request, ended.access_token)
  await page.goto(`/dashboard-maestro#${hashOf(ended)}`)
  await expect(page.getByRole('heading', { name: 'Este enlace ya no sirve' })).toBeVisible()
  await page.getByRole('button', { name: 'Seguir en mi cuenta' }).click()
  await expectAccount(own)

  await page.goto(`/login#${hashOf(other.session)}`)
  await expectQuestion()
  await enter(page).click()
  await expectAccount(other)
})

test('a reset link names its account and stores nothing while somebody else is signed in; with its new password nobody stays signed in', async ({
  page,
  request,
}) => {
  const own = await makePerson(request, 'maestro')
  const other = await makePerson(request, 'maestro')
  const expired = page.getByRole('heading', { name: 'Enlace Expirado' })
  const named = page.getByText(`Nueva contraseña para ${other.email}`, { exact: true })
  await remember(page, { [STORAGE_KEY]: JSON.stringify(own.session) })
  await test.step('a link with a false access token that names the signed-in person has expired', async () => {
    const claims = Buffer.from(JSON.stringify({ sub: own.session.user.id, exp: 1 })).toString('base64url')
    const { refresh_token } = await newSession(request, other.email)
    const access_token = `eyJhbGciOiJIUzI1NiJ9.${claims}.aaaa`
    await page.goto(`/reset-password-buscador#${hashOf({ access_token, refresh_token })}`)
    await expect(expired).toBeVisible()
    expect(await storedSession(page)).toContain(own.email)
  })
  await test.step('an ended session of the same person leaves the stored session as it is', async () => {
    const ended = await newSession(request, own.email)
    await endSession(request, ended.access_token)
    await page.goto(`/reset-password#${hashOf(ended)}`)
    await expect(expired).toBeVisible()
    expect(await storedSession(page)).toContain(own.session.refresh_token)
  })

  await page.goto(`/reset-password-maestro#${hashOf(other.session)}&type=recovery`)
  await expect(named).toBeVisible()
  await expect(page.getByText(`Ahora estás en tu cuenta ${own.email}.`)).toBeVisible()
  await expectAccessible(page)
  await expect(page).toHaveURL('/reset-password-maestro')
  await page.reload()
  await expect(named).toBeVisible()
  await expectNothingStored(page, other.session)
  expect(await storedSession(page)).toContain(own.email)
  await page.getByLabel('Nueva contraseña').fill('nueva1')
  await page.getByLabel('Confirmar contraseña').fill('nueva1')
  await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
  await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
  await expect(page).toHaveURL('/login-maestro')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(other.email)
  expect(await storedSession(page)).toBeUndefined()
  const refresh = ({ refresh_token }: { refresh_token: string }) =>
    post(request, '/auth/v1/token?grant_type=refresh_token', { refresh_token })
  expect((await refresh(other.session)).ok()).toBe(false)
  expect((await refresh(own.session)).ok(), 'other devices of the other person').toBe(true)
})
