import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import { z } from 'zod'
import { ensureBrowser } from '../scripts/lib/browser.mjs'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import {
  dropSeekers,
  fillConversation,
  fillInbox,
  JWT_SECRET,
  makeSeekers,
  type Person,
  pairUp,
} from './chats/people.ts'
import { openDirectories } from './directory/open.ts'
import { median, quantile } from './report/measure.ts'
import { writeReport } from './report/write.ts'
import { tasksIn } from './tools/main-thread.ts'
import { startProduct } from './tools/product.ts'

/**
 * A conversation of 20,000 messages of which 5,000 were scrolled through, and an inbox of 2,000 chats, in Chromium with the
 * CPU slowed down four times: nodes of the page, the longest task of the main thread, the time of a key, and of coming back.
 */

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, loaded: { type: 'string', default: '5000' } },
})
const rounds = Number(values.rounds)
const loaded = Number(values.loaded)

const SLOWDOWN = 4
const MESSAGES = 20_000
const MESSAGES_IN_A_PAGE = 40
const CHATS = 2_000
const WHEEL_PX = 1_500
const WHEEL_PAUSE_MS = 40
const PHONE = { width: 360, height: 740 }
const TYPED = 'Buenas tardes, ¿a qué hora puede venir mañana?'
const KEY_MS = 80
const GOAL = { nodes: 2_000, task: 100, key: 50, back: 1_000 }

const Numbers = z.array(z.number())
/** What one round measured, in milliseconds except the nodes. */
interface Round {
  nodes: number
  scroll: number
  typing: number
  key: number
  /** 95% of the keys were on the screen within this time. */
  mostKeys: number
  back: number
  inboxNodes: number
  inboxScroll: number
  inboxRows: number
}

const OBSERVE = `
  globalThis.keySamples = []
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') keySamples.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

const NODES = "document.querySelectorAll('*').length"
/** The number of the last rendered row of the inbox. Playwright's search by role would be the longest task of the page. */
const LAST_ROW =
  "Number([...document.querySelectorAll('[aria-posinset]')].at(-1)?.getAttribute('aria-posinset'))"

async function openAs(browser: Browser, url: string, { id, token }: Person, path: string): Promise<Page> {
  const context = await browser.newContext({ baseURL: url, viewport: PHONE, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  const session = {
    ...{ access_token: token, refresh_token: 'none', token_type: 'bearer' },
    ...{ expires_in: 36_000, expires_at: Math.floor(Date.now() / 1000) + 36_000 },
    user: { id, aud: 'authenticated', role: 'authenticated', email: 'bench@bench.example' },
  }
  await page.addInitScript(OBSERVE)
  await page.goto('/login')
  await page.evaluate(
    (stored) => localStorage.setItem('sb-maestros-auth-token', stored),
    JSON.stringify(session),
  )
  await page.goto(path)
  return page
}

async function slowDown(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
}

/** The CPU time of the longest task of the main thread while `act` runs. */
async function longestTask(browser: Browser, page: Page, act: () => Promise<void>): Promise<number> {
  await browser.startTracing(page, { categories: ['toplevel', '__metadata'] })
  await act()
  return Math.max(0, ...tasksIn(await browser.stopTracing()))
}

/** Turns the wheel until `enough` says that it is. */
async function scroll(page: Page, by: number, enough: () => boolean | Promise<boolean>) {
  await page.mouse.move(PHONE.width / 2, PHONE.height / 2)
  while (!(await enough())) {
    await page.mouse.wheel(0, by)
    await page.waitForTimeout(WHEEL_PAUSE_MS)
  }
}

async function conversation(browser: Browser, url: string, seeker: Person, chatId: string) {
  const page = await openAs(browser, url, seeker, '/chats')
  try {
    const row = page.getByRole('list', { name: 'Conversaciones' }).getByRole('link').first()
    await row.click()
    const newest = page.locator('[data-mensaje]').last()
    await newest.waitFor()
    await slowDown(page)
    let pages = 1
    page.on('response', (answer) => {
      if (answer.url().includes('get-messages') && answer.ok()) pages += 1
    })
    let nodes = 0
    const scrolled = await longestTask(browser, page, () =>
      scroll(page, -WHEEL_PX, async () => {
        nodes = Math.max(nodes, z.number().parse(await page.evaluate(NODES)))
        return pages * MESSAGES_IN_A_PAGE >= loaded
      }),
    )
    const field = page.getByPlaceholder('Escribe un mensaje...')
    await field.focus()
    await page.evaluate('keySamples.length = 0')
    const type = () => field.pressSequentially(TYPED, { delay: KEY_MS })
    // Without the trace first, because tracing slows every key down.
    await type()
    const keys = Numbers.parse(await page.evaluate('keySamples'))
    await field.fill('')
    const typing = await longestTask(browser, page, type)
    await page.getByRole('link', { name: 'Volver a tus conversaciones' }).click()
    await row.waitFor()
    const back = z.number().parse(await page.evaluate(comeBack(chatId)))
    return {
      nodes,
      scroll: scrolled,
      typing,
      key: Math.max(0, ...keys),
      mostKeys: quantile(keys, 0.95),
      back,
    }
  } finally {
    await page.context().close()
  }
}

/** Opens the conversation from the inbox and resolves with the time until its newest message is painted. */
const comeBack = (chatId: string) => `new Promise((resolve) => {
  const began = performance.now()
  const look = () => {
    const log = document.querySelector('[role=log]')
    if (log?.querySelector('[data-mensaje]')) {
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)))
    } else requestAnimationFrame(look)
  }
  document.querySelector('a[href$="/${chatId}"]').click()
  look()
})`

async function inbox(browser: Browser, url: string, seeker: Person) {
  const page = await openAs(browser, url, seeker, '/chats')
  try {
    const rows = page.getByRole('list', { name: 'Conversaciones' }).getByRole('listitem')
    await rows.first().waitFor()
    await slowDown(page)
    let nodes = 0
    let last = 0
    const longest = await longestTask(browser, page, () =>
      scroll(page, WHEEL_PX, async () => {
        nodes = Math.max(nodes, z.number().parse(await page.evaluate(NODES)))
        last = z.number().parse(await page.evaluate(LAST_ROW))
        return last >= CHATS
      }),
    )
    return { inboxNodes: nodes, inboxScroll: longest, inboxRows: last }
  } finally {
    await page.context().close()
  }
}

await ensureBuilt()
const executablePath = await ensureBrowser()
const directories = await openDirectories([CHATS], console.log)
const sql = directories.open(CHATS)
const [writer, reader] = await makeSeekers(sql, 2)
if (!writer || !reader) throw new Error('two seekers are needed')
const [pair] = await pairUp(sql, [writer])
if (!pair) throw new Error('a conversation is needed')
await fillConversation(sql, pair, MESSAGES)
await sql`update public.chats set ultimo_mensaje_tipo = 'texto', ultimo_mensaje_contenido = 'Mensaje' where id = ${pair.chatId}`
await fillInbox(sql, reader, CHATS)
const server = await startProduct(directories.environment(CHATS), { JWT_SECRET })
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
})
try {
  const measured: Round[] = []
  for (let round = 1; round <= rounds; round++) {
    const one = {
      ...(await conversation(browser, server.url, writer, pair.chatId)),
      ...(await inbox(browser, server.url, reader)),
    }
    measured.push(one)
    console.log(`round ${round}: ${JSON.stringify(one)}`)
  }
  const of = (figure: keyof Round) => median(measured.map((one) => one[figure]))
  const lines = [
    { label: `scrolling through ${loaded} messages: nodes at most`, value: of('nodes'), goal: GOAL.nodes },
    { label: 'scrolling: longest task, CPU ms', value: of('scroll'), goal: GOAL.task },
    { label: 'typing: longest task, CPU ms', value: of('typing'), goal: GOAL.task },
    { label: 'typing: longest key, ms', value: of('key'), goal: GOAL.key },
    { label: 'coming back to the conversation, ms', value: of('back'), goal: GOAL.back },
    { label: `inbox of ${CHATS}: nodes at most`, value: of('inboxNodes'), goal: GOAL.nodes },
    { label: 'inbox: longest task while scrolling, CPU ms', value: of('inboxScroll'), goal: GOAL.task },
  ]
  await writeReport({
    subject: 'long-chat',
    title: 'A long conversation and a long inbox in a browser',
    intro:
      `A conversation of ${MESSAGES.toLocaleString('en')} messages of which ${loaded.toLocaleString('en')} are scrolled through with the wheel, ` +
      `then typed in, left and opened again; and an inbox of ${CHATS.toLocaleString('en')} chats scrolled to its end. Chromium slows the CPU of the ` +
      `page down ${SLOWDOWN} times; the median of ${rounds} rounds. Tasks are in CPU time; a key and coming back are wall time.`,
    columns: ['what', 'measured'],
    rows: [
      ...lines.map(({ label, value }) => [label, value.toFixed(0)]),
      ['typing: 95% of the keys within, ms', of('mostKeys').toFixed(0)],
    ],
    goals: lines.map(({ label, value, goal }) => ({
      what: label,
      reached: value,
      goal,
      wants: 'at most' as const,
    })),
    facts: {
      Chromium: browser.version(),
      PostgreSQL: directories.version,
      'load average': loadavg()[0]?.toFixed(1) ?? '',
    },
    panels: [
      {
        title: 'part of the goal, less is better',
        bars: lines.map(({ label, value, goal }) => ({
          label,
          value: value / goal,
          text: `${value.toFixed(0)} of ${goal}`,
          ours: true,
        })),
      },
    ],
  })
} finally {
  await browser.close()
  await server.stop()
  await dropSeekers(sql)
  await directories.stop()
}
