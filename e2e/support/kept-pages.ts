import type { Browser, Page } from '@playwright/test'

type Kept = { page: Page; taken: boolean; spent: boolean; forgetHistory: () => Promise<unknown> }

/**
 * Pages that a worker hands from test to test, each in a browser context of its own and emptied in between. A new
 * context reads and compiles the whole app anew, which took a fifth of the browser tests' time (docs/decisions/020).
 */
export class KeptPages {
  readonly #browser: Browser
  #all: Kept[] = []

  constructor(browser: Browser) {
    this.#browser = browser
  }

  /** Nothing of an earlier test is in it. It stands on an address of the server that runs nothing of the app. */
  async take(): Promise<Page> {
    let kept = this.#all.find(({ taken }) => !taken)
    if (!kept) {
      kept = await openPage(this.#browser)
      this.#all.push(kept)
    }
    kept.taken = true
    return kept.page
  }

  /** What the test has taken is emptied here, so that nothing goes on in it meanwhile. */
  async giveBack() {
    for (const kept of this.#all.filter(({ taken }) => taken)) {
      if (kept.spent) await kept.page.context().close()
      else await empty(kept)
    }
    this.#all = this.#all.filter(({ spent }) => !spent)
  }

  async close() {
    for (const { page } of this.#all) await page.context().close()
  }
}

async function openPage(browser: Browser): Promise<Kept> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const forgetHistory = () => devtools.send('Page.resetNavigationHistory')
  const kept = { page, taken: false, spent: false, forgetHistory }
  page.on('close', () => {
    kept.spent = true
  })
  // What these change in every later document cannot be taken back: such a page is not handed on.
  for (const change of ['install', 'setFixedTime', 'setSystemTime', 'pauseAt'] as const) {
    spentBy(kept, page.clock, change)
  }
  spentBy(kept, page, 'addInitScript')
  spentBy(kept, page, 'routeWebSocket')
  spentBy(kept, context, 'addInitScript')
  spentBy(kept, context, 'newCDPSession')
  await empty(kept)
  // Only what is kept for the tests' own server is emptied.
  const { origin: home } = new URL(page.url())
  page.on('framenavigated', (frame) => {
    const { protocol, origin } = new URL(frame.url())
    if (protocol.startsWith('http') && origin !== home) kept.spent = true
  })
  return kept
}

function spentBy<Name extends string>(
  kept: Kept,
  owner: Record<Name, (...args: never[]) => unknown>,
  name: Name,
) {
  const work = owner[name].bind(owner)
  owner[name] = (...args) => {
    kept.spent = true
    return work(...args)
  }
}

const HEARD = ['console', 'pageerror', 'dialog', 'request', 'response', 'requestfailed', 'websocket'] as const

async function empty(kept: Kept) {
  const { page, forgetHistory } = kept
  const context = page.context()
  for (const event of HEARD) page.removeAllListeners(event)
  for (const other of context.pages()) if (other !== page) await other.close()
  for (const one of [page, context]) await one.unrouteAll({ behavior: 'ignoreErrors' })
  await context.setOffline(false)
  await page.goto('/healthz')
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await forgetHistory()
  await context.clearCookies()
  await context.clearPermissions()
  await page.setViewportSize({ width: 1280, height: 720 })
  await page.emulateMedia({ colorScheme: null, reducedMotion: 'reduce' })
  kept.taken = false
}
