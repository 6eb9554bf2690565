import type { APIRequestContext, Page } from '@playwright/test'
import { newEmail, post } from './auth-people.ts'
import { uploadDocuments } from './documents.ts'
import { test as base, expect, PASSWORD, remember, STORAGE_KEY } from './fixtures.ts'

/** Two accounts of one test with a chat, and pages for each of them. */

export { expect }

type Session = { access_token: string; user: { id: string } }
export type Side = 'buscador' | 'maestro'
export type Talk = { chatId: string; buscador: Session; maestro: Session }

export const SIDES: readonly Side[] = ['buscador', 'maestro']
export const pathOf = (side: Side, chatId: string) =>
  side === 'buscador' ? `/chats/${chatId}` : `/chat-maestro/${chatId}`

type Fixtures = {
  talk: Talk
  /** Opens this address for this person, in a browser context of their own. `fresh`: see the fixture openPage. */
  open: (session: Session, path: string, options?: { fresh?: boolean }) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  talk: async ({ request }, use) => use(await startTalk(request)),
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

export async function startTalk(request: APIRequestContext): Promise<Talk> {
  const buscador = await signUp(request, 'buscador')
  const maestro = await signUp(request, 'maestro')
  await completeMaestro(request, maestro)
  const answer = await call(request, buscador, '/functions/v1/chat-initiate', {
    maestro_id: maestro.user.id,
    alcaldia_seleccionada: 'Tlalpan',
    oficio_seleccionado: 'Plomería',
    contexto: { alcaldia: 'Tlalpan', servicio: 'Plomería' },
  })
  return { chatId: (await answer.json()).chat_id, buscador, maestro }
}

async function signUp(request: APIRequestContext, role: Side): Promise<Session> {
  const data = { role, nombre: 'Ana', apellido: 'Ruiz', display_name: 'Ana Ruiz', terminos_aceptados: true }
  const answer = await post(request, '/auth/v1/signup', { email: newEmail(), password: PASSWORD, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  return answer.json()
}

async function call(request: APIRequestContext, { access_token }: Session, path: string, data: object) {
  const headers = await headersOf(request, access_token)
  const answer = await request.post(path, { headers, data })
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true)
  return answer
}

async function headersOf(request: APIRequestContext, token: string) {
  const { publishableKey } = await (await request.get('/config.json')).json()
  return { apikey: publishableKey, Authorization: `Bearer ${token}` }
}

/** Completes the profile as far as a chat needs it, and keeps the maestro out of the search results of other tests. */
async function completeMaestro(request: APIRequestContext, session: Session) {
  const { id } = session.user
  const headers = await headersOf(request, session.access_token)
  const reference = (n: 1 | 2) => ({
    [`referencia${n}_nombre_cliente`]: 'Rosa',
    [`referencia${n}_descripcion_trabajo`]: 'Cambio de tinaco',
    [`referencia${n}_numero_referencia`]: '5587654321',
  })
  await call(request, session, '/rest/v1/maestros', {
    id,
    nombre: 'Julia',
    apellido: 'Méndez',
    telefono: '5512345678',
    alcaldia: 'Tlalpan',
    descripcion: 'Plomera con diez años de experiencia en casas y edificios de la ciudad.',
    ...(await uploadDocuments(request, { id, headers })),
    curp: 'MEXJ800101MDFNRL09',
    domicilio: 'Calle de la Rosa 123, Tlalpan',
    ...reference(1),
    ...reference(2),
    terminos_aceptados: true,
    fecha_aceptacion: '2026-01-01T00:00:00Z',
  })
  await call(request, session, '/rest/v1/maestro_oficios', { maestro_id: id, oficio: 'Plomería' })
  await call(request, session, '/rest/v1/maestro_alcaldias', { maestro_id: id, alcaldia: 'Tlalpan' })
  await request.delete(`/rest/v1/maestro_alcaldias?maestro_id=eq.${id}`, { headers })
}

/** Sends a message through the API. */
export const write = (request: APIRequestContext, session: Session, chatId: string, contenido: string) =>
  call(request, session, '/functions/v1/send-message', { chat_id: chatId, tipo: 'texto', contenido })

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
export const sendButton = (page: Page) => page.getByRole('button', { name: 'Enviar mensaje' })

export async function say(page: Page, text: string) {
  await field(page).fill(text)
  // The button is disabled while the message before is being sent.
  await expect(sendButton(page)).toBeEnabled()
  await field(page).press('Enter')
}

/** The message texts on the screen, in order. */
export const shown = (page: Page) => messages(page).locator('[data-texto]').allTextContents()
