import type { Locator, Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { expect, expectAccessible, test } from '../support/fixtures.ts'
import { asOperator, completeMe, expectToast } from '../support/maestro.ts'
import { photo } from '../support/onboarding.ts'
import { operate } from '../support/operator.ts'

/** A maestro whose data wait for a decision that operators cannot make, because a document is not stored. */

test.use({ account: { role: 'maestro' } })

const NOTHING_TO_DO = 'Lo revisaremos pronto. No tienes que hacer nada.'
const row = (page: Page, datum: string) =>
  page.locator('#verificacion li').filter({ has: page.getByText(datum, { exact: true }) })

async function pick(page: Page, dialog: Locator) {
  const chooser = page.waitForEvent('filechooser')
  await dialog.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await chooser).setFiles({ name: 'foto.jpg', mimeType: 'image/jpeg', buffer: await photo(600, 400) })
}

test('a missing proof of address is asked for in the profile and on the dashboard, until it is sent', async ({
  page,
  request,
}) => {
  const { id, headers } = await completeMe(page, request)
  // With these the next step is not to appear in more searches.
  await succeed(
    request.post('/functions/v1/guardar-elecciones', {
      headers,
      data: { tipo: 'alcaldias', nombres: ['Tláhuac', 'Xochimilco'] },
    }),
  )
  await succeed(
    request.post('/functions/v1/guardar-elecciones', {
      headers,
      data: { tipo: 'oficios', nombres: ['Herrería', 'Plomería'] },
    }),
  )
  const descripcion = 'Hago rejas y portones con garantía por escrito. '.repeat(4)
  await succeed(request.patch(`/rest/v1/maestros?id=eq.${id}`, { headers, data: { descripcion } }))

  await page.goto('/dashboard-maestro')
  await expect(page.getByRole('heading', { name: 'Falta tu comprobante de domicilio' })).toBeVisible()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.screenshot({ path: 'test-results/pictures/dashboard-comprobante-360.jpg', quality: 85 })
  await page.getByRole('link', { name: 'Enviar comprobante' }).click()
  await expect(page.getByRole('dialog', { name: 'Comprobante de domicilio' })).toBeVisible()
  await page.goto('/perfil-maestro')
  const address = row(page, 'Domicilio')
  await expect(address).toContainText(
    'Aún no tenemos tu comprobante. Envíalo para que podamos revisar tu domicilio.',
  )
  await expect(address).not.toContainText(NOTHING_TO_DO)
  await expect(row(page, 'INE')).toContainText(NOTHING_TO_DO)
  await expectAccessible(page, '#verificacion')
  const path = 'test-results/pictures/perfil-maestro-sin-comprobante-360.jpg'
  await page.locator('#verificacion').screenshot({ path, quality: 85 })
  await address.getByRole('button', { name: 'Enviar tu comprobante de domicilio' }).click()
  await pick(page, page.getByRole('dialog', { name: 'Comprobante de domicilio' }))
  await expectToast(page, 'Comprobante subido correctamente')
  await expect(address).toContainText(NOTHING_TO_DO)
  await expect(address.getByRole('button', { name: 'Enviar otro comprobante de domicilio' })).toBeVisible()
  await page.goto('/dashboard-maestro')
  await expect(page.getByRole('heading', { name: 'Pide una reseña' })).toBeVisible()
})

test('an INE whose file was removed after its decision is asked for again when the name changes', async ({
  page,
  request,
}) => {
  const { id, headers } = await completeMe(page, request)
  await operate(request, 'verify', id, 'ine')
  const [{ ine_url }] = await succeed(
    request.get(`/rest/v1/maestros?select=ine_url&id=eq.${id}`, { headers }),
  )
  const [, name] = /chat-media\/(.+)$/.exec(ine_url) ?? []
  // As the job does 30 days after the decision.
  await succeed(
    request.delete('/storage/v1/object/chat-media', { headers: asOperator(), data: { prefixes: [name] } }),
  )
  await page.goto('/perfil-maestro?editar=contacto')
  const dialog = page.getByRole('dialog', { name: 'Datos de contacto' })
  await dialog.getByLabel('Apellido').fill('Vega')
  await dialog.getByRole('button', { name: 'Guardar' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(row(page, 'INE')).toContainText(
    'Ya no tenemos la foto de tu INE. Envíala otra vez para que podamos revisarla.',
  )
  await page.goto('/dashboard-maestro')
  await expect(page.getByRole('heading', { name: 'Envía tu INE otra vez' })).toBeVisible()
  await page.getByRole('link', { name: 'Enviar tu INE de nuevo' }).first().click()
  await pick(page, page.getByRole('dialog', { name: 'Tu INE' }))
  await expectToast(page, 'INE subido correctamente')
  await expect(row(page, 'INE')).toContainText(NOTHING_TO_DO)
})
