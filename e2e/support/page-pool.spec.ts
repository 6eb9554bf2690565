import { expect, test } from './fixtures.ts'
import { PagePool } from './page-pool.ts'

/** The other tests rely on this: a test finds nothing in its page that an earlier test has left there. */

test('a page that is reused is empty', async ({ browser }) => {
  const pool = new PagePool(browser)
  const page = await pool.take()
  await page.goto('/login')
  await page.evaluate("localStorage.a = sessionStorage.b = document.cookie = 'c=1'")
  await page.evaluate("new Promise((done) => { indexedDB.open('d').onsuccess = done })")
  await page.setViewportSize({ width: 360, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.route('**/healthz', (route) => route.abort())
  const heard: string[] = []
  page.on('requestfinished', (request) => void heard.push(request.url()))
  await page.context().newPage()
  await page.context().setOffline(true)
  await pool.giveBack()

  expect(await pool.take()).toBe(page)
  const found = `[localStorage.length, sessionStorage.length, document.cookie, history.length, innerWidth,
    matchMedia('(prefers-color-scheme: dark)').matches, navigator.onLine]`
  expect(await page.evaluate(found)).toEqual([0, 0, '', 1, 1280, false, true])
  expect(await page.evaluate('indexedDB.databases()')).toEqual([])
  expect(page.context().pages()).toEqual([page])
  heard.length = 0
  await page.reload()
  expect(heard).toEqual([])
  await pool.close()
})

test('a page that was closed, or that has left the server, is not reused', async ({ browser }) => {
  const pool = new PagePool(browser)
  const closed = await pool.take()
  await closed.close()
  const strayed = await pool.take()
  await strayed.route('http://otra.test/', (route) => route.fulfill({ body: 'otra' }))
  await strayed.goto('http://otra.test/')
  await pool.giveBack()

  expect([closed, strayed]).not.toContain(await pool.take())
  expect(strayed.isClosed()).toBe(true)
  await pool.close()
})

for (const [change, apply, found] of [
  ['a fixed time', (page) => page.clock.setFixedTime(new Date('2026-03-05')), /freshPage: .*Date/],
  ['an installed clock', (page) => page.clock.install(), /freshPage: .*Date/],
  ['sockets that the test answers', (page) => page.routeWebSocket('**', () => undefined), /WebSocket/],
  ['a script in every document', (page) => page.addInitScript('window.mark = true'), /mark/],
] satisfies [string, (page: import('@playwright/test').Page) => Promise<unknown>, RegExp][]) {
  test(`a test that leaves ${change} in a reused page fails, and the page is not reused`, async ({
    browser,
  }) => {
    const pool = new PagePool(browser)
    const page = await pool.take()
    await apply(page)
    await expect(pool.giveBack()).rejects.toThrow(found)
    const next = await pool.take()
    expect(next).not.toBe(page)
    expect(await next.evaluate('window.mark')).toBeUndefined()
    await pool.close()
  })
}
