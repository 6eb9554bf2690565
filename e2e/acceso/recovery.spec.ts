import type { Page } from '@playwright/test'
import { emailCode, emailLink, makePerson, newEmail } from '../support/auth-people.ts'
import { expect, REFUSED, signInThroughForm, test } from '../support/fixtures.ts'
import { failCall } from '../support/maestro.ts'

const emailSent = (page: Page) => page.getByRole('heading', { name: 'Email Enviado' })

test.use({ expectedErrors: REFUSED })

for (const { role, other, path, login, reset, ids } of [
  {
    role: 'buscador',
    other: 'maestro',
    path: '/recuperar-buscador',
    login: '/login',
    reset: '/reset-password',
    ids: '[2.pub.09] [2.auth.21] [2.auth.22] [2.auth.23] [7.auth.10] [7.auth.12] [8.auth.14]',
  },
  {
    role: 'maestro',
    other: 'buscador',
    path: '/recuperar-maestro',
    login: '/login-maestro',
    reset: '/reset-password-maestro',
    ids: '[2.pub.21] [2.auth.24] [2.auth.25] [2.auth.26] [7.auth.13] [8.auth.15]',
  },
] as const) {
  test(`${path} reports an address without an account of a ${role}, and sends to one with it an e-mail whose link opens ${reset}; it links back to ${login} ${ids}`, async ({
    page,
    request,
  }) => {
    const { email } = await makePerson(request, role)
    const { email: ofOtherRole } = await makePerson(request, other)
    await page.goto(path)
    for (const unknown of [newEmail(), ofOtherRole]) {
      const answered = page.waitForResponse('**/auth/v1/recover*')
      await ask(page, unknown)
      expect((await answered).status()).toBe(404)
      await expect(page.getByText('Email no encontrado')).toHaveCount(1)
      await expect(
        page.getByText(`No encontramos una cuenta de ${role} asociada a este email.`),
      ).toBeVisible()
      await expect(page.getByLabel('Correo electrónico')).toBeFocused()
      await expect(emailSent(page)).toHaveCount(0)
    }
    const sent = page.waitForRequest('**/auth/v1/recover*')
    await ask(page, email)
    await expect(emailSent(page)).toBeFocused()
    await expect(page.getByText(email)).toBeVisible()
    const asked = new URL((await sent).url()).searchParams.get('redirect_to') ?? ''
    expect(new URL(asked).pathname).toBe(reset)
    await page.locator(`main a[href="${login}"]`).click()
    await expect(page).toHaveURL(login)
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)

    await page.goto(await emailLink(request, email))
    await expect(page).toHaveURL(new RegExp(`${reset}#?$`))
    await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
  })
}

test('the code of the recovery e-mail opens the reset screen for a buscador who reads it on another device; the sign-in then leads to the wanted page', async ({
  page,
  request,
}) => {
  const { email } = await makePerson(request, 'buscador')
  await page.goto('/avisos')
  await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
  await expect(page).toHaveURL('/recuperar-buscador')
  await ask(page, email)
  const code = page.getByLabel('Código de seis dígitos')
  const send = page.getByRole('button', { name: 'Continuar', exact: true })
  const right = await emailCode(request, email)
  await code.fill(right === '000000' ? '000001' : '000000')
  await send.click()
  await expect(page.getByText('El código no es correcto o ya venció.')).toBeVisible()
  await code.fill(right)
  await send.click()
  await expect(page).toHaveURL('/reset-password')
  await page.getByLabel('Nueva contraseña').fill('nueva1')
  await page.getByLabel('Confirmar contraseña').fill('nueva1')
  await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
  await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
  await signInThroughForm(page, email, 'nueva1')
  await expect(page).toHaveURL('/avisos')
})

test('a recovery request that is refused says why: there is no connection, the server’s message, no address; after the e-mail the address can be corrected, and a second request within a minute says to wait and takes the code of the first e-mail [8.auth.16] [8.auth.17]', async ({
  page,
  context,
  request,
}) => {
  const { email } = await makePerson(request, 'buscador')
  const send = page.getByRole('button', { name: 'Enviar Instrucciones' })
  await page.goto('/recuperar-buscador')
  await page.getByLabel('Avisos').waitFor({ state: 'attached' })
  await context.setOffline(true)
  await ask(page, email)
  await expect(page.getByText('Ocurrió un error inesperado')).toBeVisible()
  await expect(page.getByText('No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.')).toBeVisible()
  await context.setOffline(false)

  const refusal = { code: 422, error_code: 'otra', msg: 'Mensaje del servidor' }
  await failCall(page, '**/auth/v1/recover*', 422, refusal)
  await send.click()
  await expect(page.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByText('Mensaje del servidor')).toBeVisible()
  await page.unroute('**/auth/v1/recover*')

  await ask(page, '')
  await expect(page.getByRole('alert')).toHaveText(['Escribe tu correo electrónico.'])
  await expect(page.getByLabel('Correo electrónico')).toBeFocused()

  await ask(page, email)
  await page.getByRole('button', { name: 'Usar otro correo o pedirlo de nuevo' }).click()
  await expect(page.getByRole('heading', { name: 'Recupera tu contraseña' })).toBeFocused()
  await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
  await send.click()
  await expect(page.getByText('Hace poco se pidió un correo para esta dirección.')).toBeVisible()
  await expect(emailSent(page)).toBeVisible()
  await expect(page.getByLabel(/^Código/)).toBeVisible()
})

async function ask(page: Page, email: string) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
}
