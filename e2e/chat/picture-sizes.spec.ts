import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { headersOf, succeed } from '../support/api.ts'
import { expect, messages, type PeopleWithChat, pathOf, test, write } from '../support/conversation.ts'

const OBJECTS = '**/storage/v1/render/image/sign/chat-media/**'

/** Each picture has a time of its own in its path. */
let sent = 0

async function sendPicture(
  request: APIRequestContext,
  { buscador, chatId }: PeopleWithChat,
  [width, height]: readonly [number, number],
) {
  const headers = await headersOf(request, buscador.access_token)
  const picture = sharp({ create: { width, height, channels: 3, background: '#285aa0' } })
  sent += 1
  const path = `${chatId}/${Date.now() + sent}.jpg`
  const data = await picture.jpeg().toBuffer()
  await succeed(
    request.post(`/storage/v1/object/chat-media/${path}`, {
      headers: { ...headers, 'content-type': 'image/jpeg' },
      data,
    }),
  )
  const message = { chat_id: chatId, tipo: 'imagen', contenido: path }
  await succeed(request.post('/functions/v1/send-message', { headers, data: message }))
}

const boxes = (page: Page) =>
  messages(page)
    .locator('img')
    .evaluateAll((images) =>
      images.map((image) => {
        const { width, height, top } = image.getBoundingClientRect()
        const bubble = image.closest('button')?.parentElement?.getBoundingClientRect().width ?? 0
        return { ratio: width / height, width, height, top, bubble }
      }),
    )

const LOADED = "[...document.querySelectorAll('[data-mensaje] img')].every((one) => one.naturalWidth > 0)"

const SHAPES = [
  [1600, 800],
  [800, 1200],
  [900, 900],
] as const

/** How wide a picture may be: on a phone as its bubble, elsewhere 30 % of the window. */
const WIDTHS = [
  {
    viewport: { width: 360, height: 740 },
    limit: (bubble: number) => Math.min(bubble, 360),
    ids: '[9.const.09]',
  },
  { viewport: { width: 1280, height: 860 }, limit: () => 1280 * 0.3, ids: '[9.const.10]' },
]

for (const { viewport, limit, ids } of WIDTHS) {
  test(`pictures take their own space before they arrive, in their proportion and at most as wide as allowed, and nothing moves at ${viewport.width} px ${ids}`, async ({
    pair,
    open,
    request,
  }) => {
    for (const shape of SHAPES) await sendPicture(request, pair, shape)
    await write(request, pair.buscador, pair.chatId, 'y eso es todo')
    const page = await open(pair.maestro, '/healthz')
    await page.setViewportSize(viewport)
    const gate = Promise.withResolvers<void>()
    await page.route(OBJECTS, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(pathOf('maestro', pair.chatId))
    await expect(messages(page).locator('img')).toHaveCount(SHAPES.length)
    const before = await boxes(page)
    for (const [nth, [width, height]] of SHAPES.entries()) {
      expect(before[nth]?.ratio).toBeCloseTo(width / height, 1)
      expect(before[nth]?.height).toBeLessThanOrEqual(241)
      expect(before[nth]?.width).toBeLessThanOrEqual(limit(before[nth]?.bubble ?? 0))
    }
    // The bubble has a small padding.
    expect(before[0]?.width, 'the widest reaches the limit').toBeGreaterThan(
      limit(before[0]?.bubble ?? 0) - 10,
    )
    gate.resolve()
    await expect.poll(() => page.evaluate<boolean>(LOADED)).toBe(true)
    expect(await boxes(page)).toEqual(before)
  })
}

test('a very long picture can be read as a thumbnail: at least 96 px on each side, cropped to a readable proportion', async ({
  pair,
  open,
  request,
}) => {
  for (const shape of [
    [96, 768],
    [768, 96],
  ] as const)
    await sendPicture(request, pair, shape)
  const page = await open(pair.maestro, '/healthz')
  for (const { viewport } of WIDTHS) {
    await page.setViewportSize(viewport)
    await page.goto(pathOf('maestro', pair.chatId))
    await expect(messages(page).locator('img')).toHaveCount(2)
    await expect.poll(() => page.evaluate<boolean>(LOADED)).toBe(true)
    const shown = await boxes(page)
    expect(shown).toHaveLength(2)
    for (const { width, height } of shown) {
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(96)
      expect(height).toBeLessThanOrEqual(241)
    }
    await page.screenshot({ path: `test-results/pictures/imagen-larga-${viewport.width}.png` })
  }
})

test('a picture of an earlier message without a size is shown with a fixed height', async ({
  pair,
  open,
  request,
}) => {
  await sendPicture(request, pair, [1600, 800])
  const page = await open(pair.maestro, '/healthz')
  await page.route('**/functions/v1/get-messages', async (route) => {
    const answer = await (await route.fetch()).json()
    const without = answer.messages.map(({ ancho, alto, ...one }: Record<string, unknown>) => one)
    await route.fulfill({ json: { ...answer, messages: without } })
  })
  await page.goto(pathOf('maestro', pair.chatId))
  await expect.poll(async () => (await boxes(page))[0]?.height).toBe(240)
})
