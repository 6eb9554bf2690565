import { acceptTerms, createAccount, expectEmailField, fillSignUp } from '../support/auth-people.ts'
import { ACCOUNTS, expect, field, REFUSED, signInThroughForm, test } from '../support/fixtures.ts'

test('/auth has a tab to sign in and one to sign up, by mouse and by keyboard; each keeps what was typed, and a sign-up fills its e-mail address into the sign-in [2.auth.05] [2.open.13] [5.regm.07] [5.regm.08]', async ({
  page,
}) => {
  await page.goto('/auth')
  const signUp = page.getByRole('tab', { name: 'Registrarse' })
  await expect(page.getByRole('tab')).toHaveText(['Iniciar Sesión', 'Registrarse'])
  await expect(page.getByRole('tab', { name: 'Iniciar Sesión' })).toHaveAttribute('aria-selected', 'true')
  await expectEmailField(page)
  await field(page, 'Correo electrónico').fill('ana@e2e.test')
  await field(page, 'Contraseña').fill('una cosa')
  await signUp.click()
  await expectEmailField(page)
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

  test('a test user that its helper has created, after a refusal that shows the reason and keeps what was typed; a signed-in buscador is redirected to / [2.auth.06] [2.open.14]', async ({
    page,
  }) => {
    const home = page.getByRole('heading', { level: 1, name: '¿En qué alcaldía será el servicio?' })
    await page.goto('/auth')
    await signInThroughForm(page, ACCOUNTS.buscador, 'otra cosa')
    await expect(page.getByText('Credenciales incorrectas')).toBeVisible()
    await expect(field(page, 'Correo electrónico')).toHaveValue(ACCOUNTS.buscador)
    await page.getByRole('button', { name: 'Crear usuario de prueba' }).click()
    await expect(page.getByText('Usuario de prueba creado')).toBeVisible()
    await expect(field(page, 'Correo electrónico')).toHaveValue(/^prueba-.+@example\.com$/)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page).toHaveURL('/')
    await expect(home).toBeVisible()
    await page.goto('/auth')
    await expect(page).toHaveURL('/')
    await expect(home).toBeVisible()
  })

  for (const [account, home, id] of [
    ['maestro', '/dashboard-maestro', '[2.open.15]'],
    ['nuevo', '/onboarding-maestro', '[2.open.16]'],
  ] as const) {
    test(`${account} is redirected to ${home}, and from there again when /auth is opened ${id}`, async ({
      page,
    }) => {
      await page.goto('/auth')
      await signInThroughForm(page, ACCOUNTS[account])
      await expect(page).toHaveURL(home)
      await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible()
      await page.goto('/auth')
      await expect(page).toHaveURL(home)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    })
  }
})
