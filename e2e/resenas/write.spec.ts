import type { Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { makeMaestro, me } from '../support/chats.ts'
import { expectReadableEnlarged } from '../support/enlarged.ts'
import { expect, expectAccessible, REFUSED, test } from '../support/fixtures.ts'
import { expectToast, requestContact } from '../support/maestro.ts'
import { makeReviewableMaestro, writtenDaysAgo } from '../support/reviews.ts'
import { watchRevoked } from '../support/revoked.ts'

test.use({
  account: { role: 'buscador' },
  expectedErrors: new RegExp(`${REFUSED.source}|^review|^photo|^address`),
})

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

test('a seeker writes a review with photos, sees it in the list, and edits it; after 14 days it is shown without a form [2.prof.36] [2.prof.37]', async ({
  page,
  request,
}) => {
  const ana = await me(page, request)
  const { luis } = await makeReviewableMaestro(request, ana)
  const dialog = await open(page, luis.id)
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

  await writtenDaysAgo(request, ana, 14)
  await open(page, luis.id, 'Ver tu reseña')
  await expect(dialog).toContainText('Las reseñas se pueden editar durante 14 días.')
  await expect(dialog).toContainText(COMMENT)
  await expect(dialog.getByRole('radio')).toHaveCount(0)
})

test('the stars are chosen with the arrow keys, and wrong fields are named with the focus on the first; what was typed is there after a reload, and a photo that the server no longer has disappears', async ({
  page,
  request,
}) => {
  const ana = await me(page, request)
  const { luis } = await makeReviewableMaestro(request, ana)
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

  await dialog.getByLabel('Cuenta cómo fue').fill(COMMENT)
  const upload = page.waitForResponse('**/storage/v1/object/chat-media/**')
  await addPhoto(page, dialog)
  const name = new URL((await upload).url()).pathname.split('/chat-media/')[1]
  await expect(dialog.getByText('Subiendo', { exact: false })).toHaveCount(0)
  await open(page, luis.id)
  await expect(dialog.getByRole('radio', { name: '3 estrellas: Regular' })).toBeChecked()
  await expect(dialog.getByRole('radio', { name: 'No se realizó' })).toBeChecked()
  await expect(dialog.getByLabel('Cuenta cómo fue')).toHaveValue(COMMENT)
  await expect(dialog.getByRole('img', { name: 'Foto 1 del trabajo' })).toHaveJSProperty('naturalWidth', 640)
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
