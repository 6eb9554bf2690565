import type { Page } from '@playwright/test'
import { type Account, expect, test } from '../support/fixtures.ts'
import { cardOf, choose, FEW, NONE, search } from '../support/search.ts'
import { knownSentences, unknownTexts, watchData } from '../support/spanish.ts'

/**
 * Every screen in each of its states shows only sentences of dominio/textos, which are Spanish, and data. The specification
 * quotes 'Oops! Page not found' in English, and that sentence is in textos too.
 */
type State = { name: string; path: string; ready: string | RegExp; act?: (page: Page) => Promise<unknown> }

const press = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).first().click()

const SCREENS: [Account | null, State[]][] = [
  [
    null,
    [
      { name: 'login', path: '/login', ready: 'Inicia sesión' },
      { name: 'login with errors', path: '/login', ready: 'Inicia sesión', act: press('Iniciar Sesión') },
      { name: 'login-maestro', path: '/login-maestro', ready: 'Acceso para maestros' },
      {
        name: 'registro',
        path: '/registro',
        ready: 'Crea tu cuenta',
        act: press('Leer los términos y condiciones'),
      },
      {
        name: 'registro with errors',
        path: '/registro',
        ready: 'Crea tu cuenta',
        act: async (page) => {
          await page.getByRole('checkbox').check()
          await page.getByRole('button', { name: 'Crear cuenta' }).click()
          await page.getByRole('alert').first().waitFor()
        },
      },
      { name: 'registro-maestro', path: '/registro-maestro', ready: 'Regístrate como maestro' },
      { name: 'recuperar-buscador', path: '/recuperar-buscador', ready: 'Recupera tu contraseña' },
      { name: 'recuperar-maestro', path: '/recuperar-maestro', ready: 'Recupera tu contraseña' },
      { name: 'reset-password', path: '/reset-password', ready: 'Enlace Expirado' },
      { name: 'reset-password-maestro', path: '/reset-password-maestro', ready: 'Enlace Expirado' },
      { name: 'auth', path: '/auth', ready: 'Entra o crea tu cuenta' },
      { name: 'an unknown address', path: '/no-existe-123', ready: 'Oops! Page not found' },
    ],
  ],
  [
    'buscador',
    [
      { name: 'boroughs', path: '/', ready: '¿En qué alcaldía será el servicio?' },
      { name: 'trades', path: '/seleccion-oficio', ready: 'Qué servicio necesitas?' },
      {
        name: 'trades without a match',
        path: '/seleccion-oficio',
        ready: 'Qué servicio necesitas?',
        act: (page) => page.getByRole('searchbox').fill('zzzz'),
      },
      { name: 'results', path: '/resultados', ready: /./, act: (page) => cardOf(page, 0).waitFor() },
      {
        name: 'the dialog of a card',
        path: '/resultados',
        ready: /./,
        act: (page) => cardOf(page, 0).getByRole('heading').getByRole('button').click(),
      },
      { name: 'filters', path: '/resultados', ready: /./, act: press('Filtros') },
      { name: 'chats', path: '/chats', ready: 'Tus conversaciones' },
      {
        name: 'a conversation',
        path: '/chats',
        ready: 'Tus conversaciones',
        act: async (page) => {
          await page.getByRole('list', { name: 'Conversaciones' }).getByRole('link').first().click()
          await page.getByRole('log').waitFor()
        },
      },
      { name: 'an unknown chat', path: '/chats/00000000-0000-4000-8000-000000000000', ready: /./ },
      { name: 'an unknown maestro', path: '/perfil/00000000-0000-4000-8000-000000000000', ready: /./ },
      { name: 'ayuda', path: '/ayuda', ready: /./ },
    ],
  ],
  [
    'maestro',
    [
      { name: 'dashboard-maestro', path: '/dashboard-maestro', ready: /./ },
      { name: 'chat-maestro', path: '/chat-maestro', ready: 'Tus conversaciones' },
      { name: 'perfil-maestro', path: '/perfil-maestro', ready: /./ },
    ],
  ],
  ['nuevo', [{ name: 'onboarding-maestro', path: '/onboarding-maestro', ready: /./ }]],
]

/** Offers to pay or to buy. Promises such as 'sin comisiones' are sentences, not names of controls or screens. */
const PAYMENT = /\b(?:pagar|pago|checkout|carrito|comprar|cobrar|factura)\b/i

for (const [account, states] of SCREENS) {
  test.describe(account ?? 'an anonymous visitor', () => {
    test.use({ account, expectedErrors: /Failed to load resource/ })
    test(`sees only Spanish sentences of the product, and nothing to pay for, on ${states.length} screens [1.prod.18] [1.prod.08]`, async ({
      page,
    }) => {
      test.slow()
      const known = await knownSentences()
      expect(known.exact.size).toBeGreaterThan(200)
      const data = watchData(page)
      await choose(page, FEW)
      for (const { name, path, ready, act } of states) {
        await test.step(name, async () => {
          await page.goto(path)
          await expect(page.getByRole('heading', { name: ready }).first()).toBeVisible()
          await act?.(page)
          await expect(page.locator('main .animate-pulse')).toHaveCount(0)
          await expect.poll(() => unknownTexts(page, known, data), name).toEqual([])
          const controls = page.getByRole('button').or(page.getByRole('link')).or(page.getByRole('heading'))
          expect(
            (await controls.allInnerTexts()).filter((text) => PAYMENT.test(text)),
            name,
          ).toEqual([])
        })
      }
    })
  })
}

test.describe('a profile and an empty search', () => {
  test.use({ account: 'buscador' })
  test('show only Spanish sentences of the product [1.prod.18]', async ({ page, request }) => {
    const known = await knownSentences()
    const data = watchData(page)
    const { found } = await search(request, FEW)
    await page.goto(`/perfil/${found[0]?.id}`)
    await expect(page.getByRole('heading', { name: 'Datos verificados' })).toBeVisible()
    await expect.poll(() => unknownTexts(page, known, data)).toEqual([])
    await press('Ver información de contacto')(page)
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect.poll(() => unknownTexts(page, known, data)).toEqual([])
    await choose(page, NONE)
    await page.goto('/resultados')
    await expect(page.getByText('No hay resultados', { exact: true })).toBeVisible()
    // The chosen names are data that no answer repeats.
    for (const name of Object.values(NONE)) data.add(name)
    await expect.poll(() => unknownTexts(page, known, data)).toEqual([])
  })
})
