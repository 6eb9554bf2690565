import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test'
import { PASSWORD, post, type Role, signUp, succeed } from './api.ts'
import { closeContext, openFresh, PagePool } from './page-pool.ts'

export { expect, PASSWORD }

export const ACCOUNTS = {
  buscador: 'buscador@demo.mx',
  maestro: 'maestro@demo.mx',
  nuevo: 'nuevo@demo.mx',
} as const

export type Account = keyof typeof ACCOUNTS

/** Signing out ends all sessions of an account, so a test that signs out uses a new account. */
export type NewAccount = { role: Role }

export const STORAGE_KEY = 'sb-maestros-auth-token'

type Options = {
  /** Who is signed in when the test begins; null for an anonymous visitor. */
  account: Account | NewAccount | null
  /** Console errors that the test expects. Any other error fails the test. */
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
    const note = (text: string, url = '') => {
      if (!expectedErrors?.test(text) && !LEFT.test(text)) unexpected.push(`${text} ${url}`.trim())
    }
    await use((page) => {
      page.on('console', (message) => {
        // The text of a refused request does not contain its address.
        if (message.type() === 'error') note(message.text(), message.location().url)
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
    for (const page of fresh) await closeContext(page)
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

/** A session as the client stores it. Each test has its own, so that ending it does not affect others. */
async function newSession(request: APIRequestContext, account: Account | NewAccount): Promise<string> {
  if (typeof account !== 'string') return JSON.stringify((await signUp(request, account.role)).session)
  const credentials = { email: ACCOUNTS[account], password: PASSWORD }
  return JSON.stringify(await succeed(post(request, '/auth/v1/token?grant_type=password', credentials)))
}

/** The browser logs every refused request and socket as a console error. */
export const REFUSED =
  /Failed to load resource: (the server responded with a status of|net::ERR_)|^WebSocket connection to /

/** A signed-in page counts unread messages and marks messages as read by itself, so both may meet a lost network. */
export const LOST_NETWORK = new RegExp(`${REFUSED.source}|^unread count|^mark as read`)

/** The red of the design. The stylesheet is built for browsers without oklch(), which get the same colour as lab(). */
export const RED = /^(?:oklch\(0\.51 0\.195 27\)|lab\(41\.2\d* 61\.4\d* 44\.1\d*\))$/

/** A phone number in the text of a screen, with or without the spaces that the screens write in it. */
export const PHONE_NUMBER = /\d[\d ]{7,}\d/

/** Leaving a page while its socket is being opened is not a failure. */
const LEFT = /WebSocket is closed before the connection is established/

/**
 * Pauses the page's clock, which the test has installed, one second from now: a longer jump would time out running
 * requests. On a slow machine that time may already have passed, so it is tried again.
 */
export async function stopClock(page: Page) {
  await expect(async () => page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1000'))).toPass()
}

/** Makes a request of its own: whatever the page sent before it has reached the listeners of the test by then. */
export const settled = (page: Page) => page.evaluate<number>("fetch('/healthz').then(({ status }) => status)")

export async function signInThroughForm(page: Page, email: string, password = PASSWORD) {
  await field(page, 'Correo electrónico').fill(email)
  await field(page, 'Contraseña').fill(password)
  await page.getByRole('button', { name: 'Iniciar Sesión' }).click()
}

/** A visible field: /auth also has the hidden form of the other tab. */
export const field = (page: Page, label: string) =>
  page.getByLabel(label, { exact: true }).filter({ visible: true })

export async function storedSession(page: Page): Promise<string | undefined> {
  return (await storedItems(page))[STORAGE_KEY]
}

export async function storedItems(page: Page): Promise<Record<string, string>> {
  const { origins } = await page.context().storageState()
  return Object.fromEntries(origins.flatMap(({ localStorage }) => localStorage.map((i) => [i.name, i.value])))
}

/** The source of axe. It is injected once into a page, because that takes as long as a check. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * `within` limits the check to one part, for example to a dialog whose page has been checked before. `contrast` is the
 * slowest rule; a page that was checked with it and has only another width needs it no more.
 */
export async function expectAccessible(page: Page, within = ':root', { contrast = true } = {}) {
  if (await page.evaluate<boolean>("!('axe' in window)")) await page.evaluate(AXE)
  expect(await page.evaluate<string[]>(violationsIn(within, contrast))).toEqual([])
}

/** Checks the contrast of all texts in the dark colour scheme, takes a screenshot, and returns to the light scheme. */
export async function expectDarkContrast(page: Page, picture: { path: string; quality: number }) {
  await page.evaluate(STILL)
  await page.emulateMedia({ colorScheme: 'dark' })
  if (await page.evaluate<boolean>("!('axe' in window)")) await page.evaluate(AXE)
  expect(await page.evaluate<string[]>(LOW_CONTRAST), 'contrast in the dark scheme').toEqual([])
  await page.screenshot(picture)
  await page.emulateMedia({ colorScheme: 'light' })
}

const LOW_CONTRAST = `axe.run({ resultTypes: ['violations'], runOnly: ['color-contrast'] }).then(({ violations }) =>
  violations.flatMap(({ nodes }) => nodes.map(({ html, failureSummary }) => html + ' ' + failureSummary)))`

/** Reports violations only: the whole report takes three times as long. */
const violationsIn = (part: string, contrast: boolean) => `axe.run(
  ${JSON.stringify(part)},
  { resultTypes: ['violations'], rules: { 'color-contrast': { enabled: ${contrast} } } },
).then(
  ({ violations }) => violations.map(({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html).join(' | ')),
)`

/**
 * The colour schemes and widths of the screenshots. axe takes longer than everything else, so it checks one width of
 * each scheme.
 */
const LOOKS = [
  { colorScheme: 'light', widths: [360, 768, 1280], checked: 1280 },
  { colorScheme: 'dark', widths: [360], checked: 360 },
] as const

/** Takes screenshots at all widths and checks that there is no horizontal overflow and no finding of axe. */
export async function expectAccessibleAtAllSizes(page: Page, name: string, within?: string) {
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
      expect(overflow, `no horizontal overflow at ${width} px`).toBeLessThanOrEqual(0)
    }
  }
}

/** Disables transitions, and renders everything, also what is off screen. */
const STILL = `(() => {
  const still = new CSSStyleSheet()
  still.replaceSync('*, ::before, ::after { transition: none !important; content-visibility: visible !important }')
  document.adoptedStyleSheets.push(still)
})()`

/** The number of visible skeletons and of pictures that are still loading. */
const UNFINISHED = `[...document.querySelectorAll('main .animate-pulse')].filter((one) => one.getBoundingClientRect().top < innerHeight).length +
  [...document.images].filter(({ loading, complete }) => loading !== 'lazy' && !complete).length`

const heightOf = (width: number) => (width < 768 ? 740 : 860)
