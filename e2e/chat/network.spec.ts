import type { Page, WebSocketRoute } from '@playwright/test'
import {
  expect,
  field,
  makePeopleWithChat,
  message,
  messages,
  pathOf,
  readElsewhere,
  SEND,
  say,
  sendButton,
  shown,
  test,
  write,
  written,
} from '../support/conversation.ts'
import { REFUSED } from '../support/fixtures.ts'
import { ownServer } from '../support/own-server.ts'

// These tests interrupt the network on purpose, so the errors of the browser are expected.
test.use({
  expectedErrors: new RegExp(`${REFUSED.source}|WebSocket connection|mark as read|unread count|chats`),
})

test('messages written without a network are sent once and in order when it returns, and missed messages are loaded', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const seeker = await open(pair.buscador, pathOf('buscador', chatId))
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  await say(seeker, 'antes')
  await expect(message(maestro, 'antes')).toHaveCount(1)

  await seeker.context().setOffline(true)
  for (const text of ['uno sin red', 'dos sin red', 'tres sin red']) {
    await field(seeker).fill(text)
    await expect(sendButton(seeker)).toBeEnabled()
    await sendButton(seeker).click()
    await expect(message(seeker, text)).toContainText('En espera de conexión')
    await expect(field(seeker)).toBeFocused()
  }
  // More than a page, so the newest page does not overlap with what the seeker has loaded.
  for (let n = 1; n <= 45; n += 1) await write(request, pair.maestro, chatId, `mientras ${n}`)
  expect(await messages(maestro).filter({ hasText: 'sin red' }).count()).toBe(0)

  await seeker.context().setOffline(false)
  for (const page of [seeker, maestro]) {
    await expect(message(page, 'tres sin red')).toHaveCount(1)
  }
  await expect(message(seeker, 'tres sin red')).toHaveAttribute('data-estado', /enviado|visto/)
  await say(maestro, 'ya te leí')
  await expect(message(seeker, 'ya te leí')).toHaveCount(1)
  const all = [
    'antes',
    ...Array.from({ length: 45 }, (_, n) => `mientras ${n + 1}`),
    ...['uno sin red', 'dos sin red', 'tres sin red', 'ya te leí'],
  ]
  expect(await written(request, pair.maestro, chatId)).toEqual(all)
  // Only the messages near the screen are rendered.
  for (const page of [maestro, seeker]) {
    await expect(async () => {
      const near = await shown(page)
      expect(near.length).toBeGreaterThan(10)
      expect(near).toEqual(all.slice(-near.length))
    }).toPass()
  }
  // The rest is loaded by scrolling.
  const seen = new Set<string>()
  await expect(async () => {
    for (const text of await shown(seeker)) seen.add(text)
    await seeker.getByRole('log').evaluate((log) => log.scrollBy(0, -300))
    expect([...seen].sort()).toEqual([...all].sort())
  }).toPass()
})

/**
 * Lets the test interrupt the socket of a page that is loaded after this call. `onJoined` is called when a channel whose name
 * contains `channel` was joined.
 */
async function interruptible(page: Page, channel: string, onJoined: () => void) {
  let lost = false
  const sockets = new Set<WebSocketRoute>()
  await page.routeWebSocket(/realtime/, (socket) => {
    if (lost) return void socket.close()
    sockets.add(socket)
    socket.connectToServer().onMessage((frame) => {
      if (String(frame).includes(channel) && String(frame).includes('phx_reply')) onJoined()
      socket.send(frame)
    })
  })
  return async (act: () => Promise<unknown>) => {
    lost = true
    for (const socket of sockets) void socket.close()
    await act()
    lost = false
  }
}

test('the unread badge counts a message after an interruption, during which the chat was read elsewhere', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const seeker = await open(pair.buscador, '/ayuda', { fresh: true })
  const badge = seeker.locator('[data-badge="no-leidos"]').filter({ visible: true })
  let counts = 0
  seeker.on('response', (one) => {
    if (one.request().method() === 'HEAD' && one.url().includes('/rest/v1/chats')) counts += 1
  })
  /** How many counts were answered when the person's channel was joined. */
  const joins: number[] = []
  const interrupt = await interruptible(seeker, 'persona:', () => joins.push(counts))
  await seeker.reload()
  // Only a live event tells that the chat has unread messages.
  await expect.poll(() => joins.length).toBeGreaterThan(0)
  await write(request, pair.maestro, chatId, 'primera')
  await expect(badge).toHaveText('1')
  await write(request, pair.maestro, chatId, 'segunda')
  await interrupt(() => readElsewhere(request, pair))
  const before = joins.length
  // The count that follows the join does not include the next message.
  await expect.poll(() => joins[before]).toBeDefined()
  await expect.poll(() => counts).toBeGreaterThan(joins[before] ?? Infinity)
  await expect(badge).toHaveCount(0)
  await write(request, pair.maestro, chatId, 'tercera')
  await expect(badge).toHaveText('1')
})

test('a conversation is read until that works when its channel is joined again: missed messages are shown and marked as read', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const seeker = await open(pair.buscador, '/healthz', { fresh: true })
  let refused = 0
  seeker.on('response', (one) => {
    if (one.url().endsWith('get-messages') && one.status() === 503) refused += 1
  })
  /** How many reads were refused when the channel of the conversation was joined. */
  const joins: number[] = []
  const interrupt = await interruptible(seeker, chatId, () => joins.push(refused))
  await seeker.goto(pathOf('buscador', chatId))
  await expect.poll(() => joins.length).toBeGreaterThan(0)
  await write(request, pair.maestro, chatId, 'antes')
  await expect(message(seeker, 'antes')).toBeVisible()

  await seeker.route('**/functions/v1/get-messages', (route) => route.fulfill({ status: 503, json: {} }))
  const before = joins.length
  await interrupt(() => write(request, pair.maestro, chatId, 'perdido'))
  await expect.poll(() => joins[before]).toBeDefined()
  // The read after the join and its two retries.
  await expect.poll(() => refused).toBeGreaterThanOrEqual((joins[before] ?? Infinity) + 3)
  await seeker.unroute('**/functions/v1/get-messages')
  await write(request, pair.maestro, chatId, 'en vivo')
  await expect(message(seeker, 'en vivo')).toBeVisible()
  await expect(message(seeker, 'perdido')).toBeVisible()
  expect(await shown(seeker)).toEqual(['antes', 'perdido', 'en vivo'])
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  await expect(message(maestro, 'en vivo')).toContainText('Visto')
})

test('waiting messages survive a reload and are shared by all tabs, which send them in turn and none twice', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const first = await open(pair.buscador, pathOf('buscador', chatId))
  const context = first.context()
  const second = await context.newPage()
  await second.goto(pathOf('buscador', chatId))
  await context.route(SEND, (route) => route.abort('connectionreset'))
  await say(first, 'de la primera')
  await expect(message(first, 'de la primera')).toContainText('En espera de conexión')
  await say(second, 'de la segunda')
  for (const page of [first, second]) {
    await expect(message(page, 'de la segunda')).toContainText('En espera de conexión')
  }
  await first.reload()
  await expect(message(first, 'de la primera')).toContainText('En espera de conexión')
  await first.close()
  await context.unroute(SEND)
  await second.reload()
  await expect(message(second, 'de la segunda')).toHaveAttribute('data-estado', 'enviado')
  const all = ['de la primera', 'de la segunda']
  expect(await written(request, pair.buscador, chatId)).toEqual(all)
  expect(await shown(second)).toEqual(all)
  expect(await second.evaluate<string>('JSON.stringify(localStorage)')).not.toContain('de la segunda')
})

test.describe('a server of the test itself', () => {
  test('is killed and restarted: acknowledged messages are there once and in order, and both screens recover without a reload', async ({
    open,
    playwright,
  }) => {
    test.setTimeout(150_000)
    const server = await ownServer()
    try {
      const { baseURL } = server
      const request = await playwright.request.newContext({ baseURL })
      const pair = await makePeopleWithChat(request)
      const seeker = await open(pair.buscador, baseURL + pathOf('buscador', pair.chatId))
      const maestro = await open(pair.maestro, baseURL + pathOf('maestro', pair.chatId))
      await say(seeker, 'antes de la caída')
      await expect(message(maestro, 'antes de la caída')).toHaveCount(1)
      await server.kill()
      await say(seeker, 'durante la caída')
      await say(maestro, 'yo también')
      await expect(message(seeker, 'durante la caída')).toContainText('En espera de conexión')
      await expect(message(maestro, 'yo también')).toContainText('En espera de conexión')
      await server.start()
      for (const page of [seeker, maestro]) {
        await expect(messages(page).filter({ hasText: 'caída' })).toHaveCount(2, { timeout: 60_000 })
        await expect(message(page, 'yo también')).toHaveCount(1, { timeout: 60_000 })
        await expect(messages(page).filter({ hasText: 'En espera' })).toHaveCount(0, { timeout: 60_000 })
      }
      await say(maestro, 'de nuevo en vivo')
      await expect(message(seeker, 'de nuevo en vivo')).toHaveCount(1, { timeout: 60_000 })
      const all = await written(request, pair.buscador, pair.chatId)
      expect(all).toHaveLength(4)
      expect(new Set(all).size).toBe(4)
      expect([all[0], all[3]]).toEqual(['antes de la caída', 'de nuevo en vivo'])
      expect(await shown(seeker)).toEqual(all)
      expect(await shown(maestro)).toEqual(all)
    } finally {
      await server.end()
    }
  })
})
