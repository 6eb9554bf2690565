import { randomUUID } from 'node:crypto'
import { type APIRequestContext, type APIResponse, expect } from '@playwright/test'
import { uploadDocuments } from './documents.ts'

/** The set-up that tests share: accounts and profiles, written through the product's own API. */

export const PASSWORD = 'demo1234'

export type Role = 'buscador' | 'maestro'
export type Name = { nombre: string; apellido: string }
export type Session = {
  access_token: string
  refresh_token: string
  expires_in: number
  token_type: string
  user: { id: string; email: string }
}
export type Headers = { apikey: string; Authorization: string }

export const newEmail = () => `${randomUUID()}@e2e.test`

const keys = new WeakMap<APIRequestContext, Promise<string>>()

/** Read once by each request context: it calls one server. */
export function publishableKey(request: APIRequestContext): Promise<string> {
  const known = keys.get(request) ?? readKey(request)
  keys.set(request, known)
  return known
}

async function readKey(request: APIRequestContext): Promise<string> {
  return (await (await request.get('/config.json')).json()).publishableKey
}

/** A call without a session. */
export async function post(request: APIRequestContext, path: string, data: object): Promise<APIResponse> {
  return request.post(path, { headers: { apikey: await publishableKey(request) }, data })
}

/** The headers of calls with this access token. */
export async function headersOf(request: APIRequestContext, accessToken: string): Promise<Headers> {
  return { apikey: await publishableKey(request), Authorization: `Bearer ${accessToken}` }
}

/** The parsed answer. Fails the test when the call was refused. */
export async function succeed(call: Promise<APIResponse>) {
  const response = await call
  const text = await response.text()
  expect(response.ok(), `${response.url()}: ${text}`).toBe(true)
  return text === '' ? {} : JSON.parse(text)
}

/** A new account, which no other test uses. */
export async function signUp(
  request: APIRequestContext,
  role: Role,
  { nombre, apellido }: Name = { nombre: 'Ana', apellido: 'Ruiz' },
): Promise<{ email: string; session: Session }> {
  const email = newEmail()
  const display_name = `${nombre} ${apellido}`
  const data = { role, nombre, apellido, display_name, terminos_aceptados: true }
  const session = await succeed(post(request, '/auth/v1/signup', { email, password: PASSWORD, data }))
  return { email, session }
}

type Profile = Name & { id: string; headers: Headers; alcaldia: string; oficio: string; photo?: Buffer }

/** Writes everything that onboarding requires. The maestro then appears in the directory. */
export async function completeProfile(request: APIRequestContext, profile: Profile) {
  const { id, headers, nombre, apellido, alcaldia, oficio, photo } = profile
  const insert = (table: string, data: object) =>
    succeed(request.post(`/rest/v1/${table}`, { headers, data }))
  await insert('maestros', {
    id,
    nombre,
    apellido,
    ...(await uploadDocuments(request, { id, headers }, photo)),
    telefono: '5512345678',
    alcaldia,
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
    fecha_aceptacion: '2026-01-01T00:00:00Z',
  })
  await insert('maestro_oficios', { maestro_id: id, oficio })
  await insert('maestro_alcaldias', { maestro_id: id, alcaldia })
}
