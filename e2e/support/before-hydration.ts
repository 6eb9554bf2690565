import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { test as base } from './installed-app.ts'

/** Helpers for tests of forms that are used before the application runs. */

type Fixtures = {
  /** Delays the code of the next pages, as a slow connection does. The returned function releases it. */
  holdCode: () => () => void
}

/** With pages from an address of their own, whose answers a test can delay or end. */
export const test = base.extend<Fixtures>({
  page: async ({ browser, reverseProxy, watch }, use) => {
    const context = await browser.newContext({ baseURL: reverseProxy.url })
    const page = await context.newPage()
    watch(page)
    await use(page)
    await context.close()
  },
  // The code is at the end of a page (apps/web/vite/code-in-pages.ts).
  holdCode: ({ reverseProxy }, use) => use(() => reverseProxy.hold(/<script>\(function\(\)\{/)),
})

/** Waits for hydration: the toaster is rendered by the application only. */
export const isHydrated = (page: Page) => page.getByLabel('Avisos').waitFor({ state: 'attached' })

/** Records the URLs of all later requests of a page, and the bodies that are sent to `path`. */
export function watchRequests(page: Page, path: string) {
  const addresses: string[] = []
  const bodies: unknown[] = []
  page.on('request', (request) => {
    addresses.push(request.url())
    if (new URL(request.url()).pathname === path && request.method() === 'POST')
      bodies.push(request.postDataJSON())
  })
  return { addresses, bodies }
}

/** Neither the address bar nor the address of any request contains one of the fields. */
export function expectNoAddressContains(page: Page, addresses: string[], fields: string[]) {
  for (const address of [...addresses, page.url()]) {
    for (const field of fields) expect(decodeURIComponent(address)).not.toContain(field)
  }
}

export const WAITING = 'La página aún se está cargando. Enviaremos tus datos en cuanto esté lista.'
export const STUCK =
  'La página no termina de cargar y tus datos no se han enviado. Revisa tu conexión y cárgala de nuevo.'

export async function expectWaiting(page: Page) {
  await expect(page.locator('button[type=submit]')).toHaveAttribute('aria-busy', 'true')
  await expect(page.getByRole('status').filter({ hasText: WAITING })).toBeVisible()
}

/** Playwright finds no text inside <noscript>, so the sentence is found by its element. */
export async function expectScriptSentence(page: Page) {
  await expect(page.locator('noscript p')).toBeVisible()
  await expect(page.locator('noscript p')).toHaveText('Para continuar, activa JavaScript en tu navegador.')
}
