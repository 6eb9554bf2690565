import { expect, settled, stopClock, test } from '../support/fixtures.ts'
import { cardOf, choose, MANY, SEARCH } from '../support/search.ts'

test.use({ account: 'buscador' })

test('the search overlay is shown for two seconds, however fast the server answers [9.const.01]', async ({
  freshPage: page,
}) => {
  await page.clock.install()
  await choose(page, { alcaldia: MANY.alcaldia })
  await page.goto('/seleccion-oficio')
  await page.getByRole('button', { name: MANY.oficio }).click()
  await stopClock(page)
  await page.getByRole('button', { name: 'Buscar maestro' }).click()
  await expect(page.getByText('Buscando maestros...')).toBeVisible()
  await page.clock.runFor(1990)
  await settled(page)
  await expect(page).toHaveURL('/seleccion-oficio')
  await page.clock.runFor(20)
  await expect(page).toHaveURL('/resultados')
})

test('the results are loaded while the overlay is shown', async ({ freshPage: page }) => {
  await page.clock.install()
  await choose(page, { alcaldia: MANY.alcaldia })
  await page.goto('/seleccion-oficio')
  await page.getByRole('button', { name: MANY.oficio }).click()
  await stopClock(page)
  const answered = page.waitForResponse(SEARCH)
  await page.getByRole('button', { name: 'Buscar maestro' }).click()
  await (await answered).finished()
  await expect(page.getByText('Buscando maestros...')).toBeVisible()
  // From here on no search is answered, so the results shown were loaded before.
  await page.route(SEARCH, () => undefined)
  await page.clock.runFor(2000)
  await page.clock.resume()
  await expect(page).toHaveURL('/resultados')
  await expect(cardOf(page, 0)).toBeVisible()
})

test('going back while the overlay is shown cancels the redirect to the results', async ({
  freshPage: page,
}) => {
  await page.clock.install()
  await choose(page, { alcaldia: MANY.alcaldia })
  await page.goto('/')
  await page.getByRole('button', { name: MANY.alcaldia }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: MANY.oficio }).click()
  await stopClock(page)
  await page.getByRole('button', { name: 'Buscar maestro' }).click()
  await expect(page.getByText('Buscando maestros...')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })).toBeVisible()
  await page.clock.runFor(3000)
  await settled(page)
  await expect(page).toHaveURL('/')
})
