import type { Page } from '@playwright/test'
import { emailLink, makePerson, newEmail, type Role } from '../support/auth-people.ts'
import { expect, expectAccessible, REFUSED, signInThroughForm, test } from '../support/fixtures.ts'

const SCREENS: { role: Role; path: string; login: string; reset: string; ids: string; unknown: string }[] = [
  {
    role: 'buscador',
    path: '/recuperar-buscador',
    login: '/login',
    reset: '/reset-password',
    ids: '[2.pub.09] [2.auth.21] [2.auth.22] [2.auth.23] [7.auth.10] [7.auth.12]',
    unknown: '[8.auth.14]',
  },
  {
    role: 'maestro',
    path: '/recuperar-maestro',
    login: '/login-maestro',
    reset: '/reset-password-maestro',
    ids: '[2.pub.21] [2.auth.24] [2.auth.25] [2.auth.26] [7.auth.13]',
    unknown: '[8.auth.15]',
  },
]

for (const { role, path, login, reset, ids, unknown } of SCREENS) {
  test(`${path} sends an e-mail whose link opens ${reset}, and links back to ${login} ${ids}`, async ({
    page,
    request,
  }) => {
    const { email } = await makePerson(request, role)
    await page.goto(path)
    const sent = page.waitForRequest('**/auth/v1/recover*')
    await ask(page, email)
    await expect(page.getByRole('heading', { name: 'Email Enviado' })).toBeFocused()
    await expect(page.getByText(email)).toBeVisible()
    await expectAccessible(page)
    const asked = new URL((await sent).url()).searchParams.get('redirect_to') ?? ''
    expect(new URL(asked).pathname).toBe(reset)
    await page.locator(`main a[href="${login}"]`).click()
    await expect(page).toHaveURL(login)
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)

    await page.goto(await emailLink(request, email))
    await expect(page).toHaveURL(new RegExp(`${reset}#?$`))
    await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
  })

  test.describe(`an e-mail address without an account of a ${role}`, () => {
    test.use({ expectedErrors: REFUSED })
    test(`is reported on ${path} ${unknown}`, async ({ page, request }) => {
      await page.goto(path)
      await ask(page, newEmail())
      await expect(page.getByText('Email no encontrado')).toBeVisible()
      await expect(
        page.getByText(`No encontramos una cuenta de ${role} asociada a este email.`),
      ).toBeVisible()
      await expect(page.getByLabel('Correo electrónico')).toBeFocused()
      const again = page.waitForResponse('**/auth/v1/recover*')
      await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
      expect((await again).status(), 'the second request').toBe(404)
      await expect(page.getByText('Email no encontrado')).toHaveCount(1)
      await expect(page.getByRole('heading', { name: 'Email Enviado' })).toHaveCount(0)

      await page.goto(path)
      const other = await makePerson(request, role === 'maestro' ? 'buscador' : 'maestro')
      await ask(page, other.email)
      await expect(
        page.getByText(`No encontramos una cuenta de ${role} asociada a este email.`),
      ).toBeVisible()
    })
  })
}

test.describe('the code of the recovery e-mail', () => {
  test.use({ expectedErrors: REFUSED })

  for (const { role, path, login, reset } of SCREENS) {
    test(`opens ${reset} for a ${role} who reads the e-mail on another device, and the sign-in then leads to the wanted page`, async ({
      page,
      request,
    }) => {
      const { email } = await makePerson(request, role)
      await page.goto('/avisos')
      if (role === 'maestro') await page.getByRole('link', { name: 'Entra como maestro' }).click()
      await expect(page).toHaveURL(login)
      await page.getByRole('link', { name: '¿Olvidaste tu contraseña?' }).click()
      await expect(page).toHaveURL(path)
      await ask(page, email)
      const code = page.getByLabel('Código de seis dígitos')
      const send = page.getByRole('button', { name: 'Continuar', exact: true })
      await emailLink(request, email)
      const [mail] = await (await request.get(`/_outbox.json?to=${encodeURIComponent(email)}`)).json()
      const right = /^\d{6}$/m.exec(mail.text)?.[0] ?? ''
      await code.fill(right === '000000' ? '000001' : '000000')
      await send.click()
      await expect(page.getByText('El código no es correcto o ya venció.')).toBeVisible()
      await code.fill(right)
      await send.click()
      await expect(page).toHaveURL(reset)
      await page.getByLabel('Nueva contraseña').fill('nueva1')
      await page.getByLabel('Confirmar contraseña').fill('nueva1')
      await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
      await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
      await expect(page).toHaveURL(login)
      await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
      await signInThroughForm(page, email, 'nueva1')
      await expect(page).toHaveURL('/avisos')
    })
  }
})

test.describe('a recovery request that is refused', () => {
  test.use({ expectedErrors: REFUSED })

  test('with another error shows the server’s message [8.auth.16]', async ({ page }) => {
    const json = { code: 422, error_code: 'otra', msg: 'Mensaje del servidor' }
    await page.route('**/auth/v1/recover*', (route) => route.fulfill({ status: 422, json }))
    await page.goto('/recuperar-buscador')
    await ask(page, newEmail())
    await expect(page.getByText('Error', { exact: true })).toBeVisible()
    await expect(page.getByText('Mensaje del servidor')).toBeVisible()
  })

  test('because its address is missing says so at the field; after the e-mail the address can be corrected, and a second request within a minute says to wait and takes the code of the first e-mail', async ({
    page,
    request,
  }) => {
    const { email } = await makePerson(request, 'buscador')
    await page.goto('/recuperar-buscador')
    await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
    await expect(page.getByRole('alert')).toHaveText(['Escribe tu correo electrónico.'])
    await expect(page.getByLabel('Correo electrónico')).toBeFocused()
    await ask(page, email)
    await page.getByRole('button', { name: 'Usar otro correo o pedirlo de nuevo' }).click()
    await expect(page.getByRole('heading', { name: 'Recupera tu contraseña' })).toBeFocused()
    await expect(page.getByLabel('Correo electrónico')).toHaveValue(email)
    await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
    await expect(page.getByText('Hace poco se pidió un correo para esta dirección.')).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Email Enviado' })).toBeVisible()
    await expect(page.getByLabel(/^Código/)).toBeVisible()
  })

  test('because there is no connection keeps what was typed, and the next try works [8.auth.17]', async ({
    page,
    context,
    request,
  }) => {
    const { email } = await makePerson(request, 'maestro')
    await page.goto('/recuperar-maestro')
    await page.getByLabel('Avisos').waitFor({ state: 'attached' })
    await context.setOffline(true)
    await ask(page, email)
    await expect(page.getByText('Ocurrió un error inesperado')).toBeVisible()
    await expect(
      page.getByText('No pudimos conectar. Revisa tu conexión e inténtalo de nuevo.'),
    ).toBeVisible()
    await context.setOffline(false)
    await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
    await expect(page.getByRole('heading', { name: 'Email Enviado' })).toBeVisible()
  })
})

async function ask(page: Page, email: string) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
}
