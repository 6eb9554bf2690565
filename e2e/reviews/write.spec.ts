import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { makeMaestro, me } from '../support/chats.ts'
import { expectReadableEnlarged } from '../support/enlarged.ts'
import { expect, expectAccessible, REFUSED, test } from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'
import { layersRemoved } from '../support/layers.ts'
import { expectToast, requestContact } from '../support/maestro.ts'
import { makeReviewableMaestro, writtenDaysAgo } from '../support/reviews.ts'
import { watchRevoked } from '../support/revoked.ts'

test.use({
  account: { role: 'buscador' },
  expectedErrors: new RegExp(`${REFUSED.source}|^review|^photo|^address`),
})

const SAVE = '**/functions/v1/guardar-resena'
const UPLOAD = '**/storage/v1/object/chat-media/**'
const COMMENT = 'Arregló la luz en una hora y dejó todo limpio.'
const card = (page: Page) => page.getByRole('heading', { name: 'Reseñas' }).locator('..')

async function open(page: Page, id: string, button = 'Escribir una reseña'): Promise<Locator> {
  await page.goto(`/perfil/${id}`)
  await page.getByRole('button', { name: button }).click()
  const dialog = page.getByRole('dialog', { name: 'Tu reseña de Luis' })
  await expect(dialog).toBeVisible()
  return dialog
}

const photo = () =>
  sharp({ create: { width: 640, height: 480, channels: 3, background: '#3355aa' } })
    .jpeg()
    .toBuffer()

async function addPhoto(page: Page, dialog: Locator, file = { name: 'pared.jpg', mimeType: 'image/jpeg' }) {
  await dialog.getByRole('button', { name: 'Agregar foto' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await chooser).setFiles({ ...file, buffer: await photo() })
}

test('a seeker writes a review with photos, sees it in the list, and edits it [2.prof.36] [2.prof.37]', async ({
  page,
  request,
}) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await expectAccessible(page)
  await page.screenshot({ path: 'test-results/pictures/review-dialog-1280.jpg' })
  await dialog.getByRole('radio', { name: '4 estrellas: Bien' }).check()
  await dialog.getByRole('radio', { name: 'Sí, se realizó' }).check()
  await dialog.getByLabel('Cuenta cómo fue').fill(COMMENT)
  const names: string[] = []
  page.on('request', (sent) => {
    const name = /\/review-photos\/(.+)$/.exec(sent.url())?.[1]
    if (sent.method() === 'POST' && name) names.push(name)
  })
  await addPhoto(page, dialog)
  await addPhoto(page, dialog, { name: 'IMG_1.HEIC', mimeType: '' })
  await expect(dialog.getByRole('img', { name: 'Foto 2 del trabajo' })).toBeVisible()
  const chosen = dialog.getByRole('img', { name: /^Foto \d del trabajo/ })
  const expectRevoked = await watchRevoked(page, chosen, 2)
  for (const width of [360, 768]) {
    await page.setViewportSize({ width, height: 800 })
    await page.screenshot({ path: `test-results/pictures/review-dialog-${width}.jpg` })
  }
  await dialog.getByRole('button', { name: 'Quitar la foto 1' }).click()
  await expect(dialog.getByText('Subiendo', { exact: false })).toHaveCount(0)
  // The names have the ending of what is uploaded.
  expect(names).toEqual([expect.stringMatching(/\.jpg$/), expect.stringMatching(/\.jpg$/)])
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expectToast(page, 'Gracias. Tu reseña ya está publicada.')
  await expect(dialog).toHaveCount(0)
  await expectRevoked()

  const item = card(page).getByRole('listitem')
  await expect(item).toContainText(COMMENT)
  await expect(item).toContainText('Trabajo realizado')
  await expect(item.getByRole('img', { name: '4 de 5' })).toBeVisible()
  await item.getByRole('button', { name: /^Foto 1 del trabajo/ }).click()
  const viewer = page.getByRole('dialog', { name: 'Foto del trabajo' })
  await expect(viewer.getByRole('img')).toHaveJSProperty('complete', true)
  await expect(viewer.getByRole('img')).toHaveJSProperty('naturalWidth', 640)
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Editar tu reseña' }).click()
  await expect(dialog.getByLabel('Cuenta cómo fue')).toHaveValue(COMMENT)
  await expect(dialog.getByRole('img', { name: 'Foto 1 del trabajo' })).toBeVisible()
  await dialog.getByRole('radio', { name: '5 estrellas: Muy bien' }).check()
  await dialog.getByRole('button', { name: 'Quitar la foto 1' }).click()
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expectToast(page, 'Tu reseña quedó actualizada.')
  await expect(item.getByRole('img', { name: '5 de 5' })).toBeVisible()
  await expect(item).toContainText('Editada')
  await expect(item.getByRole('button')).toHaveCount(0)
})

test('the stars are chosen with the arrow keys, and wrong fields are named with the focus on the first', async ({
  page,
  request,
}) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  for (const text of [
    'Elige de 1 a 5 estrellas.',
    'Dinos si se realizó el trabajo.',
    'Cuéntanos un poco más: al menos 10 caracteres.',
  ])
    await expect(dialog.getByText(text)).toBeVisible()
  await expectAccessible(page)
  await expectReadableEnlarged(page)
  await expect(dialog.getByRole('radio', { name: /^1 estrella/ })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(dialog.getByRole('radio', { name: '3 estrellas: Regular' })).toBeChecked()
  const box = await dialog.getByRole('radio', { name: '3 estrellas: Regular' }).boundingBox()
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await dialog.getByRole('radio', { name: 'No se realizó' }).check()
  await dialog.getByLabel('Cuenta cómo fue').fill('Llámenle al 55 1234 5678, es muy bueno')
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expect(
    dialog.getByText('La reseña no puede llevar teléfonos, correos, enlaces ni redes.'),
  ).toBeVisible()
  await expect(dialog.getByLabel('Cuenta cómo fue')).toBeFocused()
})

test('nothing that was typed is lost when saving fails, the dialog is closed, or the page is loaded again', async ({
  page,
  request,
}) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await dialog.getByRole('radio', { name: '5 estrellas: Muy bien' }).check()
  await dialog.getByRole('radio', { name: 'Sí, se realizó' }).check()
  await dialog.getByLabel('Cuenta cómo fue').fill(COMMENT)
  await addPhoto(page, dialog)
  await expect(dialog.getByRole('img', { name: 'Foto 1 del trabajo' })).toBeVisible()
  await expect(dialog.getByText('Subiendo', { exact: false })).toHaveCount(0)
  await page.route(SAVE, (route) => route.abort())
  await page.setViewportSize({ width: 360, height: 740 })
  // A click would scroll to the end of the form.
  await dialog.getByRole('radio', { name: '5 estrellas: Muy bien' }).press('Enter')
  await expect(dialog.getByRole('alert')).toHaveText(
    'No pudimos guardar tu reseña. Lo que escribiste sigue aquí: inténtalo de nuevo.',
  )
  // On a phone the end of the form is below the buttons.
  await expect(dialog.getByRole('alert')).toBeInViewport({ ratio: 1 })
  await page.unroute(SAVE)
  const again = await open(page, luis.id)
  await expect(again.getByRole('radio', { name: '5 estrellas: Muy bien' })).toBeChecked()
  await expect(again.getByRole('radio', { name: 'Sí, se realizó' })).toBeChecked()
  await expect(again.getByLabel('Cuenta cómo fue')).toHaveValue(COMMENT)
  await expect(again.getByRole('img', { name: 'Foto 1 del trabajo' })).toBeVisible()
  const closed = Promise.withResolvers<void>()
  await page.route(SAVE, async (route) => {
    await closed.promise
    await route.continue()
  })
  const saving = page.waitForRequest(SAVE)
  await again.getByRole('button', { name: 'Publicar reseña' }).click()
  await saving
  await page.keyboard.press('Escape')
  await expect(again).toHaveCount(0)
  closed.resolve()
  await expectToast(page, 'Gracias. Tu reseña ya está publicada.')
  await expect(
    card(page)
      .getByRole('listitem')
      .getByRole('button', { name: /^Foto 1/ }),
  ).toBeVisible()
})

async function fillIn(dialog: Locator) {
  await dialog.getByRole('radio', { name: '5 estrellas: Muy bien' }).check()
  await dialog.getByRole('radio', { name: 'Sí, se realizó' }).check()
  await dialog.getByLabel('Cuenta cómo fue').fill(COMMENT)
}

test('a review cannot be changed while it is being saved, and can be again when that failed', async ({
  page,
  request,
}) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await fillIn(dialog)
  await addPhoto(page, dialog)
  await expect(dialog.getByText('Subiendo', { exact: false })).toHaveCount(0)
  const answer = await hold(page, SAVE)
  const saving = page.waitForRequest(SAVE)
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await saving
  const text = dialog.getByLabel('Cuenta cómo fue')
  await text.press('End')
  await page.keyboard.type(' Muy amable.')
  await expect(text).toBeFocused()
  await expect(text).toHaveValue(COMMENT)
  await dialog.getByRole('radio', { name: '2 estrellas: Mal' }).click({ force: true })
  await expect(dialog.getByRole('radio', { name: '5 estrellas: Muy bien' })).toBeChecked()
  await dialog.getByRole('radio', { name: 'No se realizó' }).click({ force: true })
  await expect(dialog.getByRole('radio', { name: 'Sí, se realizó' })).toBeChecked()
  await dialog.getByRole('button', { name: 'Quitar la foto 1' }).click({ force: true })
  await expect(dialog.getByRole('img', { name: 'Foto 1 del trabajo' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Agregar foto' }).click({ force: true })
  await expect(page.getByRole('dialog', { name: 'Agregar una foto' })).toHaveCount(0)
  await expectAccessible(page)
  answer('abort')
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.unroute(SAVE)
  await text.press('End')
  await page.keyboard.type(' Muy amable.')
  await dialog.getByRole('radio', { name: '4 estrellas: Bien' }).check()
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expectToast(page, 'Gracias. Tu reseña ya está publicada.')
  const item = card(page).getByRole('listitem')
  await expect(item).toContainText(`${COMMENT} Muy amable.`)
  await expect(item.getByRole('img', { name: '4 de 5' })).toBeVisible()
})

test('what is typed in a form that was opened again during a save is kept', async ({ page, request }) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await fillIn(dialog)
  const answer = await hold(page, SAVE)
  const saving = page.waitForRequest(SAVE)
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await saving
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Escribir una reseña' }).click()
  const longer = `${COMMENT} Muy amable.`
  await dialog.getByLabel('Cuenta cómo fue').fill(longer)
  answer()
  await expectToast(page, 'Gracias. Tu reseña ya está publicada.')
  await open(page, luis.id, 'Editar tu reseña')
  await expect(dialog.getByLabel('Cuenta cómo fue')).toHaveValue(longer)
})

test('a save whose answer was lost is repeated without harm', async ({ page, request }) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await dialog.getByRole('radio', { name: '5 estrellas: Muy bien' }).check()
  await dialog.getByRole('radio', { name: 'Sí, se realizó' }).check()
  await dialog.getByLabel('Cuenta cómo fue').fill(COMMENT)
  await page.route(SAVE, async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expect(dialog.getByRole('alert')).toBeVisible()
  await page.unroute(SAVE)
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expectToast(page, 'Gracias. Tu reseña ya está publicada.')
  await expect(card(page).getByRole('listitem')).toHaveCount(1)
  await expect(card(page)).not.toContainText('Editada')
})

test('a photo that was not uploaded can be uploaded again or removed, and is not forgotten on the way', async ({
  page,
  request,
}) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await dialog.getByRole('radio', { name: '5 estrellas: Muy bien' }).check()
  await dialog.getByRole('radio', { name: 'Sí, se realizó' }).check()
  await dialog.getByLabel('Cuenta cómo fue').fill(COMMENT)
  await page.route(UPLOAD, (route) => route.abort())
  await addPhoto(page, dialog)
  const retry = dialog.getByRole('button', { name: 'Volver a subir la foto 1' })
  await expect(retry).toBeVisible()
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expect(dialog.getByText('Una foto no se subió. Vuelve a subirla o quítala.')).toBeVisible()
  await page.unroute(UPLOAD)
  await retry.click()
  await expect(retry).toHaveCount(0)
  await expect(dialog.getByText('Subiendo', { exact: false })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expectToast(page, 'Gracias. Tu reseña ya está publicada.')
})

test('a photo that is still uploading when the form is closed is in it when it is opened again', async ({
  page,
  request,
}) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  const answer = await hold(page, UPLOAD)
  const uploading = page.waitForRequest(UPLOAD)
  await addPhoto(page, dialog)
  await uploading
  const close = () => dialog.getByRole('button', { name: 'Ahora no' }).click()
  await close()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Escribir una reseña' }).click()
  await expect(dialog.getByText('Subiendo la foto 1…')).toBeAttached()
  await expect(dialog.getByRole('img', { name: 'Foto 1 del trabajo' })).toHaveJSProperty('naturalWidth', 640)
  await fillIn(dialog)
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('Espera a que terminen de subir las fotos.')
  await close()
  await expect(dialog).toHaveCount(0)
  const uploaded = page.waitForResponse(UPLOAD)
  answer()
  await uploaded
  await expect
    .poll(() => page.evaluate<string>('JSON.stringify({ ...localStorage })'))
    .toContain('review-photos/')
  await open(page, luis.id)
  await expect(dialog.getByLabel('Cuenta cómo fue')).toHaveValue(COMMENT)
  await expect(dialog.getByRole('img', { name: 'Foto 1 del trabajo' })).toHaveJSProperty('naturalWidth', 640)
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expectToast(page, 'Gracias. Tu reseña ya está publicada.')
  await expect(card(page).getByRole('button', { name: /^Foto 1 del trabajo/ })).toBeVisible()
})

const NOT_KEPT = 'Una foto de tu reseña no se subió y no quedó guardada. Abre tu reseña y agrégala otra vez.'

test('a seeker is told that a photo was not kept, whether it fails before or after the form is closed', async ({
  page,
  request,
}) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  const answer = await hold(page, UPLOAD)
  const uploading = page.waitForRequest(UPLOAD)
  await addPhoto(page, dialog)
  await uploading
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  answer('abort')
  await expectToast(page, NOT_KEPT)

  await open(page, luis.id)
  await expect(dialog.getByRole('button', { name: 'Agregar foto' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Quitar la foto 1' })).toHaveCount(0)
  await addPhoto(page, dialog)
  await expect(dialog.getByRole('button', { name: 'Volver a subir la foto 1' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expectToast(page, NOT_KEPT)
})

test('signing out stops the upload of a photo whose form was closed, without a notice', async ({
  page,
  request,
}) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await hold(page, UPLOAD)
  const uploading = page.waitForRequest(UPLOAD)
  await addPhoto(page, dialog)
  await uploading
  let stopped = false
  page.on('requestfailed', (failed) => {
    if (failed.url().includes('/review-photos/')) stopped = true
  })
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await layersRemoved(page)
  expect(stopped).toBe(false)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/login')
  await expect.poll(() => stopped).toBe(true)
  await expect(page.getByText(NOT_KEPT)).toHaveCount(0)
})

test('a photo that is removed while it is uploading does not come back', async ({ page, request }) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await fillIn(dialog)
  const answer = await hold(page, UPLOAD)
  const uploading = page.waitForRequest(UPLOAD)
  await addPhoto(page, dialog)
  await uploading
  await dialog.getByRole('button', { name: 'Quitar la foto 1' }).click()
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  const uploaded = page.waitForResponse(UPLOAD)
  answer()
  await uploaded
  await page.getByRole('button', { name: 'Escribir una reseña' }).click()
  await expect(dialog.getByLabel('Cuenta cómo fue')).toHaveValue(COMMENT)
  await expect(dialog.getByRole('button', { name: 'Quitar la foto 1' })).toHaveCount(0)
})

const SIGN = '**/storage/v1/object/sign/**'

test('editing a review keeps its photos when their addresses cannot be read', async ({ page, request }) => {
  const { luis } = await makeReviewableMaestro(request, await me(page, request))
  const dialog = await open(page, luis.id)
  await dialog.getByRole('radio', { name: '4 estrellas: Bien' }).check()
  await dialog.getByRole('radio', { name: 'Sí, se realizó' }).check()
  await dialog.getByLabel('Cuenta cómo fue').fill(COMMENT)
  await addPhoto(page, dialog)
  await expect(dialog.getByRole('img', { name: 'Foto 1 del trabajo' })).toBeVisible()
  await expect(dialog.getByText('Subiendo', { exact: false })).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Publicar reseña' }).click()
  await expectToast(page, 'Gracias. Tu reseña ya está publicada.')
  await expect(dialog).toHaveCount(0)
  await layersRemoved(page)

  let tries = 0
  await page.route(SIGN, (route) => {
    tries += 1
    return route.abort()
  })
  await open(page, luis.id, 'Editar tu reseña')
  await expect.poll(() => tries).toBe(3)
  await expect(dialog.getByRole('button', { name: 'Quitar la foto 1' })).toBeVisible()
  await dialog.getByRole('radio', { name: '5 estrellas: Muy bien' }).check()
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expectToast(page, 'Tu reseña quedó actualizada.')
  const item = card(page).getByRole('listitem')
  await expect(item.getByRole('img', { name: '5 de 5' })).toBeVisible()
  await expect(item.getByRole('button', { name: /^Foto 1 del trabajo/ })).toBeVisible()
})

test('a photo of a draft that the server no longer has disappears from the form', async ({
  page,
  request,
}) => {
  const ana = await me(page, request)
  const { luis } = await makeReviewableMaestro(request, ana)
  const dialog = await open(page, luis.id)
  const upload = page.waitForResponse('**/storage/v1/object/chat-media/**')
  await addPhoto(page, dialog)
  const name = new URL((await upload).url()).pathname.split('/chat-media/')[1]
  await expect(dialog.getByText('Subiendo', { exact: false })).toHaveCount(0)
  await expect(dialog.getByRole('button', { name: 'Quitar la foto 1' })).toBeVisible()
  const data = { prefixes: [name] }
  const removed = await request.delete('/storage/v1/object/chat-media', { headers: ana.headers, data })
  expect(await removed.json()).toHaveLength(1)
  await open(page, luis.id)
  await expect(dialog.getByRole('button', { name: 'Agregar foto' })).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Quitar la foto 1' })).toHaveCount(0)
})

test('a seeker who has not talked with the maestro in the chat is told so instead of the form, and the server refuses the review [1.prod.13]', async ({
  page,
  request,
}) => {
  const luis = await makeMaestro(request, { nombre: 'Luis', apellido: 'Hernández' })
  const ana = await me(page, request)
  await requestContact(request, ana, luis)
  const dialog = await open(page, luis.id)
  await expect(dialog).toContainText('Para escribir una reseña, primero escríbele al maestro en el chat.')
  await expect(dialog.getByRole('radio')).toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Cerrar' }).first().click()
  await expect(page.getByRole('button', { name: 'Escribir una reseña' })).toBeFocused()
  const data = { maestro_id: luis.id, puntuacion: 4, comentario: COMMENT, trabajo_realizado: true }
  const answer = await request.post('/functions/v1/guardar-resena', { headers: ana.headers, data })
  expect(answer.status()).toBe(403)
  await page.getByRole('button', { name: 'Escribir una reseña' }).click()
  await dialog.getByRole('button', { name: 'Ir al chat' }).click()
  await expect(page).toHaveURL(/\/chats\//)
  await expect(page).toHaveTitle('Luis Hernández · Conversación · Maestros CDMX')
})

test('after 14 days the own review is shown without a form', async ({ page, request }) => {
  const ana = await me(page, request)
  const { luis } = await makeReviewableMaestro(request, ana)
  const data = { maestro_id: luis.id, puntuacion: 4, comentario: COMMENT, trabajo_realizado: true }
  await request.post('/functions/v1/guardar-resena', { headers: ana.headers, data })
  await writtenDaysAgo(request, ana, 14)
  const dialog = await open(page, luis.id, 'Ver tu reseña')
  await expect(dialog).toContainText('Las reseñas se pueden editar durante 14 días.')
  await expect(dialog).toContainText(COMMENT)
  await expect(dialog.getByRole('radio')).toHaveCount(0)
})
