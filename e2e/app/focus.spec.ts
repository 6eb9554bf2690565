import { expect, field, test } from '../support/fixtures.ts'
import { chatOfTheTwo } from '../support/profiles.ts'
import { cardOf, choose, FEW, opener } from '../support/search.ts'

/** Where the focus is after a navigation, and what a screen reader hears. */

test.describe('a seeker', () => {
  test.use({ account: 'buscador' })

  test('has the focus on the heading of each new screen, and hears its title', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await choose(page, FEW)
    await page.goto('/resultados')
    await expect(cardOf(page, 0)).toBeVisible()
    await expect(page.locator('body')).toBeFocused()

    await opener(cardOf(page, 0)).click()
    await page.getByRole('link', { name: 'Ver perfil completo' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
    await expect(
      page.locator('[aria-live=polite].sr-only').getByText(/Perfil del maestro · Maestros CDMX$/),
    ).toBeAttached()

    await page.getByRole('button', { name: /^Abrir menú/ }).click()
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^Chats/ })
      .click()
    await expect(page.getByRole('heading', { name: 'Tus conversaciones' })).toBeFocused()

    await page.goBack()
    await expect(page).toHaveURL(/\/perfil\//)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  })

  test('skips the navigation bar with the first Tab, without an entry in the history, and keeps the focus in a field that the new screen has focused', async ({
    page,
    request,
  }) => {
    await page.goto('/chats')
    await expect(page.getByRole('navigation')).toBeVisible()
    const entries = await page.evaluate<number>('history.length')
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Saltar al contenido' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(
      page.getByRole('list', { name: 'Conversaciones' }).or(page.getByRole('main')).getByRole('link').first(),
    ).toBeFocused()
    expect(await page.evaluate<number>('history.length')).toBe(entries)

    await page.locator(`a[href="/chats/${await chatOfTheTwo(request)}"]`).click()
    const composer = page.getByPlaceholder('Escribe un mensaje...')
    await expect(composer).toBeFocused()
    await expect(
      page.locator('[aria-live=polite].sr-only').getByText('Conversación · Maestros CDMX'),
    ).toBeAttached()
    await expect(composer).toBeFocused()
  })
})

test('a visitor has the focus on the heading of the next access screen or on its password, and the typed e-mail goes along, not in the address', async ({
  page,
}) => {
  const EMAIL = 'rosa.nunez@correo.mx'
  const email = field(page, 'Correo electrónico')
  await page.goto('/recuperar-maestro')
  await email.fill(EMAIL)
  const ways = [
    ['Volver al acceso de maestros', '/login-maestro'],
    ['Entra como buscador', '/login'],
    ['Entra como maestro', '/login-maestro'],
    ['Entra como buscador', '/login'],
    ['Regístrate gratis', '/registro'],
  ] as const
  for (const [link, to] of ways) {
    await test.step(`${link} to ${to}`, async () => {
      await page.getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(to)
      if (to.startsWith('/login')) await expect(field(page, 'Contraseña')).toBeFocused()
      else await expect(page.getByRole('heading', { name: 'Crea tu cuenta' })).toBeFocused()
      await expect(email).toHaveValue(EMAIL)
    })
  }
  await page.goto('/login')
  await email.fill(EMAIL)
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(page).toHaveURL('/recuperar-buscador')
  await expect(email).toHaveValue(EMAIL)
})
