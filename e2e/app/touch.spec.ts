import type { Locator, Page } from '@playwright/test'
import { ACCOUNTS, expect, REFUSED, signInThroughForm, test } from '../support/fixtures.ts'
import { chatOfTheTwo, unlockedMaestro } from '../support/profiles.ts'

/** Notices cover no control that leads away, and everything in them can be hit by a finger. */

const WIDTHS = [240, 360, 768, 1280]
const toast = (page: Page) => page.locator('[data-toast]')

/** What a finger on the middle of this control hits. */
const hits = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const hit = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2)
    return hit !== null && element.contains(hit)
  })

/** Whether a notice is drawn over this control. */
const isCovered = (control: Locator) =>
  control.evaluate((element) => {
    const box = element.getBoundingClientRect()
    const notices = [...element.ownerDocument.querySelectorAll('[data-toast]')]
    return notices
      .map((notice) => notice.getBoundingClientRect())
      .some(({ top, bottom }) => top < box.bottom && bottom > box.top)
  })

test.describe('a notice', () => {
  test.use({ account: 'buscador', expectedErrors: new RegExp(`${REFUSED.source}|^chat`) })

  test('on a profile covers neither back nor menu', async ({ page, request }) => {
    // The screen says so in a notice when the chat cannot be opened.
    await page.route('**/functions/v1/chat-initiate', (route) => route.abort())
    await page.goto(`/perfil/${await unlockedMaestro(request)}`)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 })
      await page.getByRole('button', { name: 'Chatear con el maestro' }).click()
      await expect(toast(page).first()).toBeVisible()
      const controls = [page.getByRole('button', { name: /^Volver/ }), await menuAt(page, width)]
      for (const control of controls) expect(await hits(control), `${width} px`).toBe(true)
    }
  })

  test('in a conversation covers neither the arrow, the menu nor the composer', async ({ page, request }) => {
    await page.goto(`/chats/${await chatOfTheTwo(request)}`)
    for (const width of WIDTHS.slice(1)) {
      await page.setViewportSize({ width, height: 740 })
      await page.getByRole('button', { name: 'Enviar video' }).click()
      await expect(toast(page).first()).toBeVisible()
      const controls = [
        page.getByRole('link', { name: 'Volver a tus conversaciones' }),
        await menuAt(page, width),
        page.getByPlaceholder('Escribe un mensaje...'),
      ]
      for (const control of controls) expect(await hits(control), `${width} px`).toBe(true)
    }
    // A dialog that is opened, and then grows, while the notice is shown. It begins where the notice was.
    await page.setViewportSize({ width: 360, height: 380 })
    await page.getByRole('button', { name: 'Enviar video' }).click()
    await page.getByRole('button', { name: 'Más opciones' }).click()
    // A pointer over a notice keeps it.
    await toast(page).dispatchEvent('pointerover')
    const dialog = page.getByRole('dialog')
    const head = [dialog.getByRole('button', { name: 'Cerrar' }), dialog.getByRole('heading')]
    for (const control of head) await expect.poll(() => isCovered(control)).toBe(false)
    await dialog.getByRole('button', { name: 'Reportar' }).click()
    for (const control of head) await expect.poll(() => isCovered(control)).toBe(false)
    await dialog.getByRole('button', { name: 'Cerrar' }).click()
    await expect.poll(async () => hits(await menuAt(page, 360))).toBe(true)
    expect(await toast(page).count(), 'the notice is still there').toBeGreaterThan(0)
    // A finger on a notice closes the notice and not the dialog.
    await page.getByRole('button', { name: 'Enviar video' }).click()
    await page.getByRole('button', { name: 'Más opciones' }).click()
    await expect(dialog).toBeVisible()
    const shown = await toast(page).count()
    await toast(page).first().getByRole('button', { name: 'Cerrar' }).click()
    await expect.poll(() => toast(page).count()).toBeLessThan(shown)
    await expect(dialog).toBeVisible()
  })

  test('that is shown before the bar of the app leaves the menu free when the bar appears', async ({
    freshPage: page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.route('**/rest/v1/alcaldias_disponibles*', (route) => route.abort())
    await page.route('**/navigation-bar-*.js', async (route) => {
      await toast(page).first().waitFor()
      await route.continue()
    })
    await page.goto('/')
    await expect.poll(async () => hits(await menuAt(page, 360))).toBe(true)
    expect(await toast(page).count(), 'the notice is still there').toBeGreaterThan(0)
  })
})

async function menuAt(page: Page, width: number) {
  return width < 768
    ? page.getByRole('button', { name: /^Abrir menú/ })
    : page.getByRole('navigation').getByRole('link', { name: 'Ayuda' })
}

test('the close button and the link of a notice are 44 px for a finger', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/login-maestro')
  await signInThroughForm(page, ACCOUNTS.buscador)
  await expect(toast(page)).toBeVisible()
  // The notice moves into its place.
  await expect.poll(() => heightOf(toast(page).getByRole('link'))).toBeGreaterThanOrEqual(44)
  await expect
    .poll(() => heightOf(toast(page).getByRole('button', { name: 'Cerrar' })))
    .toBeGreaterThanOrEqual(44)
})

/** The height of the area that reaches this control, measured by where a finger would hit it. */
const heightOf = (control: Locator) =>
  control.evaluate((element) => {
    const { left, top, width, height } = element.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    const reached = (by: number) => element.contains(element.ownerDocument.elementFromPoint(x, y + by))
    let reach = 0
    while (reach < 40 && reached(-reach) && reached(reach)) reach += 1
    return reach * 2
  })
