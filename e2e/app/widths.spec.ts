import type { APIRequestContext } from '@playwright/test'
import { type Account, expect, expectAccessible, test } from '../support/fixtures.ts'
import { chatOfTheTwo, lockedMaestro } from '../support/profiles.ts'
import { choose, FEW } from '../support/search.ts'

/** Every screen of the route table at every width that the product promises. 240 px is a phone at 150 % zoom. */
const WIDTHS = [240, 320, 360, 768, 1280]
/** A phone at 200 % zoom. */
const NARROWEST = 180

type Screen = {
  account?: Account
  path?: string | ((request: APIRequestContext) => Promise<string>)
  ready: string | RegExp
}

const SOON = 'Muy pronto'
const SCREENS: Record<string, Screen> = {
  login: { ready: 'Inicia sesión' },
  'login-maestro': { ready: 'Acceso para maestros' },
  registro: { ready: 'Crea tu cuenta' },
  'registro-maestro': { ready: 'Regístrate como maestro' },
  'recuperar-buscador': { ready: 'Recupera tu contraseña' },
  'recuperar-maestro': { ready: 'Recupera tu contraseña' },
  electricistas: { ready: /^Electricista/ },
  'aires-acondicionados': { ready: /^Técnico/ },
  albanileria: { ready: /^Albañil/ },
  'terminos-y-condiciones': { ready: 'Términos y condiciones' },
  'acuerdo-de-privacidad': { ready: 'Acuerdo de privacidad' },
  '': { account: 'buscador', ready: '¿En qué alcaldía será el servicio?' },
  'seleccion-delegacion': { account: 'buscador', ready: '¿En qué alcaldía será el servicio?' },
  'seleccion-oficio': { account: 'buscador', ready: 'Qué servicio necesitas?' },
  resultados: { account: 'buscador', ready: 'Plomería en Tlalpan' },
  'perfil/:id': {
    account: 'buscador',
    path: async (request) => `perfil/${await lockedMaestro(request)}`,
    ready: /\w/,
  },
  chats: { account: 'buscador', ready: 'Tus conversaciones' },
  'chats/:id': {
    account: 'buscador',
    path: async (request) => `chats/${await chatOfTheTwo(request)}`,
    ready: /\w/,
  },
  'perfil-maestro/:id': {
    account: 'buscador',
    path: async (request) => `perfil-maestro/${await lockedMaestro(request)}`,
    ready: /\w/,
  },
  'onboarding-maestro': { account: 'nuevo', ready: /\w/ },
  'dashboard-maestro': { account: 'maestro', ready: /\w/ },
  'chat-maestro': { account: 'maestro', ready: 'Tus conversaciones' },
  'chat-maestro/:id': {
    account: 'maestro',
    path: async (request) => `chat-maestro/${await chatOfTheTwo(request)}`,
    ready: /\w/,
  },
  'perfil-maestro': { account: 'maestro', ready: /\w/ },
  ayuda: { account: 'buscador', ready: SOON },
  'mis-datos': { account: 'buscador', ready: 'Tus datos' },
  'reset-password': { ready: 'Enlace Expirado' },
  'reset-password-buscador': { account: 'buscador', ready: 'Elige una contraseña nueva' },
  'reset-password-maestro': { account: 'maestro', ready: 'Elige una contraseña nueva' },
  auth: { ready: 'Entra o crea tu cuenta' },
  // Without a code the screen says that the link does not work.
  continuar: { ready: /\w/ },
  '*': { path: 'no-existe-123', ready: 'Oops! Page not found' },
}

test('the screens tested here are all the screens of the route table', async ({ page }) => {
  await page.goto('/login')
  const paths = await page.evaluate<string[]>(
    `Object.values(window.__reactRouterManifest.routes)
      .filter(({ id, index, path }) => index || path !== undefined)
      .filter(({ id }) => id !== 'root')
      .map(({ path }) => path ?? '')`,
  )
  expect([...new Set(paths)].sort()).toEqual(Object.keys(SCREENS).sort())
})

for (const [route, { account, path = route, ready }] of Object.entries(SCREENS)) {
  test.describe(`the screen /${route}`, () => {
    test.use({ account: account ?? null })

    test('passes axe, has no horizontal scroll and cuts off no control at 240, 320, 360, 768 and 1280 px, and its menu is reachable at 180 px', async ({
      page,
      request,
    }) => {
      await choose(page, FEW)
      await page.goto(`/${typeof path === 'string' ? path : await path(request)}`)
      await expect(page.getByRole('heading', { level: 1, name: ready })).toBeAttached()
      const name = route.replaceAll(/[^\w-]/g, '_') || 'inicio'
      for (const width of [...WIDTHS, NARROWEST]) {
        await page.setViewportSize({ width, height: width < 768 ? 740 : 860 })
        await expect.poll(() => page.evaluate<number>(LOADING)).toBe(0)
        await page.screenshot({ path: `test-results/pictures/ancho-${name}-${width}.jpg`, quality: 80 })
        if (width !== NARROWEST) {
          expect(await page.evaluate<number>(OVERFLOW), `horizontal scroll at ${width} px`).toBe(0)
          expect(await page.evaluate<string[]>(CUT_OFF), `cut off at ${width} px`).toEqual([])
          await expectAccessible(page)
        }
        if (width === 360) expect(await page.evaluate<string[]>(SMALL), 'below 44 px').toEqual([])
        const menu = page.getByRole('button', { name: /^Abrir menú/ })
        if (account && width < 768 && !route.startsWith('reset')) {
          await expect(menu).toBeInViewport({ ratio: 1 })
        }
      }
    })
  })
}

const LOADING = `document.querySelectorAll('main .animate-pulse').length +
  [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete).length`

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
