import { acceptTerms, createAccount, fillSignUp } from '../support/auth-people.ts'
import {
  ACCOUNTS,
  type Account,
  expect,
  field,
  PASSWORD,
  REFUSED,
  signInThroughForm,
  test,
} from '../support/fixtures.ts'

test('/auth has a tab to sign in and one to sign up, by mouse and by keyboard; each keeps what was typed, and a sign-up fills its e-mail address into the sign-in [2.auth.05] [2.open.13]', async ({
  page,
}) => {
  await page.goto('/auth')
  const signUp = page.getByRole('tab', { name: 'Registrarse' })
  await expect(page.getByRole('tab')).toHaveText(['Iniciar Sesión', 'Registrarse'])
  await expect(page.getByRole('tab', { name: 'Iniciar Sesión' })).toHaveAttribute('aria-selected', 'true')
  await field(page, 'Correo electrónico').fill('ana@e2e.test')
  await field(page, 'Contraseña').fill('una cosa')
  await signUp.click()
  const typed = await fillSignUp(page)
  await signUp.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(page.getByRole('button', { name: 'Iniciar Sesión' })).toBeVisible()
  await expect(page).toHaveURL('/auth')
  await expect(field(page, 'Correo electrónico')).toHaveValue('ana@e2e.test')
  await expect(field(page, 'Contraseña')).toHaveValue('una cosa')
  await signUp.click()
  await expect(field(page, 'Nombre')).toHaveValue(typed.nombre)
  await expect(field(page, 'Correo electrónico')).toHaveValue(typed.email)
  await expect(field(page, 'Confirmar contraseña')).toHaveValue(typed.password)

  await acceptTerms(page)
  await createAccount(page).click()
  await expect(page.getByText('¡Cuenta creada!')).toBeVisible()
  await expect(field(page, 'Correo electrónico')).toHaveValue(typed.email)
  await expect(field(page, 'Contraseña')).toBeFocused()
})

test.describe('the sign-in of /auth accepts any role', () => {
  test.use({ expectedErrors: REFUSED })

  test('and redirects a buscador to /, after a refusal that shows the reason and keeps what was typed', async ({
    page,
  }) => {
    await page.goto('/auth')
    await signInThroughForm(page, ACCOUNTS.buscador, 'otra cosa')
    await expect(page.getByText('Credenciales incorrectas')).toBeVisible()
    await expect(field(page, 'Correo electrónico')).toHaveValue(ACCOUNTS.buscador)
    await signInThroughForm(page, ACCOUNTS.buscador, PASSWORD)
    await expect(page).toHaveURL('/')
  })

  test('and redirects a maestro to /dashboard-maestro', async ({ page }) => {
    await page.goto('/auth')
    await signInThroughForm(page, ACCOUNTS.maestro)
    await expect(page).toHaveURL('/dashboard-maestro')
  })
})

const SIGNED_IN: [Account, string, string][] = [
  ['buscador', '/', '[2.open.14]'],
  ['maestro', '/dashboard-maestro', '[2.open.15]'],
  ['nuevo', '/onboarding-maestro', '[2.open.16]'],
]
for (const [account, home, id] of SIGNED_IN) {
  test.describe(`${account}, signed in,`, () => {
    test.use({ account })
    test(`is redirected from /auth to ${home} ${id}`, async ({ page }) => {
      await page.goto('/auth')
      await expect(page).toHaveURL(home)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  })
}

test('the helper of /auth creates a test user, fills in the credentials, and they work [2.auth.06]', async ({
  page,
}) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Crear usuario de prueba' }).click()
  await expect(page.getByText('Usuario de prueba creado')).toBeVisible()
  await expect(field(page, 'Correo electrónico')).toHaveValue(/^prueba-.+@example\.com$/)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })).toBeVisible()
})

test('every e-mail field is required and has the type email [5.regm.07] [5.regm.08]', async ({ page }) => {
  const check = async () => {
    const email = field(page, 'Correo electrónico')
    await expect(email).toHaveAttribute('type', 'email')
    await expect(email).toHaveAttribute('required')
    await expect(email).toHaveAttribute('inputmode', 'email')
    await expect(email).toHaveAttribute('autocomplete', /^(username|email)$/)
  }
  const paths = [
    '/login',
    '/registro',
    '/login-maestro',
    '/registro-maestro',
    '/recuperar-buscador',
    '/recuperar-maestro',
    '/auth',
  ]
  for (const path of paths) {
    await page.goto(path)
    await check()
  }
  await page.getByRole('tab', { name: 'Registrarse' }).click()
  await check()
})
