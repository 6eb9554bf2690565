import type { APIRequestContext, Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { headersOf, succeed } from '../support/api.ts'
import { expect, messages, type PeopleWithChat, pathOf, SEND, test, write } from '../support/conversation.ts'
import { expectAccessible, expectNoOverflow, REFUSED } from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'

const UPLOAD = '**/storage/v1/object/chat-media/**'
const OBJECTS = '**/storage/v1/render/image/sign/chat-media/**'

const isUpload = (request: Request) => request.method() === 'POST' && /chat-media/.test(request.url())

/** A photo as a phone takes it: large, rotated by its EXIF orientation, and with the location in its metadata. */
const photo = await sharp({ create: { width: 2600, height: 1900, channels: 3, background: '#285aa0' } })
  .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '19/1 25/1 0/1' } })
  .withMetadata({ orientation: 6 })
  .jpeg()
  .toBuffer()

const file = (name: string) => ({ name, mimeType: 'image/jpeg', buffer: photo })

const share = (page: Page) => page.getByRole('button', { name: 'Enviar imagen', exact: true }).click()
const choices = (page: Page) => page.getByRole('dialog', { name: 'Compartir imagen' })
const preview = (page: Page) => page.getByRole('dialog', { name: 'Vista previa de imagen' })
const submit = (page: Page) => preview(page).getByRole('button', { name: /Enviar imagen|Enviando/ })

/** Chooses a file through the file picker of the browser. */
async function pick(page: Page, button: string, chosen: ReturnType<typeof file>) {
  await share(page)
  const picker = page.waitForEvent('filechooser')
  await choices(page).getByRole('button', { name: button }).click()
  await (await picker).setFiles(chosen)
  await expect(preview(page)).toBeVisible()
}

test('either person can choose, preview and send a picture and open it in full size [2.chats.20] [2.chats.22] [2.chats.23] [2.chats.24] [2.chats.25] [2.chats.26] [2.chats.27] [2.chats.28] [2.maes.20] [4.msg.06] [4.msg.07] [5.msg.06] [5.msg.08] [5.msg.09] [7.sto.07] [9.const.25]', async ({
  pair,
  open,
}) => {
  const { chatId } = pair
  const seeker = await open(pair.buscador, pathOf('buscador', chatId))
  await seeker.setViewportSize({ width: 1280, height: 860 })
  const maestro = await open(pair.maestro, pathOf('maestro', chatId))
  await maestro.setViewportSize({ width: 1280, height: 860 })
  await share(seeker)
  await expect(choices(seeker).getByText('Tomar foto con cámara')).toHaveCount(0)
  await expectAccessible(seeker, '[role=dialog]')
  await expect(choices(seeker).locator('input[type=file]')).toHaveAttribute(
    'accept',
    'image/jpeg,image/jpg,image/png,image/webp',
  )
  await seeker.keyboard.press('Escape')

  await pick(seeker, 'Seleccionar desde dispositivo', file('fuga.JPEG'))
  await expect.poll(() => naturalWidth(preview(seeker).getByRole('img'))).toBeGreaterThan(0)
  // The whole picture, which is higher than wide.
  await expect(preview(seeker).getByRole('img')).toBeInViewport({ ratio: 1 })
  await preview(seeker).getByRole('button', { name: 'Cancelar' }).click()
  await expect(preview(seeker)).toHaveCount(0)
  await expect(messages(seeker)).toHaveCount(0)

  const steps: string[] = []
  const gate = Promise.withResolvers<void>()
  const uploads: { path: string; upsert: string | undefined; body: string }[] = []
  await seeker.route(UPLOAD, async (route) => {
    const request = route.request()
    if (request.method() !== 'POST') return route.continue()
    steps.push('upload')
    const { pathname } = new URL(request.url())
    uploads.push({
      path: pathname,
      upsert: (await request.allHeaders())['x-upsert'],
      body: request.postDataBuffer()?.toString('latin1') ?? '',
    })
    await gate.promise
    await route.continue()
  })
  seeker.on('request', (request) => {
    if (/send-message$/.test(request.url())) steps.push(request.postDataJSON().tipo)
  })
  await pick(seeker, 'Seleccionar desde dispositivo', file('fuga.JPEG'))
  await submit(seeker).click()
  await expect(submit(seeker)).toHaveText('Enviando...')
  await expect(preview(seeker).getByRole('progressbar')).toBeVisible()
  await expectAccessible(seeker, '[role=dialog]')
  gate.resolve()
  await expect(preview(seeker)).toHaveCount(0)
  await expect(seeker.getByRole('button', { name: 'Enviar imagen', exact: true })).toBeFocused()
  expect(steps).toEqual(['upload', 'imagen'])
  expect(uploads[0]?.path).toMatch(new RegExp(`/chat-media/${chatId}/\\d{13}\\.jpeg$`))
  expect(uploads[0]?.upsert).toBe('false')
  expect(uploads[0]?.body).toMatch(/name="cacheControl"\r\n\r\n3600/)
  expect(uploads[0]?.body, 'the place where it was taken stays at home').not.toContain('GPS')

  for (const page of [seeker, maestro]) {
    const picture = messages(page).getByRole('img')
    await expect(picture).toHaveCount(1)
    await expect.poll(() => naturalWidth(picture)).toBeGreaterThan(0)
    const box = await picture.boundingBox()
    expect(box?.width).toBeLessThanOrEqual(1280 * 0.3)
    expect(box?.height, 'upright').toBeGreaterThan(box?.width ?? 0)
    await messages(page)
      .getByRole('button', { name: /abrir en grande/ })
      .click()
    const viewer = page.getByRole('dialog', { name: 'Imagen' })
    await expect.poll(() => naturalWidth(viewer.getByRole('img'))).toBe(Math.round((1600 * 1900) / 2600))
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
    await expect(messages(page).getByRole('button', { name: /abrir en grande/ })).toBeFocused()
  }

  const path = maestro.waitForRequest(isUpload)
  await pick(maestro, 'Seleccionar desde dispositivo', file('sin-extension'))
  await submit(maestro).click()
  expect((await path).url()).toMatch(/\.jpg$/)
  await expect(preview(maestro)).toHaveCount(0)
  await expect(messages(seeker).getByRole('img')).toHaveCount(2)
})

test.describe('on a phone', () => {
  test.use({ expectedErrors: REFUSED })

  test('a picture of the camera that cannot be sent shows the reason, stays in the preview, a retry continues where it stopped, and it is shown in full width; videos are not available yet [2.chats.21] [2.chats.29] [5.msg.07] [8.load.11] [8.load.12] [8.load.13]', async ({
    pair,
    open,
  }) => {
    const page = await open(pair.maestro, pathOf('maestro', pair.chatId))
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Enviar video' }).click()
    const toast = page.locator('[data-toast]')
    await expect(toast.locator('[data-title]')).toHaveText('Próximamente')
    await expect(toast.locator('[data-description]')).toHaveText(
      'La función de enviar videos estará disponible pronto',
    )
    await share(page)
    await expect(choices(page).locator('input[capture]')).toHaveAttribute('accept', 'image/*')
    await page.keyboard.press('Escape')
    await pick(page, 'Tomar foto con cámara', file('foto.jpg'))

    const full = { statusCode: '507', error: 'Full', message: 'no queda espacio' }
    await page.route(UPLOAD, (route) => route.fulfill({ status: 400, json: full }))
    await submit(page).click()
    await expect(page.getByText('Error al subir la imagen: no queda espacio')).toBeVisible()
    await expect(submit(page)).toHaveText('Enviar imagen')
    await page.unroute(UPLOAD)
    let uploads = 0
    page.on('request', (request) => {
      if (isUpload(request)) uploads += 1
    })
    await page.route(SEND, (route) => route.fulfill({ status: 500, json: {} }))
    await submit(page).click()
    await expect(page.getByText('No se pudo enviar la imagen')).toBeVisible()
    await page.unroute(SEND)
    await submit(page).click()
    const picture = messages(page).getByRole('img')
    await expect.poll(() => naturalWidth(picture)).toBeGreaterThan(0)
    await expect(preview(page)).toHaveCount(0)
    expect(uploads).toBe(1)

    const bubble = await messages(page).locator('div').first().boundingBox()
    expect((await picture.boundingBox())?.width).toBeLessThanOrEqual(bubble?.width ?? 0)
    await expectNoOverflow(page)
  })
})

/** How wide a picture may be: on a phone as its bubble, elsewhere 30 % of the window. */
const WIDTHS = [
  { viewport: { width: 360, height: 740 }, limit: (bubble: number) => Math.min(bubble, 360) },
  { viewport: { width: 1280, height: 860 }, limit: () => 1280 * 0.3 },
]

/** The last two are longer than what is shown whole. */
const SHAPES = [
  { width: 1600, height: 800, ratio: 2 },
  { width: 800, height: 1200, ratio: 2 / 3 },
  { width: 900, height: 900, ratio: 1 },
  { width: 96, height: 768, ratio: 0.4 },
  { width: 768, height: 96, ratio: 2.5 },
]

test('pictures take their own space before they arrive, in their proportion and at most as wide as allowed, nothing moves, and a very long one is cropped to a readable proportion [9.const.09] [9.const.10]', async ({
  pair,
  open,
  request,
}) => {
  for (const [nth, shape] of SHAPES.entries()) await sendPicture(request, pair, shape, nth)
  await write(request, pair.buscador, pair.chatId, 'y eso es todo')
  const page = await open(pair.maestro, '/healthz')
  for (const { viewport, limit } of WIDTHS) {
    await page.setViewportSize(viewport)
    const release = await hold(page, OBJECTS)
    await page.goto(pathOf('maestro', pair.chatId))
    await expect(messages(page).locator('img')).toHaveCount(SHAPES.length)
    const before = await boxes(page)
    for (const [nth, { ratio, width, height, bubble }] of before.entries()) {
      expect(ratio).toBeCloseTo(SHAPES[nth]?.ratio ?? 0, 1)
      expect(height).toBeLessThanOrEqual(241)
      expect(width).toBeLessThanOrEqual(limit(bubble))
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(96)
    }
    // The bubble has a small padding.
    const [widest] = before
    expect(widest?.width, 'the widest reaches the limit').toBeGreaterThan(limit(widest?.bubble ?? 0) - 10)
    release()
    await expect.poll(() => page.evaluate<boolean>(LOADED)).toBe(true)
    expect(await boxes(page)).toEqual(before)
    await page.unroute(OBJECTS)
  }
})

async function sendPicture(
  request: APIRequestContext,
  { buscador, chatId }: PeopleWithChat,
  { width, height }: { width: number; height: number },
  nth: number,
) {
  const headers = await headersOf(request, buscador.access_token)
  const picture = sharp({ create: { width, height, channels: 3, background: '#285aa0' } })
  // Each picture has a time of its own in its path.
  const path = `${chatId}/${Date.now() + nth}.jpg`
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

const naturalWidth = (image: ReturnType<Page['getByRole']>) =>
  image.evaluate((node) => Number(Reflect.get(node, 'naturalWidth')))
