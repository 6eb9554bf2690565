import type { APIRequestContext, Locator } from '@playwright/test'
import { signUp } from '../support/api.ts'
import {
  expect,
  field,
  message,
  messages,
  optionsOf,
  type PeopleWithChat,
  pathOf,
  SEND,
  say,
  shown,
  test,
  write,
  written,
} from '../support/conversation.ts'
import { NARROWEST } from '../support/enlarged.ts'
import { expectAccessible, REFUSED, remember, STORAGE_KEY } from '../support/fixtures.ts'
import { delivered, imagen, loadPictureCode, sendPicture, sendTexts, storedText } from '../support/typing.ts'

/** What a person sees of messages and pictures that wait, and what they can do with them. */

test.use({
  expectedErrors: new RegExp(`${REFUSED.source}|WebSocket connection|mark as read|unread count|chats`),
})

const UPLOAD = '**/storage/v1/object/chat-media/**'

const got = (request: APIRequestContext, { chatId, buscador, maestro }: PeopleWithChat) =>
  delivered(request, chatId, { reader: maestro, author: buscador })

test('a waiting text can be cancelled or edited with the keyboard and keeps the message that it answers to; a waiting picture shows its preview, survives a reload, and is sent once', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  await write(request, pair.maestro, chatId, '¿Qué día?')
  const page = await open(pair.buscador, pathOf('buscador', chatId))
  await loadPictureCode(page)
  const menu = page.getByRole('dialog', { name: 'Mensaje' })
  const openMenu = async () => {
    await optionsOf(message(page, '¿Qué día?')).focus()
    await page.keyboard.press('Enter')
    await expect(menu).toBeVisible()
  }
  // Without a network its code could not be loaded.
  await openMenu()
  await page.keyboard.press('Escape')
  await expect(menu).toHaveCount(0)
  await page.context().setOffline(true)
  await sendTexts(page, ['mañana'])
  await openMenu()
  await menu.getByRole('button', { name: 'Responder' }).click()
  await say(page, 'el martes')
  await expect(page.getByText('Respondes a Julia')).toHaveCount(0)
  await sendTexts(page, ['por la tarde'])
  await sendPicture(page, 300)
  const waiting = messages(page).filter({ hasText: 'En espera de conexión' })
  await expect(waiting).toHaveCount(4)
  await expect(waiting.getByRole('img')).toHaveAttribute('src', /^blob:/)
  const bubble = (text: string) => message(page, text).getByRole('button', { name: text })
  await bubble('el martes').focus()
  await page.keyboard.press('Enter')
  await expect(bubble('el martes')).toHaveAttribute('aria-expanded', 'true')
  for (const name of ['Editar', 'Cancelar envío']) {
    const box = await page.getByRole('button', { name }).boundingBox()
    expect(box?.height).toBeGreaterThanOrEqual(44)
    expect(box?.width).toBeGreaterThanOrEqual(44)
  }
  expect((await bubble('mañana').boundingBox())?.height).toBeGreaterThanOrEqual(44)
  await page.setViewportSize({ width: NARROWEST, height: 740 })
  const left = async (part: Locator) => (await part.boundingBox())?.x ?? 0
  expect(await left(bubble('mañana').getByText('En espera de conexión'))).toBeGreaterThan(
    await left(bubble('mañana')),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Editar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(message(page, 'el martes')).toHaveCount(0)
  await expect(page.getByText('Respondes a Julia')).toBeVisible()
  await expect(field(page)).toHaveValue('el martes')
  await expect(field(page)).toBeFocused()
  await field(page).fill('el miércoles')
  await field(page).press('Enter')
  await bubble('por la tarde').click()
  await page.getByRole('button', { name: 'Cancelar envío' }).click()
  await expect(message(page, 'por la tarde')).toHaveCount(0)

  // The network is back for the page itself, and the storage is not.
  await page.route(UPLOAD, (route) => route.abort('connectionreset'))
  await page.context().setOffline(false)
  await expect(message(page, 'mañana')).toHaveAttribute('data-estado', /enviado|visto/)
  await page.reload()
  await expect(waiting.getByRole('img')).toHaveAttribute('src', /^blob:/)
  const width = () => waiting.getByRole('img').evaluate((img) => Number(Reflect.get(img, 'naturalWidth')))
  await expect.poll(width).toBe(300)
  await page.unroute(UPLOAD)
  await page.evaluate<boolean>("dispatchEvent(new Event('online'))")
  await expect(messages(page).getByRole('img')).toHaveAttribute('src', /storage/)
  await expect(message(page, 'el miércoles')).toHaveAttribute('data-estado', /enviado|visto/)
  await expect(message(page, 'el miércoles').locator('[data-cita]')).toContainText('¿Qué día?')
  expect(await got(request, pair)).toEqual(['mañana', imagen(300), 'el miércoles'])
  expect(await storedText(page)).not.toContain('blob of')
})

test('what waits is shared by all tabs: it survives a reload, is sent in turn and once, can be cancelled in another tab, and goes out although the tab that was sending it is closed', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const first = await open(pair.buscador, pathOf('buscador', chatId))
  await expect(field(first)).toBeVisible()
  const context = first.context()
  const second = await context.newPage()
  await second.goto(pathOf('buscador', chatId))
  await expect(field(second)).toBeVisible()

  await context.route(SEND, (route) => route.abort('connectionreset'))
  await say(first, 'de la primera')
  await expect(message(first, 'de la primera')).toContainText('En espera de conexión')
  await say(second, 'de la segunda')
  for (const page of [first, second])
    await expect(message(page, 'de la segunda')).toContainText('En espera de conexión')
  await first.reload()
  await expect(message(first, 'de la primera')).toContainText('En espera de conexión')
  await context.unroute(SEND)
  await second.evaluate<boolean>("dispatchEvent(new Event('online'))")
  await expect(message(second, 'de la segunda')).toHaveAttribute('data-estado', /enviado|visto/)
  expect(await shown(second)).toEqual(['de la primera', 'de la segunda'])
  expect(await second.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('de la segunda')

  // No upload is answered. In both tabs, because the one that gets the lock first uploads.
  await context.route(UPLOAD, () => undefined)
  const cut = context.waitForEvent('requestfailed', (one) => one.url().includes('/storage/'))
  await sendPicture(first, 300)
  await sendTexts(first, ['detrás'])
  const upload = second.getByRole('progressbar', { name: 'Avance del envío' })
  const bubble = messages(second).filter({ has: upload })
  await expect(bubble.getByRole('img')).toBeVisible()
  await bubble.getByRole('button').click()
  await second.getByRole('button', { name: 'Cancelar envío' }).click()
  await cut
  for (const page of [first, second]) {
    await expect(message(page, 'detrás')).toHaveAttribute('data-estado', /enviado|visto/)
    await expect(messages(page)).toHaveCount(3)
  }

  await first.route(SEND, () => undefined)
  const sent = first.waitForRequest(SEND)
  await say(first, 'no te pierdas')
  await sent
  await expect(message(second, 'no te pierdas')).toHaveCount(1)
  await first.close()
  await expect(message(second, 'no te pierdas')).toHaveAttribute('data-estado', /enviado|visto/)
  expect(await got(request, pair)).toEqual(['de la primera', 'de la segunda', 'detrás', 'no te pierdas'])
})

test('signing out asks first and counts the texts and pictures that wait; whoever then signs out leaves nothing of them for the next account, and is told when the storage of the device gives no answer', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const page = await open(pair.buscador, pathOf('buscador', chatId), { fresh: true })
  await expect(field(page)).toBeVisible()
  const other = await page.context().newPage()
  await other.goto(pathOf('buscador', chatId))
  await expect(field(other)).toBeVisible()
  await page.context().setOffline(true)
  await sendTexts(page, ['secreto uno', 'secreto dos'])
  await sendPicture(page, 300)
  await expect(messages(page).filter({ hasText: 'En espera' })).toHaveCount(3)
  // Shows that the checks below can fail.
  expect(await storedText(page)).toMatch(/blob of[\s\S]*secreto dos/)
  const leave = () => page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tienes 2 mensajes y 1 imagen sin enviar' })
  await leave()
  await dialog.getByRole('button', { name: 'Esperar a que se envíen' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(message(page, 'secreto dos')).toBeVisible()
  await leave()
  await dialog.getByRole('button', { name: 'Cerrar sesión y borrar' }).click()
  await expect.poll(() => storedText(page)).not.toMatch(/secreto|blob of/)
  await expect(other.getByText('secreto')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(page).toHaveURL('/login')
  const { session } = await signUp(request, 'buscador')
  await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
  await other.close()
  await page.clock.install()
  await page.goto('/chats')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await storedText(page)).not.toMatch(/secreto|blob of/)
  expect(await written(request, pair.maestro, chatId)).toEqual([])

  await page.evaluate('IDBFactory.prototype.open = () => new EventTarget()')
  const unknown = page.getByRole('dialog', { name: 'No sabemos si tienes algo sin enviar' })
  /** Some seconds are waited for the storage. */
  const waitUntil = (shown: () => Promise<void>) =>
    expect(async () => {
      await page.clock.runFor(1000)
      await shown()
    }).toPass()
  await leave()
  await waitUntil(() => expect(unknown).toBeVisible({ timeout: 200 }))
  await unknown.getByRole('button', { name: 'No cerrar sesión' }).click()
  await expect(unknown).toHaveCount(0)
  await expect(page).toHaveURL('/chats')
  await leave()
  await waitUntil(() => expect(unknown).toBeVisible({ timeout: 200 }))
  await unknown.getByRole('button', { name: 'Cerrar sesión y borrar' }).click()
  await waitUntil(() => expect(page).toHaveURL('/login', { timeout: 200 }))
})
