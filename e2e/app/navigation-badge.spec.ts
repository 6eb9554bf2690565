import type { Page, WebSocketRoute } from '@playwright/test'
import { succeed } from '../support/api.ts'
import { me } from '../support/chats.ts'
import { expect, RED, REFUSED, settled, stopClock, test } from '../support/fixtures.ts'
import { signedIn } from '../support/profiles.ts'
import { MANY, search } from '../support/search.ts'
import { storeChats, storeMessages } from '../support/stored.ts'

const COUNT = '**/rest/v1/chats?*'

const badge = (page: Page) => page.locator('[data-badge="no-leidos"]').filter({ visible: true })

/** Answers the unread count with a number that the test sets, and counts the requests. */
async function answerCount(page: Page) {
  const counted = { chats: 1, times: 0, status: 200 }
  await page.route(COUNT, async (route) => {
    if (route.request().method() !== 'HEAD') return route.fallback()
    counted.times += 1
    await route.fulfill({ status: counted.status, headers: { 'content-range': `*/${counted.chats}` } })
  })
  return counted
}

/** A realtime server that the test controls: it accepts every join, can send a change, and can fail. */
async function testSocket(page: Page) {
  const joins: string[] = []
  const open = new Set<WebSocketRoute>()
  let broken = false
  const socket = {
    joins,
    failures: 0,
    sendChange: () => {
      const data = {
        schema: 'public',
        table: 'chats',
        type: 'UPDATE',
        commit_timestamp: '',
        columns: [],
        record: {},
      }
      for (const route of open)
        route.send(JSON.stringify([null, null, joinedTopic, 'postgres_changes', { ids: [1], data }]))
    },
    fail: () => {
      broken = true
      for (const route of open) void route.close({ code: 1011 })
    },
    recover: () => {
      broken = false
    },
  }
  let joinedTopic = ''
  await page.routeWebSocket('**/realtime/v1/**', (route) => {
    if (broken) {
      socket.failures += 1
      void route.close({ code: 1011 })
      return
    }
    open.add(route)
    route.onMessage((frame) => {
      const [joinRef, ref, topic, event, payload] = JSON.parse(String(frame))
      const response: { postgres_changes?: object[] } = {}
      if (event === 'phx_join') {
        joins.push(String(frame))
        joinedTopic = topic
        const asked: object[] = payload.config.postgres_changes
        response.postgres_changes = asked.map((one, at) => ({ ...one, id: at + 1 }))
      }
      route.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]))
    })
  })
  return socket
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

    test('sees on load the number of chats with unread messages, not the number of messages [2.nav.16] [4.badge.01]', async ({
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
    })
  })
}

test.describe('the unread badge of a new seeker', () => {
  test.use({ account: { role: 'buscador' } })

  test('is counted again at a focus, at the refresh event and when the page is shown; it ends at 9+, also on the menu button of a phone [4.badge.04] [4.badge.05] [4.badge.06] [2.nav.17] [2.nav.18] [2.nav.19]', async ({
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
    /** Each chat gets two messages, which count as one chat. */
    const makeUnread = async (count: number) => {
      const next = chats
        .slice(unread, count)
        .map((chatId, nth) => ({ chatId, author: maestros[unread + nth] ?? '' }))
      unread = count
      const texts = ['Buenas tardes', '¿Sigue ahí?']
      await storeMessages(
        request,
        next.flatMap((row) => texts.map((text) => ({ ...row, text }))),
      )
    }
    // The server never answers on the socket, so no live event and no join can cause a count.
    await page.routeWebSocket('**/realtime/v1/**', () => undefined)
    await makeUnread(7)
    await page.goto('/ayuda')
    await expect(badge(page)).toHaveText('7')
    await makeUnread(8)
    await page.evaluate<boolean>("dispatchEvent(new Event('focus'))")
    await expect(badge(page)).toHaveText('8')
    await makeUnread(9)
    await page.evaluate<boolean>("dispatchEvent(new Event('refreshNavbarCount'))")
    await expect(badge(page)).toHaveText('9')
    await makeUnread(10)
    await setVisibility(page, 'hidden')
    await setVisibility(page, 'visible')
    await expect(badge(page)).toHaveText('9+')

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

test.describe('the unread badge', () => {
  test.use({ account: 'buscador' })

  test('follows live changes without polling; without a socket it polls every 30 seconds, but not while the page is hidden [4.badge.07] [4.badge.08] [9.const.23] [7.live.05]', async ({
    freshPage: page,
  }) => {
    await page.clock.install()
    const counted = await answerCount(page)
    const socket = await testSocket(page)
    await page.goto('/ayuda')
    await expect(badge(page)).toHaveText('1')
    // The channel was joined with the token of the person, and the count was repeated after the join.
    await expect.poll(() => socket.joins).toContainEqual(expect.stringContaining('"access_token":"ey'))
    counted.chats = 2
    socket.sendChange()
    await expect(badge(page)).toHaveText('2')
    await stopClock(page)
    await settled(page)
    const live = counted.times
    await page.clock.runFor(31_000)
    await settled(page)
    expect(counted.times, 'no request while live changes arrive').toBe(live)

    socket.fail()
    await expect(async () => {
      await page.clock.runFor(1000)
      expect(socket.failures, 'it has tried again in vain').toBeGreaterThan(0)
    }).toPass()
    await settled(page)
    const before = counted.times
    for (const round of [1, 2, 3]) {
      counted.chats = round + 2
      await page.clock.runFor(30_000)
      await expect.poll(() => counted.times).toBe(before + round)
      // The clock is stopped, so the page renders the answer when the clock advances.
      await expect(async () => {
        await page.clock.runFor(1)
        await expect(badge(page)).toHaveText(String(round + 2), { timeout: 200 })
      }).toPass()
    }
    await setVisibility(page, 'hidden')
    for (let round = 0; round < 4; round += 1) {
      await page.clock.runFor(30_000)
      await settled(page)
    }
    expect(counted.times).toBe(before + 3)

    await setVisibility(page, 'visible')
    await expect.poll(() => counted.times).toBe(before + 4)
    await settled(page)
    counted.chats = 9
    socket.recover()
    await page.evaluate<boolean>("dispatchEvent(new Event('online'))")
    // Earlier than the retry of the client itself.
    let wound = 0
    await expect(async () => {
      wound += 50
      expect(wound).toBeLessThan(2000)
      await page.clock.runFor(50)
      await expect(badge(page)).toHaveText('9', { timeout: 500 })
    }, 'back with the network, it reads what it has missed').toPass()
  })

  test.describe('whose count fails', () => {
    test.use({ expectedErrors: new RegExp(`${REFUSED.source}|unread count`) })
    test('keeps its number, and the failure is only logged [4.badge.09]', async ({ page }) => {
      const counted = await answerCount(page)
      await page.goto('/ayuda')
      await expect(badge(page)).toHaveText('1')
      counted.chats = 0
      counted.status = 500
      const logged = page.waitForEvent('console', (message) => message.text().startsWith('unread count'))
      await page.evaluate<boolean>("dispatchEvent(new Event('refreshNavbarCount'))")
      await logged
      await expect(badge(page)).toHaveText('1')
      await expect(page.locator('[data-toast]')).toHaveCount(0)
    })
  })
})
