import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { expect, messages, pathOf, SEND, test } from '../support/conversation.ts'
import { expectAccessible, REFUSED } from '../support/fixtures.ts'

const UPLOAD = '**/storage/v1/object/chat-media/**'

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
  await seeker.route(SEND, (route) => {
    steps.push(route.request().postDataJSON().tipo)
    return route.continue()
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
    await page.screenshot({
      path: 'test-results/pictures/conversacion-visor-1280.png',
      animations: 'disabled',
    })
    await page.keyboard.press('Escape')
    await expect(viewer).toHaveCount(0)
    await expect(messages(page).getByRole('button', { name: /abrir en grande/ })).toBeFocused()
  }

  const path = maestro.waitForRequest(
    (request) => request.method() === 'POST' && /chat-media/.test(request.url()),
  )
  await pick(maestro, 'Seleccionar desde dispositivo', file('sin-extension'))
  await submit(maestro).click()
  expect((await path).url()).toMatch(/\.jpg$/)
  await expect(preview(maestro)).toHaveCount(0)
  await expect(messages(seeker).getByRole('img')).toHaveCount(2)
  await expectAccessible(seeker)
  await seeker.screenshot({ path: 'test-results/pictures/conversacion-imagenes-1280-light.png' })
})

test('a phone offers its camera, shows pictures in full width, and says that videos are not available yet [2.chats.21] [2.chats.29] [5.msg.07] [8.load.13]', async ({
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
  await page.screenshot({
    path: 'test-results/pictures/conversacion-compartir-360-light.png',
    animations: 'disabled',
  })
  await page.keyboard.press('Escape')
  await pick(page, 'Tomar foto con cámara', file('foto.jpg'))
  await page.screenshot({
    path: 'test-results/pictures/conversacion-vista-previa-360-light.png',
    animations: 'disabled',
  })
  await submit(page).click()
  const picture = messages(page).getByRole('img')
  await expect.poll(() => naturalWidth(picture)).toBeGreaterThan(0)
  await expect(preview(page)).toHaveCount(0)
  const bubble = await messages(page).locator('div').first().boundingBox()
  expect((await picture.boundingBox())?.width).toBeLessThanOrEqual(bubble?.width ?? 0)
  await page.screenshot({
    path: 'test-results/pictures/conversacion-imagen-360-light.png',
    animations: 'disabled',
  })
  expect(
    await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth'),
  ).toBeLessThanOrEqual(0)
})

test.describe('a picture that cannot be sent', () => {
  test.use({ expectedErrors: REFUSED })
  test('shows the reason, stays in the preview, and a retry continues where it stopped [8.load.11] [8.load.12]', async ({
    pair,
    open,
  }) => {
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
    let uploads = 0
    await page.route(UPLOAD, (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      uploads += 1
      if (uploads > 1) return route.continue()
      const json = { statusCode: '507', error: 'Full', message: 'no queda espacio' }
      return route.fulfill({ status: 400, json })
    })
    await page.route(SEND, (route) => route.fulfill({ status: 500, json: {} }))
    await pick(page, 'Seleccionar desde dispositivo', file('fuga.jpg'))
    await submit(page).click()
    await expect(page.getByText('Error al subir la imagen: no queda espacio')).toBeVisible()
    await expect(submit(page)).toHaveText('Enviar imagen')
    await submit(page).click()
    await expect(page.getByText('No se pudo enviar la imagen')).toBeVisible()
    await page.unroute(SEND)
    await submit(page).click()
    await expect(messages(page).getByRole('img')).toHaveCount(1)
    await expect(preview(page)).toHaveCount(0)
    expect(uploads).toBe(2)
  })

  test('because its author has stored too much today says when it can be sent, and is kept', async ({
    pair,
    open,
  }) => {
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
    await page.route(UPLOAD, (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      const message = 'Hoy ya subiste muchos archivos. Podrás subir más mañana.'
      const json = { statusCode: '429', error: 'TooManyBytes', code: 'TooManyBytes', message }
      return route.fulfill({ status: 400, headers: { 'retry-after': '3600' }, json })
    })
    await pick(page, 'Seleccionar desde dispositivo', file('fuga.jpg'))
    await submit(page).click()
    await expect(page.getByText('Podrás subir más mañana.')).toBeVisible()
    await expect(submit(page)).toHaveText('Enviar imagen')
    await page.unroute(UPLOAD)
    await submit(page).click()
    await expect(messages(page).getByRole('img')).toHaveCount(1)
  })
})

const naturalWidth = (image: ReturnType<Page['getByRole']>) =>
  image.evaluate((node) => Number(Reflect.get(node, 'naturalWidth')))
