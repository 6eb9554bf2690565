import type { APIRequestContext, Page } from '@playwright/test'
import type { Session } from '../support/api.ts'
import { emailCode, hashOf, makePerson, passwordSignsIn, post, recoveryLink } from '../support/auth-people.ts'
import {
  expect,
  PASSWORD,
  REFUSED,
  remember,
  STORAGE_KEY,
  signInThroughForm,
  stopClock,
  storedItems,
  test,
} from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'

/** Six characters, the minimum. */
const NEW_PASSWORD = 'nueva1'
const PENDING = 'maestros-pending-sign-out'
const EXPIRED = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid'

const expired = (page: Page) => page.getByRole('heading', { name: 'Enlace Expirado' })
const newLink = (page: Page) => page.getByRole('link', { name: 'Solicitar Nuevo Enlace' })

async function choose(page: Page, password: string, again = password) {
  await page.getByLabel('Nueva contraseña').fill(password)
  await page.getByLabel('Confirmar contraseña').fill(again)
  await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
}

const refresh = (request: APIRequestContext, { refresh_token }: Session) =>
  post(request, '/auth/v1/token?grant_type=refresh_token', { refresh_token })

async function expectSignedOut(page: Page, request: APIRequestContext, session: Session) {
  expect(Object.keys(await storedItems(page)).filter((key) => key.includes('auth-token'))).toEqual([])
  expect((await refresh(request, session)).ok()).toBe(false)
}

test('a buscador sets a new password through the link of the e-mail and signs in with it [2.reset.09] [2.reset.04] [2.reset.05] [9.const.03] [9.const.05] [8.auth.20] [4.auth.02] [4.auth.03]', async ({
  freshPage: page,
  request,
  baseURL,
}) => {
  const { email, session } = await makePerson(request, 'buscador')
  await page.clock.install()
  await page.goto(await recoveryLink(request, email, `${baseURL}/reset-password`))
  await page.getByLabel('Nueva contraseña').waitFor()
  await stopClock(page)
  await choose(page, NEW_PASSWORD)
  const leaving = page.getByRole('heading', { name: 'Te llevamos a iniciar sesión' })
  await expect(leaving).toBeFocused()
  await page.clock.runFor(1900)
  await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
  await expect(leaving).toBeVisible()
  await page.clock.runFor(200)
  await page.clock.resume()
  await expect(page).toHaveURL('/login')
  await expectSignedOut(page, request, session)
  expect(await passwordSignsIn(request, email, PASSWORD)).toBe(false)
  await signInThroughForm(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL('/seleccion-delegacion')
})

test('a signed-in maestro whose reset link has expired requests a new e-mail without typing the address, and sets the password with its code [2.reset.10] [8.auth.19] [8.auth.20] [4.auth.02] [4.auth.03]', async ({
  page,
  request,
}) => {
  const { session, email } = await makePerson(request, 'maestro')
  await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
  await page.goto(`/reset-password-maestro#${EXPIRED}`)
  await expect(expired(page)).toBeVisible()
  await newLink(page).click()
  await expect(page.getByRole('heading', { name: 'Recupera tu contraseña' })).toBeFocused()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
  await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
  await expect(page.getByRole('heading', { name: 'Email Enviado' })).toBeVisible()
  await page.getByLabel('Código de seis dígitos').fill(await emailCode(request, email))
  await page.getByRole('button', { name: 'Continuar' }).click()
  await choose(page, NEW_PASSWORD)
  await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
  await expect(page).toHaveURL('/login-maestro')
  await expectSignedOut(page, request, session)
  await signInThroughForm(page, email, NEW_PASSWORD)
  await expect(page).toHaveURL('/onboarding-maestro')
})

// The new password has ended the session that is still to be signed out.
test.describe('a sign-out that is still to be sent', () => {
  test.use({ expectedErrors: REFUSED })

  test('because there was no network does not end the session of a link that is opened later', async ({
    page,
    request,
    baseURL,
  }) => {
    const { email, session } = await makePerson(request, 'buscador')
    const { access_token, refresh_token } = session
    const pending = [{ access_token, refresh_token, userId: session.user.id }]
    await remember(page, { [PENDING]: JSON.stringify(pending) })
    await page.goto(await recoveryLink(request, email, `${baseURL}/reset-password`))
    await choose(page, NEW_PASSWORD)
    await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect.poll(async () => (await storedItems(page))[PENDING]).toBeUndefined()
    expect((await refresh(request, session)).ok()).toBe(false)
  })
})

test.describe('a visitor on the reset screens', () => {
  test.use({ expectedErrors: REFUSED })

  test('reads that the link has expired without tokens, with invalid ones and with an error in the hash, and can request a new one [8.auth.18] [8.auth.19] [2.open.01] [2.reset.07] [2.open.05] [2.reset.06] [2.open.09] [2.reset.08]', async ({
    page,
  }) => {
    for (const [path, recover] of [
      ['/reset-password-buscador', '/recuperar-buscador'],
      ['/reset-password', '/recuperar-buscador'],
      ['/reset-password-maestro', '/recuperar-maestro'],
    ] as const) {
      await test.step(`${path} without tokens links to ${recover}`, async () => {
        await page.goto(path)
        await expect(expired(page)).toBeVisible()
        await expect(page).toHaveURL(path)
        await newLink(page).click()
        await expect(page).toHaveURL(recover)
        await expect(page.getByRole('button', { name: 'Enviar Instrucciones' })).toBeVisible()
      })
    }
    for (const address of [
      '/reset-password?access_token=a.b.c&refresh_token=nada',
      '/reset-password-maestro#access_token=a.b.c&refresh_token=nada',
      `/reset-password-buscador#${EXPIRED}`,
      `/reset-password#${EXPIRED}`,
    ]) {
      await test.step(address, async () => {
        await page.goto(address)
        await expect(expired(page)).toBeVisible()
      })
    }
  })

  test('sees the form with valid tokens in the address, after ? and after # [2.reset.02] [2.reset.03]', async ({
    page,
    request,
  }) => {
    const { session } = await makePerson(request, 'maestro')
    const { access_token, refresh_token } = session
    for (const address of [
      `/reset-password-maestro?${hashOf({ access_token, refresh_token })}`,
      `/reset-password?${hashOf(session)}`,
      `/reset-password-maestro#${hashOf(session)}`,
      `/reset-password#${hashOf({ access_token, refresh_token })}`,
    ]) {
      await page.goto(address)
      await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
      await expect(page.getByLabel('Confirmar contraseña')).toBeVisible()
      expect(page.url()).not.toContain(refresh_token)
    }
  })
})

const PATHS = ['/reset-password-buscador', '/reset-password-maestro', '/reset-password']

async function expectForms(page: Page) {
  for (const path of PATHS) {
    await page.goto(path)
    await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
    await expect(page).toHaveURL(path)
  }
}

for (const [account, ids] of [
  ['maestro', '[2.open.03] [2.open.07] [2.open.11] [2.reset.01]'],
  ['nuevo', '[2.open.04] [2.open.08] [2.open.12] [2.reset.01]'],
] as const) {
  test.describe(`${account}, signed in,`, () => {
    test.use({ account })
    test(`may set a new password on every reset screen ${ids}`, ({ page }) => expectForms(page))
  })
}

test.describe('buscador, signed in,', () => {
  test.use({ account: { role: 'buscador' }, expectedErrors: REFUSED })

  test('may set a new password on every reset screen, which first checks the link: the same one twice, of at least six characters, and another than the current one [2.open.02] [2.open.06] [2.open.10] [2.reset.01] [4.auth.01] [5.reset.01] [5.reset.02]', async ({
    page,
  }) => {
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1
    })
    const answer = await hold(page, '**/config.json')
    await page.goto('/reset-password', { waitUntil: 'commit' })
    await expect(page.getByText('Comprobando tu enlace…')).toBeVisible()
    await expect(page.getByLabel('Nueva contraseña')).toHaveCount(0)
    await expect(expired(page)).toHaveCount(0)
    answer()
    await expect(page.getByLabel('Nueva contraseña')).toBeVisible()

    await expectForms(page)
    await choose(page, 'una cosa', 'otra cosa')
    await expect(page.getByRole('alert')).toHaveText(['Las contraseñas no coinciden.'])
    await expect(page.getByLabel('Confirmar contraseña')).toBeFocused()
    await choose(page, '12345')
    await expect(page.getByRole('alert')).toHaveText(['La contraseña debe tener al menos 6 caracteres.'])
    await expect(page.getByLabel('Nueva contraseña')).toBeFocused()
    expect(sent).toBe(0)
    await choose(page, PASSWORD)
    await expect(page.getByRole('alert')).toHaveText(['Elige una contraseña distinta de la anterior.'])
    await expect(page.getByLabel('Nueva contraseña')).toBeFocused()
  })
})
