import type { APIRequestContext, Page } from '@playwright/test'
import { newEmail, PASSWORD, post } from './api.ts'
import { expect, field } from './fixtures.ts'

/** Accounts of one test, which it may change and sign out without affecting other tests. */

export { newEmail, post, type Role, signUp as makePerson } from './api.ts'

export async function passwordSignsIn(request: APIRequestContext, email: string, password: string) {
  return (await post(request, '/auth/v1/token?grant_type=password', { email, password })).ok()
}

/** Ends the session in the browser only, without the app, which would read with the removed session. */
export async function forgetSession(page: Page) {
  await page.goto('/healthz')
  await page.evaluate('localStorage.clear()')
}

/** The hash of a link of our e-mails, or of a link that somebody else has made with own tokens. */
export function hashOf(session: object): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(session)) {
    if (typeof value !== 'object') params.set(name, String(value))
  }
  return params.toString()
}

/** The link in the newest e-mail to this address. */
export const emailLink = (request: APIRequestContext, email: string) =>
  inEmail(request, email, /https?:\S*\/auth\/v1\/verify\S*/)

/** Requests a recovery e-mail whose link opens this page, and returns the link. */
export async function recoveryLink(request: APIRequestContext, email: string, page: string) {
  await post(request, `/auth/v1/recover?redirect_to=${encodeURIComponent(page)}`, { email })
  return emailLink(request, email)
}

/** The code in the newest e-mail to this address. */
export const emailCode = (request: APIRequestContext, email: string) => inEmail(request, email, /^\d{6}$/m)

/** A job sends the e-mail, so it arrives a moment after the answer. */
async function inEmail(request: APIRequestContext, email: string, pattern: RegExp): Promise<string> {
  let found: string | undefined
  await expect(async () => {
    const [mail] = await (await request.get(`/_outbox.json?to=${encodeURIComponent(email)}`)).json()
    found = pattern.exec(mail?.text)?.[0]
    expect(found).toBeDefined()
  }).toPass({ timeout: 20_000 })
  return found ?? ''
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

export async function expectEmailField(page: Page) {
  const email = field(page, 'Correo electrónico')
  await expect(email).toHaveAttribute('type', 'email')
  await expect(email).toHaveAttribute('required')
  await expect(email).toHaveAttribute('inputmode', 'email')
  await expect(email).toHaveAttribute('autocomplete', /^(username|email)$/)
}
