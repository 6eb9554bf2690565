import type { APIRequestContext, Page } from '@playwright/test'
import { headersOf, type Session, signUp, succeed } from '../support/api.ts'
import { emailLink, post } from '../support/auth-people.ts'
import {
  expect,
  field,
  message,
  type PeopleWithChat,
  pathOf,
  SEND,
  say,
  test,
  written,
} from '../support/conversation.ts'
import { REFUSED, signInThroughForm } from '../support/fixtures.ts'
import { storedText } from '../support/typing.ts'

/** A new password ends the session, but what waits on the device is kept for its owner, as when a session has ended. */

test.use({
  expectedErrors: new RegExp(`${REFUSED.source}|WebSocket connection|mark as read|unread count|chats`),
})

const NEW_PASSWORD = 'nueva1'

async function emailOf(request: APIRequestContext, { access_token }: Session): Promise<string> {
  const headers = await headersOf(request, access_token)
  return (await succeed(request.get('/auth/v1/user', { headers }))).email
}

/** Opens the link of a recovery e-mail in this page, and sets a new password. */
async function reset(page: Page, request: APIRequestContext, email: string) {
  const redirect = encodeURIComponent(new URL('/reset-password', page.url()).href)
  await post(request, `/auth/v1/recover?redirect_to=${redirect}`, { email })
  await page.goto(await emailLink(request, email))
  await page.getByLabel('Nueva contraseña').fill(NEW_PASSWORD)
  await page.getByLabel('Confirmar contraseña').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Actualizar contraseña' }).click()
  await expect(page).toHaveURL('/login')
}

async function signIn(page: Page, email: string, password?: string) {
  await signInThroughForm(page, email, password)
  await expect(page.getByRole('button', { name: 'Cerrar Sesión' })).toBeVisible()
}

/** Writes a message and a draft without a network. Then the session is ended on another device. */
async function writeAndLoseSession(page: Page, request: APIRequestContext, pair: PeopleWithChat) {
  await expect(field(page)).toBeVisible()
  await page.context().setOffline(true)
  await say(page, 'espera en el teléfono')
  await expect(message(page, 'espera en el teléfono')).toContainText('En espera de conexión')
  await field(page).fill('a medio escribir')
  const headers = await headersOf(request, pair.buscador.access_token)
  await succeed(request.post('/auth/v1/logout?scope=global', { headers }))
  await page.context().setOffline(false)
  await expect(page).toHaveURL('/login')
}

test('a message that waits on the phone is hidden from another person who resets a password there and signs in, and is sent after its author has done the same', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const email = await emailOf(request, pair.buscador)
  const other = await signUp(request, 'buscador')
  const page = await open(pair.buscador, pathOf('buscador', chatId), { fresh: true })
  await writeAndLoseSession(page, request, pair)
  await reset(page, request, other.email)
  // The copies for reading without a network are removed.
  expect(await page.evaluate<string>('JSON.stringify(localStorage)')).not.toMatch(
    /maestros-(?:copia|persona)/,
  )
  await signIn(page, other.email, NEW_PASSWORD)
  await page.goto('/chats')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('espera en el teléfono')).toHaveCount(0)
  expect(await storedText(page)).toContain('espera en el teléfono')
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL('/login')

  await reset(page, request, email)
  expect(await written(request, pair.maestro, chatId)).toEqual([])
  await signIn(page, email, NEW_PASSWORD)
  await expect.poll(() => written(request, pair.maestro, chatId)).toEqual(['espera en el teléfono'])
  await page.goto(pathOf('buscador', chatId))
  await expect(message(page, 'espera en el teléfono')).toHaveAttribute('data-estado', /enviado|visto/)
  await expect(field(page)).toHaveValue('a medio escribir')
})

test('a message that waits in one tab is kept when its author resets the password in another, and both tabs sign out', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const email = await emailOf(request, pair.buscador)
  const page = await open(pair.buscador, pathOf('buscador', chatId), { fresh: true })
  const context = page.context()
  await context.route(SEND, (route) => route.abort('connectionreset'))
  await say(page, 'espera en el teléfono')
  await expect(message(page, 'espera en el teléfono')).toContainText('En espera de conexión')
  const other = await context.newPage()
  await other.goto('/healthz')
  await reset(other, request, email)
  await expect(page).toHaveURL('/login')
  await context.unroute(SEND)
  await signIn(other, email, NEW_PASSWORD)
  await expect.poll(() => written(request, pair.maestro, chatId)).toEqual(['espera en el teléfono'])
})
