import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { expect, field, focusIsSettled, PASSWORD } from './fixtures.ts'

/** Accounts of one test, which it may change and sign out without affecting other tests. */

export type Role = 'buscador' | 'maestro'

export const newEmail = () => `${randomUUID()}@e2e.test`

type Tokens = { access_token: string; refresh_token: string; expires_in: number; token_type: string }

export async function makePerson(request: APIRequestContext, role: Role) {
  const email = newEmail()
  const data = { role, nombre: 'Ana', apellido: 'Ruiz', display_name: 'Ana Ruiz', terminos_aceptados: true }
  const answer = await post(request, '/auth/v1/signup', { email, password: PASSWORD, data })
  expect(answer.ok(), await answer.text()).toBe(true)
  const session: Tokens = await answer.json()
  return { email, session }
}

export async function passwordSignsIn(request: APIRequestContext, email: string, password: string) {
  return (await post(request, '/auth/v1/token?grant_type=password', { email, password })).ok()
}

export async function post(request: APIRequestContext, path: string, data: object) {
  const { publishableKey } = await (await request.get('/config.json')).json()
  return request.post(path, { headers: { apikey: publishableKey }, data })
}

/** The link in the newest e-mail to this address. A job sends it, so it arrives a moment after the answer. */
export async function emailLink(request: APIRequestContext, email: string): Promise<string> {
  let link: string | undefined
  await expect(async () => {
    const [mail] = await (await request.get(`/_outbox.json?to=${encodeURIComponent(email)}`)).json()
    link = /https?:\S*\/auth\/v1\/verify\S*/.exec(mail?.text)?.[0]
    expect(link).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return link ?? ''
}

type Filled = { nombre: string; apellido: string; email: string; password: string; confirmacion: string }

/** Fills a sign-up form with valid values, except those that the test gives. */
export async function fillSignUp(page: Page, given: Partial<Filled> = {}) {
  const filled = {
    nombre: 'María José',
    apellido: 'Muñoz Ibáñez',
    email: newEmail(),
    password: PASSWORD,
    ...given,
  }
  await focusIsSettled(page)
  await field(page, 'Nombre').fill(filled.nombre)
  await field(page, 'Apellido').fill(filled.apellido)
  await field(page, 'Correo electrónico').fill(filled.email)
  await field(page, 'Contraseña').fill(filled.password)
  await field(page, 'Confirmar contraseña').fill(given.confirmacion ?? filled.password)
  return filled
}

export const acceptTerms = (page: Page) =>
  page.getByLabel('He leído y acepto los términos y condiciones').check()

export const createAccount = (page: Page) => page.getByRole('button', { name: /^Crear cuenta/ })
