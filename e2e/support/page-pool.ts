import { type Browser, type CDPSession, expect, type Page } from '@playwright/test'

type Pooled = { page: Page; devtools: CDPSession; globals: string[]; taken: boolean; usable: boolean }

/**
 * Pages that a worker reuses from test to test, each in its own browser context and emptied between tests. A new
 * context reads and compiles the whole application again, which took a fifth of the browser tests' time
 * (docs/decisions/tests.md). A test that changes its page for good takes the fixture `freshPage` instead.
 */
export class PagePool {
  readonly #browser: Browser
  #pages: Pooled[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** An empty page at /healthz, an address of the server that runs no script. */
  async take(): Promise<Page> {
    let pooled = this.#pages.find(({ taken }) => !taken)
    if (!pooled) {
      pooled = await open(this.#browser)
      this.#pages.push(pooled)
    }
    pooled.taken = true
    return pooled.page
  }

  /** Empties the pages that were taken. Throws when a test has changed one for good. */
  async giveBack() {
    const changes: string[] = []
    for (const pooled of this.#pages.filter(({ taken }) => taken)) {
      if (pooled.usable) changes.push(...(await empty(pooled)))
      if (changes.length > 0) pooled.usable = false
      if (!pooled.usable) await closeContext(pooled.page)
      pooled.taken = false
    }
    this.#pages = this.#pages.filter(({ usable }) => usable)
    if (changes.length > 0)
      throw new Error(`This test changes its page for good, so it must take freshPage: ${changes.join(', ')}`)
  }

  async close() {
    for (const { page } of this.#pages) await page.context().close()
  }
}

/** A page of a new context, at the same address as a pooled one. */
export async function openFresh(browser: Browser): Promise<Page> {
  const page = await (await browser.newContext()).newPage()
  await page.goto('/healthz')
  return page
}

/** Closes the context of a page. Requests that a route of the test is still answering do not fail the test. */
export async function closeContext(page: Page) {
  await stopRoutes(page)
  await page.context().close()
}

async function stopRoutes(page: Page) {
  if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.context().unrouteAll({ behavior: 'ignoreErrors' })
}

async function open(browser: Browser): Promise<Pooled> {
  const page = await openFresh(browser)
  await page.addInitScript(SAVE_DATA)
  const devtools = await page.context().newCDPSession(page)
  const globals = await page.evaluate<string[]>(GLOBALS)
  const pooled = { page, devtools, globals, taken: false, usable: true }
  page.on('close', () => {
    pooled.usable = false
  })
  // Emptying a page clears the storage of the tests' own server only.
  const { origin: home } = new URL(page.url())
  page.on('framenavigated', (frame) => {
    const { protocol, origin } = new URL(frame.url())
    if (protocol.startsWith('http') && origin !== home) pooled.usable = false
  })
  await empty(pooled)
  return pooled
}

/**
 * The browser setting for saving data. The app then downloads no code in advance, which would cost more processor time than
 * most tests themselves. A test about that takes the fixture `freshPage`.
 */
export const SAVE_DATA = "Object.defineProperty(navigator, 'connection', { value: { saveData: true } })"

const GLOBALS = 'Object.keys(window)'

/** What page.clock and page.routeWebSocket replace in every later document. */
const REPLACED = `['Date', 'setTimeout', 'WebSocket'].filter(
  (name) => !Function.prototype.toString.call(window[name]).includes('[native code]'),
)`

/** For a page of this origin that has not opened them. */
export const DELETE_DATABASES = `(async () => {
  for (const { name } of await indexedDB.databases()) {
    await new Promise((done) => {
      const request = indexedDB.deleteDatabase(name)
      request.onsuccess = request.onerror = request.onblocked = done
    })
  }
})()`

const EVENTS = [
  'console',
  'pageerror',
  'dialog',
  'request',
  'response',
  'requestfailed',
  'requestfinished',
  'websocket',
] as const

/**
 * Opens an empty page and clears what the origin has stored. Fails when a dialog has just been closed: that goes back in the
 * history (apps/web/src/ui/dialogs/layers.ts), which ends a navigation that has begun, or leaves the page that it has reached.
 */
async function leaveApp(page: Page, devtools: CDPSession) {
  await page.goto('/healthz')
  await devtools.send('Page.resetNavigationHistory')
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.evaluate(DELETE_DATABASES)
  expect(new URL(page.url()).pathname).toBe('/healthz')
}

/** Returns what it could not undo. */
async function empty({ page, devtools, globals }: Pooled): Promise<string[]> {
  const context = page.context()
  for (const event of EVENTS) page.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  await stopRoutes(page)
  await context.setOffline(false)
  await expect(() => leaveApp(page, devtools)).toPass()
  await context.clearCookies()
  await context.clearPermissions()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: null, forcedColors: null, media: null, reducedMotion: 'reduce' })
  const replaced = await page.evaluate<string[]>(REPLACED)
  const added = (await page.evaluate<string[]>(GLOBALS)).filter((name) => !globals.includes(name))
  return [...new Set([...replaced, ...added])]
}
