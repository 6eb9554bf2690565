import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf, signUp, succeed } from '../support/api.ts'
import { expect, expectAccessibleAtAllSizes, REFUSED, test } from '../support/fixtures.ts'
import { cardOf, choose, search, shownName } from '../support/search.ts'

test.use({ account: 'buscador' })

const field = (page: Page) => page.getByRole('searchbox', { name: '¿Qué necesitas resolver?' })
const grid = (page: Page) => page.getByRole('group').getByRole('button')
const popular = (page: Page) => page.getByRole('radiogroup', { name: /^Más buscados en / })
const NOTHING = 'Ningún oficio coincide con lo que escribiste. Prueba con otra palabra o elige de la lista.'

test('the field above the trades filters them by everyday words, with the best match first', async ({
  page,
}) => {
  await page.goto('/seleccion-oficio')
  await expect(grid(page)).toHaveCount(26)
  for (const [typed, trade] of [
    ['fuga', 'Plomería'],
    ['boiler', 'Calentadores y boilers'],
    ['CORTOS', 'Electricidad'],
    ['minisplit', 'Aire acondicionado'],
    ['goteras', 'Impermeabilización'],
    ['electrisista', 'Electricidad'],
    ['albanileria', 'Albañilería'],
  ] as const) {
    await field(page).fill(typed)
    await expect(grid(page).first()).toHaveText(trade)
    expect(await grid(page).count()).toBeLessThan(10)
  }
  await page.getByRole('button', { name: 'Borrar lo escrito' }).click()
  await expect(grid(page)).toHaveCount(26)
  await expect(field(page)).toBeFocused()
})

test('a word that no trade has is answered with a sentence, and a button brings the list back', async ({
  page,
}) => {
  await page.goto('/seleccion-oficio')
  await field(page).fill('dentista')
  await expect(page.getByRole('status').filter({ hasText: NOTHING })).toHaveCount(1)
  await expect(page.getByRole('main').getByText(NOTHING).last()).toBeVisible()
  await expect(grid(page)).toHaveCount(0)
  await expectAccessibleAtAllSizes(page, 'oficio-sin-coincidencias')
  await page.getByRole('button', { name: 'Ver todos los oficios' }).click()
  await expect(grid(page)).toHaveCount(26)
})

test('a trade can be found and searched with the keyboard alone', async ({ page }) => {
  await choose(page, { alcaldia: 'Tlalpan' })
  await page.goto('/seleccion-oficio')
  await field(page).focus()
  await page.keyboard.type('destapar caño')
  await expect(page.getByRole('status').filter({ hasText: /oficios?$/ })).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: 'Plomería' })).toHaveAttribute('aria-pressed', 'true')
  const next = page.getByRole('button', { name: 'Buscar maestro' })
  await expect(next).toBeEnabled()
  // Another word hides the choice, so that it is not searched unseen.
  await page.keyboard.press('Escape')
  await page.keyboard.type('boiler')
  await expect(next).toBeDisabled()
})

test('the trades that are searched most in the borough come first, and the list below keeps its order', async ({
  page,
  request,
}) => {
  // The demo directory has few people there, and no other test searches there.
  const alcaldia = 'Cuajimalpa de Morelos'
  const [first = '', second = ''] = await tradesIn(request, alcaldia)
  for (const oficio of [first, first, second]) await searchAs(request, { alcaldia, oficio })
  await expect
    .poll(async () => (await mostSearched(request, alcaldia)).slice(0, 2), { timeout: 30_000 })
    .toEqual([first, second])

  await page.goto('/')
  await page.getByRole('button', { name: alcaldia }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(popular(page).getByRole('radio').first()).toHaveAccessibleName(first)
  const names = await grid(page).allInnerTexts()
  expect(names).toEqual(names.toSorted(new Intl.Collator('es').compare))
  expect(names).toHaveLength(26)
  await expectAccessibleAtAllSizes(page, 'oficio-mas-buscados')
  await popular(page).getByText(first).click()
  await expect(grid(page).filter({ hasText: first }).first()).toHaveAttribute('aria-pressed', 'true')
  await popular(page).getByRole('radio').first().press('ArrowRight')
  await expect(page.getByRole('radio', { name: second, exact: true })).toBeChecked()
  await expect(page.getByRole('button', { name: 'Buscar maestro' })).toBeEnabled()
})

test.describe('when the most searched trades cannot be read', () => {
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|most searched trades`) })
  test('the list is shown without them', async ({ page }) => {
    await page.route('**/functions/v1/oficios-buscados*', (route) => route.fulfill({ status: 500, json: {} }))
    await choose(page, { alcaldia: 'Tlalpan' })
    await page.goto('/seleccion-oficio')
    await expect(grid(page)).toHaveCount(26)
    await expect(popular(page)).toHaveCount(0)
    await expect(page.getByText('Cargando los más buscados…')).toHaveCount(0)
  })
})

test('a result whose main trade is another one says that it also does the searched one', async ({
  page,
  request,
}) => {
  const choice = { alcaldia: 'Cuauhtémoc', oficio: 'Electricidad' }
  const { found } = await search(request, choice)
  const nth = found.findIndex(({ oficio_principal }) => oficio_principal !== choice.oficio)
  const same = found.findIndex(({ oficio_principal }) => oficio_principal === choice.oficio)
  expect(Math.max(nth, same)).toBeLessThan(20)
  expect(Math.min(nth, same)).toBeGreaterThanOrEqual(0)
  await choose(page, choice)
  await page.goto('/resultados')
  const other = found[nth]
  const card = cardOf(page, nth)
  await expect(card).toContainText(`${other?.oficio_principal} · también Electricidad`)
  await expect(cardOf(page, same)).not.toContainText('también')
  await card.getByRole('heading').getByRole('button').click()
  const dialog = page.getByRole('dialog', { name: other ? shownName(other) : 'nobody' })
  await expect(dialog).toContainText(`${other?.oficio_principal} · también Electricidad`)
})

/** Trades with maestros in this borough. */
async function tradesIn(request: APIRequestContext, alcaldia: string): Promise<string[]> {
  const trades: string[] = []
  for (const oficio of ['Tapicería', 'Jardinería', 'Herrería', 'Pintura', 'Plomería', 'Electricidad']) {
    const { total } = await search(request, { alcaldia, oficio, orden: 'trabajos', verificados: '1' })
    if (total > 0) trades.push(oficio)
  }
  expect(trades.length).toBeGreaterThan(1)
  return trades
}

/** Each search by a person of its own, because one person counts once. */
async function searchAs(request: APIRequestContext, params: { alcaldia: string; oficio: string }) {
  const { session } = await signUp(request, 'buscador')
  const headers = await headersOf(request, session.access_token)
  await succeed(request.get('/functions/v1/maestros', { headers, params }))
}

async function mostSearched(request: APIRequestContext, alcaldia: string): Promise<string[]> {
  const { publishableKey: apikey } = await (await request.get('/config.json')).json()
  const answer = request.get('/functions/v1/oficios-buscados', { headers: { apikey }, params: { alcaldia } })
  return (await succeed(answer)).oficios
}
