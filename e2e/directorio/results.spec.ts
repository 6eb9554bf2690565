import type { Page } from '@playwright/test'
import { headersOf, succeed } from '../support/api.ts'
import { expect, expectAccessible, settled, storedSession, test } from '../support/fixtures.ts'
import {
  cardOf,
  cards,
  choose,
  FEW,
  MANY,
  NONE,
  ONE,
  opener,
  SEARCH,
  search,
  shownName,
} from '../support/search.ts'

test.use({ account: 'buscador' })

/** The position of the last card of the first page. */
const TOP_OF_LAST = "document.querySelectorAll('article')[19].getBoundingClientRect().top + scrollY"

test('the list of results shows both choices, the number of results, the filter button and more cards on scrolling, one for each maestro, without moving the others; it is unchanged after going back from a profile, without another request [2.res.01] [2.res.02] [2.res.05] [2.res.07] [2.seek.18]', async ({
  page,
  request,
}) => {
  const { found, total } = await search(request, MANY)
  expect(total).toBeGreaterThan(40)
  await choose(page, MANY)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/resultados')
  await expect(page.getByText(`Se encontraron ${total} maestros`, { exact: true })).toBeVisible()
  await expect(page.locator('main [data-variant="outline"]')).toHaveText([MANY.alcaldia, MANY.oficio])
  await expect(page.getByRole('button', { name: 'Filtros', exact: true })).toBeVisible()
  await expect(page).toHaveURL('/resultados')
  await expect.poll(() => cards(page).count()).toBe(20)
  await page.evaluate<boolean>('document.fonts.ready.then(() => true)')
  const before = await page.evaluate<number>(TOP_OF_LAST)
  await expect(async () => {
    await cards(page).last().scrollIntoViewIfNeeded()
    await expect(cards(page)).toHaveCount(total, { timeout: 100 })
  }).toPass()
  await expect(page.getByText('Cargando más maestros…')).toHaveCount(0)
  expect(await page.evaluate<number>(TOP_OF_LAST)).toBe(before)
  await expect(cards(page).getByRole('heading')).toHaveText(found.map(shownName))

  const target = cardOf(page, 24)
  await opener(target).click()
  await page.getByRole('link', { name: 'Ver perfil completo' }).click()
  await expect(page).toHaveURL(/\/perfil\//)
  let asked = 0
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.endsWith('/maestros')) asked += 1
  })
  await page.goBack()
  await expect(page).toHaveURL('/resultados')
  await expect(target).toBeInViewport()
  await settled(page)
  expect(asked).toBe(0)
})

test('one result is counted in the singular, none says so and offers the next step, and a missing borough or trade redirects to the start [2.res.04] [2.res.06] [5.sel.03] [5.sel.04]', async ({
  page,
}) => {
  const start = page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })
  await choose(page, { oficio: MANY.oficio })
  await page.goto('/resultados')
  await expect(page).toHaveURL('/')
  await expect(start).toBeVisible()
  await choose(page, ONE)
  await page.goto('/resultados')
  await expect(page.getByText('Se encontró 1 maestro', { exact: true })).toBeVisible()
  await expect(cards(page)).toHaveCount(1)
  await choose(page, NONE)
  await page.goto('/resultados')
  await expect(page.getByText('No hay resultados', { exact: true })).toBeVisible()
  await expect(page.getByText('Se encontraron 0 maestros')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Elegir otra alcaldía' }).click()
  await expect(page).toHaveURL('/seleccion-delegacion')
  await expect(start).toBeVisible()
  await page.evaluate("localStorage.removeItem('oficioSeleccionado')")
  await page.goto('/resultados')
  await expect(page).toHaveURL('/')
  await expect(start).toBeVisible()
})

test('the dialog of a card and the filters pass axe in both colour schemes', async ({ page }) => {
  await choose(page, FEW)
  await page.goto('/resultados')
  await cardOf(page, 0).waitFor()
  for (const layer of [opener(cardOf(page, 0)), page.getByRole('button', { name: 'Filtros' })]) {
    await layer.click()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page, '[role=dialog]')
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
})

test.describe('a search that fails', () => {
  // The unread count may be running too when a test advances the clock.
  test.use({ expectedErrors: /Failed to load resource|maestros search|unread count/ })

  test('is logged and shown as an empty list, without a toast, and can be retried [7.fn.03] [8.load.04]', async ({
    page,
  }) => {
    const logged: string[] = []
    page.on('console', (message) => {
      if (message.text().startsWith('maestros search')) logged.push(message.text())
    })
    await page.route(SEARCH, (route) => route.fulfill({ status: 500, json: { error: 'x' } }))
    await choose(page, MANY)
    await page.goto('/resultados')
    await expect(page.getByText('No hay resultados', { exact: true })).toBeVisible()
    await expect.poll(() => logged.length).toBeGreaterThan(0)
    await expect(page.locator('[data-toast]')).toHaveCount(0)
    await page.unroute(SEARCH)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(cardOf(page, 0)).toBeVisible()
  })
})

test.describe('an expired session', () => {
  test.use({
    account: { role: 'buscador' },
    expectedErrors: /Failed to load resource|maestros search|unread count/,
  })

  test('is detected by the search when it was ended elsewhere: the person is signed out and redirected [4.auth.09]', async ({
    page,
    request,
  }) => {
    await choose(page, FEW)
    await page.goto('/resultados')
    await cardOf(page, 0).waitFor()
    const { access_token } = JSON.parse((await storedSession(page)) ?? '{}')
    const headers = await headersOf(request, access_token)
    await succeed(request.post('/auth/v1/logout?scope=global', { headers }))
    const answered = page.waitForResponse(SEARCH)
    await page.getByRole('button', { name: 'Filtros' }).click()
    // Not check(), which waits for a state of the box: the screen is left at once.
    await page.getByLabel('Solo verificados').click()
    const answer = await answered
    expect(answer.status()).toBe(401)
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('Session expired') })
    await expectSignedOut(page)
  })
})

async function expectSignedOut(page: Page) {
  await expect(page).toHaveURL('/login')
  await expect(page.getByRole('heading', { name: 'Inicia sesión' })).toBeVisible()
  expect(await storedSession(page)).toBeUndefined()
  await page.goto('/chats')
  await expect(page).toHaveURL('/login')
}
