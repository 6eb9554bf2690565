import type { Page } from '@playwright/test'

/** Requests for an address wait until the returned function is called. The server then answers them, or nothing does. */
export async function hold(page: Page, address: string): Promise<(end?: 'continue' | 'abort') => void> {
  const ended = Promise.withResolvers<'continue' | 'abort'>()
  await page.route(address, async (route) => route[await ended.promise]())
  return (end = 'continue') => ended.resolve(end)
}
