import type { Page } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { LOST_NETWORK, REFUSED, settled, stopClock } from '../support/fixtures.ts'
import { asOperator, closeToasts, failCall } from '../support/maestro.ts'
import {
  DESKTOP,
  expect,
  fillAll,
  photo,
  profileOf,
  saveSteps,
  submitButton,
  TEXTS,
  test,
  toastOf,
} from '../support/onboarding.ts'
import { changeAccount } from '../support/operator.ts'
import { paste } from '../support/paste.ts'

/** The rules of section 5, on a wide screen where the whole form is one page. */

const field = (page: Page, label: string, place = 0) => page.getByLabel(label, { exact: true }).nth(place)
const message = (page: Page, text: string) =>
  expect(toastOf(page).filter({ hasText: text }).first()).toBeVisible()

/** Only the sentence of the first wrong field is shown: once in a toast, once beside the field. */
async function expectRefused(page: Page, text: string, focused: string) {
  await submitButton(page).click()
  await expect(toastOf(page).locator('[data-title]')).toHaveText([text])
  await expect(page.locator('form').getByRole('alert')).toHaveText([text])
  await expect(page.locator(`[data-campo="${focused}"]`)).toBeInViewport()
  const inside = `document.activeElement?.closest('[data-campo="${focused}"]') !== null`
  await expect.poll(() => page.evaluate<boolean>(inside)).toBe(true)
  await expect(page).toHaveURL('/onboarding-maestro')
  await closeToasts(page)
}

test('an incomplete maestro sees the form and cannot leave it for the dashboard, without a stored profile and with an incomplete one; the submit checks in the specification’s order and leads to the first wrong field [2.maes.06] [2.mae.04] [4.guard.06] [5.onb.01] [5.onb.02] [5.onb.03] [5.onb.04] [5.onb.05] [5.onb.06] [5.onb.07] [5.onb.08] [5.onb.09] [5.onb.10] [5.onb.11] [5.onb.12] [5.onb.13] [5.onb.14] [5.onb.15] [5.onb.16] [5.onb.17] [5.onb.18] [5.onb.20] [5.onb.21] [5.onb.22] [5.onb.23] [5.onb.24] [2.maes.10] [2.maes.11] [1.prod.14]', async ({
  who,
  openAs,
  request,
}) => {
  const page = await openAs(who, '/dashboard-maestro')
  await page.setViewportSize(DESKTOP)
  const form = page.getByRole('heading', { name: 'Completa tu perfil' })
  await expect(form).toBeVisible()
  await expect(page).toHaveURL('/onboarding-maestro')
  await expect(page.getByText(/omitir|más tarde/i)).toHaveCount(0)
  await expect(field(page, 'Nombre')).toHaveValue('Nuria')
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
  await fillAll(request, who, [...Object.keys(TEXTS), 'ine'])
  // The page reads the draft when the network comes back, and the sentence about the selfie is gone.
  await page.evaluate("dispatchEvent(new Event('online'))")
  await expect(page.locator('form').getByRole('alert')).toHaveCount(0)
  await page.reload()

  await expectRefused(page, 'Cuenta qué haces y cómo trabajas.', 'descripcion')
  await field(page, 'Descripción').fill('x'.repeat(49))
  await expectRefused(page, 'La descripción debe tener al menos 50 caracteres.', 'descripcion')
  await field(page, 'Descripción').fill('x'.repeat(1001))
  await expectRefused(page, 'La descripción debe tener como máximo 1,000 caracteres.', 'descripcion')
  const description = 'Arreglo fugas, cambio llaves y reviso instalaciones con garantía por escrito.'
  await field(page, 'Descripción').fill(description)

  for (const number of [1, 2] as const) {
    const sentence = `Todos los campos de la Referencia #${number} son obligatorios y el teléfono debe tener entre 8-12 dígitos.`
    const part = (name: string) => field(page, name, number - 1)
    await expectRefused(page, sentence, `referencia${number}_nombre_cliente`)
    await part('Nombre del cliente').fill('Rosa Martínez')
    await expectRefused(page, sentence, `referencia${number}_descripcion_trabajo`)
    await part('Qué trabajo hiciste').fill('Cambio de tuberías')
    await part('Teléfono del cliente').pressSequentially('+52 a1234567')
    await expect(part('Teléfono del cliente')).toHaveValue('521234567')
    await part('Teléfono del cliente').fill('1234567')
    await expectRefused(page, sentence, `referencia${number}_numero_referencia`)
    await part('Teléfono del cliente').pressSequentially('890123')
    await expect(part('Teléfono del cliente')).toHaveValue('123456789012')
  }
  await field(page, 'Qué trabajo hiciste').fill('y'.repeat(301))
  await expectRefused(
    page,
    'El trabajo de la Referencia #1 debe tener como máximo 300 caracteres.',
    'referencia1_descripcion_trabajo',
  )
  await field(page, 'Qué trabajo hiciste').fill('Cambio de tuberías')
  await field(page, 'Nombre del cliente').fill('R'.repeat(121))
  await expectRefused(
    page,
    'El nombre del cliente de la Referencia #1 es demasiado largo.',
    'referencia1_nombre_cliente',
  )
  await field(page, 'Nombre del cliente').fill('Rosa Martínez')

  await expectRefused(page, 'Escribe tu CURP.', 'curp')
  await field(page, 'CURP').fill('hegg560427mvzrrl0')
  await expectRefused(page, 'El CURP debe tener exactamente 18 caracteres alfanuméricos.', 'curp')
  await field(page, 'CURP').fill('HEGG560427-VZRRL04')
  await expectRefused(page, 'El CURP debe tener exactamente 18 caracteres alfanuméricos.', 'curp')
  // A wrong check digit is a warning and no error.
  await field(page, 'CURP').fill('hegg560427mvzrrl05')
  await expect(page.getByText(/El último dígito no corresponde/)).toBeVisible()
  await expectRefused(page, 'Escribe tu domicilio.', 'domicilio')
  await field(page, 'CURP').fill('hegg 560427 mvzrrl-04')
  await expect(field(page, 'CURP')).toHaveCSS('text-transform', 'uppercase')
  await expect(page.getByText(/El último dígito no corresponde/)).toHaveCount(0)

  await field(page, 'Domicilio').fill('Calle 123')
  await expectRefused(page, 'El domicilio debe tener al menos 10 caracteres.', 'domicilio')
  await field(page, 'Domicilio').fill('d'.repeat(301))
  await expectRefused(page, 'El domicilio debe tener como máximo 300 caracteres.', 'domicilio')
  await field(page, 'Domicilio').fill('Calle Hidalgo 12, colonia Centro')
  await expectRefused(page, 'El documento de identidad es obligatorio.', 'ine')
  expect(await profileOf(request, who)).toBeUndefined()

  const data = { id: who.id, nombre: 'Nuria', apellido: 'Nava' }
  await succeed(request.post('/rest/v1/maestros', { headers: who.headers, data }))
  expect(await profileOf(request, who)).toMatchObject({ perfil_completo: false })
  await page.goto('/dashboard-maestro')
  await expect(form).toBeVisible()
  await expect(field(page, 'Nombre')).toHaveValue('Nuria')
  await expect(page).toHaveURL('/onboarding-maestro')
})

test.describe('what the form corrects', () => {
  test.use({ expectedErrors: new RegExp(`${LOST_NETWORK.source}|welcome e-mail|ERR_CONNECTION_RESET`) })

  test('a CURP is corrected where its letters are typed, and nothing of it is cut; it is shown and stored in upper case; phone numbers can be pasted with separators and country code, and a failed welcome e-mail does not affect the submit of the shortest values [5.onb.19] [7.fn.26] [9.const.26] [9.const.30]', async ({
    who,
    openAs,
    request,
  }) => {
    await fillAll(request, who)
    const page = await openAs(who)
    await page.setViewportSize(DESKTOP)
    const curp = field(page, 'CURP')
    const goTo = async (place: number) => {
      await curp.focus()
      await page.evaluate(`document.activeElement.setSelectionRange(${place}, ${place})`)
    }
    await curp.fill('HEGL800101HDFRRS08')
    await goTo('HEGL800101HDF'.length)
    await curp.press('Backspace')
    await curp.press('Backspace')
    await page.keyboard.type('df')
    await expect(curp).toHaveValue(/^HEGL800101HDFRRS08$/i)
    await expect(curp).toHaveCSS('text-transform', 'uppercase')
    await page.keyboard.type('f')
    await expect(curp).toHaveValue(/^HEGL800101HDFFRRS08$/i)
    await expectRefused(page, 'El CURP debe tener exactamente 18 caracteres alfanuméricos.', 'curp')
    await goTo('HEGL800101HDFF'.length)
    await curp.press('Backspace')
    await expect(curp).toHaveValue(/^HEGL800101HDFRRS08$/i)
    await expect(page.getByText('Guardado', { exact: true })).toBeVisible()

    // What another device has typed meanwhile is shown in upper case too.
    await page.context().setOffline(true)
    await curp.press('End')
    await page.keyboard.type('9')
    await saveSteps(request, who, { curp: 'hegg 560427 mvzrrl-04' })
    await page.context().setOffline(false)
    await expect(page.getByText('«HEGG560427MVZRRL04»')).toBeVisible()
    await page.getByRole('button', { name: 'Dejar lo de aquí' }).click()
    await curp.press('End')
    await curp.press('Backspace')

    await field(page, 'Teléfono').fill('(55) 8765-4321')
    await field(page, 'Teléfono del cliente').fill('+52 1 55 1234 5678')
    await expect(field(page, 'Teléfono del cliente')).toHaveValue('5512345678')
    const descripcion = 'Arreglo fugas y cambio llaves en toda la ciudad...'
    expect(descripcion).toHaveLength(50)
    const domicilio = 'Calle 1234'
    await field(page, 'Descripción').fill(descripcion)
    await field(page, 'Domicilio').fill(domicilio)
    await page.route('**/functions/v1/send-maestro-welcome-email', (route) => route.abort('connectionreset'))
    await submitButton(page).click()
    await expect(toastOf(page).filter({ hasText: '¡Perfil completado!' })).toBeVisible()
    await expect(page).toHaveURL('/dashboard-maestro')
    expect(await profileOf(request, who)).toMatchObject({
      perfil_completo: true,
      curp: 'HEGL800101HDFRRS08',
      telefono: '5587654321',
      referencia1_numero_referencia: '5512345678',
      descripcion,
      domicilio,
    })
  })
})

test.describe('trades and boroughs', () => {
  test.use({ expectedErrors: REFUSED })

  test('that do not load are said in one toast and can be loaded again, and a ninth trade is refused with the reason [8.load.03]', async ({
    who,
    openAs,
  }) => {
    const page = await openAs(who, '/healthz')
    await page.setViewportSize(DESKTOP)
    const tables = ['oficios', 'alcaldias'].map((table) => `**/rest/v1/${table}_disponibles?*`)
    for (const table of tables) await failCall(page, table, 400)
    await page.goto('/onboarding-maestro')
    await expect(page.getByRole('button', { name: 'Reintentar' })).toHaveCount(2)
    await expect(toastOf(page)).toHaveText(['Error al cargar las opciones disponibles'])
    for (const table of tables) await page.unroute(table)
    await page.getByRole('button', { name: 'Reintentar' }).first().click()
    const trades = page.getByRole('group', { name: 'Tus oficios' }).getByRole('checkbox')
    await expect(page.getByRole('checkbox', { name: 'Plomería' })).toBeVisible()
    for (let at = 0; at < 8; at += 1) await trades.nth(at).check()
    const ninth = trades.nth(8)
    await ninth.press('Space')
    const refusal = 'Puedes elegir hasta 8. Para agregar otra opción, quita una.'
    await expect(toastOf(page).getByText(refusal)).toBeVisible()
    await expect(ninth).not.toBeChecked()
    await expect(ninth).toBeFocused()
  })
})

test('a pasted text that is too long stays, also after a reload, with a red count and a sentence [5.onb.09]', async ({
  who,
  openAs,
  request,
}) => {
  await fillAll(request, who)
  const page = await openAs(who)
  await page.setViewportSize(DESKTOP)
  await paste(field(page, 'Descripción'), 'a'.repeat(1300))
  await expect(page.getByText('1,300 de 1,000')).toHaveClass(/text-destructive/)
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()
  await page.reload()
  await expect(field(page, 'Descripción')).toHaveValue('a'.repeat(1300))
  await expectRefused(page, 'La descripción debe tener como máximo 1,000 caracteres.', 'descripcion')
  // Longer than a draft may be: it stays on this device.
  await paste(field(page, 'Descripción'), 'a'.repeat(2001))
  await expect(page.getByText('Sin guardar: Tu trabajo')).toBeVisible()
  await field(page, 'CURP').fill('HEGL800101HDFRRS08')
  await expect
    .poll(async () => (await saveSteps(request, who, {})).pasos.curp.valor)
    .toBe('HEGL800101HDFRRS08')
  await page.reload()
  await expect(field(page, 'Descripción')).toHaveValue('a'.repeat(2001))
})

test('a whole form with the longest values, where emojis count once, is submitted, says so, requests the welcome e-mail, and leads after one second to the dashboard, which opens the other screens [2.maes.07] [8.maes.14] [7.fn.24] [1.prod.04] [9.const.07] [5.onb.15] [9.const.26] [9.const.27] [9.const.28] [9.const.29] [9.const.30] [9.const.31]', async ({
  who,
  openAs,
  request,
}) => {
  await fillAll(request, who)
  const page = await openAs(who, '/healthz', { fresh: true })
  await page.clock.install()
  await page.setViewportSize(DESKTOP)
  await page.goto('/onboarding-maestro')
  await expect(page.getByRole('list', { name: 'Lo que elegiste' }).first()).toContainText('PlomeríaPrincipal')
  for (const label of ['Nombre del cliente', 'Qué trabajo hiciste', 'Teléfono del cliente'])
    await expect(page.getByLabel(label, { exact: true })).toHaveCount(2)
  for (const [label, max, place = 0] of [
    ['Apellido', 100],
    ['Descripción', 1000],
    ['Domicilio', 300],
    ['Nombre del cliente', 120],
    ['Qué trabajo hiciste', 300],
    ['Qué trabajo hiciste', 300, 1],
  ] as const)
    await paste(field(page, label, place), '🔧'.repeat(max))
  for (const count of ['1,000 de 1,000', '300 de 300'])
    await expect(page.getByText(count, { exact: true }).first()).toBeVisible()
  await field(page, 'CURP').fill('hegl800101hdfrrs08')
  await field(page, 'Teléfono del cliente', 0).fill('55112233')
  await field(page, 'Teléfono del cliente', 1).fill('525511223344')
  await expect(page.getByText('Guardado', { exact: true })).toBeVisible()

  await stopClock(page)
  let lookups = 0
  page.on('request', (sent) => {
    if (sent.url().includes('/rest/v1/profiles')) lookups += 1
  })
  const welcome = page.waitForResponse('**/functions/v1/send-maestro-welcome-email')
  await submitButton(page).click()
  expect((await welcome).ok()).toBe(true)
  expect((await welcome).request().postDataJSON()).toEqual({ maestro_id: who.id })
  // The redirect begins with reading the role again.
  await page.clock.runFor(980)
  await settled(page)
  expect(lookups, 'not yet after 980 ms').toBe(0)
  await expect(toastOf(page).filter({ hasText: '¡Perfil completado!' })).toBeVisible()
  await expect(page).toHaveURL('/onboarding-maestro')
  await page.clock.runFor(30)
  await expect.poll(() => lookups).toBeGreaterThan(0)
  await page.clock.resume()
  await expect(page).toHaveURL('/dashboard-maestro')
  expect(await profileOf(request, who)).toMatchObject({
    perfil_completo: true,
    curp: 'HEGL800101HDFRRS08',
    alcaldia: 'Tlalpan',
    apellido: '🔧'.repeat(100),
    descripcion: '🔧'.repeat(1000),
    domicilio: '🔧'.repeat(300),
    referencia1_nombre_cliente: '🔧'.repeat(120),
    referencia1_descripcion_trabajo: '🔧'.repeat(300),
    referencia1_numero_referencia: '55112233',
    referencia2_descripcion_trabajo: '🔧'.repeat(300),
    referencia2_numero_referencia: '525511223344',
  })

  await expect(page.getByRole('heading', { level: 1, name: 'Hola, Nuria' })).toBeVisible()
  const menu = page.getByRole('navigation', { name: 'Menú principal' })
  await menu.getByRole('link', { name: 'Chats' }).click()
  await expect(page.getByText('Aún no tienes ningún chat')).toBeVisible()
  await menu.getByRole('link', { name: 'Perfil' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Nuria 🔧.' })).toBeVisible()
  await expect(page).toHaveURL('/perfil-maestro')
})

test.describe('a submit that fails', () => {
  // While the account is no maestro's, its pictures may be read again and are refused too.
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|^address of a picture`) })

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
    await expect(submitButton(page)).toBeFocused()
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

    // An optional picture whose object was removed is refused once and then no longer in the form.
    const name = `documentos/${who.id}/comprobante_domicilio_1.jpg`
    const object = `/storage/v1/object/chat-media/${name}`
    const headers = { ...who.headers, 'content-type': 'image/jpeg' }
    await succeed(request.post(object, { headers, data: await photo(64, 64) }))
    await field(page, 'Descripción').fill('Arreglo fugas y cambio llaves en toda la ciudad, con garantía.')
    await saveSteps(request, who, { comprobante_domicilio: name })
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(page.getByRole('img', { name: 'Tu comprobante de domicilio' })).toBeVisible()
    const removal = { headers: asOperator(), data: { prefixes: [name] } }
    expect(await succeed(request.delete('/storage/v1/object/chat-media', removal))).toHaveLength(1)
    await expectRefused(
      page,
      'El comprobante de domicilio debe ser una imagen que hayas subido aquí.',
      'comprobante_domicilio',
    )
    await expect(page.getByRole('img', { name: 'Tu comprobante de domicilio' })).toHaveCount(0)
    await submitButton(page).click()
    await expect(page).toHaveURL('/dashboard-maestro')
  })
})
