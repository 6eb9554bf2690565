import type { Page } from '@playwright/test'
import sharp from 'sharp'
import { message, messages, say, startTalk, test } from '../support/conversation.ts'
import { expect, field, PASSWORD, REFUSED, remember, STORAGE_KEY } from '../support/fixtures.ts'
import { cardOf, choose, FEW, opener } from '../support/search.ts'

/** Every request for a chunk of code fails once. Nothing may be missing afterwards, and no page is loaded again. */

test.use({ expectedErrors: new RegExp(`${REFUSED.source}|unread count`) })

/** Fails the first request of each chunk that the page's own HTML does not name. */
async function abortOnce(page: Page, first: string) {
  const html = await (await page.request.get(first, { headers: { accept: 'text/html' } })).text()
  const seen = new Set<string>()
  await page.route('**/assets/*.js', (route) => {
    const name = new URL(route.request().url()).pathname.replace('/assets/', '')
    if (html.includes(name) || seen.has(name)) return route.continue()
    seen.add(name)
    return route.abort()
  })
  await page.goto(first)
  await page.evaluate('window.sameDocument = true')
  return async () => expect(await page.evaluate<boolean>('window.sameDocument === true')).toBe(true)
}

const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const menu = (page: Page, name: string) => page.getByRole('link', { name })

test('a seeker’s way through all screens survives the failure of each chunk', async ({ page, request }) => {
  test.slow()
  const { chatId, buscador } = await startTalk(request)
  await choose(page, FEW)
  const sameDocument = await abortOnce(page, '/login')

  await test.step('the access screens', async () => {
    await page
      .getByRole('link', { name: /Regístrate/ })
      .first()
      .click()
    await expect(page).toHaveURL('/registro')
    await page.getByText('Leer los términos y condiciones').click()
    await expect(page.locator('details section')).toHaveCount(9)
    await page.goBack()
    await page.getByRole('link', { name: /Olvidaste/ }).click()
    await expect(page).toHaveURL('/recuperar-buscador')
    await page.goBack()
    await field(page, 'Correo electrónico').fill('buscador@demo.mx')
    await field(page, 'Contraseña').fill('wrong-password')
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByLabel('Avisos').getByRole('listitem')).toBeVisible()
    await field(page, 'Contraseña').fill(PASSWORD)
    await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
    await expect(page.getByRole('button', { name: 'Coyoacán' })).toBeVisible()
  })
  await test.step('the search', async () => {
    await page.getByRole('button', { name: FEW.alcaldia }).click()
    await page.getByRole('button', { name: 'Continuar' }).click()
    await page.getByRole('button', { name: FEW.oficio }).click()
    await page.getByRole('button', { name: 'Buscar maestro' }).click()
    await expect(cardOf(page, 0)).toBeVisible()
    await opener(cardOf(page, 0)).click()
    await page.getByRole('dialog').getByRole('link', { name: 'Ver perfil completo' }).click()
    await expect(page.getByRole('button', { name: 'Chatear con el maestro' })).toBeVisible()
  })
  await test.step('the chats and the help', async () => {
    await menu(page, 'Chats').click()
    await expect(page).toHaveURL('/chats')
    await expect(heading(page)).toBeVisible()
    await menu(page, 'Ayuda').click()
    await expect(page).toHaveURL('/ayuda')
    await sameDocument()
  })
  await test.step('a conversation with a picture', async () => {
    await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
    await expect(page).toHaveURL('/login')
    await sameDocument()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await remember(page, { [STORAGE_KEY]: JSON.stringify(buscador) })
    const sameConversation = await abortOnce(page, `/chats/${chatId}`)
    await say(page, 'Buenas tardes')
    await expect(message(page, 'Buenas tardes')).toBeVisible()
    await sendPicture(page)
    await expect(messages(page).getByRole('img')).toHaveCount(1)
    await sameConversation()
  })
})

test('a maestro’s way through all screens survives the failure of each chunk', async ({ page, request }) => {
  test.slow()
  const { maestro } = await startTalk(request)
  const sameDocument = await abortOnce(page, '/login-maestro')
  await page.getByRole('link', { name: 'Regístrate', exact: false }).first().click()
  await expect(page).toHaveURL(/registro/)
  await page.goBack()
  await page.getByRole('link', { name: /Olvidaste/ }).click()
  await expect(page).toHaveURL('/recuperar-maestro')
  await sameDocument()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await remember(page, { [STORAGE_KEY]: JSON.stringify(maestro) })
  const same = await abortOnce(page, '/dashboard-maestro')
  await menu(page, 'Chats').click()
  await expect(page).toHaveURL('/chat-maestro')
  await page.getByRole('link', { name: /Ana/ }).first().click()
  await expect(page.getByPlaceholder('Escribe un mensaje...')).toBeVisible()
  await same()
})

async function sendPicture(page: Page) {
  const buffer = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#285aa0' } })
    .png()
    .toBuffer()
  await page.getByRole('button', { name: 'Enviar imagen', exact: true }).click()
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Seleccionar desde dispositivo' }).click()
  await (await picker).setFiles({ name: 'fuga.png', mimeType: 'image/png', buffer })
  const preview = page.getByRole('dialog', { name: 'Vista previa de imagen' })
  const submit = preview.getByRole('button', { name: 'Enviar imagen' })
  // The storage client is one of the chunks: its failure is told, and the same button tries again.
  await submit.click()
  await expect(async () => {
    if (await submit.isVisible()) await submit.click()
    await expect(preview).toHaveCount(0, { timeout: 3000 })
  }).toPass()
}
