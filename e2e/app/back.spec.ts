import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { type Account, expect, test } from '../support/fixtures.ts'
import { layerAdded, layersRemoved } from '../support/layers.ts'
import { chatOfTheTwo, lockedMaestro } from '../support/profiles.ts'
import { cardOf, choose, FEW, opener } from '../support/search.ts'

/** The browser's back closes whatever lies on top of a screen, and only then leaves the screen. */

const dialog = (page: Page) => page.getByRole('dialog')
/** Taps the button with this name. */
const tap = (name: string | RegExp) => (page: Page) => page.getByRole('button', { name }).click()
const explanation = (page: Page) => page.getByText(/^Revisamos su identificación oficial/)

type Layer = {
  name: string
  open: (page: Page) => Promise<unknown>
  layer: (page: Page) => Locator
}

type Screen = {
  name: string
  account: Account | null
  path: (request: APIRequestContext) => Promise<string> | string
  /** What the person has typed below the layers. It must still be there. */
  type?: (page: Page) => Promise<Locator>
  layers: Layer[]
}

const SCREENS: Screen[] = [
  {
    name: 'the results',
    account: 'buscador',
    path: () => '/resultados',
    layers: [
      { name: "a card's dialog", open: (page) => opener(cardOf(page, 0)).click(), layer: dialog },
      { name: 'the filters', open: tap('Filtros'), layer: dialog },
      { name: 'the menu', open: tap(/^Abrir menú/), layer: dialog },
    ],
  },
  {
    name: 'a profile',
    account: 'buscador',
    path: async (request) => `/perfil/${await lockedMaestro(request)}`,
    layers: [
      {
        name: 'the contact dialog',
        open: async (page) => {
          await tap('Ver información de contacto')(page)
          await tap('Ver información de contacto directo')(page)
        },
        layer: dialog,
      },
      { name: 'the explanation of a badge', open: tap('Identidad verificada'), layer: explanation },
    ],
  },
  {
    name: 'the sign-up',
    account: null,
    path: () => '/registro-maestro',
    type: async (page) => {
      await page.getByLabel('Nombre').fill('Rosa')
      return page.getByLabel('Nombre')
    },
    layers: [{ name: 'the terms', open: tap('Leer los términos y condiciones'), layer: dialog }],
  },
  {
    name: 'a conversation',
    account: 'buscador',
    path: async (request) => `/chats/${await chatOfTheTwo(request)}`,
    type: async (page) => {
      const field = page.getByPlaceholder('Escribe un mensaje...')
      await field.fill('Lo que llevo escrito')
      return field
    },
    layers: [
      { name: 'the choice of a picture', open: tap(/^Enviar imagen$/), layer: dialog },
      {
        name: 'the preview of a picture',
        open: async (page) => {
          await tap(/^Enviar imagen$/)(page)
          await page
            .locator('input[type=file]')
            .last()
            .setInputFiles({ name: 'punto.png', mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') })
        },
        layer: (page) => page.getByRole('dialog', { name: 'Vista previa de imagen' }),
      },
    ],
  },
]

/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

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

const entryOf = (page: Page) => page.evaluate<number>('navigation.currentEntry.index')

/** Nothing has been left in the history since the page was at this entry. */
async function expectAt(page: Page, entry: number) {
  await layersRemoved(page)
  await expect.poll(() => entryOf(page)).toBe(entry)
}

for (const { name: screen, account, path, type, layers } of SCREENS) {
  test.describe(screen, () => {
    test.use({ account })

    test(`stays as it is below ${layers.map(({ name }) => name).join(', ')}, which close on back and leave nothing in the history when they are closed in another way`, async ({
      page,
      request,
    }) => {
      const address = await path(request)
      await arrive(page, address)
      const field = await type?.(page)
      const typed = await field?.inputValue()
      const entry = await entryOf(page)
      for (const { name, open, layer } of layers) {
        await test.step(name, async () => {
          await open(page)
          await expect(layer(page)).toBeVisible()
          await layerAdded(page)
          await page.goBack()
          await expect(layer(page)).toBeHidden()
          await expect(page).toHaveURL(address)
          if (field) await expect(field).toHaveValue(typed ?? '')
          for (let times = 0; times < 2; times += 1) {
            await open(page)
            await expect(layer(page)).toBeVisible()
            await page.keyboard.press('Escape')
            await expect(layer(page)).toBeHidden()
          }
          await expectAt(page, entry)
        })
      }
      await expectOneBackLeaves(page)
    })
  })
}

test.describe('a seeker on the results', () => {
  test.use({ account: 'buscador' })

  test('closes nested layers one by one or together, and gets none by the forward button or by loading the page again', async ({
    page,
  }) => {
    await arrive(page, '/resultados')
    const entry = await entryOf(page)
    await test.step('one by one', async () => {
      await openNested(page)
      await page.goBack()
      await expect(explanation(page)).toBeHidden()
      await expect(dialog(page)).toBeVisible()
      await page.goBack()
      await expect(dialog(page)).toHaveCount(0)
      await expectAt(page, entry)
    })
    await test.step('together', async () => {
      await openNested(page)
      await dialog(page).getByRole('button', { name: 'Cerrar' }).click()
      await expect(dialog(page)).toHaveCount(0)
      await expectAt(page, entry)
    })
    await test.step('forward', async () => {
      await opener(cardOf(page, 0)).click()
      await expect(dialog(page)).toBeVisible()
      await page.goBack()
      await expect(dialog(page)).toHaveCount(0)
      await page.evaluate('history.forward()')
      await layersRemoved(page)
      await expect(cardOf(page, 0)).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
      await expectAt(page, entry)
    })
    await opener(cardOf(page, 0)).click()
    await expect(dialog(page)).toBeVisible()
    await page.reload()
    await expect(cardOf(page, 0)).toBeVisible()
    await expect(dialog(page)).toHaveCount(0)
    await expectOneBackLeaves(page)
  })

  test('comes back without the layer after a link in it, an item of the menu, applied filters or two steps back at once', async ({
    page,
  }) => {
    await arrive(page, '/resultados')
    const entry = await entryOf(page)
    const expectResults = async () => {
      await expect(page).toHaveURL('/resultados')
      await expect(cardOf(page, 0)).toBeVisible()
      await expect(dialog(page)).toHaveCount(0)
      await expectAt(page, entry)
    }
    const openHelpByMenu = async () => {
      await tap(/^Abrir menú/)(page)
      await dialog(page).getByRole('link', { name: 'Ayuda' }).click()
      await expect(page).toHaveURL('/ayuda')
      await expect(page.getByRole('heading', { name: 'Centro de Ayuda' })).toBeVisible()
    }
    await test.step('a link', async () => {
      await opener(cardOf(page, 0)).click()
      await page.getByRole('link', { name: 'Ver perfil completo' }).click()
      await expect(page).toHaveURL(/\/perfil\//)
      await expect(page.getByRole('button', { name: 'Chatear con el maestro' })).toBeVisible()
      await page.goBack()
      await expectResults()
      await page.goForward()
      await expect(page).toHaveURL(/\/perfil\//)
      await page.goBack()
      await expectResults()
    })
    await test.step('an item of the menu', async () => {
      await openHelpByMenu()
      await page.goBack()
      await expectResults()
    })
    for (const moves of ['history.back(); history.back()', 'history.go(-2)']) {
      await test.step(moves, async () => {
        await openHelpByMenu()
        await layersRemoved(page)
        await tap(/^Abrir menú/)(page)
        await expect(dialog(page)).toBeVisible()
        await page.evaluate(moves)
        await expectResults()
      })
    }
    await test.step('filters', async () => {
      await tap('Filtros')(page)
      await page.getByLabel('Solo verificados').check()
      await page.getByRole('button', { name: /^Ver \d+ maestro/ }).click()
      await expect(page).toHaveURL(/\/resultados\?/)
      await expect(dialog(page)).toHaveCount(0)
      await page.goBack()
      await expectResults()
    })
    await expectOneBackLeaves(page)
  })
})

async function openNested(page: Page) {
  await opener(cardOf(page, 0)).click()
  await dialog(page).getByRole('button', { name: 'Verificado' }).click()
  await expect(explanation(page)).toBeVisible()
}

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
    await tap('Filtros')(page)
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
