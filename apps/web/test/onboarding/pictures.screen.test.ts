import { misSolicitudes } from '@maestros/contrato/ayuda/mis-solicitudes'
import { onboardingBorrador, type PasosGuardados } from '@maestros/contrato/onboarding/onboarding-borrador'
import { onboardingEnviar } from '@maestros/contrato/onboarding/onboarding-enviar'
import { sendMaestroWelcomeEmail } from '@maestros/contrato/onboarding/send-maestro-welcome-email'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { pendingOf } from '#features/onboarding/pictures/pending-store.ts'
import { newcomer, pasosCompletos } from '../setup/rows/onboarding.ts'
import {
  answer,
  answerAuth,
  answerPictureAddresses,
  answerTable,
  answerUploads,
  type Call,
  callsOf,
  held,
  LOST,
  odd,
} from '../setup/screen/answers.ts'
import { open, type Person } from '../setup/screen/app.tsx'
import { pickPicture } from '../setup/screen/pictures.ts'
import { installClock, passTime, passUntil } from '../setup/screen/time.ts'

/** Pictures and the form on a phone whose network fails, or whose server cannot store a picture. */

const WAITS = page.getByText('Sin conexión: se subirá en cuanto vuelva.')
const toast = (text: string | RegExp) => page.getByRole('region', { name: 'Avisos' }).getByText(text)
const submit = page.getByRole('button', { name: 'Completar mi perfil' })

beforeEach(async () => {
  serverKeeps()
  answerPictureAddresses({ signedURL: '/object/signed' })
  await page.viewport(360, 740)
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(
    new DOMException('no', 'NotAllowedError'),
  )
})
afterEach(() => vi.restoreAllMocks())

/** The server keeps the steps that the form saves. */
function serverKeeps(pasos: PasosGuardados = {}) {
  answer(onboardingBorrador, ({ cambios = {} }) => {
    for (const [paso, change] of Object.entries(cambios))
      if (change) pasos = { ...pasos, [paso]: { version: change.base + 1, valor: change.valor } }
    return { success: true as const, completo: false, pasos }
  })
}

async function openStep(paso: 'selfie' | 'ine', as: Person) {
  open(`/onboarding-maestro?paso=${paso}`, { as })
  await expect.element(page.getByText('Guardado', { exact: true })).toBeVisible()
}

/** Takes a photo with the camera of the system. */
async function take(button: string) {
  await page.getByRole('button', { name: button }).click()
  await pickPicture(page.getByRole('dialog'))
}

/** Answers each upload with the next reply. Returns the names that were sent. */
function uploadsGet(...replies: ReturnType<Parameters<typeof answerUploads>[0]>[]): string[] {
  const names: string[] = []
  answerUploads(({ name }: Call) => {
    names.push(name)
    return replies[names.length - 1] ?? { Key: name }
  })
  return names
}

test('signing out asks first while a step and a photo are on this device only, and then deletes both', async () => {
  const who = newcomer()
  answerUploads(() => LOST)
  await openStep('ine', who)
  answer(onboardingBorrador, LOST)
  await take('Tomar foto de la INE')
  await expect.element(WAITS).toBeVisible()
  await page.getByRole('button', { name: 'Atrás' }).click()
  const address = page.getByLabelText('Domicilio', { exact: true })
  await address.fill('Calle sin enviar 12')

  // Also on a screen that does not load the onboarding.
  answer(misSolicitudes, { solicitudes: [], total: 0 })
  open('/ayuda', { as: who })
  const dialog = page.getByRole('dialog', { name: 'Tienes 1 paso de tu perfil y 1 foto sin enviar' })
  const leave = async () => {
    await page.getByRole('button', { name: 'Abrir menú' }).click()
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect
      .element(dialog.getByText(/Si cierras sesión ahora, se borran de este dispositivo\.$/))
      .toBeVisible()
  }
  await leave()
  await dialog.getByRole('button', { name: 'No cerrar sesión' }).click()
  await expect.element(dialog).not.toBeInTheDocument()
  // The menu is still open. Its entry of the history is left a moment after it was closed.
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => history.state?.layer).toBeUndefined()
  open('/onboarding-maestro?paso=identidad', { as: who })
  await expect.element(address).toHaveValue('Calle sin enviar 12')
  await leave()
  answerAuth('logout', odd(204))
  await dialog.getByRole('button', { name: 'Cerrar sesión y borrar' }).click()
  await expect.poll(() => location.pathname).toBe('/login-maestro')
  expect(JSON.stringify(localStorage)).not.toContain('sin enviar')
  await expect.poll(() => pendingOf(who.id)).toEqual([])
})

test('a photo that waits on this phone is deleted when another device has submitted the form', async () => {
  const who = newcomer()
  answerUploads(() => LOST)
  await openStep('ine', who)
  await take('Tomar foto de la INE')
  await expect.element(WAITS).toBeVisible()
  expect(await pendingOf(who.id)).toHaveLength(1)
  answer(onboardingBorrador, { success: true, completo: true, pasos: {} })
  answerTable('maestros', [{ perfil_completo: true }])
  dispatchEvent(new Event('online'))
  await expect.poll(() => location.pathname).toBe('/dashboard-maestro')
  await expect.poll(() => pendingOf(who.id)).toEqual([])
})

test('an upload whose answer is lost is sent again under its name, and counts as done when the server has it', async () => {
  const exists = odd(400, { statusCode: '409', error: 'Duplicate', message: 'The resource already exists' })
  const names = uploadsGet(LOST, exists)
  await openStep('ine', newcomer())
  await take('Tomar foto de la INE')
  await expect.element(toast('INE subido correctamente')).toBeVisible()
  expect(names).toHaveLength(2)
  expect(names[1]).toBe(names[0])
})

test('a picture that the server could not store is sent again with a button', async () => {
  uploadsGet(odd(400, { statusCode: '507', error: 'Full', message: 'no queda espacio' }))
  await openStep('selfie', newcomer())
  await take('Tomar selfie')
  await expect.element(toast('Error al subir la foto. Intenta nuevamente.')).toBeVisible()
  const retry = page.getByRole('button', { name: 'Reintentar' })
  await retry.click()
  await expect.element(page.getByRole('img', { name: 'Tu selfie' })).toBeVisible()
  await expect.element(retry).not.toBeInTheDocument()
})

test('a picture that a busy server or a proxy could not take stays on the phone and is sent after the pause', async () => {
  installClock()
  const names = uploadsGet(
    odd(502, 'Bad Gateway'),
    odd(429, 'Too many requests', { 'retry-after': '1' }),
    odd(408, 'Request timeout'),
    odd(503, '', { 'retry-after': '600' }),
  )
  await openStep('ine', newcomer())
  await take('Tomar foto de la INE')
  await expect.element(page.getByText('No pudimos recibirla todavía: se subirá en un momento.')).toBeVisible()
  // The fourth answer asks for a long pause: no further attempt follows.
  await passUntil(() => names.length === 4)
  await passTime(40_000)
  expect(names).toHaveLength(4)
  expect(document.querySelector('[data-toast]')).toBeNull()
  await passUntil(() => toast('INE subido correctamente').query() !== null)
  await expect.element(page.getByRole('button', { name: 'Tomar otra foto de la INE' })).toBeVisible()
})

test('the form waits for a picture that is being uploaded, and says so in the review; a network that is lost after the submit leads to the dashboard', async () => {
  const who = newcomer()
  const slow = held<object>()
  serverKeeps(pasosCompletos(who))
  answer(onboardingEnviar, { success: true })
  answer(sendMaestroWelcomeEmail, { success: true })
  uploadsGet(slow.reply)
  await openStep('ine', who)
  await take('Tomar foto del comprobante')
  await expect.element(page.getByText('Subiendo…')).toBeVisible()
  await page.getByRole('button', { name: 'Siguiente' }).click()
  await expect.element(page.getByRole('button', { name: 'Tu INE Subiendo…' })).toBeVisible()
  await submit.click()
  await expect
    .element(toast(/^Todavía se está subiendo: Comprobante de domicilio \(opcional\)\./))
    .toBeVisible()
  expect(location.pathname + location.search).toBe('/onboarding-maestro?paso=ine')
  await expect.element(page.getByRole('button', { name: 'Tomar otra foto del comprobante' })).toHaveFocus()
  expect(callsOf('onboarding-enviar')).toEqual([])
  slow.release({ Key: 'x' })
  await expect.element(toast('Comprobante subido correctamente')).toBeVisible()
  await page.getByRole('button', { name: 'Volver a revisar' }).click()
  await expect.element(page.getByRole('button', { name: 'Tu INE Listo' })).toBeVisible()

  answerTable('profiles', LOST)
  await submit.click()
  await expect.element(toast('¡Perfil completado!')).toBeVisible()
  await expect.poll(() => location.pathname).toBe('/dashboard-maestro')
  await expect.element(page.getByRole('heading', { level: 1, name: 'Hola, Luis' })).toBeVisible()
  expect(callsOf('onboarding-enviar').map(({ body }) => body)).toEqual([
    expect.objectContaining({
      curp: 'HEGG560427MVZRRL04',
      comprobante_domicilio: expect.stringMatching(/^documentos\/.+\/comprobante_domicilio_/),
    }),
  ])
})
