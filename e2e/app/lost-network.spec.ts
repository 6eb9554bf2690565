import type { Page } from '@playwright/test'
import { headersOf, signUp } from '../support/api.ts'
import { test as base, expect, REFUSED, remember, storedItems, storedSession } from '../support/fixtures.ts'
import { layerAdded } from '../support/layers.ts'
import { SAVE_DATA } from '../support/page-pool.ts'
import { cardOf, FEW } from '../support/search.ts'

/** Taps without a network, before the next screen's code was loaded. */

// These tests add scripts, stop the clock or depend on an empty code cache, so no other test may use their pages.
const test = base.extend({ page: ({ freshPage }, use) => use(freshPage) })

test.use({
  expectedErrors: new RegExp(
    `${REFUSED.source}|unread count|most searched trades|maestros search|chats |chat start|role lookup|session`,
  ),
})

const notice = (page: Page) => page.getByRole('alert').filter({ hasText: 'No hay conexión a internet' })

test.describe('a seeker without a network', () => {
  test.use({ account: 'buscador' })

  test('who taps Continuar, Buscar maestro or Chats is told so, loses nothing by Volver or back, and goes on when it is back', async ({
    page,
    context,
  }) => {
    await page.addInitScript(SAVE_DATA)
    await page.goto('/')
    const returnBy = notice(page).getByRole('button', { name: 'Volver' })
    const chats = page.getByRole('link', { name: 'Chats' })
    const searching = page.getByText('Buscando maestros...')
    await test.step('Continuar', async () => {
      const chosen = page.getByRole('button', { name: FEW.alcaldia })
      const tap = page.getByRole('button', { name: 'Continuar' })
      await chosen.click()
      await expect(chats).toBeVisible()
      await context.setOffline(true)
      await tap.click()
      await expect(notice(page)).toBeVisible()
      await returnBy.click()
      await expect(notice(page)).toHaveCount(0)
      await expect(chosen).toHaveAttribute('aria-pressed', 'true')
      await tap.click()
      await expect(notice(page)).toBeVisible()
      await context.setOffline(false)
      await expect(page).toHaveURL('/seleccion-oficio')
    })
    await test.step('Buscar maestro', async () => {
      const chosen = page.getByRole('button', { name: FEW.oficio })
      const tap = page.getByRole('button', { name: 'Buscar maestro' })
      await chosen.click()
      await context.setOffline(true)
      const back = async () => {
        await layerAdded(page)
        await page.goBack()
      }
      for (const leave of [() => returnBy.click(), back]) {
        await tap.click()
        await expect(searching).toBeVisible()
        await expect(notice(page)).toBeVisible()
        await leave()
        await expect(notice(page)).toHaveCount(0)
        await expect(searching).toHaveCount(0)
        await expect(page).toHaveURL('/seleccion-oficio')
        await expect(chosen).toHaveAttribute('aria-pressed', 'true')
      }
      await tap.click()
      await expect(notice(page)).toBeVisible()
      await context.setOffline(false)
      await expect(page).toHaveURL('/resultados')
      await expect(cardOf(page, 0)).toBeVisible()
    })
    await test.step('Chats', async () => {
      await context.setOffline(true)
      await chats.click()
      await expect(notice(page)).toBeVisible()
      await returnBy.click()
      await expect(notice(page)).toHaveCount(0)
      await expect(cardOf(page, 0)).toBeVisible()
      await chats.click()
      await expect(notice(page)).toBeVisible()
      await context.setOffline(false)
      await expect(page).toHaveURL('/chats')
    })
  })

  test('who has the code of a screen sees its error at once and its content when the network is back', async ({
    page,
    context,
  }) => {
    await page.goto('/seleccion-oficio')
    await expect(page.getByRole('button', { name: 'Plomería' })).toBeVisible()
    await page.goto('/')
    await page.getByRole('button', { name: FEW.alcaldia }).click()
    // The idle prefetch ends when the code of the next screen is here.
    await expect
      .poll(() => page.evaluate<number>('document.querySelectorAll(\'link[href*="/oficio-main"]\').length'))
      .toBeGreaterThan(0)
    await page.clock.install()
    await context.setOffline(true)
    await page.getByRole('button', { name: 'Continuar' }).click()
    // No timer of the page has run: nothing was retried.
    await expect(page.getByLabel('Avisos').getByText('Error al cargar los oficios')).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByRole('button', { name: 'Plomería' })).toBeVisible()
  })
})

test.describe('a visitor without a network', () => {
  test('who taps Regístrate is told so, and goes on when it is back', async ({ page, context }) => {
    await page.addInitScript(SAVE_DATA)
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill('ana@example.com')
    await expect(page.locator('form')).toHaveAttribute('method', 'post')
    await expect.poll(() => page.evaluate('Boolean(window.__reactRouterDataRouter)')).toBe(true)
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Regístrate' }).first().click()
    await expect(notice(page)).toBeVisible()
    await context.setOffline(false)
    await expect(page).toHaveURL('/registro')
  })
})

test.describe('a sign-out without a network', () => {
  test.use({ account: { role: 'buscador' } })

  test('ends the session in the browser at once and on the server when the network is back', async ({
    page,
    context,
    request,
  }) => {
    await page.goto('/')
    const leave = page.getByRole('button', { name: 'Cerrar Sesión' })
    await expect(leave).toBeVisible()
    const { access_token, refresh_token } = JSON.parse((await storedSession(page)) ?? '{}')
    const headers = await headersOf(request, access_token)
    const isAlive = async () => (await request.get('/auth/v1/user', { headers })).ok()
    await context.setOffline(true)
    await leave.click()
    await expect.poll(() => storedSession(page)).toBeUndefined()
    expect(await isAlive()).toBe(true)
    expect(refresh_token).toBeTruthy()
    await context.setOffline(false)
    await expect.poll(isAlive).toBe(false)
    await expect(page).toHaveURL('/login')
    await expect.poll(async () => Object.keys(await storedItems(page)).join()).not.toContain('sign-out')
  })
})

test('a pending sign-out whose access token the server no longer accepts is sent with a renewed one', async ({
  page,
  request,
}) => {
  const { session } = await signUp(request, 'buscador')
  const { access_token, refresh_token } = session
  const headers = await headersOf(request, access_token)
  const isAlive = async () => (await request.get('/auth/v1/user', { headers })).ok()
  expect(await isAlive()).toBe(true)
  const refused = `${access_token.split('.').slice(0, 2).join('.')}.x`
  await remember(page, {
    'maestros-pending-sign-out': JSON.stringify([
      { access_token: refused, refresh_token, userId: session.user.id },
    ]),
  })
  const sent: string[] = []
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/auth/v1/'))
      sent.push(`${pathname.replace('/auth/v1/', '')} ${response.status()}`)
  })
  await page.goto('/login')
  await expect.poll(isAlive).toBe(false)
  await expect.poll(() => sent).toEqual([expect.stringMatching(/^logout 40[13]$/), 'token 200', 'logout 204'])
  expect(Object.keys(await storedItems(page))).not.toContain('maestros-pending-sign-out')
})

test.describe('a slow network', () => {
  test.use({ account: 'buscador' })

  test('shows at once which control was taken, and a progress bar until the screen is there', async ({
    page,
  }) => {
    await page.addInitScript(SAVE_DATA)
    await page.goto('/')
    await expect(page.getByRole('link', { name: 'Chats' })).toBeVisible()
    const arrived = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await arrived.promise
      await route.continue()
    })
    await page.getByRole('link', { name: 'Chats' }).click()
    await expect(page.getByRole('link', { name: 'Chats' })).toHaveAttribute('data-pending', '')
    await expect(page.getByRole('progressbar', { name: 'Cargando…' })).toBeVisible()
    arrived.resolve()
    await expect(page).toHaveURL('/chats')
    await expect(page.getByRole('progressbar')).toHaveCount(0)
    await expect(page.locator('[data-pending]')).toHaveCount(0)
  })
})
