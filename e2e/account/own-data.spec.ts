import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf, signUp } from '../support/api.ts'
import { emailCode, emailLink, post } from '../support/auth-people.ts'
import {
  expect,
  expectAccessible,
  PASSWORD,
  RED,
  REFUSED,
  remember,
  STORAGE_KEY,
  settled,
  signInThroughForm,
  test,
} from '../support/fixtures.ts'
import { layerAdded } from '../support/layers.ts'

for (const role of ['buscador', 'maestro'] as const) {
  test.describe(`a ${role}`, () => {
    test.use({ account: { role } })

    test('prepares a copy of all data, finds it after a reload and downloads it', async ({ page }) => {
      await page.goto('/ayuda')
      await page.getByRole('link', { name: 'Tus datos, avisos y cuenta' }).click()
      await expect(page.getByRole('heading', { level: 1, name: 'Tus datos' })).toBeVisible()
      await page.getByRole('button', { name: 'Preparar mi copia' }).click()
      await expect(page.getByText(/Estamos preparando tu copia|Tu copia está lista/)).toBeVisible()
      await page.reload()
      const link = page.getByRole('link', { name: /^Descargar/ })
      await expect(link).toBeVisible({ timeout: 40_000 })
      await expect(page.getByRole('button', { name: 'Preparar mi copia' })).toHaveCount(0)
      await expectAccessible(page)
      const download = page.waitForEvent('download')
      await link.click()
      const file = await download
      expect(file.suggestedFilename()).toBe('mis-datos-maestros-cdmx.zip')
      const bytes = await readFile(await file.path())
      expect(bytes.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
      expect(bytes.includes('index.html')).toBe(true)
    })
  })
}

/** A new seeker who has closed the account. */
async function makeClosed(request: APIRequestContext) {
  const { email, session } = await signUp(request, 'buscador')
  const entered = await post(request, '/auth/v1/token?grant_type=password', { email, password: PASSWORD })
  const closed = await request.post('/functions/v1/cerrar-cuenta', {
    headers: await headersOf(request, (await entered.json()).access_token),
    data: { usuario_id: session.user.id },
  })
  expect(closed.ok()).toBe(true)
  return { email }
}

/** A new seeker signs in and opens the dialog that closes the account. */
async function openDialog(page: Page, request: APIRequestContext) {
  const { email, session } = await signUp(request, 'buscador')
  await page.goto('/login')
  await signInThroughForm(page, email)
  await expect(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })).toBeVisible()
  await page.goto('/mis-datos')
  await page.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
  return { email, id: session.user.id, dialog: page.getByRole('dialog') }
}

// The sessions end on the server first: what the page asks until it has left is refused.
test.describe('closing', () => {
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|40[13]|unread count|closing the account`) })
  test('a seeker closes the account with the password, and signing in keeps it', async ({
    page,
    request,
  }) => {
    const { email, id, dialog } = await openDialog(page, request)
    const draft = `maestros-ayuda:${id}`
    await page.evaluate((key) => localStorage.setItem(key, '{}'), draft)
    await expect(dialog.getByRole('heading', { name: '¿Cerrar tu cuenta?' })).toBeVisible()
    await expect(dialog).toContainText('tus reseñas siguen en sus perfiles, sin tu nombre')
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await expect(dialog.getByText('Escribe tu contraseña.')).toBeVisible()
    await expectAccessible(page)
    await dialog.getByLabel('Tu contraseña, para confirmar').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('Tu cuenta se cerró')).toBeVisible()
    await expect(page.getByText(/inicia sesión antes de esa fecha/)).toBeVisible()
    await signInThroughForm(page, email)
    await expect(page.getByText('Conservaste tu cuenta')).toBeVisible()
    await expect(page.getByRole('heading', { name: '¿En qué alcaldía será el servicio?' })).toBeVisible()
    expect(await page.evaluate((key) => localStorage.getItem(key), draft)).toBe('{}')
  })

  test('a maestro closes the account and is led to the sign-in of maestros, in every tab; signing in there keeps it', async ({
    page,
    context,
    request,
  }) => {
    const { email, session } = await signUp(request, 'maestro')
    await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
    const other = await context.newPage()
    await other.goto('/avisos')
    await expect(other.getByRole('heading', { level: 1, name: 'Avisos' })).toBeVisible()
    await page.goto('/mis-datos')
    await page.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tu contraseña, para confirmar').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    for (const tab of [page, other]) {
      await expect(tab).toHaveURL('/login-maestro')
      await expect(tab.getByText(/inicia sesión antes de esa fecha/)).toBeVisible()
    }
    await other.close()
    await signInThroughForm(page, email)
    await expect(page.getByText('Conservaste tu cuenta')).toBeVisible()
    await expect(page).toHaveURL(/\/onboarding-maestro/)
  })

  test('a seeker whose request loses its answer cannot take it back, and reads that the account is closed', async ({
    page,
    request,
  }) => {
    const { dialog } = await openDialog(page, request)
    await dialog.getByLabel('Tu contraseña, para confirmar').fill(PASSWORD)
    const shown = Promise.withResolvers<void>()
    let requests = 0
    await page.route('**/functions/v1/cerrar-cuenta', async (route) => {
      requests += 1
      if (requests > 1) return route.continue()
      await route.fetch()
      await shown.promise
      return route.abort()
    })
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    const keep = dialog.getByRole('button', { name: 'Conservar mi cuenta' })
    await expect(keep).toBeDisabled()
    await keep.click({ force: true })
    await page.keyboard.press('Escape')
    await expect(dialog).toBeVisible()
    // The second time the dialog must still have its entry of the history.
    for (const time of ['first', 'second']) {
      await page.goBack()
      await layerAdded(page)
      await expect(dialog, `after the ${time} Back`).toBeVisible()
      await expect(page).toHaveURL('/mis-datos')
    }
    shown.resolve()
    await expect(page.getByText('Tu cuenta se cerró')).toBeVisible()
    await expect(page.getByText(/^En 30 días eliminaremos tus datos/)).toBeVisible()
  })

  test('Back closes the dialog after a failed request, also when it was pressed while the request was sent', async ({
    page,
    request,
  }) => {
    const { dialog } = await openDialog(page, request)
    await dialog.getByLabel('Tu contraseña, para confirmar').fill(PASSWORD)
    const shown = Promise.withResolvers<void>()
    await page.route('**/functions/v1/cerrar-cuenta', async (route) => {
      await shown.promise
      return route.fulfill({ status: 400, json: {} })
    })
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await expect(dialog.getByRole('button', { name: 'Conservar mi cuenta' })).toBeDisabled()
    await page.goBack()
    await layerAdded(page)
    shown.resolve()
    await expect(dialog.getByRole('alert')).toBeVisible()
    await page.goBack()
    await expect(dialog).toHaveCount(0)
    await expect(page).toHaveURL('/mis-datos')
  })

  test('the sign-in screen says so also when the renewal of the ended session is refused afterwards', async ({
    page,
    request,
  }) => {
    const { dialog } = await openDialog(page, request)
    await dialog.getByLabel('Tu contraseña, para confirmar').fill(PASSWORD)
    const closed = Promise.withResolvers<void>()
    const renewing = Promise.withResolvers<void>()
    const shown = Promise.withResolvers<void>()
    await page.route('**/auth/v1/token?grant_type=refresh_token', async (route) => {
      renewing.resolve()
      await shown.promise
      await route.continue()
    })
    await page.route('**/functions/v1/cerrar-cuenta', async (route) => {
      const response = await route.fetch()
      closed.resolve()
      await renewing.promise
      await route.fulfill({ response })
    })
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await closed.promise
    // The page reads its data again. They are refused, and the token is renewed.
    await page.evaluate("dispatchEvent(new Event('offline')); dispatchEvent(new Event('online'))")
    await expect(page.getByText('Tu cuenta se cerró')).toBeVisible()
    const refused = page.waitForResponse('**/auth/v1/token?grant_type=refresh_token')
    shown.resolve()
    expect((await refused).ok()).toBe(false)
    await settled(page)
    await expect(page.getByText('Tu cuenta se cerró')).toBeVisible()
  })

  test('a seeker who then enters the password at the sign-in of maestros reads that the account was kept', async ({
    page,
    request,
  }) => {
    const { email } = await makeClosed(request)
    await page.goto('/login-maestro')
    await signInThroughForm(page, email)
    await expect(page.getByText('Conservaste tu cuenta')).toBeVisible()
    await expect(page.getByText('Cuenta de buscador detectada')).toBeVisible()
  })

  test('a seeker who then opens a recovery link reads on its page that the account was kept', async ({
    page,
    request,
    baseURL,
  }) => {
    const { email } = await makeClosed(request)
    const redirect = encodeURIComponent(`${baseURL}/reset-password`)
    await post(request, `/auth/v1/recover?redirect_to=${redirect}`, { email })
    await page.goto(await emailLink(request, email))
    await expect(page.getByText('Conservaste tu cuenta')).toBeVisible()
    await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
    await expect(page).toHaveURL(/\/reset-password#?$/)
  })

  test('a seeker who then types the code of a recovery e-mail reads that the account was kept', async ({
    page,
    request,
  }) => {
    const { email } = await makeClosed(request)
    await page.goto('/recuperar-buscador')
    await page.getByLabel('Correo electrónico').fill(email)
    await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
    await page.getByLabel('Código de seis dígitos').fill(await emailCode(request, email))
    await page.getByRole('button', { name: 'Continuar', exact: true }).click()
    await expect(page.getByText('Conservaste tu cuenta')).toBeVisible()
    await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
  })
})

test.describe('a wrong password', () => {
  test.use({ account: { role: 'buscador' }, expectedErrors: /400/ })

  test('in the dialog of the red button does not close the account', async ({ page }) => {
    await page.goto('/mis-datos')
    const leave = page.getByRole('button', { name: 'Cerrar mi cuenta' })
    await expect(leave).toHaveCSS('color', RED)
    await leave.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Tu contraseña, para confirmar').fill('otra-cosa-123')
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible()
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Tus datos' })).toBeVisible()
  })
})
