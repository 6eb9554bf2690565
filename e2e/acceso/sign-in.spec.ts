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
import { hold } from '../support/hold.ts'
import { failCall } from '../support/maestro.ts'
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

  test('on /login offers the recovery for wrong credentials, shows the server’s message for any other reason, and leaves no session when the role cannot be read [8.auth.01] [8.auth.02] [8.load.14] [8.auth.05] [8.auth.06]', async ({
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

    const refusal = { code: 422, error_code: 'otra', msg: 'Mensaje del servidor' }
    await failCall(page, '**/auth/v1/token*', 422, refusal)
    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(page.getByText('Error al iniciar sesión')).toBeVisible()
    await expect(page.getByText('Mensaje del servidor')).toBeVisible()
    await page.unroute('**/auth/v1/token*')

    await failCall(page, '**/rest/v1/profiles*')
    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(page.getByText('No se pudo verificar el rol del usuario.')).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()
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
})

test('the code of the first screen is downloaded while the server checks the password', async ({
  freshPage: page,
}) => {
  const release = await hold(page, '**/auth/v1/token**')
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
  const arrive = await hold(page, '**/assets/confirm-email-*.js')
  await page.reload()
  const password = page.getByLabel('Contraseña', { exact: true })
  await password.pressSequentially('secre')
  arrive()
  await expect(page.getByText('Falta confirmar tu correo')).toBeVisible()
  await expect(password).toBeFocused()
})
