import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

// Both demo accounts have unread chats, so the name of the item includes the badge.
const ITEMS = {
  buscador: ['Nueva búsqueda', /^Chats/, 'Perfil', 'Ayuda', 'Cerrar Sesión'],
  maestro: ['Dashboard', /^Chats/, 'Perfil', 'Ayuda', 'Cerrar Sesión'],
}

test('an anonymous visitor sees no navigation bar [2.nav.01]', async ({ page }) => {
  await page.goto('/login')
  await page.getByLabel('Avisos').waitFor({ state: 'attached' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

const rows = [
  ['buscador', '[2.nav.09]'],
  ['maestro', '[2.nav.05]'],
] as const
for (const [account, id] of rows) {
  test.describe(account, () => {
    test.use({ account })

    test(`sees the five items in a row at the top ${id} [2.nav.02] [2.nav.03] [9.const.08]`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 768, height: 700 })
      await page.goto('/')
      const bar = page.getByRole('navigation', { name: 'Menú principal' })
      await expect(bar.getByRole('listitem')).toHaveText(ITEMS[account])
      await page.evaluate('scrollBy(0, 600)')
      expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
      const heights = await Promise.all(
        (await bar.getByRole('listitem').all()).map((item) => item.boundingBox()),
      )
      expect(new Set(heights.map((box) => box?.y)).size).toBe(1)
    })

    test('finds the same items in a menu on a phone [2.nav.04] [2.nav.15] [9.const.08]', async ({ page }) => {
      await page.setViewportSize({ width: 767, height: 700 })
      await page.goto('/')
      await expect(page.getByRole('button', { name: 'Abrir menú' })).toBeVisible()
      const inBar = page.getByRole('banner').getByRole('listitem')
      await expect(inBar.filter({ visible: true })).toHaveCount(0)
      await page.getByRole('button', { name: 'Abrir menú' }).click()
      const slideOut = page.getByRole('dialog')
      await expect(slideOut.getByRole('listitem')).toHaveText(ITEMS[account])
      // Nothing else but the button that closes it.
      const controls = slideOut.getByRole('link').or(slideOut.getByRole('button'))
      await expect(controls).toHaveCount(ITEMS[account].length + 1)
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toHaveCount(0)
      await expect(page.getByRole('button', { name: 'Abrir menú' })).toBeFocused()
    })
  })
}

test.describe('the items of a buscador', () => {
  test.use({ account: 'buscador' })

  test('lead to their screens [2.nav.10] [2.nav.11] [2.nav.13]', async ({ page }) => {
    await page.goto('/seleccion-oficio')
    await follow(page, [
      ['Chats', '/chats'],
      ['Nueva búsqueda', '/'],
      ['Ayuda', '/ayuda'],
    ])
  })

  test('include Perfil, which is disabled, greyed and leads nowhere [2.nav.12]', async ({ page }) => {
    await page.goto('/seleccion-oficio')
    const bar = page.getByRole('navigation')
    const perfil = bar.getByRole('button', { name: 'Perfil' })
    await expect(perfil).toBeDisabled()
    await expect(perfil).toHaveCSS('opacity', '0.5')
    await perfil.click({ force: true })
    await perfil.dispatchEvent('click')
    // A navigation would have begun by the time that another one has ended.
    await bar.getByRole('link', { name: 'Chats' }).click()
    await expect(page.getByRole('heading', { name: 'Tus conversaciones' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/seleccion-oficio')
  })
})

test.describe('the items of a maestro', () => {
  test.use({ account: 'maestro' })

  test('lead to their screens [2.nav.06] [2.nav.07] [2.nav.08]', async ({ page }) => {
    await page.goto('/ayuda')
    await follow(page, [
      ['Dashboard', '/dashboard-maestro'],
      ['Chats', '/chat-maestro'],
      ['Perfil', '/perfil-maestro'],
    ])
  })

  test('include Ayuda, which leads to the help centre [2.nav.13]', async ({ page }) => {
    await page.goto('/chat-maestro')
    await expect(page.getByRole('heading', { name: 'Tus conversaciones' })).toBeVisible()
    await follow(page, [['Ayuda', '/ayuda']])
  })
})

async function follow(page: Page, targets: [item: string, path: string][]) {
  for (const [item, path] of targets) {
    const before = await page.getByRole('heading', { level: 1 }).elementHandle()
    await page.getByRole('navigation').getByRole('link', { name: item }).click()
    await expect(page).toHaveURL(path)
    // The address changes before the screen does: the heading of the screen before must be gone.
    await expect.poll(() => before?.evaluate((heading) => heading.isConnected)).toBe(false)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
}

test('an unknown address shows whose page it is and a link to the start page [2.reset.11] [2.reset.12]', async ({
  page,
}) => {
  await page.goto('/no-existe-123')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Maestros CDMX' })).toBeVisible()
})
