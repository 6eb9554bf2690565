import type { Page } from '@playwright/test'
import { type Account, expect, test } from '../support/fixtures.ts'

/** Each landing page: its headline, and what its title and description must name. */
const LANDINGS = [
  { path: '/electricistas', heading: /^Electricista/, trade: /electricista/i, ids: '[2.land.01]' },
  {
    path: '/aires-acondicionados',
    heading: /^Técnico en aire acondicionado/,
    trade: /aires acondicionados/i,
    ids: '[2.land.02]',
  },
  { path: '/albanileria', heading: /^Albañil/, trade: /albañil/i, ids: '[2.land.03]' },
]
const LEGAL = [
  { path: '/terminos-y-condiciones', heading: /^Términos y condiciones$/ },
  { path: '/acuerdo-de-privacidad', heading: /^Acuerdo de privacidad$/ },
]
const PAGES = [...LANDINGS, ...LEGAL]

const menu = (page: Page) => page.getByRole('navigation', { name: 'Menú principal' })

/** Each account with the rows of the checklist for the five pages. */
const VISITORS: [Account, string][] = [
  ['buscador', '[2.open.18] [2.open.22] [2.open.26] [2.open.30] [2.open.34]'],
  ['maestro', '[2.open.19] [2.open.23] [2.open.27] [2.open.31] [2.open.35]'],
  ['nuevo', '[2.open.20] [2.open.24] [2.open.28] [2.open.32] [2.open.36]'],
]

for (const [account, rows] of VISITORS) {
  test.describe(`a visitor signed in as ${account}`, () => {
    test.use({ account })
    test(`stays on every public page ${rows}`, async ({ page }) => {
      for (const { path, heading } of PAGES) {
        await page.goto(path)
        await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
        await expect(menu(page)).toHaveCount(1)
        await expect(page).toHaveURL(path)
      }
    })
  })
}

for (const { path, heading, trade, ids } of LANDINGS) {
  test(`${path} tells maestros how it works and what they gain, without a script ${ids} [2.land.04] [2.land.05] [2.land.06] [2.land.07] [2.land.08] [2.land.09] [2.land.10] [2.land.11] [2.land.12] [2.land.13] [2.land.14] [2.land.15] [2.land.16] [2.land.17] [2.land.18] [2.land.19] [2.land.20] [1.prod.21]`, async ({
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    const asked: string[] = []
    page.on('request', (one) => asked.push(new URL(one.url()).pathname))
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    const steps = page
      .getByRole('list')
      .filter({ has: page.getByRole('heading', { name: 'Regístrate gratis' }) })
    const titles = steps.getByRole('heading', { level: 3 })
    await expect(titles).toHaveText([
      'Regístrate gratis',
      'Recibe mensajes de personas de tu alcaldía',
      'Consigue más trabajos sin comisión',
    ])
    for (const benefit of [
      'Los clientes te encuentran por oficio y delegación',
      'Chat seguro dentro de la plataforma',
      'Tus datos se muestran solo cuando el cliente los pide',
      'Reputación y reseñas',
      '100% gratis en esta etapa inicial',
    ]) {
      await expect(page.getByRole('heading', { level: 3, name: benefit })).toBeVisible()
    }
    await expect(page.locator('blockquote')).toHaveText(/\w{3}/)
    await expect(page.getByText('Los primeros en registrarse tienen más visibilidad')).toBeVisible()
    const join = page.locator('a[href="/registro-maestro"]')
    expect(await join.count()).toBeGreaterThanOrEqual(2)
    const footer = page.getByRole('contentinfo')
    await expect(footer.locator('a[href="/terminos-y-condiciones"]')).toBeVisible()
    await expect(footer.locator('a[href="/acuerdo-de-privacidad"]')).toBeVisible()
    expect(await page.title()).toMatch(trade)
    const description = page.locator('meta[name=description]')
    expect(await description.getAttribute('content')).toMatch(trade)
    const canonical = page.locator('link[rel=canonical]')
    expect(await canonical.getAttribute('href')).toBe(new URL(path, page.url()).href)
    expect(asked.filter((one) => /\.js$|\/v1\//.test(one))).toEqual([])
    await join.first().click()
    await expect(page).toHaveURL('/registro-maestro')
    await context.close()
  })
}

test('an anonymous visitor stays on every public page, which loads no script of the app and calls no table and no function, and whose picture for link previews exists [2.open.17] [2.open.21] [2.open.25] [2.open.29] [2.open.33] [3.ent.41]', async ({
  page,
  request,
}) => {
  for (const { path, heading } of PAGES) {
    const asked: string[] = []
    const note = (one: { url(): string }) => asked.push(new URL(one.url()).pathname)
    page.on('request', note)
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(menu(page)).toHaveCount(0)
    await expect(page).toHaveURL(path)
    page.off('request', note)
    expect(asked).toContain(path)
    expect(asked.filter((one) => /\.js$|\/(rest|functions|auth|storage)\/v1\//.test(one))).toEqual([])
    if (LEGAL.some((legal) => legal.path === path)) continue
    const picture = await page.locator('meta[property="og:image"]').getAttribute('content')
    const answer = await request.get(String(picture))
    expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/png'])
    const data = JSON.parse(String(await page.locator('script[type="application/ld+json"]').textContent()))
    expect(data).toMatchObject({ '@context': 'https://schema.org', '@type': 'FAQPage' })
  }
})

test('the terms have a text for each role and say that this is a directory under the law of Mexico, the privacy notice names a mailbox, the sensitive data and the rights of the person [1.prod.05] [1.prod.22] [1.prod.23] [1.prod.25]', async ({
  page,
}) => {
  await page.goto('/terminos-y-condiciones')
  for (const name of [
    'TÉRMINOS Y CONDICIONES – USUARIO BUSCADOR',
    'Términos y Condiciones - Usuario Maestro',
  ]) {
    await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  }
  await expect(page.getByText('No es un intermediario ni un mercado en línea').first()).toBeVisible()
  await expect(page.getByText('tribunales de la Ciudad de México').first()).toBeVisible()
  await page.goto('/acuerdo-de-privacidad')
  await expect(page.getByText(/escríbenos a \S+@\S+/i).first()).toBeVisible()
  await expect(page.getByText('datos biométricos')).toBeVisible()
  await expect(page.getByRole('heading', { name: /ARCO/ })).toBeVisible()
})

const FONT = '**/assets/figtree-*.woff2'
const WATCH_SHIFTS = `window.shifts = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifts += value
  }).observe({ type: 'layout-shift', buffered: true })`
const PAINTED = 'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))'

test('nothing moves on a public page when its font arrives after the text is shown', async ({
  freshPage: page,
}) => {
  await page.addInitScript(WATCH_SHIFTS)
  const late: (() => void)[] = []
  await page.route(FONT, async (route) => {
    await new Promise<void>((resolve) => late.push(resolve))
    await route.continue()
  })
  for (const { path } of [...PAGES, { path: '/maestros/plomeria/tlalpan' }]) {
    await page.goto(path, { waitUntil: 'commit' })
    await expect(page.getByRole('contentinfo')).toBeVisible()
    await expect.poll(() => late.length).toBeGreaterThan(0)
    await page.evaluate(PAINTED)
    const arrived = page.waitForResponse(FONT)
    for (const arrive of late.splice(0)) arrive()
    await (await arrived).finished()
    await page.evaluate('document.fonts.ready')
    await page.evaluate(PAINTED)
    expect([path, await page.evaluate('window.shifts')]).toEqual([path, 0])
  }
})
