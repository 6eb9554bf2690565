import { expect, PHONE_NUMBER, test } from '../support/fixtures.ts'
import {
  cardOf,
  cards,
  choose,
  MANY,
  MIXED,
  ONE,
  opener,
  search,
  shownName,
  type Tarjeta,
} from '../support/search.ts'

test.use({ account: 'buscador' })

const STYLES = { nuevo: 'secondary', confianza_comprobada: 'default', experto: 'destructive' } as const
const START_CHAT = '**/functions/v1/chat-initiate'

const some = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

test('a card shows the data of its maestro from the search, with a style for each level [2.res.12] [2.res.13] [2.res.14] [2.res.15] [2.res.16] [2.res.17] [2.res.18] [2.res.19] [2.res.20] [2.res.21] [2.res.22] [9.const.11] [1.prod.09]', async ({
  page,
  request,
}) => {
  const { found } = await search(request, MIXED)
  const values = <K extends keyof Tarjeta>(key: K) => new Set(found.map((maestro) => maestro[key]))
  expect([...values('reputacion_nivel')].sort()).toEqual(Object.keys(STYLES).sort())
  expect(values('identidad_verificada').size, 'verified ones and others').toBe(2)
  await choose(page, MIXED)
  await page.goto('/resultados')
  await expect(cards(page)).toHaveCount(found.length)
  for (const [nth, maestro] of found.entries()) {
    const card = cardOf(page, nth)
    const average = (Math.floor(maestro.promedio_calificacion * 10) / 10).toFixed(1)
    const reviews = some(maestro.cantidad_reseñas, 'reseña', 'reseñas')
    await expect(card.getByRole('heading')).toHaveText(shownName(maestro))
    await expect(card.locator('img')).toHaveAttribute('src', maestro.foto_perfil_url ?? '')
    await expect(card.getByText(maestro.oficio_principal, { exact: true })).toBeVisible()
    await expect(card.getByText(reviews, { exact: true })).toBeVisible()
    const rated = maestro.cantidad_reseñas > 0
    const stars = rated ? `${average} de 5, ${reviews}` : 'Sin reseñas todavía'
    await expect(card.getByRole('img', { name: stars })).toBeVisible()
    await expect(card.getByText(average, { exact: true })).toHaveCount(Number(rated))
    await expect(card.locator('[data-filled="true"]')).toHaveCount(Math.floor(maestro.promedio_calificacion))
    await expect(card.locator('[data-filled]')).toHaveCount(5)
    const badge = card.getByText(maestro.reputacion_chip_label, { exact: true })
    await expect(badge).toHaveAttribute('data-variant', STYLES[maestro.reputacion_nivel])
    await expect(badge).toBeVisible()
    await expect(card.getByText('Verificado', { exact: true })).toHaveCount(
      Number(maestro.identidad_verificada),
    )
    const jobs = some(maestro.numero_trabajos_completados, 'trabajo completado', 'trabajos completados')
    await expect(card.getByText(jobs, { exact: true })).toBeVisible()
    await expect(card).not.toContainText(PHONE_NUMBER)
  }
  const badges = await page.evaluate<[style: string, colour: string][]>(
    "[...document.querySelectorAll('article [data-variant]:not([data-variant=verified])')].map((badge) => [badge.dataset.variant, getComputedStyle(badge).backgroundColor])",
  )
  expect(new Map(badges).size, 'three styles').toBe(3)
  expect(new Set(badges.map(([, colour]) => colour)).size, 'a colour for each').toBe(3)
  await expect
    .poll(() => page.evaluate<number>("document.querySelector('article img').naturalWidth"))
    .toBeGreaterThan(0)
})

const EXPLANATIONS = /^Revisamos su identificación oficial|al menos 10 trabajos confirmados/

test("a card's dialog opens on a touch anywhere on the card, also on its marks, which it explains when touched; it has name and initial as its title, returns the focus when closed, and links to the whole profile [2.res.08] [2.res.09] [2.res.10] [1.prod.09]", async ({
  page,
  request,
}) => {
  const [maestro] = (await search(request, MANY)).found
  if (!maestro) throw new Error('the search found no maestro')
  await choose(page, MANY)
  await page.goto('/resultados')
  const card = cardOf(page, 0)
  const dialog = page.getByRole('dialog', { name: shownName(maestro) })
  const explained = page.getByText(EXPLANATIONS).filter({ visible: true })
  for (const mark of ['Verificado', 'Experto']) {
    // A finger hits whatever element is on top at that place.
    const box = await card.getByText(mark, { exact: true }).boundingBox()
    await page.mouse.click((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2)
    await expect(dialog).toBeVisible()
    await expect(explained).toHaveCount(0)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
  await card.click({ position: { x: 40, y: 40 } })
  await expect(dialog).toBeVisible()
  await expect(page).toHaveURL('/resultados')
  await expect(dialog).not.toContainText(PHONE_NUMBER)
  for (const mark of ['Verificado', 'Experto']) {
    await dialog.getByRole('button', { name: mark }).click()
    await expect(explained).toHaveCount(1)
    await page.keyboard.press('Escape')
    await expect(explained).toHaveCount(0)
    await expect(dialog).toBeVisible()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect(opener(card)).toBeFocused()
  await opener(card).click()
  await dialog.getByRole('link', { name: 'Ver perfil completo' }).click()
  await expect(page).toHaveURL(`/perfil/${maestro.id}`)
})

test.describe('a chat from a card', () => {
  // The chat stays, so a new account is used: other tests read the inbox of the demo account.
  test.use({ account: { role: 'buscador' }, expectedErrors: /Failed to load resource|chat start/ })

  test('that cannot be started leaves the dialog open, and the failure is only logged; the next try starts one about this search and opens it [8.load.05] [2.res.11] [7.fn.04] [7.fn.06]', async ({
    page,
    request,
  }) => {
    const [maestro] = (await search(request, ONE)).found
    if (!maestro) throw new Error('the search found no maestro')
    await choose(page, ONE)
    await page.goto('/resultados')
    await page.route(START_CHAT, (route) => route.fulfill({ status: 500, json: {} }))
    await opener(cardOf(page, 0)).click()
    const logged = page.waitForEvent('console', (message) => message.text().startsWith('chat start'))
    const chat = page.getByRole('button', { name: 'Chatear con el maestro' })
    await chat.click()
    await logged
    await expect(chat).toHaveAttribute('aria-busy', 'false')
    await expect(chat).toBeFocused()
    await expect(page).toHaveURL('/resultados')
    await expect(page.locator('[data-toast]')).toHaveCount(0)

    await page.unroute(START_CHAT)
    const answer = page.waitForResponse(START_CHAT)
    await chat.click()
    expect((await answer).request().postDataJSON()).toEqual({
      maestro_id: maestro.id,
      alcaldia_seleccionada: ONE.alcaldia,
      oficio_seleccionado: ONE.oficio,
      contexto: { alcaldia: ONE.alcaldia, servicio: ONE.oficio },
    })
    const { chat_id } = await (await answer).json()
    await expect(page).toHaveURL(`/chats/${chat_id}`)
    await page.goto('/chats')
    const row = page.getByRole('link', { name: shownName(maestro) })
    await expect(row).toContainText(`${ONE.oficio} • ${ONE.alcaldia}`)
    await expect(row).toHaveAttribute('href', `/chats/${chat_id}`)
  })
})
