import type { Page, WebSocketRoute } from '@playwright/test'
import {
  expect,
  field,
  message,
  pathOf,
  readElsewhere,
  say,
  sendButton,
  shown,
  store,
  test,
  unlockContact,
  write,
  written,
} from '../support/conversation.ts'
import { REFUSED } from '../support/fixtures.ts'
import { mic } from '../support/voice.ts'

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
  await say(seeker, 'antes')
  await expect(message(seeker, 'antes')).toHaveAttribute('data-estado', 'enviado')

  await seeker.context().setOffline(true)
  for (const text of ['uno sin red', 'dos sin red', 'tres sin red']) {
    await field(seeker).fill(text)
    await expect(sendButton(seeker)).toBeEnabled()
    await sendButton(seeker).click()
    await expect(message(seeker, text)).toContainText('En espera de conexión')
    await expect(field(seeker)).toBeFocused()
  }
  // More than a page, so the newest page does not overlap with what the seeker has loaded.
  const missed = Array.from({ length: 45 }, (_, n) => `mientras ${n + 1}`)
  await store(
    request,
    missed.map((text) => ({ author: pair.maestro, chatId, text })),
  )
  expect(await written(request, pair.maestro, chatId)).toEqual(['antes', ...missed])

  await seeker.context().setOffline(false)
  await expect(message(seeker, 'tres sin red')).toHaveAttribute('data-estado', /enviado|visto/)
  await expect(message(seeker, 'tres sin red')).toHaveCount(1)
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  await expect(message(maestro, 'tres sin red')).toHaveCount(1)
  await say(maestro, 'ya te leí')
  await expect(message(seeker, 'ya te leí')).toHaveCount(1)
  const all = ['antes', ...missed, 'uno sin red', 'dos sin red', 'tres sin red', 'ya te leí']
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

/** Lets the test interrupt the socket of a page that is loaded after this call. `onJoined` gets the answer to each join. */
async function interruptible(page: Page, onJoined: (frame: string) => void) {
  let lost = false
  const sockets = new Set<WebSocketRoute>()
  await page.routeWebSocket(/realtime/, (socket) => {
    if (lost) return void socket.close()
    sockets.add(socket)
    socket.connectToServer().onMessage((frame) => {
      if (String(frame).includes('phx_reply')) onJoined(String(frame))
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

test('after an interruption the unread badge counts again, and a conversation is read until that works: missed messages and an unlocked contact are shown, and marked as read', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const seeker = await open(pair.buscador, '/healthz', { fresh: true })
  const badge = seeker.locator('[data-badge="no-leidos"]').filter({ visible: true })
  let counts = 0
  let refused = 0
  seeker.on('response', (one) => {
    if (one.request().method() === 'HEAD' && one.url().includes('/rest/v1/chats')) counts += 1
    if (one.url().endsWith('get-messages') && one.status() === 503) refused += 1
  })
  /** How many counts were answered when the person's channel was joined, and how many reads were refused when the conversation's was. */
  const joins = { person: [] as number[], chat: [] as number[] }
  const interrupt = await interruptible(seeker, (frame) => {
    if (frame.includes('persona:')) joins.person.push(counts)
    if (frame.includes(chatId)) joins.chat.push(refused)
  })
  await test.step('the badge counts a message after an interruption, during which the chat was read elsewhere', async () => {
    await seeker.goto('/ayuda')
    // Only a live event tells that the chat has unread messages.
    await expect.poll(() => joins.person.length).toBeGreaterThan(0)
    await write(request, pair.maestro, chatId, 'primera')
    await expect(badge).toHaveText('1')
    await write(request, pair.maestro, chatId, 'segunda')
    await interrupt(() => readElsewhere(request, pair))
    const before = joins.person.length
    // The count that follows the join does not include the next message.
    await expect.poll(() => joins.person[before]).toBeDefined()
    await expect.poll(() => counts).toBeGreaterThan(joins.person[before] ?? Infinity)
    await expect(badge).toHaveCount(0)
    await write(request, pair.maestro, chatId, 'tercera')
    await expect(badge).toHaveText('1')
  })
  await test.step('the microphone is offered when the contact was unlocked before the channel was joined', async () => {
    await interrupt(async () => {
      await seeker.goto(pathOf('buscador', chatId))
      await expect(message(seeker, 'tercera')).toBeVisible()
      await expect(sendButton(seeker)).toBeDisabled()
      await unlockContact(request, pair)
    })
    await expect(mic(seeker)).toBeVisible()
    await expect.poll(() => joins.chat.length).toBeGreaterThan(0)
  })
  await seeker.route('**/functions/v1/get-messages', (route) => route.fulfill({ status: 503, json: {} }))
  const before = joins.chat.length
  await interrupt(() => write(request, pair.maestro, chatId, 'perdido'))
  await expect.poll(() => joins.chat[before]).toBeDefined()
  // The read after the join and its two retries.
  await expect.poll(() => refused).toBeGreaterThanOrEqual((joins.chat[before] ?? Infinity) + 3)
  await seeker.unroute('**/functions/v1/get-messages')
  await write(request, pair.maestro, chatId, 'en vivo')
  await expect(message(seeker, 'en vivo')).toBeVisible()
  await expect(message(seeker, 'perdido')).toBeVisible()
  expect((await shown(seeker)).slice(-2)).toEqual(['perdido', 'en vivo'])
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  await expect(message(maestro, 'en vivo')).toContainText('Visto')
})
