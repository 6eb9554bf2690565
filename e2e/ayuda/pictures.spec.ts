import sharp from 'sharp'
import { me } from '../support/chats.ts'
import { expect, expectAccessible, expectNoOverflow, field, REFUSED, test } from '../support/fixtures.ts'
import {
  form,
  images,
  MESSAGE,
  notice,
  openHelp,
  picture,
  previews,
  SEND,
  storedTickets,
  submit,
  tickets,
  UPLOAD,
} from '../support/help.ts'
import { hold } from '../support/hold.ts'
import { watchRevoked } from '../support/revoked.ts'

test.use({
  account: { role: 'buscador' },
  expectedErrors: new RegExp(`${REFUSED.source}|^picture of a ticket|^support ticket`),
})

const SUCCESS = 'Tu solicitud fue enviada con éxito. Nos pondremos en contacto contigo pronto.'
const remove = (number: number) => ({ name: `Quitar la imagen ${number}` })

test('pictures have previews, can be removed, are uploaded to support-tickets and sent as addresses; their memory is freed when the person leaves the screen [2.help.05] [2.help.06] [3.ent.36] [4.badge.10] [4.badge.12] [5.tick.08] [5.tick.10]', async ({
  page,
  request,
}) => {
  await openHelp(page)
  await field(page, 'Mensaje').fill(MESSAGE)
  const answer = await hold(page, UPLOAD)
  const uploads: { path: string; body: string }[] = []
  page.on('request', (sent) => {
    const { pathname: path } = new URL(sent.url())
    if (sent.method() === 'POST' && path.includes('/support-tickets/'))
      uploads.push({ path, body: sent.postDataBuffer()?.toString('latin1') ?? '' })
  })
  await expect(images(page)).toBeEnabled()
  await expect(images(page)).toHaveAttribute('accept', /image\/jpeg,image\/png,image\/webp/)
  await images(page).setInputFiles([
    await picture('uno.jpg'),
    await picture('dos.jpg'),
    await picture('tres.jpg'),
  ])
  await expect(previews(page)).toHaveCount(3)
  await expect(submit(page)).toHaveText('Subiendo imágenes...')
  await expect(images(page)).toBeDisabled()
  await expectAccessible(page)
  // While they are uploaded, nothing is sent. The button is only announced as disabled, so that it keeps the focus.
  let sends = 0
  page.on('request', (one) => {
    if (one.url().endsWith('/submit-support-ticket')) sends += 1
  })
  await submit(page).click({ force: true })
  answer()
  await expect(submit(page)).toHaveText('Enviar Ticket')
  await expect(images(page)).toBeEnabled()
  for (const image of await previews(page).all()) await expect(image).toHaveJSProperty('naturalWidth', 640)
  await form(page).getByRole('button', remove(2)).click()
  await expect(previews(page)).toHaveCount(2)
  await page.setViewportSize({ width: 360, height: 740 })
  await expectNoOverflow(page)

  const ana = await me(page, request)
  const sent = page.waitForRequest(SEND)
  await submit(page).click()
  await expect(notice(page, '¡Éxito!', SUCCESS)).toBeVisible()
  await expect(previews(page)).toHaveCount(0)
  await expect(images(page)).toBeEnabled()
  expect(sends).toBe(1)
  expect(uploads).toHaveLength(3)
  for (const { path, body } of uploads) {
    expect(path).toMatch(new RegExp(`^/storage/v1/object/support-tickets/${ana.id}/[\\w-]+\\.jpg$`))
    expect(body).toMatch(/name="cacheControl"\r\n\r\n3600/)
  }
  const { imagenes_url } = (await sent).postDataJSON()
  expect(imagenes_url).toHaveLength(2)
  for (const address of imagenes_url) {
    const own = await request.get(address, { headers: ana.headers })
    expect([own.status(), own.headers()['content-type']]).toEqual([200, 'image/jpeg'])
    expect((await request.get(address)).ok(), 'private').toBe(false)
  }
  const [stored] = await storedTickets(request, ana)
  expect(stored?.imagenes_url).toHaveLength(2)
  await expect(tickets(page).getByRole('img')).toHaveCount(2)

  await page.setViewportSize({ width: 1280, height: 720 })
  await images(page).setInputFiles([await picture('uno.jpg'), await picture('dos.jpg')])
  const expectRevoked = await watchRevoked(page, previews(page), 2)
  await page.getByRole('link', { name: 'Nueva Búsqueda' }).click()
  await expect(form(page)).toHaveCount(0)
  await expectRevoked()
})

test('a fifth picture, another type and a large file are refused with a notice titled Error; four pictures of just under 5MB are sent [5.tick.05] [5.tick.06] [5.tick.07] [5.tick.09] [9.const.34]', async ({
  page,
  request,
}) => {
  await openHelp(page)
  await field(page, 'Mensaje').fill(MESSAGE)
  const tooLarge = { name: 'grande.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(5 * 1024 * 1024) }
  const pdf = { name: 'recibo.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4') }
  const gif = { name: 'baile.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') }
  for (const file of [pdf, gif]) {
    await images(page).setInputFiles(file)
    await expect(
      notice(page, 'Error', 'Solo se permiten archivos .jpg, .jpeg, .png, .webp').first(),
    ).toBeVisible()
  }
  await images(page).setInputFiles(tooLarge)
  await expect(notice(page, 'Error', 'Cada imagen debe ser menor a 5MB')).toBeVisible()
  await expect(previews(page)).toHaveCount(0)
  // 1310 × 1310 pixels of three bytes, without compression, are 5.15 million bytes, and 5MB are 5.24 million.
  const large = await sharp({ create: { width: 1310, height: 1310, channels: 3, background: '#285aa0' } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  expect(large.length).toBeLessThan(5 * 1024 * 1024)
  expect(large.length).toBeGreaterThan(4.8 * 1024 * 1024)
  const four = [1, 2, 3, 4].map((number) => ({ name: `${number}.png`, mimeType: 'image/png', buffer: large }))
  await images(page).setInputFiles([...four, await picture('5.jpg')])
  await expect(notice(page, 'Error', 'Máximo 4 imágenes permitidas')).toBeVisible()
  await expect(previews(page)).toHaveCount(4)
  await expect(submit(page)).toHaveText('Enviar Ticket', { timeout: 60_000 })
  await expect(images(page)).toBeDisabled()
  await submit(page).click()
  await expect(notice(page, '¡Éxito!', SUCCESS)).toBeVisible()
  const [stored] = await storedTickets(request, await me(page, request))
  expect(stored?.imagenes_url).toHaveLength(4)
})

test('when no picture can be uploaded an error appears, and a warning when some cannot: they can be removed, or uploaded again [7.sto.06] [8.tick.02] [8.tick.03]', async ({
  page,
  request,
}) => {
  await openHelp(page)
  await field(page, 'Mensaje').fill(MESSAGE)
  await page.route(UPLOAD, (route) => route.abort(), { times: 1 })
  await images(page).setInputFiles(await picture('uno.jpg'))
  await expect(notice(page, 'Error', 'Error al subir las imágenes')).toBeVisible()
  await form(page).getByRole('button', remove(1)).click()
  await expect(previews(page)).toHaveCount(0)

  await page.route(UPLOAD, (route) => route.abort(), { times: 1 })
  await images(page).setInputFiles([await picture('uno.jpg'), await picture('dos.jpg')])
  await expect(notice(page, 'Advertencia', 'Algunas imágenes no se pudieron subir')).toBeVisible()
  await expect(previews(page)).toHaveCount(2)
  const retry = form(page).getByRole('button', { name: /^Reintentar la imagen/ })
  await expect(retry).toHaveCount(1)
  await expectAccessible(page)
  await submit(page).click()
  await expect(form(page).getByText('Una imagen no se subió. Vuelve a subirla o quítala.')).toBeVisible()
  await retry.click()
  await expect(retry).toHaveCount(0)
  await expect(submit(page)).toHaveText('Enviar Ticket')
  await submit(page).click()
  await expect(notice(page, '¡Éxito!', SUCCESS)).toBeVisible()
  const [stored] = await storedTickets(request, await me(page, request))
  expect(stored?.imagenes_url).toHaveLength(2)
})
