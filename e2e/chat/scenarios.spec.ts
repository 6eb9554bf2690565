import type { APIRequestContext, BrowserContext, Page, PlaywrightWorkerArgs, Route } from '@playwright/test'
import { post, succeed } from '../support/api.ts'
import {
  expect,
  field,
  makePeopleWithChat,
  messages,
  type PeopleWithChat,
  pathOf,
  test,
  unlockContact,
} from '../support/conversation.ts'
import { REFUSED } from '../support/fixtures.ts'
import { ownServer } from '../support/own-server.ts'
import { delivered, imagen, loadPictureCode, sendMessages, sendTexts, VOZ } from '../support/typing.ts'
import { expectRecorder } from '../support/voice.ts'

/**
 * The table of docs/chat-scenarios.md: whatever happens to the network, the server or the browser, what was typed arrives
 * once and in order.
 */

// These tests interrupt the network on purpose, so the errors of the browser are expected.
test.use({
  expectedErrors: new RegExp(
    `${REFUSED.source}|WebSocket connection|mark as read|unread count|chats|role lookup|session`,
  ),
})

const SEND_OR_UPLOAD = /\/functions\/v1\/send-message$|\/storage\/v1\/object\/chat-media\//

/** Texts and pictures, mixed. */
const TYPED = ['hola', 'buenas', imagen(101), 'así está', imagen(102), imagen(103), 'y así', 'gracias']

/** With voice notes too. */
const SPOKEN = ['hola', VOZ, imagen(101), 'así está', VOZ, 'gracias']

/** Different texts without digits, which moderation could take for parts of a phone number, and without 'dm', which names a service. */
const texts = (name: string, count: number) =>
  Array.from(
    { length: count },
    (_, n) => `${name} ${String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))}o`,
  )

const got = (request: APIRequestContext, { chatId, buscador, maestro }: PeopleWithChat) =>
  delivered(request, chatId, { reader: maestro, author: buscador })

/** How each call of the page ends. */
type Outcome = 'whole' | 'no answer' | 'lost answer' | 'held'

/** Decides about every message and upload of a browser context. Returns the function that lets all through again. */
async function interfere(context: BrowserContext, outcomeOf: (call: number) => Outcome) {
  let call = 0
  let ended = false
  const held: Route[] = []
  await context.route(SEND_OR_UPLOAD, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    call += 1
    const outcome = ended ? 'whole' : outcomeOf(call)
    if (outcome === 'whole') return route.continue()
    if (outcome === 'held') return void held.push(route)
    if (outcome === 'lost answer') await route.fetch()
    await lose(route)
  })
  return async () => {
    ended = true
    for (const route of held.splice(0)) await lose(route)
    // The routes stay: removing them would answer calls that are still being fetched.
  }
}

/** The page may have given up the call meanwhile. */
const lose = (route: Route) => route.abort('connectionreset').catch(() => undefined)

/** Makes the page try again at once, as a phone does that finds its network. */
const wake = (page: Page) => page.evaluate<boolean>("dispatchEvent(new Event('online'))")

/** Messages that the page has not sent yet. */
const PENDING = '[data-estado=enviando], [data-estado=esperando]'

type Scenario = { name: string; fresh?: boolean; typed?: string[]; act: (page: Page) => Promise<void> }

const SCENARIOS: Scenario[] = [
  {
    name: 'the network is lost before sending',
    act: async (page) => {
      await loadPictureCode(page)
      await page.context().setOffline(true)
      await sendMessages(page, TYPED)
      await page.context().setOffline(false)
    },
  },
  {
    name: 'the network is lost before sending, with voice notes',
    typed: SPOKEN,
    act: async (page) => {
      await loadPictureCode(page)
      await page.context().setOffline(true)
      await sendMessages(page, SPOKEN)
      await page.context().setOffline(false)
    },
  },
  {
    name: 'the network is lost while sending, with voice notes',
    typed: SPOKEN,
    act: async (page) => {
      const endInterference = await interfere(page.context(), (call) => (call > 2 ? 'held' : 'whole'))
      await sendMessages(page, SPOKEN)
      await page.context().setOffline(true)
      await endInterference()
      await page.context().setOffline(false)
    },
  },
  {
    name: 'the network is lost while sending',
    act: async (page) => {
      const endInterference = await interfere(page.context(), (call) => (call > 2 ? 'held' : 'whole'))
      await sendMessages(page, TYPED)
      await page.context().setOffline(true)
      await endInterference()
      await page.context().setOffline(false)
    },
  },
  {
    name: 'answers are lost',
    act: async (page) => {
      const endInterference = await interfere(page.context(), (call) => (call < 6 ? 'lost answer' : 'whole'))
      await sendMessages(page, TYPED)
      for (let tries = 0; tries < 6; tries += 1) await wake(page)
      await expect(page.locator('[data-estado=esperando]')).toHaveCount(0)
      await endInterference()
    },
  },
  {
    name: 'the network comes and goes',
    act: async (page) => {
      const outcomes: Outcome[] = ['no answer', 'whole', 'lost answer', 'whole']
      const endInterference = await interfere(
        page.context(),
        (call) => outcomes[call % outcomes.length] ?? 'whole',
      )
      for (const one of TYPED) {
        await sendMessages(page, [one])
        await page.context().setOffline(true)
        await page.context().setOffline(false)
      }
      await endInterference()
      await wake(page)
    },
  },
  {
    name: 'nothing answers for a long time',
    fresh: true,
    act: async (page) => {
      await page.clock.install()
      const endInterference = await interfere(page.context(), () => 'held')
      await sendMessages(page, TYPED.slice(0, 2))
      await page.clock.fastForward(16_000)
      await expect(messages(page).filter({ hasText: 'En espera' })).toHaveCount(2)
      await sendMessages(page, TYPED.slice(2))
      await page.clock.fastForward(16_000)
      await endInterference()
      await wake(page)
    },
  },
  {
    name: 'the upload of a picture stops half way',
    fresh: true,
    act: async (page) => {
      await page.clock.install()
      const endInterference = await interfere(page.context(), (call) => (call > 2 ? 'held' : 'whole'))
      await sendMessages(page, TYPED)
      // The first picture is being uploaded, and the upload makes no progress.
      await expect(page.getByRole('progressbar', { name: 'Avance del envío' })).toBeVisible()
      await page.clock.fastForward(61_000)
      await expect(messages(page).filter({ hasText: 'En espera' })).toHaveCount(6)
      await endInterference()
      await wake(page)
    },
  },
  {
    name: 'the browser stores nothing',
    fresh: true,
    act: async (page) => {
      await page.addInitScript(FULL)
      await page.reload()
      await expect(field(page)).toBeVisible()
      await loadPictureCode(page)
      await page.context().setOffline(true)
      await sendMessages(page, TYPED)
      await expect(page.getByText('No cierres esta página hasta que se envíe')).toBeVisible()
      await page.context().setOffline(false)
    },
  },
  {
    name: 'the page is closed and opened again',
    act: async (page) => {
      await loadPictureCode(page)
      await page.context().setOffline(true)
      await sendMessages(page, TYPED)
      const other = await page.context().newPage()
      await page.goto('about:blank')
      await page.context().setOffline(false)
      await other.goto('/chats')
      await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
    },
  },
  {
    name: 'the network is a 2G network',
    fresh: true,
    act: async (page) => {
      const devtools = await page.context().newCDPSession(page)
      for (const [nth, one] of TYPED.entries()) {
        const latency = nth % 2 === 0 ? 300 : 800
        const speed = { downloadThroughput: BYTES_OF_2G, uploadThroughput: BYTES_OF_2G }
        await devtools.send('Network.emulateNetworkConditions', { offline: false, latency, ...speed })
        await sendMessages(page, [one])
      }
    },
  },
  wrongClock('3 minutes', 3),
  wrongClock('1 hour', 60),
]

/** 250 kbit/s, in bytes. */
const BYTES_OF_2G = 31_250

/**
 * The page is loaded with a fast clock, on which the access token has expired or soon will. Then the clock becomes slow
 * while messages wait, so that the later ones have the earlier times.
 */
function wrongClock(name: string, minutes: number): Scenario {
  const wrongBy = (sign: 1 | -1) => Date.now() + sign * minutes * 60_000
  return {
    name: `the clock of the device is ${name} fast and then ${name} slow`,
    fresh: true,
    act: async (page) => {
      await page.clock.install({ time: wrongBy(1) })
      await page.reload()
      await sendMessages(page, TYPED.slice(0, 3))
      await expect(page.locator(PENDING)).toHaveCount(0)
      await page.context().setOffline(true)
      await sendMessages(page, TYPED.slice(3, 5))
      await page.clock.setSystemTime(wrongBy(-1))
      await sendMessages(page, TYPED.slice(5))
      await page.context().setOffline(false)
    },
  }
}

/**
 * The quota of the browser is used up: neither localStorage nor IndexedDB accepts anything but the session. The auth client
 * first writes a key lswt-… to find out whether it can.
 */
const FULL = `
  const full = () => { throw new DOMException('full', 'QuotaExceededError') }
  const { setItem } = Storage.prototype
  Storage.prototype.setItem = function (key, value) {
    return /^(sb|lswt)-/.test(key) ? setItem.call(this, key, value) : full()
  }
  IDBObjectStore.prototype.put = IDBObjectStore.prototype.add = full`

for (const { name, fresh = false, typed = TYPED, act } of SCENARIOS) {
  test(`texts and pictures arrive once and in order when ${name}`, async ({ pair, open, request }) => {
    if (typed.includes(VOZ)) await unlockContact(request, pair)
    const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh })
    await expect(field(page)).toBeVisible()
    if (typed.includes(VOZ)) await expectRecorder(page)
    await act(page)
    await expect.poll(() => got(request, pair), { timeout: 30_000 }).toEqual(typed)
  })
}

test('two tabs that send while one of them works off its queue lose, double and reorder nothing', async ({
  pair,
  open,
  request,
}) => {
  test.setTimeout(240_000)
  const { chatId } = pair
  const first = await open(pair.buscador, pathOf('buscador', chatId))
  const context = first.context()
  const second = await context.newPage()
  await second.goto(pathOf('buscador', chatId))
  await expect(field(second)).toBeVisible()
  await context.setOffline(true)
  await sendTexts(first, texts('primera', 40))
  await context.setOffline(false)
  const [more, others] = [texts('más', 40), texts('segunda', 120)]
  await Promise.all([sendTexts(first, more), sendTexts(second, others)])
  const typed = [...texts('primera', 40), ...more, ...others]
  for (const page of [first, second]) {
    await expect(page.locator(PENDING)).toHaveCount(0, { timeout: 120_000 })
  }
  const all = await got(request, pair)
  expect(all.toSorted()).toEqual(typed.toSorted())
  // The order of each tab; the two write at the same time.
  expect(all.filter((text) => !text.startsWith('segunda'))).toEqual([...texts('primera', 40), ...more])
  expect(all.filter((text) => text.startsWith('segunda'))).toEqual(others)
})

test('two devices of one person send at the same time through a bad network', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const devices = await Promise.all(
    ['teléfono', 'tableta'].map(async (name, nth) => {
      const page = await open(pair.buscador, pathOf('buscador', chatId))
      const outcomes: Outcome[] = ['whole', 'lost answer', 'whole', 'no answer']
      const endInterference = await interfere(
        page.context(),
        (call) => outcomes[call % outcomes.length] ?? 'whole',
      )
      const pictures = [imagen(110 + nth), imagen(120 + nth)]
      return { page, endInterference, typed: [...texts(name, 3), ...pictures, ...texts(`${name} fin`, 2)] }
    }),
  )
  await Promise.all(devices.map(({ page, typed }) => sendMessages(page, typed)))
  for (const { page, endInterference } of devices) {
    await endInterference()
    await wake(page)
  }
  const typed = devices.flatMap((device) => device.typed)
  await expect
    .poll(async () => (await got(request, pair)).toSorted(), { timeout: 30_000 })
    .toEqual(typed.toSorted())
  const all = await got(request, pair)
  for (const device of devices) expect(all.filter((one) => device.typed.includes(one))).toEqual(device.typed)
})

test.describe('with a server of the tests themselves, texts and pictures arrive once and in order', () => {
  // One server for all of them, so they run in one worker.
  test.describe.configure({ mode: 'default', timeout: 150_000 })
  let server: Awaited<ReturnType<typeof ownServer>>
  test.beforeAll(async () => {
    server = await ownServer()
  })
  test.afterAll(() => server.end())

  async function startOwnPair(playwright: PlaywrightWorkerArgs['playwright']) {
    const request = await playwright.request.newContext({ baseURL: server.baseURL })
    return { request, pair: await makePeopleWithChat(request) }
  }

  const addressOf = ({ chatId }: PeopleWithChat) => server.baseURL + pathOf('buscador', chatId)

  async function expectAllDelivered(page: Page, request: APIRequestContext, pair: PeopleWithChat) {
    await expect(page.locator(PENDING)).toHaveCount(0, { timeout: 60_000 })
    expect(await got(request, pair)).toEqual(TYPED)
  }

  for (const process of ['server', 'database'] as const) {
    test(`when the ${process} is killed while they are sent`, async ({ open, playwright }) => {
      const { request, pair } = await startOwnPair(playwright)
      const page = await open(pair.buscador, addressOf(pair))
      await expect(field(page)).toBeVisible()
      await sendMessages(page, TYPED.slice(0, 3))
      await (process === 'server' ? server.kill() : server.killDatabase())
      await sendMessages(page, TYPED.slice(3))
      await server.start()
      await expectAllDelivered(page, request, pair)
    })
  }

  test('when access tokens last two seconds, and the device takes an expired one for a valid one', async ({
    open,
    playwright,
  }) => {
    const { request, pair } = await startOwnPair(playwright)
    await server.restart({ ACCESS_TOKEN_SECONDS: '2' })
    const { refresh_token } = pair.buscador
    const short = await succeed(post(request, '/auth/v1/token?grant_type=refresh_token', { refresh_token }))
    expect(short.expires_in).toBe(2)
    const inAnHour = Math.floor(Date.now() / 1000) + 3600
    const page = await open({ ...short, expires_at: inAnHour }, addressOf(pair))
    await sendMessages(page, TYPED)
    await expectAllDelivered(page, request, pair)
  })
})
