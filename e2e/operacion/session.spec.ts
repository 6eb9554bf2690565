import { endSessions, heading, signInToConsole, typeCode, typeCredentials } from '../support/console.ts'
import { expect, REFUSED, test } from '../support/fixtures.ts'
import { makeTicket } from '../support/waiting.ts'

/** The end of an operator's session, and failures to read. */

test.use({ expectedErrors: REFUSED })

test('a session that the server has ended asks for the sign-in with a sentence, and the typed answer is there after it', async ({
  page,
  request,
}) => {
  const ticket = await makeTicket(request, 'No puedo cambiar mi foto de perfil.')
  const operator = await signInToConsole(page, request)
  await page.goto(`/operacion/solicitudes/${ticket.id}`)
  await page.getByLabel('Tu respuesta').fill('Intenta con una foto más pequeña.')
  await endSessions(operator)
  await page.getByRole('button', { name: 'Enviar respuesta' }).click()
  await expect(page.getByText('Tu sesión terminó. Entra de nuevo para seguir.')).toBeVisible()
  await expect(page.getByText('No puedo cambiar mi foto de perfil.')).toHaveCount(0)
  await expect(page).toHaveURL(`/operacion/solicitudes/${ticket.id}`)
  await typeCredentials(page, operator)
  await typeCode(page, await operator.code())
  await expect(page.getByText('No puedo cambiar mi foto de perfil.')).toBeVisible()
  await expect(page.getByLabel('Tu respuesta')).toHaveValue('Intenta con una foto más pequeña.')
})

test('two tabs have sessions of their own, and a sign-out in one leaves the other', async ({
  page,
  request,
}) => {
  const first = await signInToConsole(page, request)
  const other = await page.context().newPage()
  await other.goto('/healthz')
  await signInToConsole(other, request)
  await page.goto('/operacion')
  await other.setViewportSize({ width: 1280, height: 860 })
  await other.goto('/operacion')
  await expect(heading(page, 'En espera')).toBeVisible()
  await other.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(heading(other, 'Entra a la consola')).toBeVisible()
  await expect(heading(page, 'En espera')).toBeVisible()
  await page.reload()
  await expect(heading(page, 'En espera')).toBeVisible()
  expect(first.id).not.toBe('')
  await other.close()
})

test('a list and a dossier that could not be read are read again by a button, and not by themselves', async ({
  page,
  request,
}) => {
  const ticket = await makeTicket(request, 'No recibo los correos de aviso.')
  await signInToConsole(page, request)
  let looks = 0
  await page.route('**/functions/v1/operacion-solicitud', (route) => {
    looks += 1
    return looks === 1 ? route.abort() : route.continue()
  })
  await page.goto(`/operacion/solicitudes/${ticket.id}`)
  await expect(page.getByText('No pudimos cargar esta pantalla')).toBeVisible()
  await page.evaluate(
    "dispatchEvent(new Event('online')); document.dispatchEvent(new Event('visibilitychange'))",
  )
  await expect(page.getByText('No pudimos cargar esta pantalla')).toBeVisible()
  expect(looks).toBe(1)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('No recibo los correos de aviso.')).toBeVisible()
  expect(looks).toBe(2)
})
