import type { Locator, Page, Request } from '@playwright/test'
import sharp from 'sharp'
import { me } from '../support/chats.ts'
import { refuseDevices, viewfinder } from '../support/fake-camera.ts'
import { test as base, expect } from '../support/fixtures.ts'
import { form, images, openHelp, previews } from '../support/help.ts'
import { completeMe, expectToast } from '../support/maestro.ts'
import { test as onboarding, PHONE } from '../support/onboarding.ts'
import { makeReviewableMaestro } from '../support/reviews.ts'

/** New phones take pictures of 8 MB. Every form makes them smaller when the person wants it. */

const MAX_BYTES = 5 * 1024 * 1024
const TOO_LARGE = 'La imagen es demasiado grande. Máximo 5MB.'

/**
 * As a phone takes it upright: the camera's picture lies, and a note in the file says how to turn it. The file is made large by what
 * follows the picture, so that it takes no time to decode.
 */
const camera = async () => {
  const lying = sharp({ create: { width: 800, height: 600, channels: 3, background: '#285aa0' } })
  const picture = await lying.withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const buffer = Buffer.concat([picture, Buffer.alloc(MAX_BYTES)])
  return { name: 'IMG_1.jpg', mimeType: 'image/jpeg', buffer }
}

async function choose(page: Page, button: Locator) {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(await camera())
}

/** Takes the offer beside the sentence. The picture is shown upright, and is uploaded with less than 5 MB. */
async function reduce(page: Page, within: Locator, sentence: string, shown: Locator) {
  await expect(within.getByText(sentence, { exact: true })).toBeVisible()
  await expect(shown).toHaveCount(0)
  const sent = page.waitForRequest(
    (one) => one.method() === 'POST' && one.url().includes('/storage/v1/object/'),
  )
  await within.getByRole('button', { name: 'Reducir y usar' }).click()
  expect(await lengthOf(await sent)).toBeLessThan(MAX_BYTES)
  await expect.poll(() => proportion(shown)).toBeCloseTo(4 / 3, 1)
  await expect(within.getByRole('button', { name: 'Reducir y usar' })).toHaveCount(0)
}

const lengthOf = async (sent: Request) => Number(await sent.headerValue('content-length'))

const proportion = (image: Locator) =>
  image.evaluate(
    (one) => Number(Reflect.get(one, 'naturalHeight')) / Number(Reflect.get(one, 'naturalWidth')),
  )

base.describe('a seeker', () => {
  base.use({ account: { role: 'buscador' } })

  base(
    'makes a large photo of a review and a large picture of a help request smaller',
    async ({ page, request }) => {
      const { luis } = await makeReviewableMaestro(request, await me(page, request))
      await page.goto(`/perfil/${luis.id}`)
      await page.getByRole('button', { name: 'Escribir una reseña' }).click()
      const dialog = page.getByRole('dialog', { name: 'Tu reseña de Luis' })
      await dialog.getByRole('button', { name: 'Agregar foto' }).click()
      await choose(page, page.getByRole('button', { name: 'Seleccionar desde dispositivo' }))
      await expectToast(page, TOO_LARGE)
      await page.screenshot({ path: 'test-results/pictures/foto-grande-resena-1280.png' })
      await reduce(page, dialog, TOO_LARGE, dialog.getByRole('img', { name: 'Foto 1 del trabajo' }))

      await openHelp(page)
      await images(page).setInputFiles([await camera()])
      await reduce(page, form(page), 'Cada imagen debe ser menor a 5MB', previews(page))
    },
  )
})

base.describe('a maestro', () => {
  base.use({ account: { role: 'maestro' } })

  base('makes a large photo of the own profile smaller', async ({ page, request }) => {
    await completeMe(page, request)
    await page.goto('/perfil-maestro')
    await page.getByRole('button', { name: 'Cambiar foto' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cambiar foto' })
    await choose(page, dialog.getByRole('button', { name: 'Seleccionar desde dispositivo' }))
    await expectToast(page, TOO_LARGE)
    const sent = page.waitForRequest(
      (one) => one.method() === 'POST' && one.url().includes('/storage/v1/object/'),
    )
    await expect(dialog.getByText(TOO_LARGE, { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Reducir y usar' }).click()
    expect(await lengthOf(await sent)).toBeLessThan(MAX_BYTES)
    await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => proportion(page.locator('main img').first())).toBeCloseTo(4 / 3, 1)
  })
})

onboarding.describe('in onboarding', () => {
  onboarding.use({ expectedErrors: /Failed to load resource/ })

  onboarding('a large photo is made smaller in its step', async ({ who, openAs }) => {
    const page = await openAs(who, '/onboarding-maestro?paso=selfie')
    await page.setViewportSize(PHONE)
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
    await refuseDevices(page)
    await page.getByRole('button', { name: 'Tomar selfie' }).click()
    await choose(page, page.getByRole('button', { name: 'Abrir la cámara del teléfono' }))
    await expectToast(page, TOO_LARGE)
    await page.screenshot({ path: 'test-results/pictures/foto-grande-onboarding-360.png' })
    const step = page.getByRole('region', { name: 'Selfie' })
    await reduce(page, step, TOO_LARGE, page.getByRole('img', { name: 'Tu selfie' }))
    await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
  })

  onboarding(
    'the camera of the page takes no larger picture than is uploaded, also in a browser without a canvas in workers',
    async ({ who, openAs }) => {
      const page = await openAs(who, '/onboarding-maestro?paso=selfie')
      await page.setViewportSize(PHONE)
      await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
      await page.evaluate<void>('void delete globalThis.OffscreenCanvas')
      await page.getByRole('button', { name: 'Tomar selfie' }).click()
      const selfie = viewfinder(page, 'Selfie')
      await selfie.getByRole('button', { name: 'Tomar foto' }).click()
      const taken = selfie.getByRole('img')
      await expect(taken).toBeVisible()
      const longest = () =>
        taken.evaluate((one) =>
          Math.max(Number(Reflect.get(one, 'naturalWidth')), Number(Reflect.get(one, 'naturalHeight'))),
        )
      await expect.poll(longest).toBeGreaterThan(0)
      expect(await longest()).toBeLessThanOrEqual(1600)
    },
  )
})
