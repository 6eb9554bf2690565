import { expect, test } from './fixtures.ts'
import { KeptPages } from './kept-pages.ts'

/** What the other tests stand on: whatever one of them leaves in its page, the next does not find it. */

test('a page that is handed on is empty', async ({ browser }) => {
  const pages = new KeptPages(browser)
  const page = await pages.take()
  await page.goto('/login')
  await page.evaluate("localStorage.a = sessionStorage.b = document.cookie = 'c=1'")
  await page.setViewportSize({ width: 360, height: 640 })
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.route('**/healthz', (route) => route.abort())
  await page.context().newPage()
  await page.context().setOffline(true)
  await pages.giveBack()

  expect(await pages.take()).toBe(page)
  const found = `[localStorage.length, sessionStorage.length, document.cookie, history.length, innerWidth,
    matchMedia('(prefers-color-scheme: dark)').matches, navigator.onLine]`
  expect(await page.evaluate(found)).toEqual([0, 0, '', 1, 1280, false, true])
  expect(page.context().pages()).toEqual([page])
  await pages.close()
})

test('a page that cannot be emptied is not handed on', async ({ browser }) => {
  const pages = new KeptPages(browser)
  const marked = await pages.take()
  await marked.addInitScript('window.mark = true')
  const fixed = await pages.take()
  await fixed.clock.setFixedTime(new Date('2026-03-05'))
  const closed = await pages.take()
  await closed.close()
  const strayed = await pages.take()
  await strayed.route('http://otra.test/', (route) => route.fulfill({ body: 'otra' }))
  await strayed.goto('http://otra.test/')
  await pages.giveBack()

  const next = await pages.take()
  expect([marked, fixed, closed, strayed]).not.toContain(next)
  expect([marked, fixed, strayed].map((page) => page.isClosed())).toEqual([true, true, true])
  expect(await next.evaluate('window.mark')).toBeUndefined()
  await pages.close()
})
