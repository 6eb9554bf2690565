import type { APIRequestContext } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { expect, REFUSED, settled, stopClock, storedItems, test } from '../support/fixtures.ts'
import { asOperator, failCall } from '../support/maestro.ts'
import { choose } from '../support/search.ts'

test.use({ account: 'buscador' })

const ALCALDIAS = [
  'Álvaro Obregón',
  'Azcapotzalco',
  'Benito Juárez',
  'Coyoacán',
  'Cuajimalpa de Morelos',
  'Cuauhtémoc',
  'Gustavo A. Madero',
  'Iztacalco',
  'Iztapalapa',
  'La Magdalena Contreras',
  'Miguel Hidalgo',
  'Milpa Alta',
  'Tláhuac',
  'Tlalpan',
  'Venustiano Carranza',
  'Xochimilco',
]

test('the choices stay on the way back from the trade and from the results, and a new search starts without them', async ({
  page,
}) => {
  await page.goto('/')
  await page.getByRole('button', { name: 'Tlalpan' }).click()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await page.getByRole('button', { name: 'Plomería' }).click()
  await page.getByRole('button', { name: 'Buscar maestro' }).click()
  await expect(page).toHaveURL('/resultados')
  await expect(page.getByRole('article').first()).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Plomería' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Buscar maestro' })).toBeEnabled()
  await page.goBack()
  await expect(page.getByRole('button', { name: 'Tlalpan' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page.getByRole('button', { name: 'Continuar' })).toBeEnabled()
  await page.getByRole('button', { name: 'Continuar' }).click()
  await expect(page).toHaveURL('/seleccion-oficio')
  await expect(page.getByRole('button', { name: 'Buscar maestro' })).toBeDisabled()
})
/** The title of the overlay for each of nine points of the window where it is the topmost element. */
const ON_TOP = `[1, innerWidth / 2, innerWidth - 2].flatMap((x) =>
  [1, innerHeight / 2, innerHeight - 2].map((y) => {
    const top = document.elementFromPoint(x, y)
    const overlay = top?.closest('[aria-modal], [role=alertdialog], [role=dialog], [role=status], .fixed')
    return overlay?.querySelector('p')?.textContent ?? top?.outerHTML.slice(0, 80)
  }),
)`

const INACTIVE = 'Aaa fuera de servicio'

/** Adds an inactive row to a catalogue, which would be the first of the list. Only the secret key may do that. */
async function addInactive(request: APIRequestContext, table: string) {
  const key = process.env.E2E_SECRET_KEY ?? ''
  const headers = { apikey: key, Prefer: 'resolution=ignore-duplicates' }
  const data = { nombre: INACTIVE, activo: false }
  await succeed(request.post(`/rest/v1/${table}?on_conflict=nombre`, { headers, data }))
  const stored = await succeed(request.get(`/rest/v1/${table}?activo=eq.false&select=nombre`, { headers }))
  expect(stored).toContainEqual({ nombre: INACTIVE })
}

test.describe('choosing a borough', () => {
  const addresses = [
    ['/', '[2.sel.01]'],
    ['/seleccion-delegacion', '[2.sel.02]'],
  ] as const
  for (const [path, id] of addresses) {
    test(`${path} shows a button for each, sorted by name ${id} [2.sel.03] [2.sel.04] [5.sel.05] [5.sel.07]`, async ({
      page,
      request,
    }) => {
      await addInactive(request, 'alcaldias_disponibles')
      const asked = page.waitForRequest('**/rest/v1/alcaldias_disponibles*')
      await page.goto(path)
      expect(new URL((await asked).url()).searchParams.get('activo')).toBe('eq.true')
      await expect(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })).toBeVisible()
      await expect(page.getByRole('group').getByRole('button')).toHaveText(ALCALDIAS)
    })
  }

  test('stores its name and continues to the trade [2.sel.06] [2.sel.07] [5.sel.01]', async ({ page }) => {
    await page.goto('/')
    const next = page.getByRole('button', { name: 'Continuar' })
    await expect(next).toBeDisabled()
    await page.getByRole('button', { name: 'Coyoacán' }).click()
    await expect(page.getByRole('button', { name: 'Coyoacán' })).toHaveAttribute('aria-pressed', 'true')
    await expect(next).toBeEnabled()
    await next.click()
    await expect(page).toHaveURL('/seleccion-oficio')
    expect((await storedItems(page)).alcaldiaSeleccionada).toBe('Coyoacán')
  })

  test('has its button at the bottom of the window, which does not cover the last borough [2.sel.05]', async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 640 })
    await page.goto('/')
    const last = page.getByRole('button', { name: 'Xochimilco' })
    const next = page.getByRole('button', { name: 'Continuar' })
    await last.waitFor()
    const before = await next.boundingBox()
    await page.evaluate('scrollBy(0, 5000)')
    await expect.poll(async () => (await last.boundingBox())?.y ?? 9999).toBeLessThan(600)
    const after = await next.boundingBox()
    expect(after).toEqual(before)
    expect((after?.y ?? 0) + (after?.height ?? 0)).toBeGreaterThan(600)
    const end = await last.boundingBox()
    expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThan(after?.y ?? 0)
  })

  test.describe('when the list cannot be loaded', () => {
    test.use({ expectedErrors: REFUSED })
    test('shows an error and can be retried [8.load.01]', async ({ page }) => {
      await failCall(page, '**/rest/v1/alcaldias_disponibles*')
      await page.goto('/')
      await expect(
        page.getByLabel('Avisos').getByText('Error al cargar las alcaldías disponibles'),
      ).toBeVisible()
      await page.unroute('**/rest/v1/alcaldias_disponibles*')
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(page.getByRole('button', { name: 'Coyoacán' })).toBeVisible()
    })
  })
})

test.describe('choosing a trade', () => {
  test('shows each with its icon, sorted by name, and with the default icon where there is none [2.sel.08] [2.sel.09] [2.sel.10] [5.sel.06] [5.sel.08]', async ({
    page,
    request,
  }) => {
    await addInactive(request, 'oficios_disponibles')
    const asked = page.waitForRequest('**/rest/v1/oficios_disponibles*')
    await page.goto('/seleccion-oficio')
    expect(new URL((await asked).url()).searchParams.get('activo')).toBe('eq.true')
    await expect(page.getByRole('heading', { name: 'Qué servicio necesitas?', exact: true })).toBeVisible()
    const trades = page.getByRole('group').getByRole('button')
    await expect.poll(() => trades.count()).toBeGreaterThanOrEqual(24)
    const names = await trades.allInnerTexts()
    const sorted = names.toSorted(new Intl.Collator('es').compare)
    expect(names).toEqual(sorted)
    expect(names).not.toContain(INACTIVE)
    await expect(page.getByText(INACTIVE)).toHaveCount(0)
    await expect(trades.locator('svg')).toHaveCount(names.length)
    await expect(
      page.locator('[data-icon="default"]'),
      'every trade of the catalogue has its own icon',
    ).toHaveCount(0)

    const headers = asOperator()
    const one = '/rest/v1/oficios_disponibles?nombre=eq.Tablaroca'
    const [{ icono }] = await succeed(request.get(one, { headers }))
    await succeed(request.patch(one, { headers, data: { icono: null } }))
    try {
      await page.reload()
      await expect(trades.filter({ has: page.locator('[data-icon="default"]') })).toHaveText(['Tablaroca'])
    } finally {
      // Other tests do not look at icons, so the missing one did not affect them.
      await succeed(request.patch(one, { headers, data: { icono } }))
    }
  })

  test('shows the search overlay for two seconds, however fast the server answers, and then the results [2.sel.11] [2.sel.12] [2.sel.13] [2.sel.14] [2.sel.15] [2.sel.16] [5.sel.02] [9.const.01]', async ({
    freshPage: page,
  }) => {
    await page.clock.install()
    await page.goto('/seleccion-oficio')
    await choose(page, { alcaldia: 'Cuauhtémoc' })
    const search = page.getByRole('button', { name: 'Buscar maestro' })
    await expect(search).toBeDisabled()
    await page.getByRole('button', { name: 'Plomería' }).click()
    await stopClock(page)
    await search.click()
    await expect(page.getByText('Buscando maestros...')).toBeVisible()
    expect(await page.evaluate<string[]>(ON_TOP), 'the overlay covers the whole screen').toEqual(
      Array.from({ length: 9 }, () => 'Buscando maestros...'),
    )
    await expect(page.getByText('Estamos encontrando los mejores profesionales para ti')).toBeVisible()
    await expect(search).toBeDisabled()
    await page.clock.runFor(1990)
    await settled(page)
    await expect(page).toHaveURL('/seleccion-oficio')
    await page.clock.runFor(20)
    await page.clock.resume()
    await expect(page).toHaveURL('/resultados')
    expect((await storedItems(page)).oficioSeleccionado).toBe('Plomería')
  })

  test.describe('when the list cannot be loaded', () => {
    test.use({ expectedErrors: REFUSED })
    test('shows an error and can be retried [8.load.02]', async ({ page }) => {
      await failCall(page, '**/rest/v1/oficios_disponibles*')
      await page.goto('/seleccion-oficio')
      await expect(
        page.getByLabel('Avisos').getByText('Error al cargar los oficios disponibles'),
      ).toBeVisible()
      await page.unroute('**/rest/v1/oficios_disponibles*')
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(page.getByRole('button', { name: 'Plomería' })).toBeVisible()
    })
  })
})
