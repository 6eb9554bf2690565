import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { type Name, succeed } from './api.ts'
import { CONTEXTO, completeAsDemo, makeBuscador, me, type Person } from './chats.ts'
import { expect } from './fixtures.ts'
import { photo } from './onboarding.ts'

/** A maestro of one test, signed in on its page, and what only operators may write of them. */

const LUIS: Name = { nombre: 'Luis', apellido: 'Hernández' }

/** Completes the profile of the account that the fixture has signed in. */
export async function completeMe(page: Page, request: APIRequestContext, name: Name = LUIS): Promise<Person> {
  const person = await me(page, request)
  await completeAsDemo(request, person, name)
  return person
}

/** Headers of the secret key, which the server of the tests is started with. */
export const asOperator = () => {
  const key = process.env.E2E_SECRET_KEY ?? ''
  return { apikey: key, Authorization: `Bearer ${key}` }
}

/** Writes columns that only operators may write, for example verification flags. */
export const setFlags = (request: APIRequestContext, id: string, data: object) =>
  succeed(request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers: asOperator(), data }))

/** A proof of address, as the maestro sends it after onboarding. */
export async function sendProof(request: APIRequestContext, { id, headers }: Person) {
  const objeto = `documentos/${id}/comprobante_domicilio_${Date.now()}.jpg`
  const data = await photo(600, 400)
  const type = { 'Content-Type': 'image/jpeg' }
  await succeed(
    request.post(`/storage/v1/object/chat-media/${objeto}`, { headers: { ...headers, ...type }, data }),
  )
  await succeed(
    request.post('/functions/v1/enviar-documento', {
      headers,
      data: { tipo: 'comprobante_domicilio', objeto },
    }),
  )
}

/** A new seeker looks at the profile. */
export async function viewProfile(request: APIRequestContext, maestro: Person): Promise<Person> {
  const seeker = await makeBuscador(request, { nombre: 'Ana', apellido: 'Ruiz' })
  const data = { maestro_id: maestro.id, buscador_id: seeker.id }
  await succeed(request.post('/functions/v1/track-profile-view', { headers: seeker.headers, data }))
  return seeker
}

/** The seeker requests the contact of the maestro. */
export const requestContact = (request: APIRequestContext, seeker: Person, maestro: Person) =>
  succeed(
    request.post('/functions/v1/track-contact-access', {
      headers: seeker.headers,
      data: { maestro_id: maestro.id, motivo: 'urgencia', contexto: CONTEXTO },
    }),
  )

/** The columns of the own row, as they are stored. */
export async function storedRow(request: APIRequestContext, { id, headers }: Person, columns: string) {
  const [row] = await succeed(request.get(`/rest/v1/maestros?select=${columns}&id=eq.${id}`, { headers }))
  return row
}

/** Waits for a toast with this text. */
export const expectToast = (page: Page, text: string) =>
  expect(page.getByLabel('Avisos').getByText(text, { exact: true }).first()).toBeVisible()

/** Closes the toasts: only two are shown at once, and the next one would wait until the first was shown for two seconds. */
export const closeToasts = (page: Page) =>
  page.evaluate("for (const button of document.querySelectorAll('[data-toast] > button')) button.click()")

/** Waits for a toast with this text and closes it, so that a later one with the same text is not taken for it. */
export async function closeToast(page: Page, text: string) {
  await expectToast(page, text)
  await closeToasts(page)
}

/** Answers the matching calls with an error of the server. */
export const failCall = (page: Page, call: string, status = 500, json: object = { message: 'no' }) =>
  page.route(call, (route) => route.fulfill({ status, json }))

/** Chooses a file in the dialog for a picture. */
export async function pickFile(
  page: Page,
  dialog: Locator,
  file: { name: string; mimeType: string; buffer: Buffer },
) {
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await chooser).setFiles(file)
}

/** Chooses a small photo in the dialog for a picture. */
export const pickPhoto = async (page: Page, dialog: Locator) =>
  pickFile(page, dialog, { name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await photo(600, 400) })

/** The line of a datum in the card of the verifications. */
export const verificationOf = (page: Page, datum: string) =>
  page.locator('#verificacion li').filter({ has: page.getByText(datum, { exact: true }) })
