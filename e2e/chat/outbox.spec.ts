import type { Locator } from '@playwright/test'
import { signUp } from '../support/api.ts'
import {
  expect,
  field,
  message,
  messages,
  pathOf,
  SEND,
  say,
  test,
  written,
} from '../support/conversation.ts'
import { NARROWEST } from '../support/enlarged.ts'
import { expectAccessible, REFUSED, remember, STORAGE_KEY } from '../support/fixtures.ts'
import {
  delivered,
  give,
  imagen,
  loadPictureCode,
  picture,
  preview,
  sendPicture,
  sendTexts,
  storedText,
} from '../support/typing.ts'

/** What a person sees of messages and pictures that wait, and what they can do with them. */

test.use({
  expectedErrors: new RegExp(`${REFUSED.source}|WebSocket connection|mark as read|unread count|chats`),
})

const UPLOAD = '**/storage/v1/object/chat-media/**'

test('a waiting text can be cancelled or edited with the keyboard, and each button is 44 px for a finger', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await expect(field(page)).toBeVisible()
  await page.context().setOffline(true)
  await sendTexts(page, ['mañana', 'el martes', 'por la tarde'])
  await expect(messages(page).filter({ hasText: 'En espera' })).toHaveCount(3)
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
  await page.setViewportSize({ width: 360, height: 740 })
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/pictures/en-espera-360.jpg', quality: 85 })
  await page.setViewportSize({ width: NARROWEST, height: 740 })
  const left = async (part: Locator) => (await part.boundingBox())?.x ?? 0
  expect(await left(bubble('mañana').getByText('En espera de conexión'))).toBeGreaterThan(
    await left(bubble('mañana')),
  )
  await page.setViewportSize({ width: 360, height: 740 })
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Editar' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(message(page, 'el martes')).toHaveCount(0)
  await expect(field(page)).toHaveValue('el martes')
  await expect(field(page)).toBeFocused()
  await field(page).fill('el miércoles')
  await field(page).press('Enter')
  await bubble('por la tarde').click()
  await page.getByRole('button', { name: 'Cancelar envío' }).click()
  await expect(message(page, 'por la tarde')).toHaveCount(0)
  await page.context().setOffline(false)
  await expect(message(page, 'el miércoles')).toHaveAttribute('data-estado', /enviado|visto/)
  expect(await written(request, pair.maestro, pair.chatId)).toEqual(['mañana', 'el miércoles'])
})

test('a picture without a network waits in the conversation with its preview, survives a reload, and is sent once', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const page = await open(pair.buscador, pathOf('buscador', chatId))
  await expect(field(page)).toBeVisible()
  await loadPictureCode(page)
  await page.context().setOffline(true)
  await give(page, 'paste', { name: 'fuga.jpg', type: 'image/jpeg', bytes: await picture(300) })
  await preview(page).getByRole('button', { name: 'Enviar imagen' }).click()
  await expect(preview(page)).toHaveCount(0)
  const bubble = messages(page).filter({ hasText: 'En espera de conexión' })
  await expect(bubble.getByRole('img')).toHaveAttribute('src', /^blob:/)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.screenshot({ path: 'test-results/pictures/imagen-en-espera-360.jpg', quality: 85 })
  await expectAccessible(page)

  // The network is back for the page itself, and the storage is not.
  await page.route(UPLOAD, (route) => route.abort('connectionreset'))
  await page.context().setOffline(false)
  await page.reload()
  await expect(bubble.getByRole('img')).toHaveAttribute('src', /^blob:/)
  const width = () => bubble.getByRole('img').evaluate((img) => Number(Reflect.get(img, 'naturalWidth')))
  await expect.poll(width).toBe(300)
  await page.unroute(UPLOAD)
  await page.evaluate<boolean>("dispatchEvent(new Event('online'))")
  await expect(messages(page).getByRole('img')).toHaveAttribute('src', /storage/)
  expect(await delivered(request, chatId, { reader: pair.maestro, author: pair.buscador })).toEqual([
    imagen(300),
  ])
  expect(await storedText(page)).not.toContain('blob of')
})

test('an upload that is cancelled in another tab ends, and a text behind it goes out', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const page = await open(pair.buscador, pathOf('buscador', chatId))
  await expect(field(page)).toBeVisible()
  const context = page.context()
  const other = await context.newPage()
  await other.goto(pathOf('buscador', chatId))
  await expect(field(other)).toBeVisible()
  // Nothing answers. In both tabs, because the one that gets the lock first uploads.
  await context.route(UPLOAD, () => undefined)
  const cut = context.waitForEvent('requestfailed', (one) => one.url().includes('/storage/'))
  await sendPicture(page, 300)
  await sendTexts(page, ['detrás'])
  const bubble = messages(other).filter({ has: other.getByRole('progressbar', { name: 'Avance del envío' }) })
  await expect(bubble.getByRole('img')).toBeVisible()
  await bubble.getByRole('button').click()
  await other.screenshot({ path: 'test-results/pictures/imagen-subiendo.jpg', quality: 85 })
  await other.getByRole('button', { name: 'Cancelar envío' }).click()
  await cut
  for (const one of [page, other]) {
    await expect(message(one, 'detrás')).toHaveAttribute('data-estado', /enviado|visto/)
    await expect(messages(one)).toHaveCount(1)
  }
  expect(await delivered(request, chatId, { reader: pair.maestro, author: pair.buscador })).toEqual([
    'detrás',
  ])
})

test('a text is sent after a large picture whose dialog was closed while the picture was being prepared', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  await expect(field(page)).toBeVisible()
  const bytes = await picture(4000, 3000)
  await give(page, 'paste', { name: 'fuga.jpg', type: 'image/jpeg', bytes })
  await preview(page).getByRole('button', { name: 'Enviar imagen' }).click()
  await page.keyboard.press('Escape')
  await expect(preview(page)).toHaveCount(0)
  await sendTexts(page, ['así está'])
  const got = () => delivered(request, pair.chatId, { reader: pair.maestro, author: pair.buscador })
  await expect.poll(async () => (await got()).length).toBe(2)
  expect(await got()).toEqual([expect.stringMatching(/^\[imagen \d+\]$/), 'así está'])
})

test('signing out asks first and counts the texts and pictures that wait; whoever then signs out leaves nothing of them for the next account', async ({
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
  await page.goto('/chats')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await storedText(page)).not.toMatch(/secreto|blob of/)
  expect(await written(request, pair.maestro, chatId)).toEqual([])
})

test('who signs out while the storage of the device gives no answer is told that something may be lost, and can stay', async ({
  pair,
  open,
}) => {
  const page = await open(pair.buscador, '/chats', { fresh: true })
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.evaluate('IDBFactory.prototype.open = () => new EventTarget()')
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  const dialog = page.getByRole('dialog', { name: 'No sabemos si tienes algo sin enviar' })
  await dialog.getByRole('button', { name: 'No cerrar sesión' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page).toHaveURL('/chats')
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await dialog.getByRole('button', { name: 'Cerrar sesión y borrar' }).click()
  await expect(page).toHaveURL('/login')
})

test('a message goes out although the tab that was sending it is closed', async ({ pair, open, request }) => {
  const { chatId } = pair
  const first = await open(pair.buscador, pathOf('buscador', chatId))
  await expect(field(first)).toBeVisible()
  const second = await first.context().newPage()
  await second.goto(pathOf('buscador', chatId))
  await expect(field(second)).toBeVisible()
  await first.route(SEND, () => undefined)
  const sent = first.waitForRequest(SEND)
  await say(first, 'no te pierdas')
  await sent
  await expect(message(second, 'no te pierdas')).toHaveCount(1)
  await first.close()
  await expect(message(second, 'no te pierdas')).toHaveAttribute('data-estado', /enviado|visto/)
  expect(await written(request, pair.maestro, chatId)).toEqual(['no te pierdas'])
})
