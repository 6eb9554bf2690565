import type { Locator, Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { expect, expectAccessibleAtAllSizes, test } from '../support/fixtures.ts'
import { completeMe, expectToast, storedRow } from '../support/maestro.ts'
import { photo } from '../support/onboarding.ts'
import { operate } from '../support/operator.ts'

/** What a maestro can do after operators have rejected a datum. */

test.use({ account: { role: 'maestro' } })

const REASON = 'No se lee la fecha. Envía uno de este año.'
const row = (page: Page, datum: string) =>
  page.locator('#verificacion li').filter({ has: page.getByText(datum, { exact: true }) })

async function pick(page: Page, dialog: Locator) {
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await photo(600, 400) })
}

test('a rejected address that is right is sent again with its proof, which operators can then verify', async ({
  page,
  request,
}) => {
  test.slow()
  const { id, headers } = await completeMe(page, request)
  const domicilio = 'Calle Hidalgo 12, interior 3\nColonia Centro'
  await succeed(request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers, data: { domicilio } }))
  await operate(request, 'reject', id, 'domicilio', '--motivo', REASON)
  // The address is that of the link in the e-mail.
  await page.goto('/perfil-maestro?editar=domicilio')
  const dialog = page.getByRole('dialog', { name: 'Tu domicilio' })
  await expect(dialog.getByLabel('Domicilio')).toHaveValue(domicilio)
  await expect(dialog.getByRole('note')).toHaveText(
    `Motivo del rechazo: ${REASON} Si tu domicilio está bien escrito, envía otra foto de tu comprobante.`,
  )
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await pick(page, page.getByRole('dialog', { name: 'Comprobante de domicilio' }))
  await expectToast(page, 'Comprobante subido correctamente')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/perfil-maestro')
  await expect(row(page, 'Domicilio').getByText('Pendiente', { exact: true })).toBeVisible()

  await operate(request, 'verify', id, 'domicilio')
  await page.reload()
  await expect(row(page, 'Domicilio').getByText('Verificado', { exact: true })).toBeVisible()
})

test('an address that is corrected before its proof is sent is saved first, and a wrong one stays in its dialog', async ({
  page,
  request,
}) => {
  test.slow()
  const me = await completeMe(page, request)
  await operate(request, 'reject', me.id, 'domicilio', '--motivo', REASON)
  await page.goto('/perfil-maestro?editar=domicilio')
  const dialog = page.getByRole('dialog', { name: 'Tu domicilio' })
  const sendProof = dialog.getByRole('button', { name: 'Enviar tu comprobante de domicilio' })
  await dialog.getByLabel('Domicilio').fill('Calle 1')
  await sendProof.click()
  await expect(dialog.getByRole('alert')).toHaveText('El domicilio debe tener entre 10 y 300 caracteres.')
  const domicilio = 'Calle Hidalgo 21, interior 3, colonia Centro'
  await dialog.getByLabel('Domicilio').fill(domicilio)
  await sendProof.click()
  await pick(page, page.getByRole('dialog', { name: 'Comprobante de domicilio' }))
  await expectToast(page, 'Comprobante subido correctamente')
  expect(await storedRow(request, me, 'domicilio')).toEqual({ domicilio })

  // Once a proof is stored, the dialog asks for another one, as the card does.
  await operate(request, 'reject', me.id, 'domicilio', '--motivo', REASON)
  await page.goto('/perfil-maestro?editar=domicilio')
  await expect(dialog.getByRole('button', { name: 'Enviar otro comprobante de domicilio' })).toBeVisible()
})

test('a rejected INE is sent again with its back', async ({ page, request }) => {
  const { id } = await completeMe(page, request)
  await operate(request, 'reject', id, 'todo', '--motivo', REASON)
  await page.goto('/perfil-maestro')
  await expect(row(page, 'INE').getByText(`Motivo: ${REASON}`)).toBeVisible()
  await expect(page.locator('#verificacion li')).toHaveCount(3)
  await expect(page.locator('#verificacion')).toContainText(
    'Para que todo tu perfil quede verificado, debemos verificar tu INE, tu domicilio y tu CURP.',
  )
  await expectAccessibleAtAllSizes(page, 'perfil-maestro-rechazado')
  await row(page, 'INE').getByRole('button', { name: 'Enviar el reverso de tu INE' }).click()
  const back = page.getByRole('dialog', { name: 'Reverso de tu INE' })
  await expect(back.getByRole('note')).toHaveText(`Motivo del rechazo: ${REASON}`)
  await pick(page, back)
  await expectToast(page, 'Reverso de la INE subido correctamente')
  await expect(row(page, 'INE').getByText('Pendiente', { exact: true })).toBeVisible()
  await expect(row(page, 'CURP').getByText('Rechazado', { exact: true })).toBeVisible()
})

test('a rejected CURP that is right is sent again unchanged', async ({ page, request }) => {
  const { id } = await completeMe(page, request)
  await operate(request, 'reject', id, 'curp', '--motivo', REASON)
  await page.goto('/perfil-maestro')
  await row(page, 'CURP').getByRole('button', { name: 'Corregir tu CURP' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tu CURP' })
  await expect(dialog.getByRole('note')).toHaveText(/guarda sin cambiar nada/)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expectToast(page, 'Vamos a revisar tu CURP otra vez')
  await expect(row(page, 'CURP').getByText('Pendiente', { exact: true })).toBeVisible()
})

test('a rejection stays with its reason while another datum changes, and ends with the photo that it asks for', async ({
  page,
  request,
}) => {
  const { id } = await completeMe(page, request)
  const reason =
    'La persona de tu INE no se reconoce en tu foto de perfil. Cambia la foto por una reciente de tu cara.'
  await operate(request, 'reject', id, 'ine', '--motivo', reason)
  await page.goto('/dashboard-maestro')
  const line = page.getByRole('list', { name: 'Tu verificación' }).getByRole('listitem').first()
  await expect(line).toContainText(`Motivo: ${reason}`)
  await expect(line).toContainText('Qué sigue: cambia tu foto de perfil o envía otra foto de tu INE.')
  await page.goto('/perfil-maestro?editar=contacto')
  const contact = page.getByRole('dialog', { name: 'Datos de contacto' })
  await contact.getByLabel('Apellido').fill('Vega')
  await contact.getByRole('button', { name: 'Guardar' }).click()
  await expect(contact).toHaveCount(0)
  await expect(row(page, 'INE')).toContainText(`Motivo: ${reason}`)
  await page.goto('/dashboard-maestro')
  await page.getByRole('link', { name: 'Cambiar tu foto de perfil' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar foto' })
  await expect(dialog.getByRole('note')).toHaveText(`Motivo del rechazo: ${reason}`)
  await pick(page, dialog)
  await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
  await expect(row(page, 'INE').getByText('Pendiente', { exact: true })).toBeVisible()
  await expect(row(page, 'INE')).not.toContainText('Motivo')
})
