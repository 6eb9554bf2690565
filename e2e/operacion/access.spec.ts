import { makeMaestro } from '../support/chats.ts'
import {
  endSessions,
  heading,
  signInToConsole,
  stateOf,
  typeCode,
  typeCredentials,
} from '../support/console.ts'
import { expect, expectAccessible, PASSWORD, REFUSED, storedItems, test } from '../support/fixtures.ts'
import { expectToast } from '../support/maestro.ts'
import { accessLink } from '../support/operator.ts'
import { freshCodes, makeOperatorAccount } from '../support/operator-account.ts'
import { makeTicket } from '../support/waiting.ts'

/** How operators enter their console, and how their session ends. */

test('an operator enters with the password and the code of the app; the session is of this tab only, and a sign-out leaves nothing in its tab and the sessions of other tabs', async ({
  page,
  request,
}) => {
  const operator = await makeOperatorAccount(request)
  await page.setViewportSize({ width: 1280, height: 860 })
  await page.goto('/operacion/verificaciones')
  await expect(heading(page, 'Entra a la consola')).toBeVisible()
  await typeCredentials(page, operator)
  await expect(heading(page, 'Escribe tu código')).toBeVisible()
  const code = page.getByLabel('Código de seis números')
  await expect(code).toBeFocused()
  await expect(code).toHaveAttribute('inputmode', 'numeric')
  await expect(code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page)
  // Some apps copy the code with a space in the middle.
  const digits = await operator.code()
  await typeCode(page, `${digits.slice(0, 3)} ${digits.slice(3)}`)
  await expect(heading(page, 'Verificaciones')).toBeFocused()
  await expect(page.getByText('Olga Ortega', { exact: true })).toBeVisible()
  expect(Object.keys(await storedItems(page)).filter((key) => /operacion|auth-token/.test(key))).toEqual([])

  const other = await page.context().newPage()
  await other.goto('/operacion')
  await expect(heading(other, 'Entra a la consola')).toBeVisible()
  await signInToConsole(other, request)
  await other.goto('/operacion')
  await expect(heading(other, 'En espera')).toBeVisible()
  await page.getByRole('button', { name: 'Cerrar sesión' }).click()
  await expect(heading(page, 'Entra a la consola')).toBeFocused()
  await expect(page.getByText('Tu sesión terminó', { exact: false })).toHaveCount(0)
  await expect
    .poll(() => page.evaluate<string | null>("sessionStorage.getItem('maestros-operacion')"))
    .toBeNull()
  await page.reload()
  await expect(heading(page, 'Entra a la consola')).toBeVisible()
  await expect(heading(other, 'En espera')).toBeVisible()
  // The session survives a reload of its tab.
  await other.reload()
  await expect(heading(other, 'En espera')).toBeVisible()
  await other.close()
})

test('an access link sets the password, and the operator then adds the second factor and verifies a maestro', async ({
  page,
  request,
}) => {
  test.slow()
  const [{ email }, colleague] = [await makeOperatorAccount(request), await makeOperatorAccount(request)]
  const maestro = await makeMaestro(request, { nombre: 'Luis', apellido: 'Hernández' })
  await page.goto(await accessLink(email, colleague.email))
  await expect(heading(page, 'Pon tu contraseña')).toBeVisible()
  await expect(page).toHaveURL('/operacion/acceso')
  await expectAccessible(page)
  const password = 'una contraseña larga'
  await page.getByLabel('Contraseña nueva').fill('corta')
  await page.getByLabel('Repite la contraseña').fill(password)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(page.getByText('Escribe al menos 12 caracteres.')).toBeVisible()
  await page.getByLabel('Contraseña nueva').fill(password)
  await page.getByRole('button', { name: 'Guardar contraseña' }).click()
  await expect(heading(page, 'Tu contraseña está lista')).toBeFocused()
  await page.getByRole('link', { name: 'Entrar a la consola' }).click()
  await typeCredentials(page, { email, password })
  await expect(heading(page, 'Agrega tu segundo factor')).toBeFocused()
  await expect(page.getByRole('img', { name: 'Código QR de tu segundo factor' })).toBeVisible()
  const drawn = "document.querySelector('main img').naturalWidth > 0"
  await expect.poll(() => page.evaluate<boolean>(drawn)).toBe(true)
  await expectAccessible(page)
  const secret = await page.getByText(/^(?:[A-Z2-7]{1,4} )+[A-Z2-7]{1,4}$/).innerText()
  await typeCode(page, await freshCodes(secret.replaceAll(' ', ''))(), 'Confirmar y entrar')
  await expect(heading(page, 'En espera')).toBeFocused()
  await page.goto(`/operacion/verificaciones/${maestro.id}`)
  await page.getByRole('button', { name: 'Verificar, INE', exact: true }).click()
  await expectToast(page, 'INE: verificado.')
  expect(await stateOf(request, maestro, 'ine')).toMatchObject({ estado: 'verificado' })
})

test.describe('a refusal', () => {
  test.use({ expectedErrors: REFUSED })

  test('of a seeker says that the account is of no operator and leaves no session; one of a wrong password says no more than for any account, and a wrong code can be corrected', async ({
    page,
    request,
  }) => {
    const operator = await makeOperatorAccount(request)
    await page.goto('/operacion')
    await typeCredentials(page, { email: 'buscador@demo.mx', password: PASSWORD })
    await expect(page.getByRole('alert')).toContainText('Esta cuenta no es de un operador')
    expect(await page.evaluate<number>('sessionStorage.length')).toBe(0)
    await page.reload()
    await expect(heading(page, 'Entra a la consola')).toBeVisible()
    const wrong = 'El correo o la contraseña no son correctos.'
    await typeCredentials(page, { email: operator.email, password: 'otra contraseña' })
    await expect(page.getByRole('alert')).toHaveText(wrong)
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(operator.email)
    await typeCredentials(page, { email: 'nadie@e2e.test', password: 'otra contraseña' })
    await expect(page.getByRole('alert')).toHaveText(wrong)
    await typeCredentials(page, operator)
    await typeCode(page, '12345')
    await expect(page.getByRole('alert')).toHaveText('El código tiene seis números.')
    const right = await operator.code()
    await typeCode(page, right === '000000' ? '111111' : '000000')
    await expect(page.getByRole('alert')).toContainText('Ese código no es correcto')
    await expect(heading(page, 'En espera')).toHaveCount(0)
    await typeCode(page, right)
    await expect(heading(page, 'En espera')).toBeFocused()
  })
})

test.describe('a session that the server has ended', () => {
  test.use({ expectedErrors: REFUSED })

  test('asks for the sign-in with a sentence, and the typed answer is there after it', async ({
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
})
