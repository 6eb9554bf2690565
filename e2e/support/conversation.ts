import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { completeProfile, headersOf, type Role, type Session, signUp, succeed } from './api.ts'
import { test as base, expect, remember, STORAGE_KEY } from './fixtures.ts'
import { storeMessages } from './stored.ts'

/** Two accounts of one test with a chat, and pages for each of them. */

export { expect }

export type Side = Role
export type PeopleWithChat = { chatId: string; buscador: Session; maestro: Session }

export const SIDES: readonly Side[] = ['buscador', 'maestro']
export const pathOf = (side: Side, chatId: string) =>
  side === 'buscador' ? `/chats/${chatId}` : `/chat-maestro/${chatId}`

type Fixtures = {
  pair: PeopleWithChat
  /** Opens this address for this person, in a browser context of their own. `fresh`: see the fixture openPage. */
  open: (session: Session, path: string, options?: { fresh?: boolean }) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  pair: async ({ request }, use) => use(await makePeopleWithChat(request)),
  open: async ({ openPage, baseURL }, use) => {
    await use(async (session, path, options) => {
      const page = await openPage(options)
      const { href, origin } = new URL(path, baseURL)
      if (origin !== baseURL) await page.goto(`${origin}/healthz`)
      await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
      await page.goto(href)
      return page
    })
  },
})

export async function makePeopleWithChat(request: APIRequestContext): Promise<PeopleWithChat> {
  const { session: buscador } = await signUp(request, 'buscador')
  const { session: maestro } = await signUp(request, 'maestro')
  await completeMaestro(request, maestro)
  const { chat_id } = await call(request, buscador, '/functions/v1/chat-initiate', {
    maestro_id: maestro.user.id,
    alcaldia_seleccionada: 'Tlalpan',
    oficio_seleccionado: 'Plomería',
    contexto: { alcaldia: 'Tlalpan', servicio: 'Plomería' },
  })
  return { chatId: chat_id, buscador, maestro }
}

async function call(request: APIRequestContext, { access_token }: Session, path: string, data: object) {
  return succeed(request.post(path, { headers: await headersOf(request, access_token), data }))
}

/** Completes the profile as far as a chat needs it, and keeps the maestro out of the search results of other tests. */
async function completeMaestro(request: APIRequestContext, { access_token, user: { id } }: Session) {
  const headers = await headersOf(request, access_token)
  const place = { alcaldia: 'Tlalpan', oficio: 'Plomería' }
  await completeProfile(request, { id, headers, nombre: 'Julia', apellido: 'Méndez', ...place })
  await request.delete(`/rest/v1/maestro_alcaldias?maestro_id=eq.${id}`, { headers })
}

/** Sends a message through the API. */
export const write = (request: APIRequestContext, session: Session, chatId: string, contenido: string) =>
  call(request, session, '/functions/v1/send-message', { chat_id: chatId, tipo: 'texto', contenido })

/** Stores many messages at once, in this order. They are not moderated, and nobody is told. */
export const store = (
  request: APIRequestContext,
  rows: { author: Session; chatId: string; text: string; at?: Date }[],
) =>
  storeMessages(
    request,
    rows.map(({ author, ...row }) => ({ ...row, author: author.user.id })),
  )

/** The seeker unlocks the contact of the maestro. */
export const unlockContact = (
  request: APIRequestContext,
  { buscador, maestro }: Omit<PeopleWithChat, 'chatId'>,
) =>
  call(request, buscador, '/functions/v1/track-contact-access', {
    maestro_id: maestro.user.id,
    motivo: 'pedir_cotizacion',
  })

/** The seeker reads the chat on another device. */
export const readElsewhere = (request: APIRequestContext, { chatId, buscador }: PeopleWithChat) =>
  call(request, buscador, '/rest/v1/rpc/mark_messages_as_read', {
    p_chat_id: chatId,
    p_user_role: 'buscador',
  })

/** The messages of a chat on the server that this person may read. */
export async function written(
  request: APIRequestContext,
  session: Session,
  chatId: string,
): Promise<string[]> {
  const headers = await headersOf(request, session.access_token)
  const path = `/rest/v1/mensajes?select=contenido&chat_id=eq.${chatId}&order=secuencia`
  const rows: { contenido: string }[] = await (await request.get(path, { headers })).json()
  return rows.map(({ contenido }) => contenido)
}

export const SEND = '**/functions/v1/send-message'
export const field = (page: Page) => page.getByPlaceholder('Escribe un mensaje...')
export const log = (page: Page) => page.getByRole('log')
export const messages = (page: Page) => log(page).locator('[data-mensaje]')
export const message = (page: Page, text: string) => messages(page).filter({ hasText: text })
export const optionsOf = (row: Locator) => row.getByRole('button', { name: 'Opciones del mensaje' })
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar mensaje' })

export async function say(page: Page, text: string) {
  await field(page).fill(text)
  // The button is disabled until the field has a text.
  await expect(sendButton(page)).toBeEnabled()
  await field(page).press('Enter')
}

/** The message texts on the screen, in order. */
export const shown = (page: Page) => messages(page).locator('[data-texto]').allTextContents()
