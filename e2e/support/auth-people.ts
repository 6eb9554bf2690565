import type { APIRequestContext, Page } from '@playwright/test'
import { newEmail, PASSWORD, post } from './api.ts'
import { expect, field } from './fixtures.ts'

/** Accounts of one test, which it may change and sign out without affecting other tests. */

export { newEmail, post, type Role, signUp as makePerson } from './api.ts'

export async function passwordSignsIn(request: APIRequestContext, email: string, password: string) {
  return (await post(request, '/auth/v1/token?grant_type=password', { email, password })).ok()
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
