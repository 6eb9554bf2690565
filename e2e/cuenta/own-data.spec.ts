import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf, signUp } from '../support/api.ts'
import { emailCode, emailLink, passwordSignsIn, post } from '../support/auth-people.ts'
import {
  expect,
  expectAccessible,
  field,
  PASSWORD,
  RED,
  REFUSED,
  remember,
  STORAGE_KEY,
  signInThroughForm,
  test,
} from '../support/fixtures.ts'

test.describe('a seeker', () => {
  test.use({ account: { role: 'buscador' } })

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
  const leave = page.getByRole('button', { name: 'Cerrar mi cuenta' })
  await expect(leave).toHaveCSS('color', RED)
  await leave.click()
  return { email, id: session.user.id, dialog: page.getByRole('dialog') }
}

// The sessions end on the server first: what the page asks until it has left is refused.
test.describe('closing', () => {
  test.use({ expectedErrors: new RegExp(`${REFUSED.source}|40[013]|unread count|closing the account`) })
  test('a seeker closes the account with the red button and the password, not with a wrong one, and signing in keeps it', async ({
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
    await dialog.getByLabel('Tu contraseña, para confirmar').fill('otra-cosa-123')
    await dialog.getByRole('button', { name: 'Cerrar mi cuenta' }).click()
    await expect(dialog.getByText('La contraseña no es correcta.')).toBeVisible()
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

  test('a seeker who then enters the password at the sign-in of maestros, opens a recovery link or types the code of a recovery e-mail reads there that the account was kept', async ({
    page,
    request,
    baseURL,
  }) => {
    const kept = page.getByText('Conservaste tu cuenta')
    await test.step('the password', async () => {
      const { email } = await makeClosed(request)
      await page.goto('/login-maestro')
      await signInThroughForm(page, email)
      await expect(kept).toBeVisible()
      await expect(page.getByText('Cuenta de buscador detectada')).toBeVisible()
    })
    await test.step('the link', async () => {
      const { email } = await makeClosed(request)
      const redirect = encodeURIComponent(`${baseURL}/reset-password`)
      await post(request, `/auth/v1/recover?redirect_to=${redirect}`, { email })
      await page.goto(await emailLink(request, email))
      await expect(kept).toBeVisible()
      await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
      await expect(page).toHaveURL(/\/reset-password#?$/)
    })
    await test.step('the code', async () => {
      const { email } = await makeClosed(request)
      await page.goto('/recuperar-buscador')
      await page.getByLabel('Correo electrónico').fill(email)
      await page.getByRole('button', { name: 'Enviar Instrucciones' }).click()
      await page.getByLabel('Código de seis dígitos').fill(await emailCode(request, email))
      await page.getByRole('button', { name: 'Continuar', exact: true }).click()
      await expect(kept).toBeVisible()
      await expect(page.getByLabel('Nueva contraseña')).toBeVisible()
    })
  })
})

const NEW_PASSWORD = 'nueva1'

type Typed = { current?: string; next?: string; again?: string }

async function changePassword(
  page: Page,
  { current = PASSWORD, next = NEW_PASSWORD, again = next }: Typed = {},
) {
  await field(page, 'Contraseña actual').fill(current)
  await field(page, 'Nueva contraseña').fill(next)
  await field(page, 'Confirmar contraseña').fill(again)
  await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
}

test.describe('a change of the password while signed in', () => {
  test.use({ expectedErrors: REFUSED })

  test('that is wrong says so at its field; one that is right keeps this session, ends others, and an e-mail says so', async ({
    page,
    request,
  }) => {
    const { email, session } = await signUp(request, 'buscador')
    const signIn = { email, password: PASSWORD }
    const elsewhere = await (await post(request, '/auth/v1/token?grant_type=password', signIn)).json()
    await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
    await page.goto('/mis-datos')
    await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
    const dialog = page.getByRole('dialog')
    await expectAccessible(page)
    const cases = [
      ['Contraseña actual', 'Escribe tu contraseña.', { current: '' }],
      ['Nueva contraseña', 'La contraseña debe tener al menos 6 caracteres.', { next: '12345' }],
      ['Confirmar contraseña', 'Las contraseñas no coinciden.', { again: 'otra cosa' }],
      ['Contraseña actual', 'La contraseña actual no es correcta.', { current: 'equivocada' }],
      ['Nueva contraseña', 'Elige una contraseña distinta de la anterior.', { next: PASSWORD }],
    ] as const
    for (const [label, message, given] of cases) {
      await test.step(message, async () => {
        await changePassword(page, given)
        await expect(dialog.getByText(message)).toBeVisible()
        await expect(field(page, label)).toBeFocused()
      })
    }
    expect(await passwordSignsIn(request, email, PASSWORD)).toBe(true)

    await dialog.getByRole('button', { name: 'Mostrar contraseña' }).first().click()
    await expect(field(page, 'Contraseña actual')).toHaveAttribute('type', 'text')
    await changePassword(page)
    await expect(page.getByText('¡Contraseña actualizada!')).toBeVisible()
    await expect(dialog).toHaveCount(0)
    const { refresh_token } = elsewhere
    const renewed = await post(request, '/auth/v1/token?grant_type=refresh_token', { refresh_token })
    expect(renewed.ok()).toBe(false)
    expect(await passwordSignsIn(request, email, PASSWORD)).toBe(false)
    expect(await passwordSignsIn(request, email, NEW_PASSWORD)).toBe(true)
    await page.reload()
    await expect(page.getByRole('heading', { level: 1, name: 'Tus datos' })).toBeVisible()
    const subjects = async () => {
      const mails = await (await request.get(`/_outbox.json?to=${encodeURIComponent(email)}`)).json()
      return mails.map(({ subject }: { subject: string }) => subject)
    }
    await expect.poll(subjects).toEqual(['Tu contraseña cambió'])
  })
})
