import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { succeed } from '../support/api.ts'
import { refuseDevices, takePicture, viewfinder } from '../support/fake-camera.ts'
import { expectAccessible, LOST_NETWORK, REFUSED, signInThroughForm } from '../support/fixtures.ts'
import {
  expect,
  fillAll,
  type Newcomer,
  PHONE,
  photo,
  profileOf,
  saveSteps,
  submitButton,
  test,
  toastOf,
} from '../support/onboarding.ts'
import { storedText } from '../support/typing.ts'

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
  await page.screenshot({ path: 'test-results/pictures/onboarding-camara-360.jpg', quality: 85 })
  await selfie.getByRole('button', { name: 'Tomar foto' }).click()
  await selfie.getByRole('button', { name: 'Repetir' }).click()
  await selfie.getByRole('button', { name: 'Tomar foto' }).click()
  await selfie.getByRole('button', { name: 'Usar esta foto' }).click()
  await expect(
    toastOf(page).filter({ hasText: '¡Perfecto! Tu foto de perfil se ha guardado correctamente.' }),
  ).toBeVisible()
  await expect(page.getByRole('img', { name: 'Tu selfie' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Tomar otra selfie' })).toBeFocused()

  await page.goto('/onboarding-maestro?paso=ine')
  await shoot(page, 'Tomar foto de la INE', 'INE, frente')
  await expect(toastOf(page).filter({ hasText: 'INE subido correctamente' })).toBeVisible()
  await shoot(page, 'Tomar foto del comprobante', 'Comprobante de domicilio (opcional)')
  await expect(toastOf(page).filter({ hasText: 'Comprobante subido correctamente' })).toBeVisible()
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

  test('signing out asks first while a step and a photo are on this device only, and then deletes both', async ({
    who,
    openAs,
  }) => {
    const page = await openStep(openAs, who, 'ine')
    await page.route(UPLOAD, (route) => route.abort('connectionreset'))
    await page.route('**/functions/v1/onboarding-borrador', (route) => route.abort('connectionreset'))
    const file = { name: 'ine.jpg', mimeType: 'image/jpeg', buffer: await photo(400, 300) }
    await pick(page, 'Tomar foto de la INE', file)
    await expect(page.getByText('Sin conexión: se subirá en cuanto vuelva.')).toBeVisible()
    await page.getByRole('button', { name: 'Atrás' }).click()
    const address = page.getByLabel('Domicilio', { exact: true })
    await address.fill('Calle sin enviar 12')

    // Also on a screen that does not load the onboarding.
    await page.goto('/ayuda')
    const dialog = page.getByRole('dialog', { name: 'Tienes 1 paso de tu perfil y 1 foto sin enviar' })
    const leave = async () => {
      await page.getByRole('button', { name: 'Abrir menú' }).click()
      await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
      await expect(dialog).toContainText('Si cierras sesión ahora, se borran de este dispositivo.')
    }
    await leave()
    await expectAccessible(page, '[role=dialog]')
    await page.screenshot({ path: 'test-results/pictures/onboarding-cerrar-sesion-360.jpg', quality: 85 })
    await dialog.getByRole('button', { name: 'No cerrar sesión' }).click()
    await page.goto('/onboarding-maestro?paso=identidad')
    await expect(address).toHaveValue('Calle sin enviar 12')
    await leave()
    await dialog.getByRole('button', { name: 'Cerrar sesión y borrar' }).click()
    await expect(page).toHaveURL('/login-maestro')
    expect(await storedText(page)).not.toMatch(/sin enviar|ine_/)
  })

  test('a photo that waits on this phone is deleted when another device has submitted the form', async ({
    who,
    openAs,
    request,
  }) => {
    const page = await openStep(openAs, who, 'ine')
    await page.route(UPLOAD, (route) => route.abort('connectionreset'))
    const file = { name: 'ine.jpg', mimeType: 'image/jpeg', buffer: await photo(400, 300) }
    await pick(page, 'Tomar foto de la INE', file)
    await expect(page.getByText('Sin conexión: se subirá en cuanto vuelva.')).toBeVisible()
    expect(await storedText(page)).toContain('ine_')
    await fillAll(request, who)
    const other = await openAs(who, '/onboarding-maestro?paso=revisar')
    await other.setViewportSize(PHONE)
    await submitButton(other).click()
    await expect(other).toHaveURL('/dashboard-maestro')

    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page).toHaveURL('/dashboard-maestro')
    await expect.poll(() => storedText(page)).not.toContain('ine_')
  })

  test('the file picker takes a 12-megapixel photo, which is shrunk and goes on after a cut', async ({
    who,
    openAs,
    request,
  }) => {
    const page = await openStep(openAs, who, 'ine')
    const devtools = await page.context().newCDPSession(page)
    const network = { offline: false, latency: 40, downloadThroughput: 125_000, uploadThroughput: 125_000 }
    await devtools.send('Network.emulateNetworkConditions', network)
    let cut = true
    await page.route(UPLOAD, (route) =>
      cut && route.request().method() === 'POST' ? route.abort('connectionreset') : route.continue(),
    )
    const buffer = await photo(4000, 3000)
    expect(buffer.length).toBeLessThan(5 * 1024 * 1024)
    const worker = page.waitForEvent('worker')
    await pick(page, 'Tomar foto de la INE', { name: 'ine.jpg', mimeType: 'image/jpeg', buffer })
    await worker
    await expect(page.getByText('Sin conexión: se subirá en cuanto vuelva.')).toBeVisible()
    // A reload does not lose it either.
    await page.reload()
    await expect(page.getByRole('img', { name: 'El frente de tu INE' })).toBeVisible()
    cut = false
    await expect(page.getByRole('progressbar', { name: 'Avance de la subida' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tomar otra foto de la INE' })).toBeVisible()
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible({ timeout: 60_000 })
    await expect
      .poll(async () => (await saveSteps(request, who, {})).pasos.ine?.valor, { timeout: 60_000 })
      .toMatch(/^ine_/)
    const { pasos } = await saveSteps(request, who, {})
    const answer = await request.get(`/storage/v1/object/authenticated/chat-media/${pasos.ine.valor}`, {
      headers: who.headers,
    })
    expect((await sharp(await answer.body()).metadata()).width).toBe(1600)
  })

  test('a file of just under 5 MB is accepted; an upload that had arrived before the cut is found again and not sent twice [9.const.24]', async ({
    who,
    openAs,
    request,
  }) => {
    const page = await openStep(openAs, who, 'ine')
    let sent = 0
    await page.route(UPLOAD, async (route) => {
      if (route.request().method() !== 'POST') return route.continue()
      sent += 1
      if (sent > 1) return route.continue()
      // The server stores it, and its answer is lost.
      await route.fetch()
      await route.abort('connectionreset')
    })
    await pick(page, 'Tomar foto de la INE', {
      name: 'ine.jpg',
      mimeType: 'image/jpeg',
      buffer: padded(await photo(1200, 900), 5 * 1024 * 1024 - 1),
    })
    await expect(toastOf(page).filter({ hasText: 'INE subido correctamente' })).toBeVisible({
      timeout: 60_000,
    })
    expect(sent).toBe(2)
    await expect.poll(async () => (await saveSteps(request, who, {})).pasos.ine?.valor).toMatch(/^ine_/)
  })

  test('a file that is no picture, is too large or is refused by the server shows its own message [5.upl.01] [5.upl.02] [8.maes.03] [8.maes.04]', async ({
    who,
    openAs,
  }) => {
    const page = await openStep(openAs, who, 'ine')
    const refused = async (
      file: Parameters<typeof pick>[2],
      sentence: string,
      button = 'Tomar foto de la INE',
    ) => {
      await pick(page, button, file)
      await expect(toastOf(page).filter({ hasText: sentence }).first()).toBeVisible()
      await page.reload()
      await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
    }
    const text = Buffer.from('%PDF-1.7 no es una imagen')
    await refused(
      { name: 'ine.pdf', mimeType: 'application/pdf', buffer: text },
      'Solo se permiten archivos de imagen',
    )
    await refused(
      { name: 'ine.jpg', mimeType: 'image/jpeg', buffer: text },
      'No pudimos abrir esa imagen. Prueba con otra.',
    )
    // The browser draws what there is of it; the server refuses it.
    const truncated = (await photo(1200, 900)).subarray(0, 400)
    const answers: number[] = []
    page.on('response', (answer) => {
      if (/\/object\/chat-media\//.test(answer.url()) && answer.request().method() === 'POST')
        answers.push(answer.status())
    })
    const incomplete = { name: 'ine.jpg', mimeType: 'image/jpeg', buffer: truncated }
    await refused(incomplete, 'Ocurrió un error. Intenta nuevamente.')
    await page.goto('/onboarding-maestro?paso=selfie')
    await refused(incomplete, 'Error al subir la foto. Intenta nuevamente.', 'Tomar selfie')
    expect(answers).toEqual([400, 400])
    await page.goto('/onboarding-maestro?paso=ine')
    const large = padded(await photo(600, 400), 5 * 1024 * 1024 + 1)
    await refused(
      { name: 'ine.jpg', mimeType: 'image/jpeg', buffer: large },
      'La imagen es demasiado grande. Máximo 5MB.',
    )
  })

  test('a picture that the server could not store is sent again with a button', async ({ who, openAs }) => {
    const page = await openStep(openAs, who, 'selfie')
    const json = { statusCode: '507', error: 'Full', message: 'no queda espacio' }
    await page.route(UPLOAD, (route) => route.fulfill({ status: 400, json }))
    await pick(page, 'Tomar selfie', {
      name: 'selfie.jpg',
      mimeType: 'image/jpeg',
      buffer: await photo(600, 400),
    })
    await expect(
      toastOf(page).filter({ hasText: 'Error al subir la foto. Intenta nuevamente.' }).first(),
    ).toBeVisible()
    await page.unroute(UPLOAD)
    await page.getByRole('button', { name: 'Reintentar' }).click()
    await expect(page.getByRole('img', { name: 'Tu selfie' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(0)
  })

  const small = async () => ({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await photo(600, 400) })

  test('a picture that a busy server or a proxy could not take stays on the phone and is sent after the pause', async ({
    who,
    openAs,
  }) => {
    const page = await openStep(openAs, who, 'ine')
    const answers = [
      { status: 502, body: 'Bad Gateway' },
      { status: 429, headers: { 'retry-after': '1' }, body: 'Too many requests' },
      { status: 408, body: 'Request timeout' },
    ]
    let refusals = 0
    let open = false
    await page.route(UPLOAD, (route) => {
      if (route.request().method() !== 'POST' || open) return route.continue()
      refusals += 1
      return route.fulfill(answers.shift() ?? { status: 503, headers: { 'retry-after': '600' }, body: '' })
    })
    await pick(page, 'Tomar foto de la INE', await small())
    await expect(page.getByText('No pudimos recibirla todavía: se subirá en un momento.')).toBeVisible()
    // The fourth answer asks for a long pause: no further attempt follows.
    await expect.poll(() => refusals, { timeout: 30_000 }).toBe(4)
    await page.waitForTimeout(4000)
    expect(refusals).toBe(4)
    await expect(toastOf(page)).toHaveCount(0)
    // Another visit finds the picture and sends it.
    open = true
    await page.reload()
    await expect(toastOf(page).filter({ hasText: 'INE subido correctamente' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Tomar otra foto de la INE' })).toBeVisible()
  })

  test.describe('of a session that has ended', () => {
    test.use({ expectedErrors: LOST_NETWORK })

    test('a picture is kept and sent after the next sign-in', async ({ who, openAs, request }) => {
      const page = await openStep(openAs, who, 'ine')
      await request.post('/auth/v1/logout?scope=global', { headers: who.headers })
      await pick(page, 'Tomar foto de la INE', await small())
      await expect(page).toHaveURL(/\/login/)
      await page.goto('/login-maestro')
      await signInThroughForm(page, who.email)
      await expect(toastOf(page).filter({ hasText: 'INE subido correctamente' })).toBeVisible()
    })
  })

  test('the form waits for a picture that is being uploaded, and says so in the review', async ({
    who,
    openAs,
    request,
  }) => {
    await fillAll(request, who)
    const page = await openStep(openAs, who, 'ine')
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    await page.route(UPLOAD, async (route) => {
      if (route.request().method() === 'POST') await opened
      await route.continue()
    })
    await pick(page, 'Tomar foto del comprobante', await small())
    await expect(page.getByText('Subiendo…')).toBeVisible()
    await page.getByRole('button', { name: 'Siguiente' }).click()
    await expect(page.getByRole('button', { name: 'Tu INE Subiendo…' })).toBeVisible()
    await submitButton(page).click()
    await expect(
      toastOf(page).filter({ hasText: 'Todavía se está subiendo: Comprobante de domicilio (opcional).' }),
    ).toBeVisible()
    await expect(page).toHaveURL('/onboarding-maestro?paso=ine')
    await expect(page.getByRole('button', { name: 'Tomar otra foto del comprobante' })).toBeFocused()
    expect(await profileOf(request, who)).toBeUndefined()
    open()
    await expect(toastOf(page).filter({ hasText: 'Comprobante subido correctamente' })).toBeVisible()
    await page.getByRole('button', { name: 'Volver a revisar' }).click()
    await expect(page.getByRole('button', { name: 'Tu INE Listo' })).toBeVisible()
    await submitButton(page).click()
    await expect(page).toHaveURL('/dashboard-maestro')
    const { length } = await succeed(
      request.get('/rest/v1/maestro_documentos?tipo=eq.comprobante_domicilio', { headers: who.headers }),
    )
    expect(length).toBe(1)
  })
})
