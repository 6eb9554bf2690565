import { succeed } from '../support/api.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import {
  asOperator,
  closeToast,
  completeMe,
  expectToast,
  pickPhoto,
  storedRow,
  verificationOf,
} from '../support/maestro.ts'
import { operate } from '../support/operator.ts'

/** A maestro whose data wait for a decision that operators cannot make, because a document is not stored. */

test.use({ account: { role: 'maestro' } })

const NOTHING_TO_DO = 'Lo revisaremos pronto. No tienes que hacer nada.'

test('a missing proof of address is asked for in the profile and on the dashboard until it is sent, and so is an INE whose file was removed after its decision when the name changes', async ({
  page,
  request,
}) => {
  const person = await completeMe(page, request)
  const { id, headers } = person
  // With these the next step is not to appear in more searches.
  for (const data of [
    { tipo: 'alcaldias', nombres: ['Tláhuac', 'Xochimilco'] },
    { tipo: 'oficios', nombres: ['Herrería', 'Plomería'] },
  ])
    await succeed(request.post('/functions/v1/guardar-elecciones', { headers, data }))
  const descripcion = 'Hago rejas y portones con garantía por escrito. '.repeat(4)
  await succeed(request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers, data: { descripcion } }))

  await page.goto('/dashboard-maestro')
  await expect(page.getByRole('heading', { name: 'Falta tu comprobante de domicilio' })).toBeVisible()
  await page.getByRole('link', { name: 'Enviar comprobante' }).click()
  const proof = page.getByRole('dialog', { name: 'Comprobante de domicilio' })
  await proof.getByRole('button', { name: 'Cerrar' }).click()
  await expect(proof).toHaveCount(0)
  const [address, ine] = [verificationOf(page, 'Domicilio'), verificationOf(page, 'INE')]
  await expect(address).toContainText(
    'Aún no tenemos tu comprobante. Envíalo para que podamos revisar tu domicilio.',
  )
  await expect(address).not.toContainText(NOTHING_TO_DO)
  await expect(ine).toContainText(NOTHING_TO_DO)
  await expectAccessible(page, '#verificacion')
  await address.getByRole('button', { name: 'Enviar tu comprobante de domicilio' }).click()
  await pickPhoto(page, proof)
  await closeToast(page, 'Comprobante subido correctamente')
  await expect(address).toContainText(NOTHING_TO_DO)
  await expect(address.getByRole('button', { name: 'Enviar otro comprobante de domicilio' })).toBeVisible()
  await page.getByRole('navigation').getByRole('link', { name: 'Dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Pide una reseña' })).toBeVisible()

  await operate(request, 'verify', id, 'ine')
  const { ine_url } = await storedRow(request, person, 'ine_url')
  const prefixes = [/chat-media\/(.+)$/.exec(ine_url)?.[1]]
  // As the job does 30 days after the decision.
  await succeed(
    request.delete('/storage/v1/object/chat-media', { headers: asOperator(), data: { prefixes } }),
  )
  const data = { nombre: 'Luis', apellido: 'Vega', telefono: '5512345678' }
  await succeed(request.post('/functions/v1/guardar-contacto', { headers, data }))
  await page.goto('/dashboard-maestro')
  await expect(page.getByRole('heading', { name: 'Envía tu INE otra vez' })).toBeVisible()
  await page.getByRole('link', { name: 'Enviar tu INE de nuevo' }).first().click()
  await expect(ine).toContainText(
    'Ya no tenemos la foto de tu INE. Envíala otra vez para que podamos revisarla.',
  )
  await pickPhoto(page, page.getByRole('dialog', { name: 'Tu INE' }))
  await expectToast(page, 'INE subido correctamente')
  await expect(ine).toContainText(NOTHING_TO_DO)
})
