import { type Account, expect, expectAccessibleAtAllSizes, test } from '../support/fixtures.ts'

/** Every screen: a screenshot at three widths, and no finding of axe in either colour scheme. */
const SCREENS: { name: string; path: string; account: Account | null; ready: string }[] = [
  { name: 'login', path: '/login', account: null, ready: 'Inicia sesión' },
  { name: 'login-maestro', path: '/login-maestro', account: null, ready: 'Acceso para maestros' },
  { name: 'alcaldia', path: '/', account: 'buscador', ready: '¿En qué alcaldía será el servicio?' },
  { name: 'oficio', path: '/seleccion-oficio', account: 'buscador', ready: 'Qué servicio necesitas?' },
  { name: 'chats', path: '/chats', account: 'buscador', ready: 'Tus conversaciones' },
  { name: 'chat-maestro', path: '/chat-maestro', account: 'maestro', ready: 'Tus conversaciones' },
  { name: 'no-encontrada', path: '/no-existe-123', account: null, ready: 'Oops! Page not found' },
]

for (const { name, path, account, ready } of SCREENS) {
  test.describe(`the screen ${name}`, () => {
    test.use({ account })

    test('passes axe and has no horizontal overflow, in both colour schemes', async ({ page }) => {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: ready })).toBeVisible()
      await expectAccessibleAtAllSizes(page, name)
    })
  })
}

test('an unknown address shows a link to the start page [2.reset.11] [2.reset.12]', async ({ page }) => {
  await page.goto('/no-existe-123')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/')
})
