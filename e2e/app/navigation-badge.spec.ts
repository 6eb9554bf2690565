import type { Page, WebSocketRoute } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { me } from '../support/chats.ts'
import { expect, RED, REFUSED, settled, stopClock, test } from '../support/fixtures.ts'
import { channelJoined } from '../support/live.ts'
import { signedIn } from '../support/profiles.ts'
import { MANY, search } from '../support/search.ts'
import { storeChats, storeMessages } from '../support/stored.ts'

const badge = (page: Page) => page.locator('[data-badge="no-leidos"]').filter({ visible: true })

/** The socket of the page reaches the server until the test blocks it. */
async function blockableSocket(page: Page) {
  const open = new Set<WebSocketRoute>()
  const socket = { sent: '', blocked: false, refused: 0 }
  await page.routeWebSocket('**/realtime/v1/**', (route) => {
    if (socket.blocked) {
      socket.refused += 1
      return void route.close({ code: 1011 })
    }
    open.add(route)
    const server = route.connectToServer()
    route.onMessage((frame) => {
      socket.sent += frame
      server.send(frame)
    })
  })
  const block = () => {
    socket.blocked = true
    for (const route of open) void route.close({ code: 1011 })
  }
  return { socket, block }
}

async function setVisibility(page: Page, state: 'visible' | 'hidden') {
  await page.evaluate<void>(
    `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
     document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
  )
}

for (const account of ['buscador', 'maestro'] as const) {
  test.describe(account, () => {
    test.use({ account, expectedErrors: new RegExp(`${REFUSED.source}|unread count`) })

    test('sees on load the number of chats with unread messages, not the number of messages; a count that fails is only logged and keeps the number [2.nav.16] [4.badge.01] [4.badge.09]', async ({
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
      await expect(badge(page)).toHaveCSS('background-color', RED)

      await page.route('**/rest/v1/chats?*', (route) => route.fulfill({ status: 500 }))
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('unread count'))
      await page.evaluate<boolean>("dispatchEvent(new Event('refreshNavbarCount'))")
      await logged
      await expect(badge(page)).toHaveText(String(chats))
      await expect(page.locator('[data-toast]')).toHaveCount(0)
    })
  })
}

test.describe('the unread badge of a new seeker', () => {
  test.use({ account: { role: 'buscador' } })

  test('is polled every 30 seconds only without a socket and while the page is shown; it is counted again at a focus, at the refresh event and when the page is shown; it ends at 9+, also on the menu button of a phone [4.badge.04] [4.badge.05] [4.badge.06] [4.badge.07] [4.badge.08] [9.const.23] [7.live.05] [2.nav.17] [2.nav.18] [2.nav.19]', async ({
    freshPage: page,
    request,
  }) => {
    const { id: buscador, headers } = await me(page, request)
    const maestros = (await search(request, MANY)).found.slice(0, 10).map(({ id }) => id)
    const chats = await storeChats(
      request,
      maestros.map((maestro) => ({ buscador, maestro })),
    )
    let unread = 0
    /** One more chat gets two messages, which count as one chat. No live event tells about them. */
    const makeUnread = async () => {
      const row = { chatId: chats[unread] ?? '', author: maestros[unread] ?? '' }
      unread += 1
      await storeMessages(
        request,
        ['Buenas tardes', '¿Sigue ahí?'].map((text) => ({ ...row, text })),
      )
    }
    let counts = 0
    page.on('request', (sent) => {
      if (sent.method() === 'HEAD' && sent.url().includes('/rest/v1/chats?')) counts += 1
    })
    await page.clock.install()
    const { socket, block } = await blockableSocket(page)
    const joined = channelJoined(page)
    await makeUnread()
    await page.goto('/ayuda')
    await expect(badge(page)).toHaveText('1')
    await joined
    // The channel was joined with the token of the person, and the count was repeated after the join.
    await expect.poll(() => counts).toBeGreaterThan(1)
    expect(socket.sent).toContain('"access_token":"ey')
    await stopClock(page)
    await settled(page)
    const live = counts
    await page.clock.runFor(31_000)
    await settled(page)
    expect(counts, 'no request while the socket is live').toBe(live)

    block()
    await expect(async () => {
      await page.clock.runFor(1000)
      expect(socket.refused, 'it has tried again in vain').toBeGreaterThan(0)
    }).toPass()
    await settled(page)
    const before = counts
    for (const round of [1, 2, 3]) {
      await makeUnread()
      // In small steps: a call whose answer the clock does not wait for would time out.
      for (let second = 0; second < 30; second += 1) {
        await page.clock.runFor(1000)
        await settled(page)
      }
      expect(counts).toBe(before + round)
      // The clock is stopped, so the page renders the answer when the clock advances.
      await expect(async () => {
        await page.clock.runFor(1)
        await expect(badge(page)).toHaveText(String(unread), { timeout: 200 })
      }).toPass()
    }
    await setVisibility(page, 'hidden')
    for (let round = 0; round < 4; round += 1) {
      await page.clock.runFor(30_000)
      await settled(page)
    }
    expect(counts).toBe(before + 3)
    await setVisibility(page, 'visible')
    await expect.poll(() => counts).toBe(before + 4)
    await settled(page)

    await makeUnread()
    socket.blocked = false
    await page.evaluate<boolean>("dispatchEvent(new Event('online'))")
    // Earlier than the retry of the client itself.
    let wound = 0
    await expect(async () => {
      wound += 50
      expect(wound).toBeLessThan(2000)
      await page.clock.runFor(50)
      await expect(badge(page)).toHaveText('5', { timeout: 500 })
    }, 'back with the network, it reads what it has missed').toPass()
    await page.clock.resume()

    await makeUnread()
    await page.evaluate<boolean>("dispatchEvent(new Event('focus'))")
    await expect(badge(page)).toHaveText('6')
    await makeUnread()
    await setVisibility(page, 'hidden')
    await setVisibility(page, 'visible')
    await expect(badge(page)).toHaveText('7')
    for (const shown of ['8', '9', '9+']) {
      await makeUnread()
      await page.evaluate<boolean>("dispatchEvent(new Event('refreshNavbarCount'))")
      await expect(badge(page)).toHaveText(shown)
    }

    await page.setViewportSize({ width: 360, height: 740 })
    const menu = page.getByRole('button', { name: 'Abrir menú, 10 chats sin leer' })
    await expect(menu).toContainText('9+')
    await menu.click()
    await expect(page.getByRole('dialog').getByRole('link', { name: /Chats/ })).toContainText('9+')
    await page.keyboard.press('Escape')
    for (const p_chat_id of chats) {
      const data = { p_chat_id, p_user_role: 'buscador' }
      await succeed(request.post('/rest/v1/rpc/mark_messages_as_read', { headers, data }))
    }
    await page.evaluate<boolean>("dispatchEvent(new Event('refreshNavbarCount'))")
    await expect(badge(page)).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Abrir menú', exact: true })).toBeVisible()
  })
})
