import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'

// Both demo accounts have unread chats, so the name of the item includes the badge.
const ITEMS = {
  buscador: ['Nueva búsqueda', /^Chats/, 'Perfil', 'Ayuda', 'Cerrar Sesión'],
  maestro: ['Dashboard', /^Chats/, 'Perfil', 'Ayuda', 'Cerrar Sesión'],
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })
const menuButton = (page: Page) => page.getByRole('button', { name: 'Abrir menú' })

/** The items in a row at the top of a tablet. */
async function expectRow(page: Page, items: (string | RegExp)[]) {
  await page.setViewportSize({ width: 768, height: 700 })
  await expect(bar(page).getByRole('listitem')).toHaveText(items)
  await page.evaluate('scrollBy(0, 600)')
  expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
  const heights = await Promise.all(
    (await bar(page).getByRole('listitem').all()).map((item) => item.boundingBox()),
  )
  expect(new Set(heights.map((box) => box?.y)).size).toBe(1)
}

/** The same items in a menu on a phone. */
async function expectMenu(page: Page, items: (string | RegExp)[]) {
  await page.setViewportSize({ width: 767, height: 700 })
  await expect(menuButton(page)).toBeVisible()
  const inBar = page.getByRole('banner').getByRole('listitem')
  await expect(inBar.filter({ visible: true })).toHaveCount(0)
  await menuButton(page).click()
  const slideOut = page.getByRole('dialog')
  await expect(slideOut.getByRole('listitem')).toHaveText(items)
  // Nothing else but the button that closes it.
  const controls = slideOut.getByRole('link').or(slideOut.getByRole('button'))
  await expect(controls).toHaveCount(items.length + 1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(menuButton(page)).toBeFocused()
}

test.describe('a buscador', () => {
  test.use({ account: 'buscador' })

  test('sees the five items in a row at the top and in a menu on a phone; they lead to their screens, but Perfil is disabled, greyed and leads nowhere [2.nav.02] [2.nav.03] [2.nav.04] [2.nav.09] [2.nav.10] [2.nav.11] [2.nav.12] [2.nav.13] [2.nav.15] [9.const.08]', async ({
    page,
  }) => {
    await page.goto('/seleccion-oficio')
    await expectMenu(page, ITEMS.buscador)
    await expectRow(page, ITEMS.buscador)
    const perfil = bar(page).getByRole('button', { name: 'Perfil' })
    await expect(perfil).toBeDisabled()
    await expect(perfil).toHaveCSS('opacity', '0.5')
    await perfil.click({ force: true })
    await perfil.dispatchEvent('click')
    // A navigation would have begun by the time that another one has ended.
    await follow(page, [['Chats', '/chats']])
    await page.goBack()
    await expect(page).toHaveURL('/seleccion-oficio')
    await follow(page, [
      ['Chats', '/chats'],
      ['Nueva búsqueda', '/'],
      ['Ayuda', '/ayuda'],
    ])
  })
})

test.describe('a maestro', () => {
  test.use({ account: 'maestro' })

  test('sees the five items in a row at the top and in a menu on a phone, and they lead to their screens [2.nav.02] [2.nav.03] [2.nav.04] [2.nav.05] [2.nav.06] [2.nav.07] [2.nav.08] [2.nav.13] [2.nav.15] [9.const.08]', async ({
    page,
  }) => {
    await page.goto('/dashboard-maestro')
    await expectMenu(page, ITEMS.maestro)
    await expectRow(page, ITEMS.maestro)
    await follow(page, [
      ['Chats', '/chat-maestro'],
      ['Perfil', '/perfil-maestro'],
      ['Ayuda', '/ayuda'],
      ['Dashboard', '/dashboard-maestro'],
    ])
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

test('an anonymous visitor sees no navigation bar, and at an unknown address whose page it is and a link to the start page [2.nav.01] [2.reset.11] [2.reset.12]', async ({
  page,
}) => {
  await page.goto('/login')
  await page.getByLabel('Avisos').waitFor({ state: 'attached' })
  await expect(page.getByRole('navigation')).toHaveCount(0)
  await page.goto('/no-existe-123')
  await expect(page.getByText('Oops! Page not found')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Volver al inicio' })).toHaveAttribute('href', '/')
  await expect(page.getByRole('banner').getByRole('link', { name: 'Maestros CDMX' })).toBeVisible()
})
