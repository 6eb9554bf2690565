import { randomUUID } from 'node:crypto'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'

export { expect }

export const PASSWORD = 'demo1234'
export const ACCOUNTS = {
  buscador: 'buscador@demo.mx',
  maestro: 'maestro@demo.mx',
  nuevo: 'nuevo@demo.mx',
} as const

export type Account = keyof typeof ACCOUNTS

/** Signing out ends every session of an account: a test that does so makes an account of its own. */
export type NewAccount = { role: 'buscador' | 'maestro' }

const STORAGE_KEY = 'sb-maestros-auth-token'

type Options = {
  /** Who is signed in when the test begins; null for an anonymous visitor. */
  account: Account | NewAccount | null
  /** The console errors that the test provokes on purpose. Any other one fails it. */
  expectedErrors: RegExp | null
}

export const test = base.extend<Options & { consoleIsClean: undefined }>({
  account: [null, { option: true }],
  expectedErrors: [null, { option: true }],

  storageState: async ({ account, baseURL, playwright }, use) => {
    if (!account || !baseURL) return use({ cookies: [], origins: [] })
    const request = await playwright.request.newContext({ baseURL })
    const { publishableKey } = await (await request.get('/config.json')).json()
    const headers = { apikey: publishableKey }
    const answer =
      typeof account === 'string'
        ? await request.post('/auth/v1/token?grant_type=password', {
            headers,
            data: { email: ACCOUNTS[account], password: PASSWORD },
          })
        : await request.post('/auth/v1/signup', { headers, data: newPerson(account.role) })
    expect(answer.ok(), `signing in: ${await answer.text()}`).toBe(true)
    const stored = [{ name: STORAGE_KEY, value: await answer.text() }]
    await request.dispose()
    await use({ cookies: [], origins: [{ origin: new URL(baseURL).origin, localStorage: stored }] })
  },

  consoleIsClean: [
    async ({ page, expectedErrors }, use) => {
      const unexpected: string[] = []
      const note = (text: string) => {
        if (!expectedErrors?.test(text)) unexpected.push(text)
      }
      page.on('console', (message) => {
        if (message.type() === 'error') note(message.text())
      })
      page.on('pageerror', (error) => note(String(error)))
      await use(undefined)
      expect(unexpected, 'errors in the console').toEqual([])
    },
    { auto: true },
  ],
})

function newPerson(role: NewAccount['role']) {
  const data = { role, nombre: 'Ana', apellido: 'Ruiz', display_name: 'Ana Ruiz', terminos_aceptados: true }
  return { email: `${randomUUID()}@e2e.test`, password: PASSWORD, data }
}

/** The browser itself reports every refused request as a console error. */
export const REFUSED = /Failed to load resource: (the server responded with a status of|net::ERR_)/

export async function signInThroughForm(page: Page, email: string, password = PASSWORD) {
  await page.getByLabel('Correo electrónico').fill(email)
  await page.getByLabel('Contraseña', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

export async function storedSession(page: Page): Promise<string | undefined> {
  return (await storedItems(page))[STORAGE_KEY]
}

export async function storedItems(page: Page): Promise<Record<string, string>> {
  const { origins } = await page.context().storageState()
  return Object.fromEntries(origins.flatMap(({ localStorage }) => localStorage.map((i) => [i.name, i.value])))
}

/** `within` looks at one part only: what lies behind a dialog was looked at before it opened. */
export async function expectAccessible(page: Page, within?: string) {
  const builder = new AxeBuilder({ page })
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  )
}

/** In which colours and widths a screen is looked at: in the light ones at each, in the dark ones on a phone. */
export const LOOKS = [
  { colorScheme: 'light', widths: [360, 768, 1280] },
  { colorScheme: 'dark', widths: [360] },
] as const

export const heightOf = (width: number) => (width < 768 ? 740 : 860)
