import type { Page } from '@playwright/test'
import { expect, test } from '../support/fixtures.ts'
import { layersRemoved } from '../support/layers.ts'
import { cardOf, cards, choose, FEW, MANY, search, shownName } from '../support/search.ts'

test.use({ account: 'buscador' })

async function openFiltros(page: Page) {
  await page.getByRole('button', { name: /^Filtros/ }).click()
  return page.getByRole('dialog', { name: 'Filtros' })
}

const CASES = [
  { chosen: ['Experto', 'Nuevo'], params: { nivel: 'nuevo,experto' }, button: 'Filtros 1 activo' },
  {
    chosen: ['Solo verificados', '4 o más', 'Confianza comprobada', 'Más trabajos completados'],
    params: { verificados: '1', calificacion_minima: '4', nivel: 'confianza_comprobada', orden: 'trabajos' },
    button: 'Filtros 3 activos',
  },
]

test('filtering shows the number of results and then exactly those; the filters are in the address: a reload keeps them, going back undoes them, and all can be removed at once [2.res.03]', async ({
  page,
  request,
}) => {
  const all = await search(request, MANY)
  await choose(page, MANY)
  await page.goto('/resultados')
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  for (const { chosen, params, button } of CASES) {
    await test.step(chosen.join(', '), async () => {
      const { found, total } = await search(request, { ...MANY, ...params })
      await openFiltros(page)
      for (const label of chosen) await sheet.getByLabel(label).check()
      await sheet.getByRole('button', { name: `Ver ${total} maestros`, exact: true }).click()
      await expect(sheet).toHaveCount(0)
      await expect(page).toHaveURL(`/resultados?${new URLSearchParams(params)}`)
      const shown = async () => {
        await expect(page.getByText(`Se encontraron ${total} maestros`)).toBeVisible()
        const names = cards(page).getByRole('heading')
        const first = found.slice(0, 20).map(shownName)
        await expect.poll(async () => (await names.allInnerTexts()).slice(0, 20)).toEqual(first)
        await expect(page.getByRole('button', { name: button, exact: true })).toBeVisible()
      }
      await shown()
      await page.reload()
      await shown()
      await openFiltros(page)
      for (const label of chosen) await expect(sheet.getByLabel(label)).toBeChecked()
      if (button === 'Filtros 1 activo') {
        await page.keyboard.press('Escape')
        // The sheet leaves its own entry of the history.
        await expect(sheet).toHaveCount(0)
        await layersRemoved(page)
        await page.goBack()
      } else {
        await sheet.getByRole('button', { name: 'Quitar filtros' }).click()
        await expect(sheet.getByLabel('Recomendados')).toBeChecked()
        await sheet.getByRole('button', { name: /^Ver/ }).click()
      }
      await expect(page).toHaveURL('/resultados')
      await expect(page.getByText(`Se encontraron ${all.total} maestros`)).toBeVisible()
    })
  }
})

test('filters that are not applied change nothing, and invalid ones in the address are ignored', async ({
  page,
  request,
}) => {
  const { total } = await search(request, FEW)
  await choose(page, FEW)
  await page.goto('/resultados?nivel=jefe&calificacion_minima=12&orden=ninguno&verificados=tal-vez')
  await expect(page.getByText(`Se encontraron ${total} maestros`)).toBeVisible()
  await page.goto('/resultados')
  const sheet = await openFiltros(page)
  await sheet.getByLabel('Solo verificados').check()
  await sheet.getByRole('button', { name: 'Cerrar' }).click()
  await expect(sheet).toHaveCount(0)
  await expect(page).toHaveURL('/resultados')
  await expect(page.getByRole('button', { name: 'Filtros', exact: true })).toBeFocused()
  await openFiltros(page)
  await expect(sheet.getByLabel('Solo verificados')).not.toBeChecked()
})

test('a seeker filters, opens a card and goes to the profile with the keyboard alone', async ({
  page,
  request,
}) => {
  const { found, total } = await search(request, { ...FEW, verificados: '1' })
  await choose(page, FEW)
  await page.goto('/resultados')
  await cardOf(page, 0).waitFor()
  await page.getByRole('button', { name: 'Filtros' }).focus()
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Filtros' })
  await expect(sheet.getByLabel('Solo verificados')).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/resultados?verificados=1')
  await expect(page.getByRole('button', { name: /^Filtros/ })).toBeFocused()
  await expect(page.getByText(`Se encontraron ${total} maestros`)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ver perfil completo' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`/perfil/${found[0]?.id}`)
})
