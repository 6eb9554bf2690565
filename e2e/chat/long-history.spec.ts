import type { Page } from '@playwright/test'
import { me } from '../support/chats.ts'
import { expect, log, message, messages, pathOf, store, test, write } from '../support/conversation.ts'
import { settled } from '../support/fixtures.ts'

/** Conversations and inboxes of thousands of rows: the page stays small, and nothing is lost or moved. */

const NODES_MAX = 2000
const nodes = (page: Page) => page.evaluate<number>("document.querySelectorAll('*').length")

test.describe('a conversation of thousands of messages', () => {
  const ALL = 20_000
  const PAGE = 40

  /** Answers pages of a long conversation, and counts them. */
  async function longConversation(page: Page, { chatId, author }: { chatId: string; author: string }) {
    const pages: (string | null)[] = []
    await page.route('**/functions/v1/get-messages', async (route) => {
      const { cursor } = route.request().postDataJSON()
      pages.push(cursor ?? null)
      const end = Number(cursor ?? ALL)
      const start = Math.max(0, end - PAGE)
      const messages = Array.from({ length: end - start }, (_, nth) => {
        const number = start + nth + 1
        return {
          id: `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`,
          chat_id: chatId,
          autor_id: author,
          tipo: 'texto',
          contenido: `línea ${number}${' y algo más'.repeat(number % 7)}`,
          creado_en: new Date(Date.UTC(2026, 0, 1) + number * 60_000).toISOString(),
          bloqueado: false,
          secuencia: number,
        }
      })
      await route.fulfill({ json: { success: true, messages, cursor: start > 0 ? String(start) : null } })
    })
    return pages
  }

  test('renders only what is near the screen, is printed as a whole, leads back to its end, and is not read again as a whole when it is opened again', async ({
    pair,
    open,
  }) => {
    const page = await open(pair.buscador, '/chats', { fresh: true })
    const author = pair.maestro.user.id
    const pages = await longConversation(page, { chatId: pair.chatId, author })
    await page.getByRole('list', { name: 'Conversaciones' }).getByRole('link').click()
    await expect(page.getByText(/^línea 20000/)).toBeInViewport()
    // On paper are all loaded messages, and no controls.
    expect(await messages(page).count()).toBeLessThan(PAGE)
    await page.evaluate(`matchMedia('print').addEventListener('change', () => {
      const visible = (part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()).length
      window.printed ??= [visible('[data-mensaje]'), visible('textarea, button, header a[aria-label]')]
    })`)
    const paper = (await page.pdf({ format: 'Letter' })).toString('latin1')
    expect(paper.match(/\/Type \/Page\b/g)?.length, 'printed pages').toBeGreaterThan(1)
    expect(await page.evaluate('printed')).toEqual([PAGE, 0])

    const up = () => log(page).evaluate((element) => element.scrollBy(0, -2500))
    while (pages.length < 25) {
      await up()
      expect(await nodes(page)).toBeLessThan(NODES_MAX)
    }
    // What is on the screen is whole: consecutive messages without a gap.
    await expect.poll(() => gaps(page)).toEqual([])

    await page.getByRole('button', { name: 'Ir al final de la conversación' }).click()
    await expect(page.getByText(/^línea 20000/)).toBeInViewport()
    expect(await nodes(page)).toBeLessThan(NODES_MAX)

    await page.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
    await expect(page).toHaveURL('/chats')
    pages.length = 0
    await page.getByRole('list', { name: 'Conversaciones' }).getByRole('link').click()
    await expect(page.getByText(/^línea 20000/)).toBeInViewport()
    await settled(page)
    expect(pages.length, 'pages that were read again').toBeLessThanOrEqual(3)
    await leave(page)
  })

  test('keeps the focus when the row that has it is no longer rendered', async ({ pair, open }) => {
    const page = await open(pair.buscador, '/healthz', { fresh: true })
    await longConversation(page, { chatId: pair.chatId, author: pair.maestro.user.id })
    await page.goto(pathOf('buscador', pair.chatId))
    await expect(page.getByText(/^línea 20000/)).toBeInViewport()
    const menu = messages(page).last().getByRole('button', { name: 'Opciones del mensaje' })
    await menu.focus()
    await log(page).evaluate((element) => element.scrollTo(0, -element.scrollHeight))
    await expect(page.getByText(/^línea 20000/)).toHaveCount(0)
    await expect(log(page)).toBeFocused()
    await leave(page)
  })

  test('is scrolled to its oldest loaded message by Home and to its newest by End, and keeps the focus', async ({
    pair,
    open,
  }) => {
    const page = await open(pair.buscador, '/healthz', { fresh: true })
    const pages = await longConversation(page, { chatId: pair.chatId, author: pair.maestro.user.id })
    await page.goto(pathOf('buscador', pair.chatId))
    await expect(page.getByText(/^línea 20000/)).toBeInViewport()
    await messages(page).last().getByRole('button', { name: 'Opciones del mensaje' }).focus()
    // Each press leads to the oldest of the messages that are loaded by then, and the ones before them are loaded.
    for (const times of [1, 2, 3]) {
      await expect(async () => {
        await page.keyboard.press('Home')
        expect(Math.min(...(await numbersOnScreen(page)))).toBeLessThanOrEqual(ALL - times * PAGE + 1)
      }).toPass()
      await expect(log(page)).toBeFocused()
      await expect.poll(() => pages.length).toBeGreaterThan(times)
    }
    await page.keyboard.press('End')
    await expect(page.getByText(/^línea 20000/)).toBeInViewport()
    await expect(log(page)).toBeFocused()
    expect(await log(page).evaluate((element) => element.scrollTop)).toBe(0)
    await leave(page)
  })

  /** The server refuses the cursors of these pages: the page must not ask it after the test has ended. */
  const leave = (page: Page) => page.goto('about:blank')
})

const numbersOnScreen = (page: Page) =>
  messages(page).evaluateAll((rows) => {
    const box = rows[0]?.closest('[role=log]')?.getBoundingClientRect()
    return rows
      .filter((row) => {
        const { top, bottom } = row.getBoundingClientRect()
        return box && bottom > box.top && top < box.bottom
      })
      .map((row) => Number(/línea (\d+)/.exec(row.querySelector('[data-texto]')?.textContent ?? '')?.[1]))
  })

/** The numbers on the screen after which the next one is missing. */
async function gaps(page: Page) {
  const numbers = await numbersOnScreen(page)
  return numbers.length > 3
    ? numbers.slice(1).filter((one, nth) => one !== (numbers[nth] ?? 0) + 1)
    : ['none']
}

test.describe('an inbox of thousands of chats', () => {
  test.use({ account: { role: 'buscador' } })
  const ALL = 2000
  const PAGE = 30

  const rows = (page: Page) => page.getByRole('list', { name: 'Conversaciones' }).getByRole('listitem')

  async function longInbox(page: Page, refused: number[] = []) {
    const left = new Set(refused)
    await page.route('**/functions/v1/get-chats', async (route) => {
      const from = Number(route.request().postDataJSON()?.cursor ?? 0)
      if (left.delete(from)) {
        const json = { success: false, error: 'Espera un momento.', code: 'RATE_LIMITED' }
        return route.fulfill({ status: 429, headers: { 'retry-after': '1' }, json })
      }
      const length = Math.min(PAGE, ALL - from)
      const chats = Array.from({ length }, (_, nth) => chatOf(from + nth))
      await route.fulfill({
        json: { success: true, chats, cursor: from + length < ALL ? String(from + length) : null },
      })
    })
  }

  async function toTheEnd(page: Page) {
    await expect(async () => {
      await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
      await expect(rows(page).filter({ hasText: `Persona${ALL - 1} ` })).toBeInViewport({ timeout: 30 })
    }).toPass({ intervals: [20], timeout: 60_000 })
  }

  test('is loaded to its last row however fast one scrolls, and renders only what is near the screen', async ({
    page,
    request,
  }) => {
    await me(page, request)
    await longInbox(page)
    await page.goto('/chats')
    await expect(rows(page).first()).toContainText('Persona0 ')
    await toTheEnd(page)
    expect(await nodes(page)).toBeLessThan(NODES_MAX)
    await expect(rows(page).last()).toHaveAttribute('aria-posinset', String(ALL))
    await expect(rows(page).last()).toHaveAttribute('aria-setsize', String(ALL))
  })

  test.describe('a page of which is refused for a moment', () => {
    test.use({ expectedErrors: /429|chats/ })
    test('loads it by itself after the time that the server names', async ({ page, request }) => {
      await me(page, request)
      await longInbox(page, [30, 600])
      await page.goto('/chats')
      await toTheEnd(page)
      await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
    })
  })

  function chatOf(nth: number) {
    const id = `00000000-0000-4000-8000-${String(nth).padStart(12, '0')}`
    return {
      ...{ id, buscador_id: id, maestro_id: id, last_message: null, unread_count: 0 },
      contexto: { alcaldia: 'Tláhuac', servicio: 'Herrería' },
      ultimo_mensaje_en: new Date(Date.UTC(2026, 0, 1) - nth * 60_000).toISOString(),
      maestros: { nombre: `Persona${nth}`, apellido: 'Z', foto_perfil_url: null },
    }
  }
})

test.describe('the title of the tab', () => {
  test.use({ account: { role: 'maestro' } })
  test('begins with the number of the badge on every screen, and loses it when everything is read', async ({
    pair,
    open,
    request,
  }) => {
    const page = await open(pair.maestro, '/ayuda')
    await expect(page).toHaveTitle(/^(?!\().*Maestros CDMX/)
    await write(request, pair.buscador, pair.chatId, 'hola')
    await expect(page).toHaveTitle(/^\(1\) .*Maestros CDMX/)
    await page.getByRole('link', { name: 'Chats' }).first().click()
    await expect(page).toHaveTitle(/^\(1\) .*Maestros CDMX/)
    await page.getByRole('list', { name: 'Conversaciones' }).getByRole('link').click()
    await expect(message(page, 'hola')).toBeVisible()
    await expect(page).toHaveTitle(/^[^(].* · Conversación · Maestros CDMX$/)
  })
})

test('a message that arrives before the browser has reported the scrolling does not lead the reader back to the end', async ({
  pair,
  open,
  request,
}) => {
  const { maestro: author, chatId } = pair
  await store(
    request,
    Array.from({ length: 60 }, (_, nth) => ({ author, chatId, text: `línea ${nth}` })),
  )
  const page = await open(pair.buscador, pathOf('buscador', chatId), { fresh: true })
  await expect(page.getByText('línea 59')).toBeInViewport()
  await page.evaluate(FIRST_SCROLL_IS_NOT_REPORTED)
  await log(page).evaluate((element) => element.scrollTo(0, -600))
  await write(request, author, chatId, 'Ya voy en camino')
  const arrived = page.getByRole('button', { name: 'Nuevo mensaje: 1. Ir al final' })
  await expect(arrived).toBeVisible()
  expect(await log(page).evaluate((element) => element.scrollTop)).toBeLessThan(-500)
  await arrived.click()
  await expect(message(page, 'Ya voy en camino')).toBeInViewport()
})

const FIRST_SCROLL_IS_NOT_REPORTED = `addEventListener(
  'scroll',
  (event) => event.stopImmediatePropagation(),
  { capture: true, once: true },
)`
