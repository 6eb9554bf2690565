import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { headersOf, succeed } from '../support/api.ts'
import { expect, messages, pathOf, type Talk, test, write } from '../support/conversation.ts'

const OBJECTS = '**/storage/v1/render/image/sign/chat-media/**'

/** Each picture has a time of its own in its path. */
let sent = 0

async function sendPicture(
  request: APIRequestContext,
  { buscador, chatId }: Talk,
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
        return { ratio: width / height, width, height, top }
      }),
    )

const LOADED = "[...document.querySelectorAll('[data-mensaje] img')].every((one) => one.naturalWidth > 0)"

const SHAPES = [
  [1600, 800],
  [800, 1200],
  [900, 900],
] as const

for (const viewport of [
  { width: 360, height: 740 },
  { width: 1280, height: 860 },
]) {
  test(`pictures take their own space before they arrive, in their proportion, and nothing moves at ${viewport.width} px`, async ({
    talk,
    open,
    request,
  }) => {
    for (const shape of SHAPES) await sendPicture(request, talk, shape)
    await write(request, talk.buscador, talk.chatId, 'y eso es todo')
    const page = await open(talk.maestro, '/chat-maestro')
    await page.setViewportSize(viewport)
    const gate = Promise.withResolvers<void>()
    await page.route(OBJECTS, async (route) => {
      await gate.promise
      await route.continue()
    })
    await page.goto(pathOf('maestro', talk.chatId))
    await expect(messages(page).locator('img')).toHaveCount(SHAPES.length)
    const before = await boxes(page)
    for (const [nth, [width, height]] of SHAPES.entries()) {
      expect(before[nth]?.ratio).toBeCloseTo(width / height, 1)
      expect(before[nth]?.height).toBeLessThanOrEqual(241)
      expect(before[nth]?.width).toBeLessThanOrEqual(viewport.width * (viewport.width < 768 ? 1 : 0.3) + 1)
    }
    gate.resolve()
    await expect.poll(() => page.evaluate<boolean>(LOADED)).toBe(true)
    expect(await boxes(page)).toEqual(before)
  })
}

test('a picture of an earlier message without a size is shown with a fixed height', async ({
  talk,
  open,
  request,
}) => {
  await sendPicture(request, talk, [1600, 800])
  const page = await open(talk.maestro, '/chat-maestro')
  await page.route('**/functions/v1/get-messages', async (route) => {
    const answer = await (await route.fetch()).json()
    const without = answer.messages.map(({ ancho, alto, ...one }: Record<string, unknown>) => one)
    await route.fulfill({ json: { ...answer, messages: without } })
  })
  await page.goto(pathOf('maestro', talk.chatId))
  await expect.poll(async () => (await boxes(page))[0]?.height).toBe(240)
})
