import type { NivelDeOperador } from '@maestros/dominio/operacion/operadores'
import { type APIRequestContext, expect, type Page, test } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { type Headers, headersOf, succeed } from './api.ts'
import type { Person } from './chats.ts'
import { enrollOperator, type OperatorAccount } from './operator-account.ts'

/** The operators' console. */

const STORAGE_KEY = 'maestros-operacion'

export type Operator = OperatorAccount & { headers: Headers }

/** A new operator with a session, as after a sign-in with the second factor. */
export async function signInOperator(request: APIRequestContext, nivel: NivelDeOperador = 'responsable') {
  const { client, ...account } = await enrollOperator(request, nivel)
  const { session } = (await client.auth.getSession()).data
  return { ...account, session, headers: await headersOf(request, session?.access_token ?? '') }
}

/** A new operator whose session is in this tab. The page must show an address of the server. */
export async function signInToConsole(
  page: Page,
  request: APIRequestContext,
  nivel: NivelDeOperador = 'responsable',
): Promise<Operator> {
  const operator = await signInOperator(request, nivel)
  await storeSession(page, operator)
  return operator
}

export async function storeSession(page: Page, { session }: Awaited<ReturnType<typeof signInOperator>>) {
  await page.evaluate(([key, stored]) => sessionStorage.setItem(key, stored), [
    STORAGE_KEY,
    JSON.stringify(session),
  ] as const)
}

export async function typeCredentials(page: Page, { email, password }: { email: string; password: string }) {
  await page.getByLabel('Correo electrónico', { exact: true }).fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Continuar' }).click()
}

export async function typeCode(page: Page, code: string, button = 'Entrar') {
  await page.getByLabel('Código de seis números').fill(code)
  await page.getByRole('button', { name: button, exact: true }).click()
}

export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 1, name, exact: true })

/** What the maestro reads about one datum. */
export async function stateOf(request: APIRequestContext, { headers }: Person, tipo: string) {
  const states: { tipo: string; estado: string; motivo: string | null }[] = (
    await succeed(request.get('/functions/v1/mi-perfil', { headers }))
  ).verificacion
  return states.find((one) => one.tipo === tipo)
}

/** Ends all sessions of an operator on the server, as an access link does. */
export async function endSessions(operator: Operator) {
  const client = createClient(test.info().project.use.baseURL ?? '', operator.headers.apikey, {
    auth: { persistSession: false, autoRefreshToken: false },
  })
  const token = operator.headers.Authorization.replace('Bearer ', '')
  const { error } = await client.auth.admin.signOut(token, 'global')
  expect(error).toBeNull()
}
