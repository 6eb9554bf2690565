import { succeed } from '../support/api.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { layersRemoved } from '../support/layers.ts'
import {
  closeToast,
  completeMe,
  expectToast,
  pickPhoto,
  storedRow,
  verificationOf,
} from '../support/maestro.ts'
import { operate } from '../support/operator.ts'

/** What a maestro can do after operators have rejected a datum. */

test.use({ account: { role: 'maestro' } })

const REASON = 'No se lee la fecha. Envía uno de este año.'

test('a rejected address is corrected and saved before its proof is sent; one that is right is sent again with another proof, which operators can then verify', async ({
  page,
  request,
}) => {
  test.slow()
  const me = await completeMe(page, request)
  const { id, headers } = me
  const written = 'Calle Hidalgo 12, interior 3\nColonia Centro'
  await succeed(request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers, data: { domicilio: written } }))
  await operate(request, 'reject', id, 'domicilio', '--motivo', REASON)
  // The address is that of the link in the e-mail.
  await page.goto('/perfil-maestro?editar=domicilio')
  const dialog = page.getByRole('dialog', { name: 'Tu domicilio' })
  const proof = page.getByRole('dialog', { name: 'Comprobante de domicilio' })
  await expect(dialog.getByLabel('Domicilio')).toHaveValue(written)
  await expect(dialog.getByRole('note')).toHaveText(
    `Motivo del rechazo: ${REASON} Si tu domicilio está bien escrito, envía otra foto de tu comprobante.`,
  )
  const sendProof = dialog.getByRole('button', { name: 'Enviar tu comprobante de domicilio' })
  await dialog.getByLabel('Domicilio').fill('Calle 1')
  await sendProof.click()
  await expect(dialog.getByRole('alert')).toHaveText('El domicilio debe tener entre 10 y 300 caracteres.')
  const domicilio = 'Calle Hidalgo 21, interior 3, colonia Centro'
  await dialog.getByLabel('Domicilio').fill(domicilio)
  await sendProof.click()
  await pickPhoto(page, proof)
  await closeToast(page, 'Comprobante subido correctamente')
  expect(await storedRow(request, me, 'domicilio')).toEqual({ domicilio })

  await operate(request, 'reject', id, 'domicilio', '--motivo', REASON)
  await layersRemoved(page)
  await page.goto('/perfil-maestro?editar=domicilio')
  await expect(dialog.getByRole('button', { name: 'Enviar otro comprobante de domicilio' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await pickPhoto(page, proof)
  await expectToast(page, 'Comprobante subido correctamente')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/perfil-maestro')
  const address = verificationOf(page, 'Domicilio')
  await expect(address.getByText('Pendiente', { exact: true })).toBeVisible()
  await operate(request, 'verify', id, 'domicilio')
  await layersRemoved(page)
  await page.goto('/perfil-maestro')
  await expect(address.getByText('Verificado', { exact: true })).toBeVisible()
})

test('a rejected INE is sent again with its back, and a rejected CURP that is right is sent again unchanged', async ({
  page,
  request,
}) => {
  const { id } = await completeMe(page, request)
  await operate(request, 'reject', id, 'todo', '--motivo', REASON)
  await page.goto('/perfil-maestro')
  const [ine, curp] = [verificationOf(page, 'INE'), verificationOf(page, 'CURP')]
  await expect(ine.getByText(`Motivo: ${REASON}`)).toBeVisible()
  await expect(page.locator('#verificacion li')).toHaveCount(3)
  await expect(page.locator('#verificacion')).toContainText(
    'Para que todo tu perfil quede verificado, debemos verificar tu INE, tu domicilio y tu CURP.',
  )
  await expectAccessible(page, '#verificacion')
  await ine.getByRole('button', { name: 'Enviar el reverso de tu INE' }).click()
  const back = page.getByRole('dialog', { name: 'Reverso de tu INE' })
  await expect(back.getByRole('note')).toHaveText(`Motivo del rechazo: ${REASON}`)
  await pickPhoto(page, back)
  await expectToast(page, 'Reverso de la INE subido correctamente')
  await expect(ine.getByText('Pendiente', { exact: true })).toBeVisible()
  await expect(curp.getByText('Rechazado', { exact: true })).toBeVisible()

  await curp.getByRole('button', { name: 'Corregir tu CURP' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tu CURP' })
  await expect(dialog.getByRole('note')).toHaveText(/guarda sin cambiar nada/)
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expectToast(page, 'Vamos a revisar tu CURP otra vez')
  await expect(curp.getByText('Pendiente', { exact: true })).toBeVisible()
})

test('a rejection stays with its reason while another datum changes, and ends with the photo that it asks for', async ({
  page,
  request,
}) => {
  const { id, headers } = await completeMe(page, request)
  const reason =
    'La persona de tu INE no se reconoce en tu foto de perfil. Cambia la foto por una reciente de tu cara.'
  await operate(request, 'reject', id, 'ine', '--motivo', reason)
  const data = { nombre: 'Luis', apellido: 'Vega', telefono: '5512345678' }
  await succeed(request.post('/functions/v1/guardar-contacto', { headers, data }))
  await page.goto('/dashboard-maestro')
  const line = page.getByRole('list', { name: 'Tu verificación' }).getByRole('listitem').first()
  await expect(line).toContainText(`Motivo: ${reason}`)
  await expect(line).toContainText('Qué sigue: cambia tu foto de perfil o envía otra foto de tu INE.')
  await page.getByRole('link', { name: 'Cambiar tu foto de perfil' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Cambiar foto' })
  await expect(dialog.getByRole('note')).toHaveText(`Motivo del rechazo: ${reason}`)
  const ine = verificationOf(page, 'INE')
  await expect(ine).toContainText(`Motivo: ${reason}`)
  await pickPhoto(page, dialog)
  await expectToast(page, '¡Perfecto! Tu foto de perfil se ha guardado correctamente.')
  await expect(ine.getByText('Pendiente', { exact: true })).toBeVisible()
  await expect(ine).not.toContainText('Motivo')
})
