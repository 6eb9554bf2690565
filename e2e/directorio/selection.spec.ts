import type { APIRequestContext } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { expect, REFUSED, settled, stopClock, storedItems, test } from '../support/fixtures.ts'
import { asOperator, failCall } from '../support/maestro.ts'

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

test('the boroughs are shown at both addresses with a button for each, sorted by name; the button that goes on is at the bottom of the window and does not cover the last one [2.sel.01] [2.sel.02] [2.sel.03] [2.sel.04] [2.sel.05] [5.sel.05] [5.sel.07]', async ({
  page,
  request,
}) => {
  await addInactive(request, 'alcaldias_disponibles')
  await page.setViewportSize({ width: 360, height: 640 })
  for (const path of ['/seleccion-delegacion', '/']) {
    const asked = page.waitForRequest('**/rest/v1/alcaldias_disponibles*')
    await page.goto(path)
    expect(new URL((await asked).url()).searchParams.get('activo')).toBe('eq.true')
    await expect(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })).toBeVisible()
    await expect(page.getByRole('group').getByRole('button')).toHaveText(ALCALDIAS)
  }
  const last = page.getByRole('button', { name: 'Xochimilco' })
  const next = page.getByRole('button', { name: 'Continuar' })
  const before = await next.boundingBox()
  await page.evaluate('scrollBy(0, 5000)')
  await expect.poll(async () => (await last.boundingBox())?.y ?? 9999).toBeLessThan(600)
  const after = await next.boundingBox()
  expect(after).toEqual(before)
  expect((after?.y ?? 0) + (after?.height ?? 0)).toBeGreaterThan(600)
  const end = await last.boundingBox()
  expect((end?.y ?? 0) + (end?.height ?? 0)).toBeLessThan(after?.y ?? 0)
})

test('the trades are shown each with its icon, sorted by name, and with the default icon where there is none [2.sel.08] [2.sel.09] [2.sel.10] [5.sel.06] [5.sel.08]', async ({
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

test('the choices are stored and lead to the search overlay, for two seconds however fast the server answers, and to the results; they stay on the way back, and a new search starts without them [2.sel.06] [2.sel.07] [5.sel.01] [2.sel.11] [2.sel.12] [2.sel.13] [2.sel.14] [2.sel.15] [2.sel.16] [5.sel.02] [9.const.01]', async ({
  freshPage: page,
}) => {
  await page.clock.install()
  await page.goto('/')
  const next = page.getByRole('button', { name: 'Continuar' })
  const borough = page.getByRole('button', { name: 'Cuauhtémoc' })
  await expect(next).toBeDisabled()
  await borough.click()
  await expect(borough).toHaveAttribute('aria-pressed', 'true')
  await expect(next).toBeEnabled()
  await next.click()
  await expect(page).toHaveURL('/seleccion-oficio')
  expect((await storedItems(page)).alcaldiaSeleccionada).toBe('Cuauhtémoc')

  const search = page.getByRole('button', { name: 'Buscar maestro' })
  const trade = page.getByRole('button', { name: 'Plomería' })
  await expect(search).toBeDisabled()
  await trade.click()
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
  await expect(page.getByRole('article').first()).toBeVisible()

  await page.goBack()
  await expect(trade).toHaveAttribute('aria-pressed', 'true')
  await expect(search).toBeEnabled()
  await page.goBack()
  await expect(borough).toHaveAttribute('aria-pressed', 'true')
  await expect(next).toBeEnabled()
  await next.click()
  await expect(page).toHaveURL('/seleccion-oficio')
  await expect(search).toBeDisabled()
})

test.describe('boroughs and trades that cannot be loaded', () => {
  test.use({ expectedErrors: REFUSED })

  test('show an error and can be loaded again [8.load.01] [8.load.02]', async ({ page }) => {
    for (const [path, table, sentence, shown] of [
      ['/', 'alcaldias_disponibles', 'Error al cargar las alcaldías disponibles', 'Coyoacán'],
      ['/seleccion-oficio', 'oficios_disponibles', 'Error al cargar los oficios disponibles', 'Plomería'],
    ] as const) {
      await failCall(page, `**/rest/v1/${table}*`)
      await page.goto(path)
      await expect(page.getByLabel('Avisos').getByText(sentence)).toBeVisible()
      await page.unroute(`**/rest/v1/${table}*`)
      await page.getByRole('button', { name: 'Reintentar' }).click()
      await expect(page.getByRole('button', { name: shown })).toBeVisible()
    }
  })
})
