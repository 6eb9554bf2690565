import type { APIRequestContext, Page } from '@playwright/test'
import sharp from 'sharp'
import { refuseDevices, takePicture, viewfinder } from '../support/fake-camera.ts'
import { expectAccessible, LOST_NETWORK, REFUSED, signInThroughForm } from '../support/fixtures.ts'
import { hold } from '../support/hold.ts'
import { closeToast, expectToast } from '../support/maestro.ts'
import { expect, fillAll, type Newcomer, PHONE, photo, saveSteps, test } from '../support/onboarding.ts'

/** Pictures on a phone, with the fake camera of Chromium. */

const UPLOAD = '**/storage/v1/object/chat-media/**'

test.use({ expectedErrors: REFUSED })

// The fake camera and the picture's encoding take most of a busy machine.
test.setTimeout(240_000)

async function openStep(
  openAs: (who: Newcomer, path?: string) => Promise<Page>,
  who: Newcomer,
  paso: 'selfie' | 'ine',
) {
  const page = await openAs(who, `/onboarding-maestro?paso=${paso}`)
  await page.setViewportSize(PHONE)
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  return page
}

/** Takes a picture with the camera and uses it. */
async function shoot(page: Page, button: string, name: string) {
  await page.getByRole('button', { name: button }).click()
  await takePicture(page, name)
}

test('the camera of a phone takes the selfie and the INE, which are uploaded at once [2.maes.08] [2.maes.09] [7.sto.08] [7.sto.09] [8.maes.12] [8.maes.13]', async ({
  who,
  openAs,
  request,
}) => {
  await fillAll(request, who, ['selfie', 'ine'])
  const page = await openStep(openAs, who, 'selfie')
  const names: string[] = []
  page.on('request', (sent) => {
    const name = /\/object\/chat-media\/(.+)$/.exec(sent.url())?.[1]
    if (sent.method() === 'POST' && name) names.push(name)
  })
  await page.getByRole('button', { name: 'Tomar selfie' }).click()
  const selfie = viewfinder(page, 'Selfie')
  await expect(selfie.getByText('Pon tu cara dentro del óvalo.')).toBeVisible()
  await expect(selfie.getByRole('button', { name: 'Tomar foto' })).toBeEnabled()
  await expectAccessible(page, '[role=dialog]')
  await selfie.getByRole('button', { name: 'Tomar foto' }).click()
  await selfie.getByRole('button', { name: 'Repetir' }).click()
  await selfie.getByRole('button', { name: 'Tomar foto' }).click()
  await selfie.getByRole('button', { name: 'Usar esta foto' }).click()
  await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
  await expect(page.getByRole('img', { name: 'Tu selfie' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tomar otra selfie' })).toBeFocused()

  await page.goto('/onboarding-maestro?paso=ine')
  await shoot(page, 'Tomar foto de la INE', 'INE, frente')
  await expectToast(page, 'INE subido correctamente')
  await shoot(page, 'Tomar foto del comprobante', 'Comprobante de domicilio (opcional)')
  await expectToast(page, 'Comprobante subido correctamente')
  expect(names).toEqual([
    expect.stringMatching(new RegExp(`^profile-photos/${who.id}/\\d{13}\\.jpg$`)),
    expect.stringMatching(new RegExp(`^ine_${who.id}_\\d{13}\\.jpg$`)),
    expect.stringMatching(new RegExp(`^documentos/${who.id}/comprobante_domicilio_\\d{13}\\.jpg$`)),
  ])

  // Saved with the draft: another visit shows them.
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('img', { name: 'El frente de tu INE' })).toBeVisible()
  const { pasos } = await saveSteps(request, who, {})
  expect([pasos.selfie.valor, pasos.ine.valor]).toEqual(names.slice(0, 2))

  await page.goto('/onboarding-maestro?paso=revisar')
  await page.getByRole('button', { name: 'Completar mi perfil' }).click()
  await expect(page).toHaveURL('/dashboard-maestro')
})

const photoFile = async (width: number, height: number) => ({
  name: 'foto.jpg',
  mimeType: 'image/jpeg',
  buffer: await photo(width, height),
})

const storedIne = async (request: APIRequestContext, who: Newcomer) =>
  (await saveSteps(request, who, {})).pasos.ine?.valor

/** The same picture as a file of this size: what follows the end of a picture is not read. */
const padded = (picture: Buffer, bytes: number) => Buffer.concat([picture, Buffer.alloc(bytes)], bytes)

test.describe('without a camera', () => {
  async function pick(page: Page, button: string, file: { name: string; mimeType: string; buffer: Buffer }) {
    await refuseDevices(page)
    await page.getByRole('button', { name: button }).click()
    const picker = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Abrir la cámara del teléfono' }).click()
    await (await picker).setFiles(file)
  }

  test('the file picker takes a photo of more pixels than are kept, which is shrunk, shows its progress and goes on after a cut', async ({
    who,
    openAs,
    request,
  }) => {
    const page = await openStep(openAs, who, 'ine')
    const release = await hold(page, UPLOAD)
    const worker = page.waitForEvent('worker')
    await pick(page, 'Tomar foto de la INE', await photoFile(2400, 1800))
    await worker
    await expect(page.getByRole('img', { name: 'El frente de tu INE' })).toBeVisible()
    // The reload cuts the upload, and does not lose the photo.
    await page.reload()
    await expect(page.getByRole('img', { name: 'El frente de tu INE' })).toBeVisible()
    await expect(page.getByRole('progressbar', { name: 'Avance de la subida' })).toBeVisible()
    release()
    await expect(page.getByRole('button', { name: 'Tomar otra foto de la INE' })).toBeVisible()
    await expect.poll(() => storedIne(request, who)).toMatch(/^ine_/)
    const name = await storedIne(request, who)
    const answer = await request.get(`/storage/v1/object/authenticated/chat-media/${name}`, {
      headers: who.headers,
    })
    expect((await sharp(await answer.body()).metadata()).width).toBe(1600)
  })

  test('a file that is no picture, is too large or is refused by the server shows its own message, and one of just under 5 MB is accepted [5.upl.01] [5.upl.02] [8.maes.03] [8.maes.04] [9.const.24]', async ({
    who,
    openAs,
    request,
  }) => {
    const page = await openStep(openAs, who, 'ine')
    const answers: number[] = []
    page.on('response', (answer) => {
      if (/\/object\/chat-media\//.test(answer.url()) && answer.request().method() === 'POST')
        answers.push(answer.status())
    })
    const ine = 'Tomar foto de la INE'
    const file = { name: 'ine.jpg', mimeType: 'image/jpeg' }
    const text = Buffer.from('%PDF-1.7 no es una imagen')
    await pick(page, ine, { name: 'ine.pdf', mimeType: 'application/pdf', buffer: text })
    await closeToast(page, 'Solo se permiten archivos de imagen')
    await pick(page, ine, { ...file, buffer: text })
    await closeToast(page, 'No pudimos abrir esa imagen. Prueba con otra.')
    const picture = await photo(600, 400)
    await pick(page, ine, { ...file, buffer: padded(picture, 5 * 1024 * 1024 + 1) })
    await closeToast(page, 'La imagen es demasiado grande. Máximo 5MB.')
    // The browser draws what there is of it; the server refuses it.
    const incomplete = { ...file, buffer: (await photo(1200, 900)).subarray(0, 400) }
    await pick(page, ine, incomplete)
    await closeToast(page, 'Ocurrió un error. Intenta nuevamente.')
    await page.goto('/onboarding-maestro?paso=selfie')
    await pick(page, 'Tomar selfie', incomplete)
    await closeToast(page, 'Error al subir la foto. Intenta nuevamente.')
    expect(answers).toEqual([400, 400])

    await page.goto('/onboarding-maestro?paso=ine')
    await pick(page, ine, { ...file, buffer: padded(picture, 5 * 1024 * 1024 - 1) })
    await expectToast(page, 'INE subido correctamente')
    await expect.poll(() => storedIne(request, who)).toMatch(/^ine_/)
  })

  test.describe('of a session that has ended', () => {
    test.use({ expectedErrors: LOST_NETWORK })

    test('a picture is kept and sent after the next sign-in', async ({ who, openAs, request }) => {
      const page = await openStep(openAs, who, 'ine')
      await request.post('/auth/v1/logout?scope=global', { headers: who.headers })
      await pick(page, 'Tomar foto de la INE', await photoFile(600, 400))
      await expect(page).toHaveURL(/\/login/)
      await page.goto('/login-maestro')
      await signInThroughForm(page, who.email)
      await expectToast(page, 'INE subido correctamente')
    })
  })
})
