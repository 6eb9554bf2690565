import type { Page } from '@playwright/test'
import { REFUSED } from '../support/fixtures.ts'
import { DESKTOP, expect, fillAll, profileOf, submitButton, test, toastOf } from '../support/onboarding.ts'
import { changeAccount } from '../support/operator.ts'

/** The rules of section 5, on a wide screen where the whole form is one page. */

const field = (page: Page, label: string, place = 0) => page.getByLabel(label, { exact: true }).nth(place)
const message = (page: Page, text: string) =>
  expect(toastOf(page).filter({ hasText: text }).first()).toBeVisible()

async function expectRefused(page: Page, text: string, focused: string) {
  const before = await toastOf(page).count()
  await submitButton(page).click()
  await expect.poll(() => toastOf(page).count()).toBeGreaterThanOrEqual(Math.min(before + 1, 1))
  await message(page, text)
  await expect(page.locator(`[data-campo="${focused}"]`)).toBeInViewport()
  const inside = `document.activeElement?.closest('[data-campo="${focused}"]') !== null`
  await expect.poll(() => page.evaluate<boolean>(inside)).toBe(true)
  await expect(page).toHaveURL('/onboarding-maestro')
}

test('an incomplete maestro sees the form and cannot leave it for the dashboard [2.maes.06]', async ({
  who,
  openAs,
}) => {
  const page = await openAs(who, '/dashboard-maestro')
  await page.setViewportSize(DESKTOP)
  await expect(page.getByRole('heading', { name: 'Completa tu perfil' })).toBeVisible()
  await expect(page).toHaveURL('/onboarding-maestro')
  await expect(page.getByText(/omitir|más tarde/i)).toHaveCount(0)
  await expect(field(page, 'Nombre')).toHaveValue('Nuria')
})

test('the submit checks in the specification’s order and leads to the first wrong field [5.onb.01] [5.onb.02] [5.onb.03] [5.onb.04] [5.onb.05] [5.onb.06] [5.onb.07] [5.onb.08] [5.onb.09] [5.onb.10] [5.onb.11] [5.onb.12] [5.onb.13] [5.onb.14] [5.onb.15] [5.onb.16] [5.onb.17] [5.onb.18] [5.onb.20] [5.onb.21] [5.onb.22] [5.onb.23] [5.onb.24] [2.maes.10] [2.maes.11]', async ({
  who,
  openAs,
  request,
}) => {
  const page = await openAs(who)
  await page.setViewportSize(DESKTOP)
  await field(page, 'Nombre').fill(' ')
  await expectRefused(page, 'Escribe tu nombre.', 'nombre')
  await field(page, 'Nombre').fill('Nuria')
  await field(page, 'Apellido').fill('')
  await expectRefused(page, 'Escribe tu apellido.', 'apellido')
  await field(page, 'Apellido').fill('Nava')
  await expectRefused(page, 'Escribe tu teléfono.', 'telefono')
  await field(page, 'Teléfono').fill('5512345678')

  await expectRefused(page, 'Debes seleccionar al menos un oficio.', 'oficios')
  await field(page, 'Buscar oficio').fill('plomeria')
  await page.getByRole('checkbox', { name: 'Plomería' }).check()
  await expectRefused(page, 'Debes seleccionar al menos una alcaldía.', 'alcaldias')
  await page.getByRole('checkbox', { name: 'Tlalpan' }).check()
  await page.getByRole('checkbox', { name: 'Coyoacán' }).check()
  await page.getByRole('button', { name: 'Hacer principal: Coyoacán' }).click()

  await expect(page.getByText(/selfie debe tomarse desde un dispositivo móvil con cámara/)).toBeVisible()
  await expect(page.getByText(/INE debe tomarse desde un dispositivo móvil con cámara/)).toBeVisible()
  await expectRefused(page, 'La selfie es obligatoria para completar tu perfil.', 'selfie')
  // The phone takes the selfie; here its step is filled through the API.
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  await fillAll(request, who, [
    'datos',
    'oficios',
    'alcaldias',
    'descripcion',
    'referencia1',
    'referencia2',
    'curp',
    'domicilio',
    'ine',
  ])
  await page.reload()

  await expectRefused(page, 'Cuenta qué haces y cómo trabajas.', 'descripcion')
  await field(page, 'Descripción').fill('x'.repeat(49))
  await expectRefused(page, 'La descripción debe tener al menos 50 caracteres.', 'descripcion')
  await field(page, 'Descripción').fill('x'.repeat(1000))
  await field(page, 'Descripción').press('End')
  await page.keyboard.type('y')
  await expect(field(page, 'Descripción')).toHaveValue('x'.repeat(1000))
  const description = 'Arreglo fugas, cambio llaves y reviso instalaciones con garantía por escrito.'
  await field(page, 'Descripción').fill(description)

  for (const number of [1, 2] as const) {
    const sentence = `Todos los campos de la Referencia #${number} son obligatorios y el teléfono debe tener entre 8-12 dígitos.`
    const part = (name: string) => field(page, name, number - 1)
    await expectRefused(page, sentence, `referencia${number}_nombre_cliente`)
    await part('Nombre del cliente').fill('Rosa Martínez')
    await expectRefused(page, sentence, `referencia${number}_descripcion_trabajo`)
    await part('Qué trabajo hiciste').fill('y'.repeat(300))
    await part('Qué trabajo hiciste').press('End')
    await page.keyboard.type('z')
    await expect(part('Qué trabajo hiciste')).toHaveValue('y'.repeat(300))
    await part('Qué trabajo hiciste').fill('Cambio de tuberías')
    await part('Teléfono del cliente').pressSequentially('+52 a1234567')
    await expect(part('Teléfono del cliente')).toHaveValue('521234567')
    await part('Teléfono del cliente').fill('1234567')
    await expectRefused(page, sentence, `referencia${number}_numero_referencia`)
    await part('Teléfono del cliente').pressSequentially('890123')
    await expect(part('Teléfono del cliente')).toHaveValue('123456789012')
  }

  await expectRefused(page, 'Escribe tu CURP.', 'curp')
  await field(page, 'CURP').fill('hegg560427mvzrrl0')
  await expectRefused(page, 'El CURP debe tener exactamente 18 caracteres alfanuméricos.', 'curp')
  await field(page, 'CURP').fill('HEGG560427-VZRRL04')
  await expectRefused(page, 'El CURP debe tener exactamente 18 caracteres alfanuméricos.', 'curp')
  // A wrong check digit is a warning and no error.
  await field(page, 'CURP').fill('hegg560427mvzrrl05')
  await expect(page.getByText(/El último dígito no corresponde/)).toBeVisible()
  await expectRefused(page, 'Escribe tu domicilio.', 'domicilio')
  await field(page, 'CURP').fill('hegg560427mvzrrl04')
  await expect(field(page, 'CURP')).toHaveValue('HEGG560427MVZRRL04')
  await expect(page.getByText(/El último dígito no corresponde/)).toHaveCount(0)

  await field(page, 'Domicilio').fill('Calle 123')
  await expectRefused(page, 'El domicilio debe tener al menos 10 caracteres.', 'domicilio')
  await field(page, 'Domicilio').fill('d'.repeat(300))
  await field(page, 'Domicilio').press('End')
  await page.keyboard.type('e')
  await expect(field(page, 'Domicilio')).toHaveValue('d'.repeat(300))
  await field(page, 'Domicilio').fill('Calle Hidalgo 12, colonia Centro')
  await expectRefused(page, 'El documento de identidad es obligatorio.', 'ine')
  expect(await profileOf(request, who)).toBeUndefined()
})

test('phone numbers can be pasted with separators and country code', async ({ who, openAs, request }) => {
  await fillAll(request, who)
  const page = await openAs(who)
  await page.setViewportSize(DESKTOP)
  await field(page, 'Teléfono').fill('(55) 8765-4321')
  await field(page, 'Teléfono del cliente').fill('+52 1 55 1234 5678')
  await expect(field(page, 'Teléfono del cliente')).toHaveValue('5512345678')
  await submitButton(page).click()
  await expect(page).toHaveURL('/dashboard-maestro')
  expect(await profileOf(request, who)).toMatchObject({
    telefono: '5587654321',
    referencia1_numero_referencia: '5512345678',
  })
})

test('a whole form is submitted, says so, requests the welcome e-mail, and leads to the dashboard [2.maes.07] [8.maes.14] [7.fn.24]', async ({
  who,
  openAs,
  request,
}) => {
  await fillAll(request, who)
  const page = await openAs(who)
  await page.setViewportSize(DESKTOP)
  await expect(page.getByRole('list', { name: 'Lo que elegiste' }).first()).toContainText('PlomeríaPrincipal')
  const welcome = page.waitForResponse('**/functions/v1/send-maestro-welcome-email')
  await submitButton(page).click()
  await expect(toastOf(page).filter({ hasText: '¡Perfil completado!' })).toBeVisible()
  await expect(page).toHaveURL('/dashboard-maestro')
  expect((await welcome).ok()).toBe(true)
  expect((await welcome).request().postDataJSON()).toEqual({ maestro_id: who.id })
  expect(await profileOf(request, who)).toMatchObject({
    perfil_completo: true,
    curp: 'HEGG560427MVZRRL04',
    alcaldia: 'Tlalpan',
  })
})

test.describe('the welcome e-mail', () => {
  test.use({ expectedErrors: /welcome e-mail|ERR_CONNECTION_RESET/ })

  test('does not affect the onboarding when its request fails [7.fn.26]', async ({
    who,
    openAs,
    request,
  }) => {
    await fillAll(request, who)
    const page = await openAs(who)
    await page.setViewportSize(DESKTOP)
    await page.route('**/functions/v1/send-maestro-welcome-email', (route) => route.abort('connectionreset'))
    await submitButton(page).click()
    await expect(toastOf(page).filter({ hasText: '¡Perfil completado!' })).toBeVisible()
    await expect(page).toHaveURL('/dashboard-maestro')
  })
})

test.describe('a submit that fails', () => {
  test.use({ expectedErrors: REFUSED })

  test('says so, keeps the form, and leads to the field that the server refused [8.maes.05]', async ({
    who,
    openAs,
    request,
    baseURL,
  }) => {
    await fillAll(request, who)
    const page = await openAs(who)
    await page.setViewportSize(DESKTOP)
    await expect(field(page, 'Domicilio')).toHaveValue(/Hidalgo/)
    // The server refuses a form of an account that is no maestro's, with a sentence that is not about the form.
    await changeAccount(baseURL, who.id, { role: 'buscador' })
    const answer = page.waitForResponse('**/functions/v1/onboarding-enviar')
    await submitButton(page).click()
    expect((await answer).status()).toBe(403)
    await message(page, 'Ocurrió un error al completar tu perfil')
    await changeAccount(baseURL, who.id, { role: 'maestro' })
    await field(page, 'Descripción').fill(
      `Arreglo fugas y cambio llaves en toda la ciudad. Llama al 55 1234 5678 ya`,
    )
    await expectRefused(
      page,
      'La descripción no puede llevar teléfonos, correos, enlaces ni redes.',
      'descripcion',
    )
    expect(await profileOf(request, who)).toBeUndefined()
  })
})
