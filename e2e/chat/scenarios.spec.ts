import type { APIRequestContext, BrowserContext, Page, Route } from '@playwright/test'
import { post, succeed } from '../support/api.ts'
import {
  expect,
  field,
  makePeopleWithChat,
  message,
  messages,
  type PeopleWithChat,
  pathOf,
  type Side,
  say,
  shown,
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

/** Two texts with something between them. The pictures of a conversation have different widths. */
const around = (name: string, ...between: string[]) => [`${name} así está`, ...between, `${name} gracias`]

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

/** The outcomes in turn, again and again. */
const inTurn =
  (...outcomes: [Outcome, ...Outcome[]]) =>
  (call: number) =>
    outcomes[call % outcomes.length] ?? outcomes[0]

/** Makes the page try again at once, as a phone does that finds its network. */
const wake = (page: Page) => page.evaluate<boolean>("dispatchEvent(new Event('online'))")

/** Messages that the page has not sent yet. */
const PENDING = '[data-estado=enviando], [data-estado=esperando]'

type Act = (typed: string[]) => Promise<void>

/** Acts scenarios one after the other in one conversation. After each, everything typed until then has arrived. */
function scenarios(page: Page, request: APIRequestContext, pair: PeopleWithChat) {
  const all: string[] = []
  return (name: string, typed: string[], act: Act) =>
    test.step(name, async () => {
      await act(typed)
      all.push(...typed)
      await expect.poll(() => got(request, pair), { timeout: 30_000 }).toEqual(all)
      await expect(page.locator(PENDING)).toHaveCount(0)
    })
}

test('texts, pictures and voice notes arrive once and in order when the network or its answers are lost, and when the page is closed', async ({
  pair,
  open,
  request,
}) => {
  await unlockContact(request, pair)
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId))
  const context = page.context()
  await expectRecorder(page)
  await loadPictureCode(page)
  const scenario = scenarios(page, request, pair)
  await scenario('the network is lost before sending', around('antes', VOZ, imagen(101)), async (typed) => {
    await context.setOffline(true)
    await sendMessages(page, typed)
    await context.setOffline(false)
  })
  await scenario('the network is lost while sending', around('durante', imagen(102), VOZ), async (typed) => {
    const endInterference = await interfere(context, (call) => (call > 1 ? 'held' : 'whole'))
    await sendMessages(page, typed)
    await context.setOffline(true)
    await endInterference()
    await context.setOffline(false)
  })
  await scenario('answers are lost', around('sin respuesta', imagen(103)), async (typed) => {
    const endInterference = await interfere(context, (call) => (call < 4 ? 'lost answer' : 'whole'))
    await sendMessages(page, typed)
    for (let tries = 0; tries < 4; tries += 1) await wake(page)
    await expect(page.locator('[data-estado=esperando]')).toHaveCount(0)
    await endInterference()
  })
  await scenario('the network comes and goes', around('a ratos', imagen(104)), async (typed) => {
    const endInterference = await interfere(context, inTurn('no answer', 'whole', 'lost answer', 'whole'))
    for (const one of typed) {
      await sendMessages(page, [one])
      await context.setOffline(true)
      await context.setOffline(false)
    }
    await endInterference()
    await wake(page)
  })
  await scenario('the page is closed and opened again', around('cerrada', imagen(105)), async (typed) => {
    await context.setOffline(true)
    await sendMessages(page, typed)
    const other = await context.newPage()
    await page.goto('about:blank')
    await context.setOffline(false)
    await other.goto('/chats')
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible()
  })
})

const HOUR_MS = 60 * 60_000

test('texts and pictures arrive once and in order when the clock of the device is an hour fast and then slow, and when nothing answers', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.buscador, '/healthz', { fresh: true })
  // The access token looks expired.
  await page.clock.install({ time: Date.now() + HOUR_MS })
  await page.goto(pathOf('buscador', pair.chatId))
  const scenario = scenarios(page, request, pair)
  const typedEarly = ['adelantado', imagen(101), 'aún adelantado', 'atrasado']
  await scenario('the clock is 1 hour fast and then 1 hour slow', typedEarly, async (typed) => {
    await sendMessages(page, typed.slice(0, 2))
    await expect(page.locator(PENDING)).toHaveCount(0)
    await page.context().setOffline(true)
    await sendMessages(page, typed.slice(2, 3))
    // The later messages have the earlier times.
    await page.clock.setSystemTime(Date.now() - HOUR_MS)
    await sendMessages(page, typed.slice(3))
    await page.context().setOffline(false)
  })
  await scenario('nothing answers for a long time', around('silencio', imagen(102)), async (typed) => {
    const endInterference = await interfere(page.context(), () => 'held')
    await sendMessages(page, typed.slice(0, 1))
    await page.clock.fastForward(16_000)
    await expect(messages(page).filter({ hasText: 'En espera' })).toHaveCount(1)
    await sendMessages(page, typed.slice(1))
    await page.clock.fastForward(16_000)
    await endInterference()
    await wake(page)
  })
  await scenario('the upload of a picture stops half way', around('a medias', imagen(103)), async (typed) => {
    const endInterference = await interfere(page.context(), (call) => (call > 1 ? 'held' : 'whole'))
    await sendMessages(page, typed)
    await expect(page.getByRole('progressbar', { name: 'Avance del envío' })).toBeVisible()
    await page.clock.fastForward(61_000)
    await expect(messages(page).filter({ hasText: 'En espera' })).toHaveCount(2)
    await endInterference()
    await wake(page)
  })
})

/** 250 kbit/s, in bytes. */
const BYTES_OF_2G = 31_250

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

test('texts and pictures arrive once and in order on a 2G network, and when the browser stores nothing', async ({
  pair,
  open,
  request,
}) => {
  const page = await open(pair.buscador, pathOf('buscador', pair.chatId), { fresh: true })
  const scenario = scenarios(page, request, pair)
  await scenario('the network is a 2G network', around('lenta', imagen(101)), async (typed) => {
    const devtools = await page.context().newCDPSession(page)
    const speed = { downloadThroughput: BYTES_OF_2G, uploadThroughput: BYTES_OF_2G }
    for (const [nth, one] of typed.entries()) {
      const latency = nth % 2 === 0 ? 300 : 800
      await devtools.send('Network.emulateNetworkConditions', { offline: false, latency, ...speed })
      await sendMessages(page, [one])
    }
    await expect(page.locator(PENDING)).toHaveCount(0)
    await devtools.detach()
  })
  await scenario('the browser stores nothing', around('sin espacio', imagen(102)), async (typed) => {
    await page.addInitScript(FULL)
    await page.reload()
    await expect(field(page)).toBeVisible()
    await loadPictureCode(page)
    await page.context().setOffline(true)
    await sendMessages(page, typed)
    await expect(page.getByText('No cierres esta página hasta que se envíe')).toBeVisible()
    await page.context().setOffline(false)
  })
})

test('two tabs that send while one of them works off its queue lose, double and reorder nothing', async ({
  pair,
  open,
  request,
}) => {
  const { chatId } = pair
  const first = await open(pair.buscador, pathOf('buscador', chatId))
  const context = first.context()
  const second = await context.newPage()
  await second.goto(pathOf('buscador', chatId))
  await expect(field(second)).toBeVisible()
  await context.setOffline(true)
  await sendTexts(first, texts('primera', 15))
  await context.setOffline(false)
  const [more, others] = [texts('más', 15), texts('segunda', 30)]
  await Promise.all([sendTexts(first, more), sendTexts(second, others)])
  const typed = [...texts('primera', 15), ...more, ...others]
  for (const page of [first, second]) {
    await expect(page.locator(PENDING)).toHaveCount(0, { timeout: 60_000 })
  }
  const all = await got(request, pair)
  expect(all.toSorted()).toEqual(typed.toSorted())
  // The order of each tab; the two write at the same time.
  expect(all.filter((text) => !text.startsWith('segunda'))).toEqual([...texts('primera', 15), ...more])
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
      const endInterference = await interfere(
        page.context(),
        inTurn('whole', 'lost answer', 'whole', 'no answer'),
      )
      return { page, endInterference, typed: [...texts(name, 3), imagen(110 + nth), `${name} fin`] }
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

test('texts and pictures arrive once and in order when the server or the database is killed, both screens recover without a reload, and so they do with access tokens of two seconds', async ({
  open,
  playwright,
}) => {
  test.setTimeout(150_000)
  const server = await ownServer()
  try {
    const request = await playwright.request.newContext({ baseURL: server.baseURL })
    const pair = await makePeopleWithChat(request)
    const addressOf = (side: Side) => server.baseURL + pathOf(side, pair.chatId)
    const seeker = await open(pair.buscador, addressOf('buscador'))
    const maestro = await open(pair.maestro, addressOf('maestro'))
    const all: string[] = []
    for (const [nth, process] of (['server', 'database'] as const).entries()) {
      await test.step(`the ${process} is killed while they are sent`, async () => {
        const typed = around(process, imagen(101 + nth))
        const [first = '', ...others] = typed
        await sendMessages(seeker, [first])
        await expect(message(maestro, first)).toHaveCount(1)
        await sendMessages(seeker, others.slice(0, 1))
        await (process === 'server' ? server.kill() : server.killDatabase())
        await sendMessages(seeker, others.slice(1))
        const answer = `${process} también`
        await say(maestro, answer)
        await expect(message(maestro, answer)).toContainText('En espera de conexión')
        // The last start makes short access tokens for the next step.
        await server.start(process === 'database' ? { ACCESS_TOKEN_SECONDS: '2' } : {})
        for (const page of [seeker, maestro]) {
          await expect(page.locator(PENDING)).toHaveCount(0, { timeout: 60_000 })
          await expect(message(page, answer)).toHaveCount(1, { timeout: 60_000 })
        }
        all.push(...typed)
        expect(await got(request, pair)).toEqual(all)
        await say(maestro, `${process} en vivo`)
        await expect(message(seeker, `${process} en vivo`)).toHaveCount(1, { timeout: 60_000 })
        expect(await shown(seeker)).toEqual(await shown(maestro))
      })
    }
    await test.step('access tokens last two seconds, and the device takes an expired one for a valid one', async () => {
      await seeker.close()
      const { refresh_token } = pair.buscador
      const short = await succeed(post(request, '/auth/v1/token?grant_type=refresh_token', { refresh_token }))
      expect(short.expires_in).toBe(2)
      const inAnHour = Math.floor(Date.now() / 1000) + 3600
      const page = await open({ ...short, expires_at: inAnHour }, addressOf('buscador'))
      const typed = around('al rato', imagen(103))
      await sendMessages(page, typed)
      await expect(page.locator(PENDING)).toHaveCount(0, { timeout: 60_000 })
      expect(await got(request, pair)).toEqual([...all, ...typed])
    })
  } finally {
    await server.end()
  }
})
