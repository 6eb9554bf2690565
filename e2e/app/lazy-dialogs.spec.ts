import type { Page } from '@playwright/test'
import { expect, REFUSED, test } from '../support/fixtures.ts'
import { cardOf, choose, FEW, opener } from '../support/search.ts'

/** Dialogs of the results whose code is not part of the screen. */

test.use({ account: 'buscador', expectedErrors: new RegExp(`${REFUSED.source}|unread count`) })

const DIALOGS: { chunk: string; control: (page: Page) => ReturnType<Page['getByRole']> }[] = [
  { chunk: 'filtros-sheet', control: (page) => page.getByRole('button', { name: 'Filtros' }) },
  { chunk: 'maestro-dialog', control: (page) => opener(cardOf(page, 0)) },
]

const loaded = (chunk: string) =>
  `performance.getEntriesByType('resource').some(({ name, responseEnd }) => name.includes('/${chunk}-') && responseEnd > 0)`

test('are downloaded while the page is idle, and open without a network afterwards', async ({
  freshPage: page,
}) => {
  await choose(page, FEW)
  await page.goto('/resultados')
  await expect(cardOf(page, 0)).toBeVisible()
  for (const { chunk } of DIALOGS) await expect.poll(() => page.evaluate<boolean>(loaded(chunk))).toBe(true)
  await page.context().setOffline(true)
  for (const { control } of DIALOGS) {
    await control(page).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(control(page)).toBeFocused()
  }
})

test('are not downloaded before they are opened when the person saves data, and the tapped control is marked until they are there', async ({
  page,
}) => {
  await choose(page, FEW)
  await page.goto('/resultados')
  await expect(cardOf(page, 0)).toBeVisible()
  for (const { chunk, control } of DIALOGS) {
    const arrived = Promise.withResolvers<void>()
    await page.route(`**/assets/${chunk}-*.js`, async (route) => {
      await arrived.promise
      await route.continue()
    })
    await expect(control(page)).not.toHaveAttribute('data-pending')
    await control(page).click()
    await expect(control(page)).toHaveAttribute('data-pending')
    arrived.resolve()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.locator('[data-pending]')).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})
