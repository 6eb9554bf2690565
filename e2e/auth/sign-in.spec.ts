import { signUp } from '../support/api.ts'
import {
  ACCOUNTS,
  expect,
  PASSWORD,
  REFUSED,
  signInThroughForm,
  storedSession,
  test,
} from '../support/fixtures.ts'
import { changeAccount } from '../support/operator.ts'

test.describe('signing in', () => {
  test('redirects a buscador to the choice of borough, and the session survives a reload [2.auth.04] [3.ent.40]', async ({
    page,
  }) => {
    await page.goto('/login')
    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(page).toHaveURL('/seleccion-delegacion')
    const kept = await storedSession(page)
    expect(JSON.parse(kept ?? '{}').user.email).toBe(ACCOUNTS.buscador)
    await page.reload()
    await expect(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })).toBeVisible()
    expect(await storedSession(page)).toBe(kept)
  })

  test('redirects a maestro with a complete profile to the dashboard [2.auth.16]', async ({ page }) => {
    await page.goto('/login-maestro')
    await signInThroughForm(page, ACCOUNTS.maestro)
    await expect(page).toHaveURL('/dashboard-maestro')
  })

  test('redirects a maestro with an incomplete profile to onboarding [2.auth.17]', async ({ page }) => {
    await page.goto('/login-maestro')
    await signInThroughForm(page, ACCOUNTS.nuevo)
    await expect(page).toHaveURL('/onboarding-maestro')
  })

  test('works with the keyboard alone', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').waitFor()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Saltar al contenido' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()
    await page.keyboard.type(ACCOUNTS.buscador)
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Mostrar contraseña' })).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('type', 'text')
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/seleccion-delegacion')
  })
})

test.describe('the links of the sign-in screens', () => {
  const doors = [
    ['/login', ['/recuperar-buscador', '/registro', '/login-maestro'], '[2.auth.01] [2.auth.02] [2.auth.03]'],
    [
      '/login-maestro',
      ['/recuperar-maestro', '/registro-maestro', '/login'],
      '[2.auth.13] [2.auth.14] [2.auth.15]',
    ],
  ] as const
  for (const [from, targets, ids] of doors) {
    test(`lead from ${from} to ${targets.join(', ')} ${ids}`, async ({ page }) => {
      for (const to of targets) {
        await page.goto(from)
        await page.locator(`main a[href="${to}"]`).click()
        await expect(page).toHaveURL(to)
      }
    })
  }
})

test.describe('a missing field of the sign-in', () => {
  for (const path of ['/login', '/login-maestro']) {
    test(`is reported beside the field on ${path}, and the first one gets the focus`, async ({ page }) => {
      await page.goto(path)
      const email = page.getByLabel('Correo electrónico')
      await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
      await expect(page.getByRole('alert')).toHaveText([
        'Escribe tu correo electrónico.',
        'Escribe tu contraseña.',
      ])
      await expect(email).toBeFocused()
      await expect(email).toHaveAccessibleDescription('Escribe tu correo electrónico.')
      await expect(email).toHaveAttribute('type', 'email')
      await expect(email).toHaveAttribute('required')
      await email.fill('ana@')
      await expect(page.getByRole('alert').first()).toHaveText('Revisa tu correo: parece incompleto.')
    })
  }
})

test.describe('a sign-in that is refused', () => {
  test.use({ expectedErrors: REFUSED })

  test('for wrong credentials on /login says so and offers the password recovery [8.auth.01] [8.auth.02] [8.load.14]', async ({
    page,
  }) => {
    await page.goto('/login')
    await signInThroughForm(page, ACCOUNTS.buscador, 'otra cosa')
    await expect(page.locator('[data-toast]')).toContainText('Credenciales incorrectas')
    await expect(
      page.getByText('El email o contraseña no son correctos. ¿Olvidaste tu contraseña?'),
    ).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(ACCOUNTS.buscador)
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeFocused()
  })

  test('for wrong credentials on /login-maestro says so [8.auth.03]', async ({ page }) => {
    await page.goto('/login-maestro')
    await signInThroughForm(page, ACCOUNTS.maestro, 'otra cosa')
    await expect(page.getByText('Credenciales incorrectas')).toBeVisible()
    await expect(page.getByText('El email o contraseña no son correctos.', { exact: true })).toBeVisible()
  })

  test('because the account is a maestro’s links to the other sign-in and leaves no session [6.role.07] [6.role.08] [6.role.09]', async ({
    page,
  }) => {
    await page.goto('/login')
    await signInThroughForm(page, ACCOUNTS.maestro)
    await expect(page.getByText('Cuenta de maestro detectada')).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await storedSession(page)).toBeUndefined()
    await page.getByRole('link', { name: 'Ir al acceso de maestros' }).click()
    await expect(page).toHaveURL('/login-maestro')
  })

  test('because the account is a buscador’s links to /login [6.role.11] [6.role.12]', async ({ page }) => {
    await page.goto('/login-maestro')
    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(page.getByText('Cuenta de buscador detectada')).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()
    await page.getByRole('link', { name: 'Ir al acceso de buscadores' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(ACCOUNTS.buscador)
  })

  test('for an account without a valid role says so and signs out [6.role.10]', async ({
    page,
    request,
    baseURL,
  }) => {
    const { email, session } = await signUp(request, 'buscador')
    await changeAccount(baseURL, session.user.id, { role: null })
    await page.goto('/login')
    await signInThroughForm(page, email)
    await expect(page.getByText('Rol no válido')).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()
  })

  test('because the role cannot be read says so and signs out [8.auth.06]', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/rest/v1/profiles*', (route) =>
      route.fulfill({ status: 500, json: { message: 'no' } }),
    )
    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(page.getByText('No se pudo verificar el rol del usuario.')).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()
  })

  test('for an e-mail still to be confirmed says so [8.auth.04]', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/auth/v1/token*', (route) =>
      route.fulfill({
        status: 400,
        json: { code: 400, error_code: 'email_not_confirmed', msg: 'Email not confirmed' },
      }),
    )
    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(page.getByText('Email no confirmado')).toBeVisible()
  })

  test('for any other reason shows the server’s message [8.auth.05]', async ({ page }) => {
    await page.goto('/login')
    await page.route('**/auth/v1/token*', (route) =>
      route.fulfill({ status: 422, json: { code: 422, error_code: 'otra', msg: 'Mensaje del servidor' } }),
    )
    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(page.getByText('Error al iniciar sesión')).toBeVisible()
    await expect(page.getByText('Mensaje del servidor')).toBeVisible()
  })

  test('without a connection keeps what was typed and the focus, and the next try with a connection works', async ({
    page,
    context,
  }) => {
    await page.goto('/login')
    await page.getByLabel('Avisos').waitFor({ state: 'attached' })
    await context.setOffline(true)
    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(
      page.getByText('No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.'),
    ).toBeVisible()
    await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue(PASSWORD)
    const submit = page.getByRole('button', { name: 'Iniciar Sesión' })
    await expect(submit).toBeFocused()
    await context.setOffline(false)
    await submit.click()
    await expect(page).toHaveURL('/seleccion-delegacion')
  })
})

test('the code of the first screen is downloaded while the server checks the password', async ({
  freshPage: page,
}) => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/auth/v1/token**', async (route) => {
    await released
    await route.continue()
  })
  // While the page is idle, the code of likely screens is downloaded one after the other. This one is first and never arrives.
  await page.route('**/assets/registro-*.js', () => undefined)
  await page.goto('/login')
  const code = page.waitForRequest(/\/assets\/alcaldia-main-/)
  await signInThroughForm(page, ACCOUNTS.buscador)
  await code
  await expect(page).toHaveURL('/login')
  release()
  await expect(page).toHaveURL('/seleccion-delegacion')
})

test('the notice about an unconfirmed address that arrives late leaves the focus in the password', async ({
  page,
}) => {
  await page.goto('/login')
  const usr = { email: 'ana@ejemplo.mx', unconfirmed: true }
  const state = JSON.stringify({ ...(await page.evaluate<object>('history.state')), usr })
  await page.evaluate(`history.replaceState(${state}, '')`)
  const held = Promise.withResolvers<void>()
  await page.route('**/assets/confirm-email-*.js', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.reload()
  const password = page.getByLabel('Contraseña', { exact: true })
  await password.pressSequentially('secre')
  held.resolve()
  await expect(page.getByText('Falta confirmar tu correo')).toBeVisible()
  await expect(password).toBeFocused()
})
