import { acceptTerms, createAccount, fillSignUp } from '../support/auth-people.ts'
import {
  expect,
  expectAccessibleAtAllSizes,
  PHONE_NUMBER,
  REFUSED,
  signInThroughForm,
  test,
} from '../support/fixtures.ts'
import { completeMe, storedRow } from '../support/maestro.ts'
import { FEW, search, type Tarjeta } from '../support/search.ts'

/** The real template, filled by the server from the demo directory. */
const PAIR = '/maestros/plomeria/tlalpan'
const PAGES = [
  { path: '/maestros', heading: 'Maestros de oficio en la Ciudad de México' },
  { path: '/maestros/plomeria', heading: 'Plomería en la Ciudad de México' },
  { path: PAIR, heading: 'Plomería en Tlalpan' },
]

test('the search pages are complete without a script, contain none, and are readable on a phone and on a wide window', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (one) => asked.push(new URL(one.url()).pathname))
  for (const { path, heading } of PAGES) {
    await test.step(path, async () => {
      asked.length = 0
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
      expect(asked.filter((one) => !/\.(?:css|woff2|svg|ico)$/.test(one))).toEqual([path])
      expect(await page.evaluate<string[]>('[...document.scripts].map(({ type }) => type)')).toEqual([
        'application/ld+json',
      ])
      expect((await page.content()).match(/\{\{.{20}|__SITE_URL__/g)).toBeNull()
      const canonical = page.locator('link[rel=canonical]')
      expect(await canonical.getAttribute('href')).toBe(new URL(path, page.url()).href)
      expect(await page.title()).toContain('Maestros CDMX')
      const data = await page.locator('script[type="application/ld+json"]').textContent()
      expect(JSON.parse(String(data))).toMatchObject({ '@context': 'https://schema.org' })
      await expect(page.getByRole('contentinfo').locator('a[href="/maestros"]')).toBeVisible()
      // e2e/app/screens.spec.ts shows the last one.
      if (path !== PAIR) await expectAccessibleAtAllSizes(page, `paginas${path.replaceAll('/', '-')}`)
    })
  }
})

test('the page of a trade in a borough shows the maestros of the search, with initial and rating and without a phone', async ({
  page,
  request,
}) => {
  const cards = page.locator('main li').filter({ has: page.getByRole('heading', { level: 3 }) })
  // The page is up to 20 s old, and other tests may add a maestro meanwhile.
  let found: Tarjeta[] = []
  await expect(async () => {
    const now = await search(request, FEW)
    found = now.found
    await page.goto(PAIR)
    expect(await cards.count()).toBe(Math.min(20, now.total))
    const text = `${now.total} maestros de plomería trabajan en Tlalpan`
    expect(await page.getByText(text).isVisible()).toBe(true)
  }).toPass({ timeout: 60_000 })
  const [first] = found
  await expect(cards.first().getByRole('heading')).toHaveText(
    new RegExp(`^${first?.nombre.split(' ')[0]} ${first?.apellido}\\.$`),
  )
  await expect(cards.first()).toContainText(first?.reputacion_chip_label ?? '')
  expect(await page.locator('main').innerText()).not.toMatch(PHONE_NUMBER)
  const html = await page.content()
  for (const { id } of found) expect(html).not.toContain(id)
})

test('a visitor who signs up from a search page sees its results after signing in, and later comes to them at once', async ({
  page,
}) => {
  await page.goto(PAIR)
  await page.getByRole('link', { name: 'Regístrate gratis y escríbeles' }).first().click()
  await expect(page).toHaveURL(/\/registro\?/)
  const { email, password } = await fillSignUp(page)
  await acceptTerms(page)
  await createAccount(page).click()
  await expect(page).toHaveURL('/login')
  await signInThroughForm(page, email, password)
  const results = page.getByRole('heading', { level: 1, name: 'Plomería en Tlalpan' })
  await expect(page).toHaveURL('/resultados')
  await expect(results).toBeVisible()
  await page.goto(PAIR)
  await page.getByRole('link', { name: 'Ya tengo cuenta' }).click()
  await expect(page).toHaveURL('/resultados')
  await expect(results).toBeVisible()
})

test.describe('an unknown trade', () => {
  test.use({ expectedErrors: REFUSED })
  test('is answered with 404 and the not-found page of the product, which needs no script', async ({
    browser,
    baseURL,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) })
    const page = await context.newPage()
    const answer = await page.goto('/maestros/no-existe')
    expect(answer?.status()).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Page not found' })).toBeVisible()
    await expect(page.getByRole('link', { name: 'Volver al inicio' })).toBeVisible()
    await context.close()
  })
})

test.describe('a maestro', () => {
  test.use({ account: { role: 'maestro' } })
  test('decides in the own profile whether to appear on the public pages, and comes from a search page to the own start page', async ({
    page,
    request,
  }) => {
    const me = await completeMe(page, request)
    const stored = () => storedRow(request, me, 'en_paginas_publicas')
    await page.goto('/perfil-maestro')
    const choice = page.getByRole('switch', { name: 'Aparecer en las páginas públicas' })
    await expect(choice).toBeChecked()
    await expect(page.getByText('Tu teléfono, tu apellido y tu foto no.', { exact: false })).toBeVisible()
    await choice.click()
    await expect(choice).not.toBeChecked()
    await expect.poll(stored).toEqual({ en_paginas_publicas: false })
    await page.reload()
    await expect(choice).not.toBeChecked()
    await expect(page.getByText('No apareces en las páginas', { exact: false })).toBeVisible()
    await page.goto(PAIR)
    await page.getByRole('link', { name: 'Ya tengo cuenta' }).click()
    await expect(page).toHaveURL('/dashboard-maestro')
  })
})

test('the site has icons for browsers and phones, and pictures for link previews of the home and the search pages', async ({
  page,
  request,
}) => {
  await page.goto('/login')
  const links = await page.evaluate<string[]>(
    `[...document.querySelectorAll('link[rel~=icon], link[rel=apple-touch-icon]')].map(({ href }) => href)`,
  )
  expect(links.map((link) => new URL(link).pathname)).toEqual([
    '/favicon.ico',
    '/favicon.svg',
    '/apple-touch-icon.png',
  ])
  const types: (string | undefined)[] = []
  for (const link of links) types.push((await request.get(link)).headers()['content-type'])
  expect(types).toEqual(['image/vnd.microsoft.icon', 'image/svg+xml', 'image/png'])
  for (const path of ['/', PAIR]) {
    const html = await (await request.get(path, { headers: { accept: 'text/html' } })).text()
    const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1]
    const answer = await request.get(String(picture))
    expect([path, answer.status(), answer.headers()['content-type']]).toEqual([path, 200, 'image/png'])
  }
})
