import { PALABRAS_DE_OFICIOS } from '@maestros/dominio/directorio/palabras-de-oficios'
import type { Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { makeBuscador, type Person } from '../support/chats.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { cardOf, choose, search, shownName } from '../support/search.ts'

test.use({ account: 'buscador' })

/** The number of trades in the catalogue. */
const TRADES = Object.keys(PALABRAS_DE_OFICIOS).length
const field = (page: Page) => page.getByRole('searchbox', { name: '¿Qué necesitas resolver?' })
const grid = (page: Page) => page.getByRole('group').getByRole('button')
const NOTHING = 'Ningún oficio coincide con lo que escribiste. Prueba con otra palabra o elige de la lista.'

test('a trade is found by everyday words, with the best match first, also with the keyboard alone; the trades that most people have searched in the borough come first', async ({
  page,
  request,
}) => {
  // No other test searches here, so the counts are those of this test.
  const alcaldia = 'Iztacalco'
  const [most, less] = ['Plomería', 'Electricidad']
  const people = [
    await makeBuscador(request, { nombre: 'Ana', apellido: 'Ruiz' }),
    await makeBuscador(request, { nombre: 'Eva', apellido: 'Luna' }),
  ]
  const searchAs = ({ headers }: Person, oficio: string) =>
    succeed(request.get('/functions/v1/maestros', { headers, params: { alcaldia, oficio } }))
  for (const person of people) expect(await searchAs(person, most)).not.toEqual([])
  expect(people[0] && (await searchAs(people[0], less))).not.toEqual([])

  await choose(page, { alcaldia })
  await page.goto('/seleccion-oficio')
  await expect(grid(page)).toHaveCount(TRADES)
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
  await expect(grid(page)).toHaveCount(TRADES)
  await expect(field(page)).toBeFocused()

  await field(page).fill('dentista')
  await expect(page.getByRole('status').filter({ hasText: NOTHING })).toHaveCount(1)
  await expect(page.getByRole('main').getByText(NOTHING).last()).toBeVisible()
  await expect(grid(page)).toHaveCount(0)
  await expectAccessible(page, 'main')
  await page.getByRole('button', { name: 'Ver todos los oficios' }).click()
  await expect(grid(page)).toHaveCount(TRADES)
  await expect(field(page)).toBeFocused()

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

  // The server adds its counts to the table at intervals.
  await expect
    .poll(async () => {
      const headers = people[0]?.headers ?? {}
      return (await succeed(request.get('/functions/v1/oficios-buscados', { headers, params: { alcaldia } })))
        .oficios
    })
    .toEqual([most, less])
  await page.goto('/seleccion-oficio')
  const row = page.getByRole('radiogroup', { name: `Más buscados en ${alcaldia}` }).getByRole('radio')
  await expect(row).toHaveCount(2)
  expect(await row.evaluateAll((all) => all.map((one) => one.closest('label')?.textContent))).toEqual([
    most,
    less,
  ])
  await row.last().check()
  await expect(row.last()).toBeChecked()
  await expect(page.getByRole('button', { name: less })).toHaveAttribute('aria-pressed', 'true')
  await expect(next).toBeEnabled()
  // The same trades stay in their place in the grid.
  await expect(grid(page)).toHaveCount(TRADES)
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
