import type { Page } from '@playwright/test'
import { expect, REFUSED, test } from '../support/fixtures.ts'
import { completeMe, expectToast, failCall, storedRow } from '../support/maestro.ts'
import { photo, toastOf } from '../support/onboarding.ts'

/** The edit dialogs of the own profile on slow and failing networks. */

test.use({
  account: { role: 'maestro' },
  expectedErrors: new RegExp(`${REFUSED.source}|^profile edit|^picture|^own profile|^dashboard|^statistics`),
})

const MAESTROS = '**/rest/v1/maestros?*'
const TEXT = 'Hago rejas, portones y barandales con garantía por escrito.'

/** Holds the matching calls until the returned function is called. */
async function hold(page: Page, call: string, method?: string) {
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  let arrived = () => {}
  const waiting = new Promise<void>((resolve) => {
    arrived = resolve
  })
  await page.route(call, async (route) => {
    if (method === undefined || route.request().method() === method) {
      arrived()
      await held
    }
    await route.continue()
  })
  return { answer: () => answer(), waiting }
}

/** The profile is opened from the dashboard, which is then behind it in the history. */
async function openFromDashboard(page: Page) {
  await page.goto('/dashboard-maestro')
  await page.getByRole('navigation').getByRole('link', { name: 'Perfil' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Luis H.' })).toBeVisible()
}

test('a person who closes a dialog while it saves stays on the profile', async ({ page, request }) => {
  await completeMe(page, request)
  await openFromDashboard(page)
  await page.getByRole('button', { name: 'Editar descripción' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar descripción' })
  await dialog.getByLabel('Descripción').fill(TEXT)
  const { answer, waiting } = await hold(page, MAESTROS, 'PATCH')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await waiting
  await dialog.getByRole('button', { name: 'Cancelar' }).click()
  await expect(dialog).toHaveCount(0)
  answer()
  await expectToast(page, 'Descripción actualizada correctamente')
  await expect(page.locator('main').getByText(TEXT)).toBeVisible()
  await expect(page).toHaveURL('/perfil-maestro')
})

test('a person who closes the photo dialog during its last request stays on the profile', async ({
  page,
  request,
}) => {
  await completeMe(page, request)
  await openFromDashboard(page)
  await page.getByRole('button', { name: 'Cambiar foto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar foto' })
  const { answer, waiting } = await hold(page, MAESTROS, 'PATCH')
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await chooser).setFiles({ name: 'yo.jpg', mimeType: 'image/jpeg', buffer: await photo(400, 400) })
  await waiting
  await dialog.getByRole('button', { name: 'Cerrar' }).click()
  await expect(dialog).toHaveCount(0)
  answer()
  await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
  await expect(page).toHaveURL('/perfil-maestro')
})

test('a dialog closes when its part is saved and shows it again, before the profile is read again', async ({
  page,
  request,
}) => {
  await completeMe(page, request)
  await openFromDashboard(page)
  await page.getByRole('button', { name: 'Editar descripción' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar descripción' })
  await dialog.getByLabel('Descripción').fill(TEXT)
  const { answer } = await hold(page, '**/functions/v1/mi-perfil')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: 'Editar descripción' }).click()
  await expect(dialog.getByLabel('Descripción')).toHaveValue(TEXT)
  answer()
})

test('a photo whose upload failed is kept and sent again under the same name', async ({ page, request }) => {
  const person = await completeMe(page, request)
  const before = await storedRow(request, person, 'foto_perfil_url')
  await openFromDashboard(page)
  await page.getByRole('button', { name: 'Cambiar foto' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar foto' })
  const names: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('/storage/v1/object/chat-media/')) names.push(sent.url())
  })
  // The upload arrives, and the profile is not changed.
  await failCall(page, MAESTROS)
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await chooser).setFiles({ name: 'yo.jpg', mimeType: 'image/jpeg', buffer: await photo(400, 400) })
  await expectToast(page, 'Error al subir la foto. Intenta nuevamente.')
  await expect(dialog.getByText('Tu foto sigue aquí.')).toBeVisible()
  // A touch beside the dialog discards nothing.
  await page.mouse.click(5, 5)
  await expect(dialog.getByText('Tu foto sigue aquí.')).toBeVisible()
  await page.unroute(MAESTROS)
  const { answer, waiting } = await hold(page, MAESTROS, 'PATCH')
  await dialog.getByRole('button', { name: 'Reintentar' }).click()
  await waiting
  await page.mouse.click(5, 5)
  await expect(dialog.getByRole('progressbar')).toBeVisible()
  answer()
  await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
  expect(names).toHaveLength(2)
  expect(names[0]).toBe(names[1])
  expect(await storedRow(request, person, 'foto_perfil_url')).not.toEqual(before)
})

test('when trades and boroughs do not load, one toast says so [8.load.03]', async ({ page, request }) => {
  await completeMe(page, request)
  for (const table of ['oficios', 'alcaldias']) await failCall(page, `**/rest/v1/${table}_disponibles?*`, 400)
  await openFromDashboard(page)
  for (const button of ['Editar oficios', 'Editar alcaldías']) {
    await page.getByRole('button', { name: button }).click()
    const dialog = page.getByRole('dialog', { name: button })
    await expect(dialog.getByRole('button', { name: 'Reintentar' })).toBeVisible()
    await expectToast(page, 'Error al cargar las opciones disponibles')
    await dialog.getByRole('button', { name: 'Cancelar' }).click()
  }
  await expect(toastOf(page)).toHaveCount(1)
})
