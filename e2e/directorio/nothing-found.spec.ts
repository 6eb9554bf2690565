import type { APIRequestContext, Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { expectReadableEnlarged } from '../support/enlarged.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { asOperator } from '../support/maestro.ts'
import { type Choice, cards, choose, FEW, search } from '../support/search.ts'

test.use({ account: { role: 'buscador' }, expectedErrors: /Failed to load resource/ })

/** One maestro of the demo offers this trade here, and no other test searches for it. */
const EMPTY: Choice = { alcaldia: 'Milpa Alta', oficio: 'Mudanzas' }

/** Takes the borough from that maestro. Answers how many offer the trade in the neighbouring boroughs. */
async function emptySearch(request: APIRequestContext) {
  for (const { id } of (await search(request, EMPTY)).found) {
    const row = new URLSearchParams({ maestro_id: `eq.${id}`, alcaldia: `eq.${EMPTY.alcaldia}` })
    await succeed(request.delete(`/rest/v1/maestro_alcaldias?${row}`, { headers: asOperator() }))
  }
  const near = []
  for (const alcaldia of ['Tláhuac', 'Tlalpan', 'Xochimilco'])
    near.push({ alcaldia, total: (await search(request, { ...EMPTY, alcaldia })).total })
  return near
    .filter(({ total }) => total > 0)
    .sort((a, b) => b.total - a.total || a.alcaldia.localeCompare(b.alcaldia, 'es'))
}

async function open(page: Page, choice: Choice) {
  await choose(page, choice)
  await page.goto('/resultados')
  await expect(page.getByText('No hay resultados', { exact: true })).toBeVisible()
}

const alert = (page: Page) => page.getByRole('button', { name: 'Avísame cuando haya alguien' })

test('a search without results offers an alert, which is there after a reload and can be taken back, also from another search, and the trade in neighbouring boroughs with how many there are', async ({
  page,
  request,
}) => {
  const near = await emptySearch(request)
  expect(near.length).toBeGreaterThan(0)
  await open(page, EMPTY)
  const isAlerted = page.getByText('Te avisaremos por correo cuando haya alguien.')
  await expect(page.getByText('Te mandaremos un solo correo', { exact: false })).toBeVisible()
  await alert(page).focus()
  await page.keyboard.press('Enter')
  await expect(isAlerted).toBeVisible()
  await expectAccessible(page, 'main')
  await page.reload()
  await expect(isAlerted).toBeVisible()
  await page.getByRole('button', { name: 'Ya no me avises' }).click()
  await expect(alert(page)).toBeVisible()
  await page.reload()
  await alert(page).click()
  await expect(isAlerted).toBeVisible()

  await open(page, { alcaldia: 'Ninguna parte', oficio: EMPTY.oficio })
  const others = page.getByText('Tus avisos (1)')
  await expect(others.locator('svg'), 'the sign that it opens').toBeVisible()
  await others.click()
  const remove = page.getByRole('button', { name: `Quitar el aviso de ${EMPTY.oficio} en Milpa Alta` })
  await expectReadableEnlarged(page)
  await remove.click()
  await expect(remove).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  await alert(page).click()
  await expect(page.getByText(/no está en el directorio/)).toBeVisible()
  await expect(alert(page)).toBeVisible()

  await open(page, EMPTY)
  const links = page.getByRole('region', { name: `${EMPTY.oficio} en alcaldías vecinas` }).getByRole('link')
  await expect(links).toHaveText(
    near.map(({ alcaldia, total }) => `${alcaldia}${total} ${total === 1 ? 'maestro' : 'maestros'}`),
  )
  const [first] = near
  await links.first().focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/resultados')
  await expect(
    page.getByRole('heading', { name: `${EMPTY.oficio} en ${first?.alcaldia}`, level: 1 }),
  ).toBeFocused()
  await expect(cards(page)).toHaveCount(Math.min(first?.total ?? 0, 20))
})

test('a filtered search without results offers to remove the filters, and the link of the e-mail opens the results of its borough and trade', async ({
  page,
  request,
}) => {
  const all = await search(request, FEW)
  const none = await search(request, {
    ...FEW,
    disponibles: '1',
    nivel: 'experto',
    calificacion_minima: '4.5',
  })
  expect(none.total).toBe(0)
  await choose(page, FEW)
  await page.goto('/resultados?disponibles=1&calificacion_minima=4.5&nivel=experto')
  await expect(page.getByText('Nadie cumple con todos los filtros', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Filtros 3 activos' })).toBeVisible()
  await page.getByRole('button', { name: 'Quitar filtros' }).click()
  await expect(page).toHaveURL('/resultados')
  await expect(page.getByText(`Se encontraron ${all.total} maestros`)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  await page.goto(`/resultados?${new URLSearchParams(FEW)}&verificados=1`)
  await expect(page).toHaveURL('/resultados?verificados=1')
  await page.goto(`/resultados?${new URLSearchParams(FEW)}`)
  await expect(page).toHaveURL('/resultados')
  await expect(page.getByText(`Se encontraron ${all.total} maestros`)).toBeVisible()
})
