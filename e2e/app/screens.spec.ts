import { PANTALLAS_DE_OPERACION } from '@maestros/dominio/operacion/operadores'
import type { Locator, Page } from '@playwright/test'
import { signInToConsole } from '../support/console.ts'
import { BROKEN, NARROWEST } from '../support/enlarged.ts'
import { expect, expectAccessible, expectDarkContrast, test } from '../support/fixtures.ts'
import { type Data, expectKnownTexts, unknownTexts, watchData } from '../support/known-texts.ts'
import { addressOf, SCREENS } from '../support/screens.ts'
import { cardOf, choose, FEW, opener } from '../support/search.ts'

/** Every screen of the route table, loaded once: its layout at every width, and its texts with those that one tap opens. */

/** The widths that the product promises. 240 px is a phone at 150 % zoom. */
const WIDTHS = [240, 320, 360, 768, 1280]
/** The phone's and the desktop's layout. Colours are the same at the other widths, so contrast is checked at these. */
const CONTRAST = [360, 1280]

const PHONE = { width: 360, height: 740 }

/** What one tap opens on a screen. */
const TAPS: Record<string, ((page: Page) => Locator)[]> = {
  registro: [(page) => page.getByText('Leer los términos y condiciones')],
  'registro-maestro': [(page) => page.getByRole('button', { name: /términos/i })],
  auth: [(page) => page.getByRole('tab', { name: 'Registrarse' })],
  resultados: [(page) => page.getByRole('button', { name: /^Filtros/ }), (page) => opener(cardOf(page, 0))],
  'perfil/:id': [
    (page) => page.getByRole('button', { name: 'Ver información de contacto' }),
    (page) => page.getByRole('button', { name: 'Identidad verificada' }),
  ],
  'chats/:id': [(page) => page.getByRole('button', { name: 'Enviar imagen', exact: true })],
  'chat-maestro/:id': [(page) => page.getByRole('button', { name: 'Enviar imagen', exact: true })],
  'operacion/verificaciones/:id': [(page) => page.getByRole('button', { name: /^Rechazar/ })],
  'operacion/cuentas/:id': [(page) => page.getByRole('button', { name: 'Suspender' })],
  'perfil-maestro': [
    (page) => page.getByRole('button', { name: 'Cambiar foto' }),
    (page) => page.getByRole('button', { name: 'Editar descripción' }),
    (page) => page.getByRole('button', { name: 'Editar referencias' }),
    (page) => page.getByRole('button', { name: 'Editar oficios' }),
    (page) => page.getByRole('button', { name: 'Editar alcaldías' }),
  ],
}

const menu = (page: Page) => page.getByRole('button', { name: /^Abrir menú/ })

/** Pages that the server fills: their names are in no answer that a test could watch. test/search-pages compares their texts. */
const FILLED = ['maestros/*']

/** They are one route of the table. */
const CONSOLE = [...PANTALLAS_DE_OPERACION, 'acceso'].map((path) =>
  ['operacion', path].join('/').replace(/\/$/, ''),
)

test('the screens tested here are all the screens of the route table', async ({ page }) => {
  await page.goto('/login')
  const paths = await page.evaluate<string[]>(
    `Object.values(window.__reactRouterManifest.routes)
      .filter(({ id, index, path }) => index || path !== undefined)
      .filter(({ id }) => id !== 'root')
      .map(({ path }) => path ?? '')`,
  )
  const ofTable = (path: string) => (CONSOLE.includes(path) ? 'operacion/*' : path)
  expect([...new Set(paths)].sort()).toEqual([...new Set(Object.keys(SCREENS).map(ofTable))].sort())
  expect(Object.keys(SCREENS)).toEqual(expect.arrayContaining(CONSOLE))
})

for (const [route, { account, operator, ready }] of Object.entries(SCREENS)) {
  test.describe(`the screen /${route}`, () => {
    test.use({ account: account ?? null })
    const hasMenu = Boolean(account ?? operator) && !route.startsWith('reset')

    test('passes axe and cuts off no control at 240, 320, 360, 768 and 1280 px, has no horizontal scroll and a reachable menu at these widths and at 180 px, breaks no word inside at 180 px, has enough contrast in the dark scheme, and shows only sentences of dominio and data [1.prod.18]', async ({
      page,
      request,
    }) => {
      const data = await watchData(page)
      await page.setViewportSize(PHONE)
      await choose(page, FEW)
      if (operator) await signInToConsole(page, request)
      await page.goto(await addressOf(route, request))
      await expect(page.getByRole('heading', { level: 1, name: ready })).toBeAttached()
      if (!FILLED.includes(route)) await expectKnownTexts(page, data)
      await expectLayouts(page, route, hasMenu)
      await page.setViewportSize(PHONE)
      for (const tap of [...(TAPS[route] ?? []), ...(hasMenu ? [menu] : [])])
        await expectKnownOpened(page, tap, data)
    })
  })
}

async function expectLayouts(page: Page, route: string, hasMenu: boolean) {
  const picture = (what: string) => ({
    path: `test-results/pictures/ancho-${route.replaceAll(/[^\w-]/g, '_') || 'inicio'}-${what}.jpg`,
    quality: 80,
  })
  const checked = new Set<string>()
  for (const width of [...WIDTHS, NARROWEST]) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 860 })
    await expect.poll(() => page.evaluate<number>(LOADING)).toBe(0)
    if (width !== 320) await page.screenshot(picture(String(width)))
    expect(await page.evaluate<number>(OVERFLOW), `horizontal scroll at ${width} px`).toBe(0)
    if (width === NARROWEST) expect(await page.evaluate<string[]>(BROKEN), 'broken words').toEqual([])
    else {
      expect(await page.evaluate<string[]>(CUT_OFF), `cut off at ${width} px`).toEqual([])
      // The other rules find the same where the same elements are visible.
      const visible = await page.evaluate<string>(VISIBLE)
      const contrast = CONTRAST.includes(width)
      if (contrast || !checked.has(visible)) await expectAccessible(page, ':root', { contrast })
      checked.add(visible)
    }
    if (width === 360) {
      expect(await page.evaluate<string[]>(SMALL), 'below 44 px').toEqual([])
      await expectDarkContrast(page, picture('360-dark'))
    }
    if (hasMenu && width < 768) await expect(menu(page)).toBeInViewport({ ratio: 1 })
  }
}

async function expectKnownOpened(page: Page, tap: (page: Page) => Locator, data: Data) {
  const before = await page.evaluate<string>(SHOWN)
  await tap(page).filter({ visible: true }).first().click()
  // Until something is shown that was not shown before the tap.
  await expect.poll(() => page.evaluate<string>(SHOWN)).not.toBe(before)
  await expectKnownTexts(page, data)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('a sentence that is not in dominio is found', async ({ page }) => {
  const data = await watchData(page)
  await page.goto('/login')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate("document.querySelector('h1').append(' Welcome back')")
  expect(await unknownTexts(page, data)).toEqual(['Welcome back'])
})

const SHOWN = 'document.body.innerText'

const LOADING = `document.querySelectorAll('main .animate-pulse').length +
  [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete).length`

/** Which elements are visible and which can be scrolled, in the order of the page. */
const VISIBLE = `[...document.querySelectorAll('*')].map((element) => {
  const visible = element.checkVisibility({ visibilityProperty: true })
  const scrolls = visible && /auto|scroll/.test(getComputedStyle(element).overflow) &&
    (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
  return Number(visible) + Number(scrolls)
}).join('')`

const OVERFLOW = `Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)`

/** Controls that a person can see: not the skip link, and no input that a larger label stands for. */
const CONTROLS = `[...document.querySelectorAll('a[href], button, input, textarea, select, summary')].filter(
  (control) => control.checkVisibility() && !control.matches('.skip-link') && getComputedStyle(control).opacity !== '0'
)`

const CUT_OFF = `${CONTROLS}
  .filter((control) => {
    const { left, right } = control.getBoundingClientRect()
    const hidden = control.scrollWidth - control.clientWidth
    return left < 0 || right > innerWidth || (control.matches('a, button') && hidden > 1 && getComputedStyle(control).display !== 'inline')
  })
  .map((control) => control.outerHTML.slice(0, 200))`

/** The touch target of a control is found by where a finger 21 px above and below its middle would hit. */
const SMALL = `${CONTROLS}
  .map((control) => control.closest('label') ?? control)
  .filter((control) => {
    control.scrollIntoView({ block: 'center' })
    const { left, width, top, height } = control.getBoundingClientRect()
    if (height >= 44) return false
    const [x, y] = [left + width / 2, top + height / 2]
    return [-21, 21].some((by) => !control.contains(document.elementFromPoint(x, y + by)))
  })
  .map((control) => control.outerHTML.slice(0, 200))`
