import { expect, log, message, messages, pathOf, store, test, write } from '../support/conversation.ts'

/** Conversations and inboxes of thousands of rows: the page stays small, and nothing is lost or moved. */

test('a conversation is printed as a whole, without controls', async ({ pair, open, request }) => {
  const { maestro: author, chatId } = pair
  const texts = Array.from({ length: 40 }, (_, nth) => `línea ${nth + 1}${' y algo más'.repeat(nth % 7)}`)
  await store(
    request,
    texts.map((text) => ({ author, chatId, text })),
  )
  const page = await open(pair.buscador, pathOf('buscador', chatId), { fresh: true })
  await expect(message(page, 'línea 40')).toBeInViewport()
  expect(await messages(page).count()).toBeLessThan(texts.length)
  await page.evaluate(`matchMedia('print').addEventListener('change', () => {
    const visible = (part) => [...document.querySelectorAll(part)].filter((one) => one.checkVisibility()).length
    window.printed ??= [visible('[data-mensaje]'), visible('textarea, button, header a[aria-label]')]
  })`)
  const paper = (await page.pdf({ format: 'Letter' })).toString('latin1')
  expect(paper.match(/\/Type \/Page\b/g)?.length, 'printed pages').toBeGreaterThan(1)
  expect(await page.evaluate('printed')).toEqual([texts.length, 0])
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
