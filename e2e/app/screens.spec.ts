import { PANTALLAS_DE_OPERACION } from '@maestros/dominio/operacion/operadores'
import type { Locator, Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { signInOperator, storeSession } from '../support/console.ts'
import { BROKEN, NARROWEST } from '../support/enlarged.ts'
import { expect, expectAccessible, expectDarkContrast, test } from '../support/fixtures.ts'
import { type Data, expectKnownTexts, unknownTexts, watchData } from '../support/known-texts.ts'
import { chatOfTheTwo, signedIn } from '../support/profiles.ts'
import { addressOf, SCREENS } from '../support/screens.ts'
import { cardOf, choose, FEW, opener } from '../support/search.ts'

/** Every screen of the route table, loaded once: its layout at every width, and its texts with those that one tap opens. */

/** The widths that the product promises, those of the two layouts first. 240 px is a phone at 150 % zoom. */
const WIDTHS = [360, 1280, 240, 320, 768]

const PHONE = { width: 360, height: 740 }
/** Two phones high: what a person has on the screen while the data arrive. */
const TALL = { width: 360, height: 1480 }

const menu = (page: Page) => page.getByRole('button', { name: /^Abrir menú/ })

/** What one tap opens on a screen. The menu is the same on all screens of a person. */
const TAPS: Record<string, ((page: Page) => Locator)[]> = {
  registro: [(page) => page.getByText('Leer los términos y condiciones')],
  'registro-maestro': [(page) => page.getByRole('button', { name: /términos/i })],
  auth: [(page) => page.getByRole('tab', { name: 'Registrarse' })],
  resultados: [(page) => page.getByRole('button', { name: /^Filtros/ }), (page) => opener(cardOf(page, 0))],
  'perfil/:id': [
    (page) => page.getByRole('button', { name: 'Ver información de contacto' }),
    (page) => page.getByRole('button', { name: 'Identidad verificada' }),
  ],
  chats: [menu],
  'chats/:id': [(page) => page.getByRole('button', { name: 'Enviar imagen', exact: true })],
  'onboarding-maestro': [menu],
  'chat-maestro': [menu],
  'chat-maestro/:id': [(page) => page.getByRole('button', { name: 'Enviar imagen', exact: true })],
  operacion: [menu],
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

/** Pages that the server fills: their names are in no answer that a test could watch. test/search-pages compares their texts. */
const FILLED = ['maestros/*']

/** Where a person who has trouble to get in looks for help. */
const ENTRANCES = ['login', 'login-maestro', 'registro', 'registro-maestro', 'recuperar-buscador', 'auth']

/** They are one route of the table. */
const CONSOLE = [...PANTALLAS_DE_OPERACION, 'acceso'].map((path) =>
  ['operacion', path].join('/').replace(/\/$/, ''),
)

// The test of a conversation reads it. Its row in the inbox, which another worker looks at, would then lose its badge.
test.beforeAll(async ({ request }) => {
  const p_chat_id = await chatOfTheTwo(request)
  for (const role of ['buscador', 'maestro'] as const) {
    const { headers } = await signedIn(request, role)
    const data = { p_chat_id, p_user_role: role }
    await succeed(request.post('/rest/v1/rpc/mark_messages_as_read', { headers, data }))
  }
})

/** One operator of a worker: these tests change nothing in the console. */
let operatorOfWorker: ReturnType<typeof signInOperator> | undefined

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
    const isReset = route.startsWith('reset')
    const hasMenu = Boolean(account ?? operator) && !isReset

    test('passes axe and cuts off no control at 240, 320, 360, 768 and 1280 px, has no horizontal scroll and a reachable menu at these widths and at 180 px, breaks no word inside at 180 px, has enough contrast in the dark scheme, shows only sentences of dominio and data, and moves nothing when the data of a person arrive late [1.prod.18]', async ({
      page,
      request,
    }) => {
      const data = await watchData(page)
      await page.setViewportSize(TALL)
      await choose(page, FEW)
      if (operator) {
        operatorOfWorker ??= signInOperator(request)
        await storeSession(page, await operatorOfWorker)
      }
      const address = await addressOf(route, request)
      // The reset screens need no data.
      const expectStill = account && !isReset ? await delayData(page, data) : null
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: ready })).toBeAttached()
      await expectStill?.()
      if (!FILLED.includes(route)) await expectKnownTexts(page, data)
      if (ENTRANCES.includes(route)) await expectHelpAtEnd(page)
      await expectLayouts(page, route, hasMenu)
      await page.setViewportSize(PHONE)
      for (const tap of TAPS[route] ?? []) await expectKnownOpened(page, tap, data)
    })
  })
}

/**
 * Delays the data of the next page. The returned function waits for them and expects that nothing has moved: a control that
 * moves under a finger loses the tap, or another one gets it.
 */
async function delayData(page: Page, data: Data) {
  let begun = 0
  await page.route(CALL, async (call) => {
    begun += 1
    await new Promise((resolve) => setTimeout(resolve, LATE_MS))
    await call.continue()
  })
  return async () => {
    await expect.poll(() => begun > 0 && data.pending() === 0).toBe(true)
    await expect.poll(() => page.evaluate<number>(WAITING)).toBe(0)
    expect(await page.evaluate<string[]>(MOVED), 'moved').toEqual([])
    // A call that has begun meanwhile ends first.
    await page.unrouteAll({ behavior: 'wait' })
  }
}

/** Longer than the app takes to show a screen without its data. */
const LATE_MS = 700
const CALL = /\/(?:rest|functions)\/v1\//

/** The page ends with links to terms, privacy notice, maestros and the mailbox for help. */
async function expectHelpAtEnd(page: Page) {
  const footer = page.getByRole('contentinfo')
  const hrefs = [
    ['Términos y condiciones', '/terminos-y-condiciones'],
    ['Acuerdo de privacidad', '/acuerdo-de-privacidad'],
    ['Maestros por oficio y alcaldía', '/maestros'],
    ['Escríbenos', 'mailto:ayuda@maestros.example'],
  ] as const
  for (const [name, href] of hrefs)
    await expect(footer.getByRole('link', { name })).toHaveAttribute('href', href)
  await expect(footer).toContainText('¿Problemas para entrar?')
}

async function expectLayouts(page: Page, route: string, hasMenu: boolean) {
  const picture = (what: string) => ({
    path: `test-results/pictures/ancho-${route.replaceAll(/[^\w-]/g, '_') || 'inicio'}-${what}.jpg`,
    quality: 80,
  })
  const checked = new Set<string>()
  const colours = new Set<string>()
  for (const width of [...WIDTHS, NARROWEST]) {
    await page.setViewportSize({ width, height: width < 768 ? 740 : 860 })
    await expect.poll(() => page.evaluate<number>(LOADING)).toBe(0)
    expect(await page.evaluate<number>(OVERFLOW), `horizontal scroll at ${width} px`).toBe(0)
    if (width === NARROWEST) expect(await page.evaluate<string[]>(BROKEN), 'broken words').toEqual([])
    else {
      expect(await page.evaluate<string[]>(CUT_OFF), `cut off at ${width} px`).toEqual([])
      // axe finds the same where the same elements are visible, and the same contrast where they have the same colours.
      const visible = await page.evaluate<string[]>(VISIBLE)
      const coloured = visible.flatMap((one, nth) => (one === '' ? [] : `${nth} ${one}`))
      const contrast = coloured.some((one) => !colours.has(one))
      if (!checked.has(visible.join())) await expectAccessible(page, ':root', { contrast })
      checked.add(visible.join())
      for (const one of coloured) colours.add(one)
    }
    if (width === 360 || width === 1280) await page.screenshot(picture(String(width)))
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

const WAITING = `document.querySelectorAll('main .animate-pulse, main .animate-spin').length`

/**
 * What the browser has seen moving since the page was opened. The whole content moves once, when the bar of the app appears
 * together with the first screen. The browser hands over what it has recorded in a task of its own.
 */
const MOVED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const found = []
  new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(
    found.flatMap(({ sources }) => sources)
      .filter(({ node }) => node?.id !== 'contenido')
      .map(({ node, previousRect, currentRect }) =>
        Math.round(previousRect.y) + ' to ' + Math.round(currentRect.y) + ': ' + (node?.outerHTML ?? '').slice(0, 120)),
  ), 100)
})))`

/** For each element whether it is visible, in which colours, and whether it can be scrolled. */
const VISIBLE = `[...document.querySelectorAll('*')].map((element) => {
  if (!element.checkVisibility({ visibilityProperty: true })) return ''
  const { overflow, color, backgroundColor } = getComputedStyle(element)
  const scrolls = /auto|scroll/.test(overflow) &&
    (element.scrollHeight > element.clientHeight || element.scrollWidth > element.clientWidth)
  return color + backgroundColor + scrolls
})`

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
