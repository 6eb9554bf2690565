import { succeed } from '../support/api.ts'
import { heading, signInToConsole } from '../support/console.ts'
import { expect, remember, STORAGE_KEY, test } from '../support/fixtures.ts'
import { expectToast } from '../support/maestro.ts'
import { makeReport, makeTicket } from '../support/waiting.ts'

/** Help requests and reports of people. */

test('an operator finds a help request in its list and answers it, and reads a report with its evidence and closes it with a note; the person reads the answer in the same browser, where both sessions stay', async ({
  page,
  request,
}) => {
  const operator = await signInToConsole(page, request, 'revisor')
  const mensaje = `Solicitud ${operator.id}`
  const ticket = await makeTicket(request, mensaje)
  await page.goto('/operacion/solicitudes?cuales=todas')
  await page.getByRole('link', { name: mensaje }).click()
  await expect(heading(page, 'Solicitud de ayuda')).toBeFocused()
  await expect(page.getByText(mensaje)).toBeVisible()
  const text = 'Hola, Ana. Ya puedes abrirlas: vuelve a entrar.'
  const field = page.getByLabel('Tu respuesta')
  await page.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(page.getByRole('alert')).toHaveText('Escribe al menos 2 caracteres.')
  await field.fill(text)
  await page.getByRole('radio', { name: 'Resuelto' }).check()
  await page.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expectToast(page, 'La respuesta quedó guardada y sale por correo.')
  await expect(page.getByText(text)).toBeVisible()
  await expect(field).toHaveValue('')
  const { headers } = ticket.person
  const { solicitudes } = await succeed(request.get('/functions/v1/mis-solicitudes', { headers }))
  expect(solicitudes[0]).toMatchObject({ estado: 'resuelto', respuestas: [{ texto: text }] })
  await page.getByRole('button', { name: 'Marcar: Abierto' }).click()
  await expectToast(page, 'La solicitud está: Abierto.')

  const report = await makeReport(request)
  await page.goto('/operacion/reportes?cuales=todos')
  await expect(page.getByRole('link', { name: 'Ana Ruiz reporta a Luis Hernández' }).first()).toBeVisible()
  await page.goto(`/operacion/reportes/${report.id}`)
  await expect(page.getByText(`Número ${report.id}`)).toBeVisible()
  await expect(page.getByText('Pidió un anticipo y ya no volvió.')).toBeVisible()
  await expect(page.getByText('Necesito un anticipo para comprar el material.')).toBeVisible()
  await page.getByLabel('Nota para operadores').fill('Hablamos con los dos por teléfono.')
  await page.getByRole('button', { name: 'Cerrar reporte' }).click()
  await expectToast(page, 'El reporte quedó cerrado.')
  await expect(page.getByRole('button', { name: 'Cerrar reporte' })).toHaveCount(0)
  await page.reload()
  await expect(page.getByText('Hablamos con los dos por teléfono.')).toBeVisible()
  await page.getByRole('link', { name: 'Luis Hernández' }).click()
  await expect(heading(page, 'Cuenta')).toBeFocused()
  await expect(page).toHaveURL(`/operacion/cuentas/${report.maestro.id}`)
  await expect(page.getByRole('link', { name: `Reporte ${report.id}` })).toBeVisible()

  await remember(page, { [STORAGE_KEY]: JSON.stringify(ticket.session) })
  await page.goto('/ayuda')
  await expect(page.getByText(text)).toBeVisible()
  await page.goto('/operacion')
  await expect(heading(page, 'En espera')).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Abrir menú', exact: true }),
    'no menu of a seeker',
  ).toHaveCount(0)
  await expect(page.locator('head meta[name=robots]')).toHaveAttribute('content', 'noindex')
  await expect(page).toHaveTitle('En espera · Operación · Maestros CDMX')
  await page.goto('/ayuda')
  await expect(page.getByText(text)).toBeVisible()
})
