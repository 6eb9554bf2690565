import type { Page } from '@playwright/test'
import { emailCode, emailLink, makePerson, passwordSignsIn, post } from '../support/auth-people.ts'
import {
  expect,
  expectAccessible,
  PASSWORD,
  REFUSED,
  remember,
  STORAGE_KEY,
  signInThroughForm,
  stopClock,
  storedItems,
  storedSession,
  test,
} from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'

const SCREENS = [
  { path: '/reset-password', role: 'buscador', login: '/login', recover: '/recuperar-buscador' },
  { path: '/reset-password-buscador', role: 'buscador', login: '/login', recover: '/recuperar-buscador' },
  {
    path: '/reset-password-maestro',
    role: 'maestro',
    login: '/login-maestro',
    recover: '/recuperar-maestro',
  },
] as const

/** Six characters, the minimum. */
const NEW_PASSWORD = 'nueva1'

for (const { path, role, login, ids } of [
  { ...way('/reset-password'), ids: '[2.reset.09] [2.reset.04] [2.reset.05] [9.const.03] [9.const.05]' },
  { ...way('/reset-password-maestro'), ids: '[2.reset.10]' },
]) {
  test(`a ${role} sets a new password through the link of the e-mail and signs in with it ${ids} [8.auth.20] [4.auth.02] [4.auth.03]`, async ({
    freshPage: page,
    request,
    baseURL,
  }) => {
    const { email, session } = await makePerson(request, role)
    const redirect = encodeURIComponent(`${baseURL}${path}`)
    await post(request, `/auth/v1/recover?redirect_to=${redirect}`, { email })
    await page.clock.install()
    await page.goto(await emailLink(request, email))
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
    await expect(page).toHaveURL(login)
    expect(await storedSession(page)).toBeUndefined()
    expect(Object.keys(await storedItems(page)).filter((key) => key.includes('auth-token'))).toEqual([])
    const refresh = await post(request, '/auth/v1/token?grant_type=refresh_token', {
      refresh_token: session.refresh_token,
    })
    expect(refresh.ok()).toBe(false)

    expect(await passwordSignsIn(request, email, PASSWORD)).toBe(false)
    await signInThroughForm(page, email, NEW_PASSWORD)
    await expect(page).not.toHaveURL(login)
  })
}

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
    const redirect = encodeURIComponent(`${baseURL}/reset-password`)
    await post(request, `/auth/v1/recover?redirect_to=${redirect}`, { email })
    await page.goto(await emailLink(request, email))
    await choose(page, NEW_PASSWORD)
    await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
    await expect(page).toHaveURL('/login')
    await expect.poll(async () => (await storedItems(page))[PENDING]).toBeUndefined()
    const refresh = await post(request, '/auth/v1/token?grant_type=refresh_token', { refresh_token })
    expect(refresh.ok()).toBe(false)
  })
})

const PENDING = 'maestros-pending-sign-out'

function way(path: (typeof SCREENS)[number]['path']) {
  const found = SCREENS.find((screen) => screen.path === path)
  if (!found) throw new Error(path)
  return found
}

async function choose(page: Page, password: string, again = password) {
  await page.getByLabel('Nueva contraseña').fill(password)
  await page.getByLabel('Confirmar contraseña').fill(again)
  await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
}

test.describe('a reset link that is not valid', () => {
  const rows = {
    '/reset-password-buscador': '[2.open.01] [2.reset.07]',
    '/reset-password': '[2.open.05] [2.reset.06]',
    '/reset-password-maestro': '[2.open.09] [2.reset.08]',
  }
  for (const { path, recover } of SCREENS) {
    test(`is shown as expired on ${path} without tokens, with a link to ${recover} [8.auth.18] ${rows[path]}`, async ({
      page,
    }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Enlace Expirado' })).toBeVisible()
      await expect(page).toHaveURL(path)
      await expectAccessible(page)
      await page.getByRole('link', { name: 'Solicitar Nuevo Enlace' }).click()
      await expect(page).toHaveURL(recover)
      await expect(page.getByRole('button', { name: 'Enviar Instrucciones' })).toBeVisible()
    })
  }

  test('is shown as expired when its hash contains an error, even to a signed-in person [8.auth.19]', async ({
    page,
    request,
  }) => {
    const { session } = await makePerson(request, 'buscador')
    const hash = 'error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid'
    for (const path of ['/reset-password', '/reset-password-maestro']) {
      await page.goto(`${path}#${hash}`)
      await expect(page.getByRole('heading', { name: 'Enlace Expirado' })).toBeVisible()
    }
    await page.goto('/healthz')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
    await page.goto(`/reset-password-buscador#${hash}`)
    await expect(page.getByRole('heading', { name: 'Enlace Expirado' })).toBeVisible()
  })

  test('gives a signed-in person the form for a new one, with their e-mail, and sends it', async ({
    page,
    request,
  }) => {
    const { session, email } = await makePerson(request, 'buscador')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
    await page.goto('/reset-password#error=access_denied&error_code=otp_expired')
    await page.getByRole('link', { name: 'Solicitar Nuevo Enlace' }).click()
    await expect(page.getByRole('heading', { name: 'Recupera tu contraseña' })).toBeFocused()
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
    await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
    await expect(page.getByRole('heading', { name: 'Email Enviado' })).toBeVisible()
    await page.goto(await emailLink(request, email))
    await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
  })

  test('lets a signed-in person request a code there and set the new password with it', async ({
    page,
    request,
  }) => {
    const { session, email } = await makePerson(request, 'maestro')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
    await page.goto('/reset-password-maestro#error=access_denied&error_code=otp_expired')
    await page.getByRole('link', { name: 'Solicitar Nuevo Enlace' }).click()
    await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
    await page.getByLabel('Código de seis dígitos').fill(await emailCode(request, email))
    await page.getByRole('button', { name: 'Continuar' }).click()
    await choose(page, NEW_PASSWORD)
    await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
  })

  test('is shown as expired when it has already been used', async ({ page, request, baseURL }) => {
    const { email } = await makePerson(request, 'buscador')
    const redirect = encodeURIComponent(`${baseURL}/reset-password`)
    await post(request, `/auth/v1/recover?redirect_to=${redirect}`, { email })
    const link = await emailLink(request, email)
    await page.goto(link)
    await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Enlace Expirado' })).toBeVisible()
  })

  test.describe('because its tokens are invalid', () => {
    test.use({ expectedErrors: REFUSED })
    for (const sign of ['?', '#']) {
      test(`is shown as expired with the tokens after ${sign}`, async ({ page }) => {
        await page.goto(`/reset-password${sign}access_token=a.b.c&refresh_token=nada`)
        await expect(page.getByRole('heading', { name: 'Enlace Expirado' })).toBeVisible()
      })
    }
  })
})

test.describe('valid tokens in the address', () => {
  for (const [sign, id] of [
    ['?', '[2.reset.02]'],
    ['#', '[2.reset.03]'],
  ]) {
    for (const whole of [false, true]) {
      test(`open the form after ${sign}${whole ? ', as in the e-mail' : ', only the two tokens'} ${id}`, async ({
        page,
        request,
      }) => {
        const { session } = await makePerson(request, 'maestro')
        await page.goto(`/reset-password-maestro${sign}${tokens(session, whole)}`)
        await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
        await expect(page.getByLabel('Confirmar contraseña')).toBeVisible()
        expect(page.url()).not.toContain(session.refresh_token)
        await expectAccessible(page)
      })
    }
  }
})

const VISITORS = [
  ['buscador', '[2.open.02] [2.open.06] [2.open.10] [2.reset.01]'],
  ['maestro', '[2.open.03] [2.open.07] [2.open.11] [2.reset.01]'],
  ['nuevo', '[2.open.04] [2.open.08] [2.open.12] [2.reset.01]'],
] as const
for (const [account, ids] of VISITORS) {
  test.describe(`${account}, signed in,`, () => {
    test.use({ account })
    test(`may set a new password on every reset screen ${ids}`, async ({ page }) => {
      for (const path of ['/reset-password-buscador', '/reset-password', '/reset-password-maestro']) {
        await page.goto(path)
        await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
        await expect(page).toHaveURL(path)
      }
    })
  })
}

test.describe('a signed-in person on the reset screen', () => {
  test.use({ account: { role: 'buscador' }, expectedErrors: REFUSED })

  test('first sees that the link is being checked [4.auth.01]', async ({ page }) => {
    const answer = await hold(page, '**/config.json')
    await page.goto('/reset-password', { waitUntil: 'commit' })
    await expect(page.getByText('Comprobando tu enlace…')).toBeVisible()
    await expect(page.getByLabel('Nueva contraseña')).toHaveCount(0)
    await expect(page.getByText('Enlace Expirado')).toHaveCount(0)
    answer()
    await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
  })

  test('must type the same password twice, with at least six characters, and another than the current one [5.reset.01] [5.reset.02]', async ({
    page,
  }) => {
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent += 1
    })
    await page.goto('/reset-password')
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

function tokens(session: object, whole = false): string {
  const given = new URLSearchParams()
  for (const [name, value] of Object.entries(session)) {
    if (typeof value === 'object') continue
    if (whole || name === 'access_token' || name === 'refresh_token') given.set(name, String(value))
  }
  return given.toString()
}
