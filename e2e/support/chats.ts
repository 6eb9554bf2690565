import type { APIRequestContext, Page } from '@playwright/test'
import {
  completeProfile,
  type Headers,
  headersOf,
  type Name,
  type Role,
  type Session,
  signUp,
  succeed,
} from './api.ts'
import { storedSession } from './fixtures.ts'
import { signedIn } from './profiles.ts'

/** Accounts of one test and their chats. The inboxes of other tests do not change. */

export type Side = Role
export type Person = { id: string; headers: Headers }

/** No other test searches here. A complete maestro appears in the directory. */
export const CONTEXTO = { alcaldia: 'Tláhuac', servicio: 'Herrería' }

/** The account that the fixture of the page has signed in. */
export async function me(page: Page, request: APIRequestContext): Promise<Person> {
  return person(request, JSON.parse((await storedSession(page)) ?? '{}'))
}

export async function makeBuscador(request: APIRequestContext, name: Name): Promise<Person> {
  return person(request, (await signUp(request, 'buscador', name)).session)
}

export async function makeMaestro(request: APIRequestContext, name: Name): Promise<Person> {
  const maestro = await person(request, (await signUp(request, 'maestro', name)).session)
  await completeAsDemo(request, maestro, name)
  return maestro
}

const person = async (request: APIRequestContext, { access_token, user }: Session): Promise<Person> => ({
  id: user.id,
  headers: await headersOf(request, access_token),
})

/** Completes the profile of a maestro, with the photo of the maestro of the demo. */
export async function completeAsDemo(request: APIRequestContext, { id, headers }: Person, name: Name) {
  const demo = await signedIn(request, 'maestro')
  const own = `/rest/v1/maestros?select=foto_perfil_url&id=eq.${demo.userId}`
  const [{ foto_perfil_url }] = await succeed(request.get(own, { headers: demo.headers }))
  const photo = await (await request.get(foto_perfil_url)).body()
  const { servicio: oficio, alcaldia } = CONTEXTO
  await completeProfile(request, { id, headers, ...name, alcaldia, oficio, photo })
}

export async function startChat(
  request: APIRequestContext,
  { buscador, maestro }: Record<Side, Person>,
): Promise<string> {
  const data = {
    maestro_id: maestro.id,
    alcaldia_seleccionada: CONTEXTO.alcaldia,
    oficio_seleccionado: CONTEXTO.servicio,
    contexto: CONTEXTO,
  }
  const { headers } = buscador
  return (await succeed(request.post('/functions/v1/chat-initiate', { headers, data }))).chat_id
}

export async function write(
  request: APIRequestContext,
  { headers }: Person,
  chat_id: string,
  contenido: string,
) {
  const data = { chat_id, tipo: 'texto', contenido }
  await succeed(request.post('/functions/v1/send-message', { headers, data }))
}
