import type { Page } from '@playwright/test'
import { expect, REFUSED, test } from './fixtures.ts'
import { signedIn } from './profiles.ts'

const COUNT = '**/rest/v1/chats?*'

const badge = (page: Page) => page.locator('[data-badge="no-leidos"]').filter({ visible: true })

/** What the server would say with that many chats unread; each answer is noted. */
async function answerCount(page: Page) {
  const counted = { chats: 1, times: 0 }
  await page.route(COUNT, async (route) => {
    if (route.request().method() !== 'HEAD') return route.fallback()
    counted.times += 1
    await route.fulfill({ status: 200, headers: { 'content-range': `*/${counted.chats}` } })
  })
  return counted
}

async function setVisibility(page: Page, state: 'visible' | 'hidden') {
  await page.evaluate<void>(
    `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
     document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
  )
}

for (const account of ['buscador', 'maestro'] as const) {
  test.describe(account, () => {
    test.use({ account })

    test('sees on load how many chats hold something unread, not how many messages [2.nav.16] [4.badge.01]', async ({
      page,
      request,
    }) => {
      const { headers } = await signedIn(request, account)
      const rows = await (await request.get(`/rest/v1/chats?select=no_leidos_${account}`, { headers })).json()
      const unread: number[] = rows.map((row: Record<string, number>) => row[`no_leidos_${account}`])
      const chats = unread.filter((messages) => messages > 0).length
      const messages = unread.reduce((sum, each) => sum + each, 0)
      expect(messages, 'the demo tells the two apart').toBeGreaterThan(chats)
      await page.goto('/ayuda')
      await expect(badge(page)).toHaveText(String(chats))
      await expect(page.getByRole('link', { name: `Chats ${chats} chats sin leer` })).toBeVisible()
      const red = /^oklch\(0\.51 0\.195 27\)$/
      await expect(badge(page)).toHaveCSS('background-color', red)
    })
  })
}

test.describe('the unread badge', () => {
  test.use({ account: 'buscador' })

  test('counts to nine, then says 9+, also on the menu button of a phone [2.nav.17] [2.nav.18] [2.nav.19]', async ({
    page,
  }) => {
    const counted = await answerCount(page)
    await page.goto('/ayuda')
    for (const [chats, text] of [
      [9, '9'],
      [10, '9+'],
    ] as const) {
      counted.chats = chats
      await page.evaluate<boolean>("dispatchEvent(new Event('refreshNavbarCount'))")
      await expect(badge(page)).toHaveText(text)
    }
    await page.setViewportSize({ width: 360, height: 740 })
    const menu = page.getByRole('button', { name: 'Abrir menú, 10 chats sin leer' })
    await expect(menu).toContainText('9+')
    await menu.click()
    await expect(page.getByRole('dialog').getByRole('link', { name: /Chats/ })).toContainText('9+')
    await page.keyboard.press('Escape')
    counted.chats = 0
    await page.evaluate<boolean>("dispatchEvent(new Event('refreshNavbarCount'))")
    await expect(badge(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Abrir menú', exact: true })).toBeVisible()
  })

  test('is counted again when the page is shown, when the window gets the focus, and when asked to [4.badge.04] [4.badge.05] [4.badge.06]', async ({
    page,
  }) => {
    const counted = await answerCount(page)
    await page.goto('/ayuda')
    await expect(badge(page)).toHaveText('1')
    counted.chats = 2
    await page.evaluate<boolean>("dispatchEvent(new Event('focus'))")
    await expect(badge(page)).toHaveText('2')
    counted.chats = 3
    await page.evaluate<boolean>("dispatchEvent(new Event('refreshNavbarCount'))")
    await expect(badge(page)).toHaveText('3')
    counted.chats = 4
    await setVisibility(page, 'hidden')
    await setVisibility(page, 'visible')
    await expect(badge(page)).toHaveText('4')
  })

  test('is asked for every 30 seconds, and not while the page is hidden [4.badge.08] [9.const.23]', async ({
    page,
  }) => {
    await page.clock.install()
    const counted = await answerCount(page)
    await page.goto('/ayuda')
    await expect(badge(page)).toHaveText('1')
    await page.clock.pauseAt(await page.evaluate<number>('Date.now() + 1000'))
    const before = counted.times
    for (const round of [1, 2, 3]) {
      counted.chats = round + 1
      await page.clock.runFor(30_000)
      await expect.poll(() => counted.times).toBe(before + round)
      // With the clock stopped, the page draws the answer when it is wound on.
      await expect(async () => {
        await page.clock.runFor(1)
        await expect(badge(page)).toHaveText(String(round + 1), { timeout: 200 })
      }).toPass()
    }
    await setVisibility(page, 'hidden')
    for (let round = 0; round < 4; round += 1) {
      await page.clock.runFor(30_000)
      // A request of the badge would have been sent before this one, and is counted when this one has its answer.
      await page.evaluate<number>("fetch('/healthz').then(({ status }) => status)")
    }
    expect(counted.times).toBe(before + 3)
  })

  test.describe('that cannot be counted', () => {
    test.use({ expectedErrors: new RegExp(`${REFUSED.source}|unread count`) })
    test('is logged only, and stays as it was [4.badge.09]', async ({ page }) => {
      const counted = await answerCount(page)
      await page.goto('/ayuda')
      await expect(badge(page)).toHaveText('1')
      await page.unroute(COUNT)
      counted.chats = 0
      await page.route(COUNT, (route) => route.fulfill({ status: 500 }))
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('unread count'))
      await page.evaluate<boolean>("dispatchEvent(new Event('refreshNavbarCount'))")
      await logged
      await expect(badge(page)).toHaveText('1')
      await expect(page.locator('[data-sonner-toast]')).toHaveCount(0)
    })
  })
})
