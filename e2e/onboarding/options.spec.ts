import { REFUSED } from '../support/fixtures.ts'
import { failCall } from '../support/maestro.ts'
import { DESKTOP, expect, test, toastOf } from '../support/onboarding.ts'

/** The lists of trades and boroughs in onboarding, on a wide screen where both are on one page. */

test.use({ expectedErrors: REFUSED })

test('when trades and boroughs do not load, one toast says so, they can be loaded again, and a ninth trade is refused with the reason [8.load.03]', async ({
  who,
  openAs,
}) => {
  const page = await openAs(who)
  await page.setViewportSize(DESKTOP)
  const tables = ['oficios', 'alcaldias'].map((table) => `**/rest/v1/${table}_disponibles?*`)
  for (const table of tables) await failCall(page, table, 400)
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(2)
  await expect(toastOf(page)).toHaveText(['Error al cargar las opciones disponibles'])
  for (const table of tables) await page.unroute(table)
  await page.getByRole('button', { name: 'Reintentar' }).first().click()
  const trades = page.getByRole('group', { name: 'Tus oficios' }).getByRole('checkbox')
  await expect(page.getByRole('checkbox', { name: 'Plomería' })).toBeVisible()
  for (let at = 0; at < 8; at += 1) await trades.nth(at).check()
  const ninth = trades.nth(8)
  await ninth.press('Space')
  await expect(
    toastOf(page).getByText('Puedes elegir hasta 8. Para agregar otra opción, quita una.'),
  ).toBeVisible()
  await expect(ninth).not.toBeChecked()
  await expect(ninth).toBeFocused()
})
