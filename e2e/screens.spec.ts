import { type Account, expect, expectAccessible, heightOf, LOOKS, test } from './fixtures.ts'

/** Every screen that exists: kept as a picture at three widths, and free of what axe finds, in both colour schemes. */
const SCREENS: { name: string; path: string; account: Account | null; ready: string }[] = [
  { name: 'login', path: '/login', account: null, ready: 'Inicia sesión' },
  { name: 'login-maestro', path: '/login-maestro', account: null, ready: 'Acceso para maestros' },
  { name: 'alcaldia', path: '/', account: 'buscador', ready: '¿En qué alcaldía será el servicio?' },
  { name: 'oficio', path: '/seleccion-oficio', account: 'buscador', ready: 'Qué servicio necesitas?' },
  { name: 'no-encontrada', path: '/no-existe-123', account: null, ready: 'Oops! Page not found' },
]

for (const { name, path, account, ready } of SCREENS) {
  test.describe(`the screen ${name}`, () => {
    test.use({ account })

    for (const { colorScheme, widths } of LOOKS) {
      test(`reads well for everyone in its ${colorScheme} colours`, async ({ page }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.goto(path)
        await expect(page.getByRole('heading', { name: ready })).toBeVisible()
        await page.waitForLoadState('networkidle')
        for (const width of widths) {
          await page.setViewportSize({ width, height: heightOf(width) })
          if (width !== 768) await expectAccessible(page)
          await page.screenshot({ path: `test-results/pictures/${name}-${width}-${colorScheme}.png` })
          const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
          expect(overflow, `nothing sticks out at ${width} px`).toBeLessThanOrEqual(0)
        }
      })
    }
  })
}

test('an unknown address offers a link home', async ({ page }) => {
  await page.goto('/no-existe-123')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/')
})
