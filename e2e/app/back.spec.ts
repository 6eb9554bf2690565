import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { type Account, expect, REFUSED, test } from '../support/fixtures.ts'
import { layerAdded, layersRemoved } from '../support/layers.ts'
import { SAVE_DATA } from '../support/page-pool.ts'
import { chatOfTheTwo, lockedMaestro } from '../support/profiles.ts'
import { cardOf, choose, FEW, opener } from '../support/search.ts'

/** The browser's back closes whatever lies on top of a screen, and only then leaves the screen. */

const dialog = (page: Page) => page.getByRole('dialog')
const menuButton = (page: Page) => page.getByRole('button', { name: /^Abrir menú/ })
const explanation = (page: Page) => page.getByText(/^Revisamos su identificación oficial/)

type Layer = {
  name: string
  account: Account | null
  path: string | ((request: APIRequestContext) => Promise<string>)
  open: (page: Page) => Promise<unknown>
  layer: (page: Page) => Locator
  /** What the person has typed below the layer. It must still be there. */
  type?: (page: Page) => Promise<Locator>
}

const perfil = async (request: APIRequestContext) => `/perfil/${await lockedMaestro(request)}`

const LAYERS: Layer[] = [
  {
    name: "a card's dialog",
    account: 'buscador',
    path: '/resultados',
    open: (page) => opener(cardOf(page, 0)).click(),
    layer: dialog,
  },
  {
    name: 'the filters',
    account: 'buscador',
    path: '/resultados',
    open: (page) => page.getByRole('button', { name: 'Filtros' }).click(),
    layer: dialog,
  },
  {
    name: 'the menu',
    account: 'buscador',
    path: '/resultados',
    open: (page) => menuButton(page).click(),
    layer: dialog,
  },
  {
    name: 'the contact dialog',
    account: 'buscador',
    path: perfil,
    open: async (page) => {
      await page.getByRole('button', { name: 'Ver información de contacto' }).click()
      await page.getByRole('button', { name: 'Ver información de contacto directo' }).click()
    },
    layer: dialog,
  },
  {
    name: 'the explanation of a badge',
    account: 'buscador',
    path: perfil,
    open: (page) => page.getByRole('button', { name: 'Identidad verificada' }).click(),
    layer: explanation,
  },
  {
    name: 'the terms',
    account: null,
    path: '/registro-maestro',
    type: async (page) => {
      await page.getByLabel('Nombre').fill('Rosa')
      return page.getByLabel('Nombre')
    },
    open: (page) => page.getByRole('button', { name: 'Leer los términos y condiciones' }).click(),
    layer: dialog,
  },
  {
    name: 'the choice of a picture',
    account: 'buscador',
    path: async (request) => `/chats/${await chatOfTheTwo(request)}`,
    type: typeDraft,
    open: (page) => page.getByRole('button', { name: 'Enviar imagen', exact: true }).click(),
    layer: dialog,
  },
  {
    name: 'the preview of a picture',
    account: 'buscador',
    path: async (request) => `/chats/${await chatOfTheTwo(request)}`,
    type: typeDraft,
    open: async (page) => {
      await page.getByRole('button', { name: 'Enviar imagen', exact: true }).click()
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({
          name: 'punto.png',
          mimeType: 'image/png',
          buffer: Buffer.from(DOT, 'base64'),
        })
    },
    layer: (page) => page.getByRole('dialog', { name: 'Vista previa de imagen' }),
  },
]

/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function typeDraft(page: Page) {
  const field = page.getByPlaceholder('Escribe un mensaje...')
  await field.fill('Lo que llevo escrito')
  return field
}

/** Where every page of a test begins. It runs no script, so it loads faster than any screen. */
const BEFORE = '/healthz'

/** Opens a screen with another address of the product before it in the history. */
async function arrive(page: Page, path: string) {
  await page.setViewportSize({ width: 360, height: 740 })
  await choose(page, FEW)
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1, name: /\w/ })).toBeAttached()
}

async function expectOneBackLeaves(page: Page) {
  await layersRemoved(page)
  await page.goBack()
  await expect(page).toHaveURL(BEFORE)
}

for (const { name, account, path, open, layer, type } of LAYERS) {
  test.describe(name, () => {
    test.use({ account })

    test('closes on back, the screen below stays as it is, and another back leaves it', async ({
      page,
      request,
    }) => {
      const address = typeof path === 'string' ? path : await path(request)
      await arrive(page, address)
      const field = await type?.(page)
      const typed = await field?.inputValue()
      await open(page)
      await expect(layer(page)).toBeVisible()
      await layerAdded(page)
      await page.goBack()
      await expect(layer(page)).toBeHidden()
      await expect(page).toHaveURL(address)
      if (field) await expect(field).toHaveValue(typed ?? '')
      await expectOneBackLeaves(page)
    })

    test('leaves nothing in the history when it is closed in another way', async ({ page, request }) => {
      await arrive(page, typeof path === 'string' ? path : await path(request))
      for (let times = 0; times < 2; times += 1) {
        await open(page)
        await expect(layer(page)).toBeVisible()
        await page.keyboard.press('Escape')
        await expect(layer(page)).toBeHidden()
      }
      await expectOneBackLeaves(page)
    })
  })
}

test.describe('a seeker on the results', () => {
  test.use({ account: 'buscador' })

  test.beforeEach(async ({ page }) => arrive(page, '/resultados'))

  test('closes nested layers one by one', async ({ page }) => {
    await openNested(page)
    await page.goBack()
    await expect(explanation(page)).toBeHidden()
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expectOneBackLeaves(page)
  })

  test('closing a dialog with an open explanation removes both history entries', async ({ page }) => {
    await openNested(page)
    await dialog(page).getByRole('button', { name: 'Cerrar' }).click()
    await expect(dialog(page)).toHaveCount(0)
    await expectOneBackLeaves(page)
  })

  for (const moves of ['history.back(); history.back()', 'history.go(-2)']) {
    test(`who moves back past an open layer (${moves}) arrives at the screen before, without the layer`, async ({
      page,
    }) => {
      await menuButton(page).click()
      await dialog(page).getByRole('link', { name: 'Ayuda' }).click()
      await expect(page.getByRole('heading', { name: 'Centro de Ayuda' })).toBeVisible()
      await layersRemoved(page)
      await menuButton(page).click()
      await expect(dialog(page)).toBeVisible()
      await page.evaluate(moves)
      await expect(page).toHaveURL('/resultados')
      await expect(cardOf(page, 0)).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
      await expectOneBackLeaves(page)
    })
  }

  test('gets no layer and no extra entry by the forward button', async ({ page }) => {
    await opener(cardOf(page, 0)).click()
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await page.evaluate('history.forward()')
    await layersRemoved(page)
    await expect(cardOf(page, 0)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expectOneBackLeaves(page)
  })

  test('who reloads with an open layer finds the screen without it, and one back leaves', async ({
    page,
  }) => {
    await opener(cardOf(page, 0)).click()
    await expect(dialog(page)).toBeVisible()
    await page.reload()
    await expect(cardOf(page, 0)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expectOneBackLeaves(page)
  })

  test('who follows a link in a layer comes back to the screen without it', async ({ page }) => {
    await opener(cardOf(page, 0)).click()
    await page.getByRole('link', { name: 'Ver perfil completo' }).click()
    await expect(page).toHaveURL(/\/perfil\//)
    await expect(page.getByRole('button', { name: 'Chatear con el maestro' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/resultados')
    await expect(cardOf(page, 0)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await page.goForward()
    await expect(page).toHaveURL(/\/perfil\//)
    await page.goBack()
    await expect(page).toHaveURL('/resultados')
    await expectOneBackLeaves(page)
  })

  test('who follows an item of the menu comes back to the screen without the menu', async ({ page }) => {
    await menuButton(page).click()
    await dialog(page).getByRole('link', { name: 'Ayuda' }).click()
    await expect(page).toHaveURL('/ayuda')
    await expect(page.getByRole('heading', { name: 'Centro de Ayuda' })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL('/resultados')
    await expect(dialog(page)).toHaveCount(0)
    await expectOneBackLeaves(page)
  })

  test('who applies filters undoes them by one back', async ({ page }) => {
    await page.getByRole('button', { name: 'Filtros' }).click()
    await page.getByLabel('Solo verificados').check()
    await page.getByRole('button', { name: /^Ver \d+ maestro/ }).click()
    await expect(page).toHaveURL(/\/resultados\?/)
    await expect(dialog(page)).toHaveCount(0)
    await page.goBack()
    await expect(page).toHaveURL('/resultados')
    await expectOneBackLeaves(page)
  })
})

async function openNested(page: Page) {
  await opener(cardOf(page, 0)).click()
  await dialog(page).getByRole('button', { name: 'Verificado' }).click()
  await expect(explanation(page)).toBeVisible()
}

test.describe('the notice that there is no network', () => {
  test.use({
    account: 'buscador',
    expectedErrors: new RegExp(`${REFUSED.source}|unread count|most searched trades`),
  })

  test('closes on back, and the screen below stays as it is', async ({ freshPage: page }) => {
    await page.addInitScript(SAVE_DATA)
    await arrive(page, '/')
    const chosen = page.getByRole('button', { name: FEW.alcaldia })
    await chosen.click()
    await expect(menuButton(page)).toBeVisible()
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Continuar' }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'No hay conexión a internet' })
    await expect(notice).toBeVisible()
    await page.goBack()
    await expect(notice).toHaveCount(0)
    await expect(page).toHaveURL('/')
    await expect(chosen).toHaveAttribute('aria-pressed', 'true')
    await page.context().setOffline(false)
    await expectOneBackLeaves(page)
  })
})

/** Keeps the moves that the page starts in `moves`, and writes down how its history changes. */
const HOLD_MOVES = `
  const go = history.go.bind(history)
  window.moves = []
  window.changes = []
  history.go = (by) => moves.push(() => go(by))
  navigation.addEventListener('currententrychange', ({ navigationType }) => changes.push(navigationType))
`

test.describe('on a device so busy that its browser moves later than the app waits for it', () => {
  test.use({ account: 'buscador' })

  test('a dialog that was opened meanwhile stays open', async ({ freshPage: page }) => {
    await page.clock.install()
    await arrive(page, '/resultados')
    await page.evaluate(HOLD_MOVES)
    await page.getByRole('button', { name: 'Filtros' }).click()
    await layerAdded(page)
    await page.keyboard.press('Escape')
    await expect.poll(() => page.evaluate('moves.length')).toBe(1)
    await page.clock.fastForward(10_000)
    await opener(cardOf(page, 0)).click()
    await expect(dialog(page)).toBeVisible()
    await page.evaluate('changes = []; for (const move of moves) move()')
    await expect.poll(() => page.evaluate('changes')).toEqual(['traverse', 'push'])
    await page.evaluate('delete history.go')
    await expect(dialog(page)).toBeVisible()
    await page.goBack()
    await expect(dialog(page)).toHaveCount(0)
    await expectOneBackLeaves(page)
  })
})
