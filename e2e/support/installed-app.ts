import type { Browser, BrowserContext, Page } from '@playwright/test'
import { test as base, expect, remember, STORAGE_KEY } from './fixtures.ts'
import { type ReverseProxy, startReverseProxy } from './reverse-proxy.ts'

/** The app with its service worker, at an address that a test can make unreachable. */

type Fixtures = {
  reverseProxy: ReverseProxy
  /** Opens a page of a new browser, signed in with a session as the client stores it. */
  openApp: (session: object | null) => Promise<Page>
}

export const test = base.extend<Fixtures>({
  reverseProxy: async ({ baseURL }, use) => {
    const reverseProxy = await startReverseProxy(baseURL ?? '')
    await use(reverseProxy)
    await reverseProxy.stop()
  },
  openApp: async ({ browser, reverseProxy, watch }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (session) => {
      const context = await openContext(browser, reverseProxy)
      contexts.push(context)
      const page = await context.newPage()
      watch(page)
      await page.goto('/healthz')
      if (session) await remember(page, { [STORAGE_KEY]: JSON.stringify(session) })
      return page
    })
    for (const context of contexts) await context.close()
  },
})

const openContext = (browser: Browser, { url }: ReverseProxy) =>
  browser.newContext({
    baseURL: url,
    serviceWorkers: 'allow',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
  })

/** Until the service worker has stored the app and answers the requests of this page. */
export async function installed(page: Page) {
  await expect
    .poll(() => page.evaluate<boolean>('navigator.serviceWorker.controller?.state === "activated"'), {
      timeout: 30_000,
    })
    .toBe(true)
}

/** Everything that the browser has stored for the origin, as text: tables, caches and keys. */
export const everythingStored = (page: Page): Promise<Stored> => page.evaluate(STORED)

type Stored = {
  databases: Record<string, string>
  caches: Record<string, string[]>
  keys: Record<string, string>
}

const STORED = `(async () => {
  const done = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  const databases = {}
  for (const { name } of await indexedDB.databases()) {
    const db = await done(indexedDB.open(name))
    const rows = []
    for (const store of db.objectStoreNames) rows.push(...(await done(db.transaction(store).objectStore(store).getAll())))
    db.close()
    databases[name] = rows.length === 0 ? '' : JSON.stringify(rows)
  }
  const stored = {}
  for (const name of await caches.keys()) {
    stored[name] = (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
  }
  return { databases, caches: stored, keys: { ...localStorage } }
})()`
