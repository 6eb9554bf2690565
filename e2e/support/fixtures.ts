import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { openFresh, PagePool } from './page-pool.ts'

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

export const STORAGE_KEY = 'sb-maestros-auth-token'

type Options = {
  /** Who is signed in when the test begins; null for an anonymous visitor. */
  account: Account | NewAccount | null
  /** The console errors that the test provokes on purpose. Any other one fails it. */
  expectedErrors: RegExp | null
}

type Fixtures = Options & {
  /** Fails the test when one of the watched pages logs an error that was not expected, or opens a browser dialog. */
  watch: (page: Page) => void
  /**
   * Opens an empty page in a browser context of its own. Pages are reused between tests; `fresh` opens one that is not,
   * for a test that installs a clock, adds scripts to every document, or answers sockets itself.
   */
  openPage: (options?: { fresh?: boolean }) => Promise<Page>
  /** Like `page`, in a context that no other test uses. */
  freshPage: Page
}

export const test = base.extend<Fixtures, { pool: PagePool }>({
  account: [null, { option: true }],
  expectedErrors: [null, { option: true }],

  pool: [
    async ({ browser }, use) => {
      const pool = new PagePool(browser)
      await use(pool)
      await pool.close()
    },
    { scope: 'worker' },
  ],

  watch: async ({ expectedErrors }, use) => {
    const unexpected: string[] = []
    const note = (text: string) => {
      if (!expectedErrors?.test(text) && !LEFT.test(text)) unexpected.push(text)
    }
    await use((page) => {
      page.on('console', (message) => {
        if (message.type() === 'error') note(message.text())
      })
      page.on('pageerror', (error) => note(String(error)))
      // The product never uses alert, confirm or prompt.
      page.on('dialog', async (dialog) => {
        note(`${dialog.type()}: ${dialog.message()}`)
        await dialog.dismiss()
      })
    })
    expect(unexpected, 'console errors and browser dialogs').toEqual([])
  },

  openPage: async ({ browser, pool, watch }, use, info) => {
    const fresh: Page[] = []
    await use(async (options) => {
      const page = options?.fresh ? await openFresh(browser) : await pool.take()
      if (options?.fresh) fresh.push(page)
      watch(page)
      return page
    })
    // After a failed test Playwright ends the worker, and takes its screenshot later than this.
    if (info.status !== info.expectedStatus) return
    for (const page of fresh) await page.context().close()
    await pool.giveBack()
  },

  page: async ({ openPage, account, request }, use) => {
    const page = await openPage()
    await signIn(page, request, account)
    await use(page)
  },

  freshPage: async ({ openPage, account, request }, use) => {
    const page = await openPage({ fresh: true })
    await signIn(page, request, account)
    await use(page)
  },

  context: async ({ page }, use) => use(page.context()),
})

async function signIn(page: Page, request: APIRequestContext, account: Options['account']) {
  if (account) await remember(page, { [STORAGE_KEY]: await newSession(request, account) })
}

/** Fills localStorage as an earlier visit would have left it. To be called before the test opens its first address. */
export async function remember(page: Page, items: Record<string, string>) {
  await page.evaluate((kept) => {
    for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
  }, items)
}

/** As the client keeps it. Each test has one of its own, so that ending it disturbs no other. */
async function newSession(request: APIRequestContext, account: Account | NewAccount): Promise<string> {
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
  return answer.text()
}

function newPerson(role: NewAccount['role']) {
  const data = { role, nombre: 'Ana', apellido: 'Ruiz', display_name: 'Ana Ruiz', terminos_aceptados: true }
  return { email: `${randomUUID()}@e2e.test`, password: PASSWORD, data }
}

/** The browser itself reports every refused request and socket as a console error. */
export const REFUSED =
  /Failed to load resource: (the server responded with a status of|net::ERR_)|^WebSocket connection to /

/** Nor is it a fault to leave a page while its socket is being opened. */
const LEFT = /WebSocket is closed before the connection is established/

/**
 * Stops the page's clock, which the test has installed. By a small leap: a large one would end what is under way as
 * not answered in time. On a slow machine the moment may have passed before it could be named; then the next one is.
 */
export async function stopClock(page: Page) {
  await expect(async () => page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1000'))).toPass()
}

export async function signInThroughForm(page: Page, email: string, password = PASSWORD) {
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

/**
 * A form puts the focus on what is wrong, and once more when its turn is over: what is typed in between would end up
 * there. Waited for by whoever writes again into a form that refused.
 */
export const focusIsSettled = (page: Page) => page.evaluate('new Promise((done) => setTimeout(done))')

/** A field in sight: /auth keeps its other form behind the tab. */
export const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).filter({ visible: true })

export async function storedSession(page: Page): Promise<string | undefined> {
  return (await storedItems(page))[STORAGE_KEY]
}

export async function storedItems(page: Page): Promise<Record<string, string>> {
  const { origins } = await page.context().storageState()
  return Object.fromEntries(origins.flatMap(({ localStorage }) => localStorage.map((i) => [i.name, i.value])))
}

/** Put into a page once: reading it takes as long as looking. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** `within` looks at one part only: what lies behind a dialog was looked at before it opened. */
export async function expectAccessible(page: Page, within = ':root') {
  if (await page.evaluate<boolean>("!('axe' in window)")) await page.evaluate(AXE)
  expect(await page.evaluate<string[]>(wrongIn(within))).toEqual([])
}

/** Nothing but what is wrong: the whole report takes three times as long. */
const wrongIn = (part: string) => `axe.run(${JSON.stringify(part)}, { resultTypes: ['violations'] }).then(
  ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')),
)`

/**
 * In which colours and widths a screen is looked at: in the light ones at each, in the dark ones on a phone. axe
 * takes longer than all the rest: one width of each scheme is checked.
 */
const LOOKS = [
  { colorScheme: 'light', widths: [360, 768, 1280], checked: 1280 },
  { colorScheme: 'dark', widths: [360], checked: 360 },
] as const

/** One load for every look at it: kept as pictures, nothing sticks out, and axe finds nothing wrong with it. */
export async function expectReadsWell(page: Page, name: string, within?: string) {
  await page.evaluate(STILL)
  for (const { colorScheme, widths, checked } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    for (const width of widths) {
      await page.setViewportSize({ width, height: heightOf(width) })
      await expect.poll(() => page.evaluate<number>(UNFINISHED)).toBe(0)
      if (width === checked) await expectAccessible(page, within)
      await page.screenshot({
        path: `test-results/pictures/${name}-${width}-${colorScheme}.jpg`,
        quality: 85,
      })
      const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
      expect(overflow, `nothing sticks out at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
}

/** Nothing between two colours, and nothing left undrawn because it is out of sight. */
const STILL = `(() => {
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important; content-visibility: visible !important }')
  document.adoptedStyleSheets.push(still)
})()`

/** Skeletons in sight, and pictures on their way. */
const UNFINISHED = `[...document.querySelectorAll('main .animate-pulse')].filter((one) => one.getBoundingClientRect().top < innerHeight).length +
  [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete).length`

const heightOf = (width: number) => (width < 768 ? 740 : 860)
