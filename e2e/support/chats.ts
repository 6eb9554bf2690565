import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { uploadDocuments } from './documents.ts'
import { expect, PASSWORD, storedSession } from './fixtures.ts'
import { signedIn } from './profiles.ts'

/** Accounts of one test and their chats. The inboxes of other tests do not change. */

export type Side = 'buscador' | 'maestro'
export type Person = { id: string; headers: { apikey: string; Authorization: string } }
type Name = { nombre: string; apellido: string }

/** No other test searches here. A complete maestro appears in the directory. */
export const CONTEXTO = { alcaldia: 'Tláhuac', servicio: 'Herrería' }

/** The account that the fixture of the page has signed in. */
export async function me(page: Page, request: APIRequestContext): Promise<Person> {
  const { access_token, user } = JSON.parse((await storedSession(page)) ?? '{}')
  return { id: user.id, headers: await headersOf(request, access_token) }
}

export async function makeBuscador(request: APIRequestContext, name: Name): Promise<Person> {
  return signUp(request, 'buscador', name)
}

export async function makeMaestro(request: APIRequestContext, name: Name): Promise<Person> {
  const maestro = await signUp(request, 'maestro', name)
  await completeProfile(request, maestro, name)
  return maestro
}

/** Writes everything that onboarding requires. The photo is a copy of one of the demo. */
export async function completeProfile(request: APIRequestContext, { id, headers }: Person, name: Name) {
  const demo = await signedIn(request, 'maestro')
  const own = `/rest/v1/maestros?select=foto_perfil_url&id=eq.${demo.userId}`
  const [{ foto_perfil_url }] = await (await request.get(own, { headers: demo.headers })).json()
  const portrait = await (await request.get(foto_perfil_url)).body()
  const row = {
    id,
    ...name,
    ...(await uploadDocuments(request, { id, headers }, portrait)),
    telefono: '5512345678',
    alcaldia: CONTEXTO.alcaldia,
    descripcion: 'Trabajo con cuidado y con garantía en toda la ciudad, y dejo todo limpio al terminar.',
    curp: 'HEGL800101HDFRRS09',
    domicilio: 'Calle Hidalgo 12, colonia Centro',
    referencia1_nombre_cliente: 'Rosa Martínez',
    referencia1_descripcion_trabajo: 'Una reja para la entrada',
    referencia1_numero_referencia: '5511112222',
    referencia2_nombre_cliente: 'Jorge Salas',
    referencia2_descripcion_trabajo: 'Un portón de dos hojas',
    referencia2_numero_referencia: '5533334444',
    terminos_aceptados: true,
  }
  await json(request.post('/rest/v1/maestros', { headers, data: row }))
  const { servicio: oficio, alcaldia } = CONTEXTO
  await json(request.post('/rest/v1/maestro_oficios', { headers, data: { maestro_id: id, oficio } }))
  await json(request.post('/rest/v1/maestro_alcaldias', { headers, data: { maestro_id: id, alcaldia } }))
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
  return (await json(request.post('/functions/v1/chat-initiate', { headers, data }))).chat_id
}

export async function write(
  request: APIRequestContext,
  { headers }: Person,
  chat_id: string,
  contenido: string,
) {
  const data = { chat_id, tipo: 'texto', contenido }
  await json(request.post('/functions/v1/send-message', { headers, data }))
}

async function signUp(request: APIRequestContext, role: Side, { nombre, apellido }: Name): Promise<Person> {
  const display_name = `${nombre} ${apellido}`
  const { publishableKey } = await (await request.get('/config.json')).json()
  const { access_token, user } = await json(
    request.post('/auth/v1/signup', {
      headers: { apikey: publishableKey },
      data: {
        email: `${randomUUID()}@e2e.test`,
        password: PASSWORD,
        data: { role, nombre, apellido, display_name, terminos_aceptados: true },
      },
    }),
  )
  return { id: user.id, headers: await headersOf(request, access_token) }
}

async function headersOf(request: APIRequestContext, token: string) {
  const { publishableKey } = await (await request.get('/config.json')).json()
  return { apikey: String(publishableKey), Authorization: `Bearer ${token}` }
}

async function json(answer: ReturnType<APIRequestContext['post']>) {
  const response = await answer
  const text = await response.text()
  expect(response.ok(), text).toBe(true)
  return text === '' ? {} : JSON.parse(text)
}
