import type { Request } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { expect, test } from '../support/fixtures.ts'
import { chatOfTheTwo, signedIn } from '../support/profiles.ts'
import { addressOf, SCREENS } from '../support/screens.ts'
import { choose, FEW } from '../support/search.ts'

/**
 * What stands on a screen stays in its place when answers arrive late: a control that moves under a finger loses the tap,
 * or another one gets it.
 */

/** Longer than the app takes to show a screen without its data. */
const LATE_MS = 700
const CALL = /\/(?:rest|functions)\/v1\//
/** Two phones high: what a person has on the screen while the data arrive. */
const SEEN_PX = 1480

// The test of a conversation reads it. Its row in the inbox, which another worker looks at, would then lose its badge.
test.beforeAll(async ({ request }) => {
  const p_chat_id = await chatOfTheTwo(request)
  for (const role of ['buscador', 'maestro'] as const) {
    const { headers } = await signedIn(request, role)
    const data = { p_chat_id, p_user_role: role }
    await succeed(request.post('/rest/v1/rpc/mark_messages_as_read', { headers, data }))
  }
})

for (const [route, { account, ready }] of Object.entries(SCREENS)) {
  // The reset screens need no data.
  if (!account || route.startsWith('reset')) continue
  test.describe(`the screen /${route}`, () => {
    test.use({ account })

    test('moves nothing when its data arrive', async ({ page, request }) => {
      const address = await addressOf(route, request)
      await page.setViewportSize({ width: 360, height: SEEN_PX })
      await choose(page, FEW)
      let begun = 0
      let ended = 0
      const end = (request: Request) => {
        if (CALL.test(request.url())) ended += 1
      }
      page.on('requestfinished', end)
      page.on('requestfailed', end)
      await page.route(CALL, async (call) => {
        begun += 1
        await new Promise((resolve) => setTimeout(resolve, LATE_MS))
        await call.continue()
      })
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1, name: ready })).toBeAttached()
      await expect.poll(() => begun > 0 && ended === begun).toBe(true)
      await expect.poll(() => page.evaluate<number>(WAITING)).toBe(0)
      expect(await page.evaluate<string[]>(MOVED)).toEqual([])
    })
  })
}

const WAITING = `document.querySelectorAll('main .animate-pulse, main .animate-spin').length`

/**
 * What the browser has seen moving since the page was opened. The whole content moves once, when the bar of the app appears
 * together with the first screen. The browser hands over what it has recorded in a task of its own.
 */
const MOVED = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => {
  const found = []
  new PerformanceObserver((list) => found.push(...list.getEntries())).observe({ type: 'layout-shift', buffered: true })
  setTimeout(() => resolve(
    found.flatMap(({ sources }) => sources)
      .filter(({ node }) => node?.id !== 'contenido')
      .map(({ node, previousRect, currentRect }) =>
        Math.round(previousRect.y) + ' to ' + Math.round(currentRect.y) + ': ' + (node?.outerHTML ?? '').slice(0, 120)),
  ), 100)
})))`
