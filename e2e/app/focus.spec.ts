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

  test('keeps the focus in a field that the new screen has focused', async ({ page, request }) => {
    await page.goto('/chats')
    await page.locator(`a[href="/chats/${await chatOfTheTwo(request)}"]`).click()
    await expect(page.getByPlaceholder('Escribe un mensaje...')).toBeFocused()
    await expect(
      page.locator('[aria-live=polite].sr-only').getByText('Conversación · Maestros CDMX'),
    ).toBeAttached()
    await expect(page.getByPlaceholder('Escribe un mensaje...')).toBeFocused()
  })

  test('skips the navigation bar with the first Tab, without an entry in the history', async ({ page }) => {
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
  })
})

test('a visitor has the focus on the heading of the next access screen', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('link', { name: 'Regístrate gratis' }).click()
  await expect(page.getByRole('heading', { name: 'Crea tu cuenta' })).toBeFocused()
})

test.describe('the typed e-mail', () => {
  const EMAIL = 'rosa.nunez@correo.mx'
  const ways = [
    { from: '/login', link: '¿Olvidaste tu contraseña?', to: '/recuperar-buscador' },
    { from: '/login', link: 'Entra como maestro', to: '/login-maestro' },
    { from: '/login', link: 'Regístrate gratis', to: '/registro' },
    { from: '/login-maestro', link: 'Entra como buscador', to: '/login' },
    { from: '/recuperar-maestro', link: 'Volver al acceso de maestros', to: '/login-maestro' },
  ]
  for (const { from, link, to } of ways) {
    test(`goes along from ${from} to ${to}, and is not in the address`, async ({ page }) => {
      await page.goto(from)
      await field(page, 'Correo electrónico').fill(EMAIL)
      await page.getByRole('link', { name: link }).click()
      await expect(page).toHaveURL(to)
      await expect(field(page, 'Correo electrónico')).toHaveValue(EMAIL)
      if (to.startsWith('/login')) await expect(field(page, 'Contraseña')).toBeFocused()
    })
  }
})
