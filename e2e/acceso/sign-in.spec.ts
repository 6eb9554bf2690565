import type { Page } from '@playwright/test'
import { signUp } from '../support/api.ts'
import { expectEmailField } from '../support/auth-people.ts'
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

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('signing in with the keyboard alone redirects a buscador to the choice of borough, and the session survives a reload [2.auth.04] [3.ent.40]', async ({
  page,
}) => {
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
  const kept = await storedSession(page)
  expect(JSON.parse(kept ?? '{}').user.email).toBe(ACCOUNTS.buscador)
  await page.reload()
  await expect(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })).toBeVisible()
  expect(await storedSession(page)).toBe(kept)
})

test('the links of the sign-in screens lead to recovery, sign-up and the other sign-in; the e-mail field of each screen is required and has the type email [2.auth.01] [2.auth.02] [2.auth.03] [2.auth.13] [2.auth.14] [2.auth.15] [5.regm.07] [5.regm.08]', async ({
  page,
}) => {
  await page.goto('/login')
  for (const [name, targets] of [
    ['Inicia sesión', ['/recuperar-buscador', '/registro', '/login-maestro']],
    ['Acceso para maestros', ['/recuperar-maestro', '/registro-maestro', '/login']],
  ] as const) {
    for (const to of targets) {
      await expect(title(page, name)).toBeVisible()
      await page.locator(`main a[href="${to}"]`).click()
      await expect(page).toHaveURL(to)
      await expect(title(page, name)).toHaveCount(0)
      await expectEmailField(page)
      if (!to.startsWith('/login')) await page.goBack()
    }
  }
})

async function expectMissingFields(page: Page) {
  const email = page.getByLabel('Correo electrónico')
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page.getByRole('alert')).toHaveText([
    'Escribe tu correo electrónico.',
    'Escribe tu contraseña.',
  ])
  await expect(email).toBeFocused()
  await expect(email).toHaveAccessibleDescription('Escribe tu correo electrónico.')
  await email.fill('ana@')
  await expect(page.getByRole('alert').first()).toHaveText('Revisa tu correo: parece incompleto.')
}

test.describe('a sign-in that is refused', () => {
  test.use({ expectedErrors: REFUSED })

  test('on /login reports missing fields, offers the recovery for wrong credentials, shows the server’s message for any other reason, and leaves no session when the role cannot be read [8.auth.01] [8.auth.02] [8.load.14] [8.auth.05] [8.auth.06]', async ({
    page,
  }) => {
    await page.goto('/login')
    await expectMissingFields(page)
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

  test('on /login-maestro reports missing fields and wrong credentials; an account of the other role leaves no session and links to its sign-in, and a complete maestro enters [8.auth.03] [6.role.11] [6.role.12] [6.role.07] [6.role.08] [6.role.09] [2.auth.16]', async ({
    page,
  }) => {
    await page.goto('/login-maestro')
    await expectMissingFields(page)
    await signInThroughForm(page, ACCOUNTS.maestro, 'otra cosa')
    await expect(page.getByText('Credenciales incorrectas')).toBeVisible()
    await expect(page.getByText('El email o contraseña no son correctos.', { exact: true })).toBeVisible()

    await signInThroughForm(page, ACCOUNTS.buscador)
    await expect(page.getByText('Cuenta de buscador detectada')).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()
    await page.getByRole('link', { name: 'Ir al acceso de buscadores' }).click()
    await expect(page).toHaveURL('/login')
    await expect(title(page, 'Inicia sesión')).toBeVisible()
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(ACCOUNTS.buscador)

    await signInThroughForm(page, ACCOUNTS.maestro)
    await expect(page.getByText('Cuenta de maestro detectada')).toBeVisible()
    await expect(page).toHaveURL('/login')
    expect(await storedSession(page)).toBeUndefined()
    await page.getByRole('link', { name: 'Ir al acceso de maestros' }).click()
    await expect(page).toHaveURL('/login-maestro')
    await expect(title(page, 'Acceso para maestros')).toBeVisible()
    await signInThroughForm(page, ACCOUNTS.maestro)
    await expect(page).toHaveURL('/dashboard-maestro')
  })

  test('for an account without a valid role says so and signs out; an operator is refused too, and finds the console from there [6.role.10]', async ({
    page,
    request,
    baseURL,
  }) => {
    const { email, session } = await signUp(request, 'buscador')
    const invalid = page.getByText('Rol no válido')
    await changeAccount(baseURL, session.user.id, { role: null })
    await page.goto('/login')
    await signInThroughForm(page, email)
    await expect(invalid).toBeVisible()
    expect(await storedSession(page)).toBeUndefined()

    await changeAccount(baseURL, session.user.id, { role: 'operador' })
    await page.goto('/login-maestro')
    await signInThroughForm(page, email)
    await expect(invalid).toBeVisible()
    await expect(page.getByText('Las cuentas de operador no entran por aquí.')).toBeVisible()
    await expect(page).toHaveURL('/login-maestro')
    expect(await storedSession(page)).toBeUndefined()
    await page.getByRole('link', { name: 'Ir a la consola de operadores' }).click()
    await expect(page.getByRole('heading', { name: 'Entra a la consola' })).toBeVisible()
    await expect(invalid).toHaveCount(0)
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
