import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf, type Session, signUp, succeed } from './api.ts'
import { completeAsDemo, type Person } from './chats.ts'
import { expect } from './fixtures.ts'

/** A seeker and a maestro of one test whose contact is locked, and the way through the dialogs. */

/** The maestro of these tests, as the contact details show them. */
export const ROSA = { nombre: 'Rosa', apellido: 'Núñez Peña', telefono: '5512345678', shown: '55 1234 5678' }

export const ACCESS = '**/functions/v1/track-contact-access'

export const dialog = (page: Page) => page.getByRole('dialog')
export const confirm = (page: Page) => page.getByRole('button', { name: 'Ver contacto', exact: true })

export async function makeRosa(request: APIRequestContext): Promise<Person & { session: Session }> {
  const { session } = await signUp(request, 'maestro', ROSA)
  const person = { id: session.user.id, headers: await headersOf(request, session.access_token) }
  await completeAsDemo(request, person, ROSA)
  return { ...person, session }
}

export async function openInformation(page: Page, id: string) {
  await page.goto(`/perfil/${id}`)
  await page.getByRole('button', { name: 'Ver información de contacto' }).click()
}

export async function openReasons(page: Page, id: string) {
  await openInformation(page, id)
  await goToReasons(page)
}

export async function goToReasons(page: Page) {
  await page.getByRole('button', { name: 'Ver información de contacto directo' }).click()
  await expect(page.getByRole('heading', { name: '¿Para qué necesitas el contacto?' })).toBeFocused()
}

export async function chooseUrgency(page: Page) {
  await page.getByLabel('Es una urgencia').check()
  await confirm(page).click()
}

/** Unlocks the contact from the profile. The contact details are open afterwards. */
export async function unlock(page: Page, id: string) {
  await openReasons(page, id)
  await chooseUrgency(page)
  await expect(page.getByRole('button', { name: 'Copiar teléfono' })).toBeVisible()
}

/** The recorded accesses and the notices of this maestro, as the maestro may read them. */
export async function recorded(request: APIRequestContext, { id, headers }: Person) {
  const read = (path: string) => succeed(request.get(`/rest/v1/${path}`, { headers }))
  return {
    accesses: await read(`accesos_contacto?select=motivo,detalle&maestro_id=eq.${id}`),
    notices: await read('mensajes?select=contenido&tipo=eq.contacto'),
    contexts: (await read(`chats?select=contexto&maestro_id=eq.${id}`)).map(
      ({ contexto }: { contexto: unknown }) => contexto,
    ),
  }
}
