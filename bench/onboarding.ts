import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type Browser, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { z } from 'zod'
import { ensureBrowser } from '../scripts/lib/browser.mjs'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { median } from './report/measure.ts'
import { writeReport } from './report/write.ts'
import { tasksIn } from './tools/main-thread.ts'
import { startProduct } from './tools/product.ts'

/**
 * Whether a picture of the onboarding delays typing: the longest task of the page's main thread while a person types, on a
 * CPU that the browser slows down six times and a line of 1 Mbit/s. The tasks are read from a trace of the browser with their
 * CPU time: the wall time, which PerformanceObserver reports, also contains what other programs took of the machine.
 */

/** `--url` measures a server that runs already, instead of one of this run. */
const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, url: { type: 'string' } },
})
const rounds = Number(values.rounds)

const SLOWDOWN = 6
const BYTES_PER_SECOND = 125_000
const GOAL_MS = 200
const PHONE = { width: 360, height: 740 }
const TYPED = 'Calle Hidalgo 12, interior 3, colonia Centro, alcaldía Tlalpan, 14000'
const KEY_MS = 80

const Config = z.object({ publishableKey: z.string() })
const KeySamples = z.array(z.number())
interface Samples {
  /** The tasks of the main thread: the CPU time that they used, with the slowdown. */
  tasks: number[]
  /** From each key to the next paint. */
  keys: number[]
}

const OBSERVE = `
  globalThis.keySamples = []
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === 'keydown') keySamples.push(duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

const TRACED = ['toplevel', '__metadata']

/** As on the camera's refusal: the dialog then offers the file picker. */
const WITHOUT_CAMERA =
  'navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException("no", "NotAllowedError"))'
/** As in a browser that cannot draw in a worker: the picture is decoded and drawn on the page. */
const WITHOUT_WORKER = 'delete globalThis.OffscreenCanvas'

interface Way {
  label: string
  ours: boolean
  scripts: string[]
  /** Opens the dialog of the camera, before anything is measured: there is nothing to type in yet. */
  open(page: Page): Promise<void>
  /** Puts a picture on its way. */
  start(page: Page): Promise<void>
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Tomar foto de la INE' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /Abrir la cámara del teléfono|Tomar foto/ })
    .waitFor()
}

async function pick(page: Page, file: string) {
  const picker = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Abrir la cámara del teléfono' }).click()
  // A path, not bytes: Playwright would decode bytes in a task of the page.
  await (await picker).setFiles(file)
}

const takeButton = (page: Page) => page.getByRole('button', { name: 'Tomar foto', exact: true })

async function shoot(page: Page) {
  await takeButton(page).click()
  await page.getByRole('button', { name: 'Usar esta foto' }).click()
}

const waysWith = (photo: string): Way[] => [
  { label: 'typing alone', ours: false, scripts: [], open: async () => {}, start: async () => {} },
  {
    label: 'typing, 12-megapixel photo',
    ours: true,
    scripts: [WITHOUT_CAMERA],
    open: openDialog,
    start: (page) => pick(page, photo),
  },
  { label: 'typing, picture of the camera', ours: true, scripts: [], open: openDialog, start: shoot },
  {
    label: 'typing, 12-megapixel photo without the worker',
    ours: false,
    scripts: [WITHOUT_CAMERA, WITHOUT_WORKER],
    open: openDialog,
    start: (page) => pick(page, photo),
  },
]

async function measure(browser: Browser, url: string, way: Way): Promise<Samples> {
  const context = await browser.newContext({ baseURL: url, viewport: PHONE, hasTouch: true, isMobile: true })
  try {
    const page = await openForm(await context.newPage(), way.scripts)
    const devtools = await context.newCDPSession(page)
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', {
      ...{
        offline: false,
        latency: 40,
        downloadThroughput: BYTES_PER_SECOND,
        uploadThroughput: BYTES_PER_SECOND,
      },
    })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await way.open(page)
    await page.evaluate('keySamples.length = 0')
    await browser.startTracing(page, { categories: TRACED })
    const uploaded =
      way.label === 'typing alone'
        ? Promise.resolve()
        : page.waitForResponse((answer) => /\/object\/chat-media\//.test(answer.url()), { timeout: 180_000 })
    await way.start(page)
    await page.getByRole('button', { name: 'Atrás' }).click()
    const field = page.getByLabel('Domicilio', { exact: true })
    let busy = true
    const finished = uploaded.then(() => {
      busy = false
    })
    do {
      await field.fill('')
      await field.pressSequentially(TYPED, { delay: KEY_MS, timeout: 180_000 })
    } while (busy)
    await finished
    const tasks = tasksIn(await browser.stopTracing())
    return { tasks, keys: KeySamples.parse(await page.evaluate('keySamples')) }
  } finally {
    await context.close()
  }
}

/** Opens the step of the INE as a new maestro, on whom nothing of an earlier round depends. */
async function openForm(page: Page, scripts: string[]): Promise<Page> {
  await page.goto('/login')
  const { publishableKey } = Config.parse(await (await page.request.get('/config.json')).json())
  const headers = { apikey: publishableKey }
  const data = { role: 'maestro', nombre: 'Nuria', apellido: 'Nava', terminos_aceptados: true }
  const account = { email: `${randomUUID()}@bench.test`, password: 'demo1234', data }
  const answer = await page.request.post('/auth/v1/signup', { headers, data: account })
  if (!answer.ok()) throw new Error(`sign-up answered ${answer.status()}`)
  await page.evaluate(
    (session) => localStorage.setItem('sb-maestros-auth-token', session),
    await answer.text(),
  )
  for (const script of [OBSERVE, ...scripts]) await page.addInitScript(script)
  await page.goto('/onboarding-maestro?paso=ine')
  await page.getByText('Guardado', { exact: true }).waitFor()
  return page
}

async function makePhoto(folder: string): Promise<string> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const create = { width: 4000, height: 3000, channels: 3, background: '#285aa0', noise } as const
  const file = join(folder, 'ine.jpg')
  await writeFile(file, await sharp({ create }).jpeg({ quality: 60 }).toBuffer())
  return file
}

await ensureBuilt()
const executablePath = await ensureBrowser()
const folder = await mkdtemp(join(tmpdir(), 'maestros-bench-onboarding-'))
const server = values.url ? null : await startProduct({}, { NODE_ENV: 'development', DATA_DIR: folder })
const url = server?.url ?? values.url ?? ''
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [
    '--no-sandbox',
    '--disable-dev-shm-usage',
    '--disable-gpu',
    '--use-fake-device-for-media-stream',
    '--use-fake-ui-for-media-stream',
  ],
})
try {
  const ways = waysWith(await makePhoto(folder)).map((way) => ({
    ...way,
    tasks: [0],
    keys: [0],
    counts: [0],
  }))
  for (const way of ways) way.tasks = way.keys = way.counts = []
  for (let round = 1; round <= rounds; round++) {
    for (const way of ways) {
      const { tasks, keys } = await measure(browser, url, way)
      way.tasks = [...way.tasks, Math.max(0, ...tasks)]
      way.keys = [...way.keys, Math.max(0, ...keys)]
      way.counts = [...way.counts, tasks.filter((ms) => ms > GOAL_MS).length]
      console.log(`round ${round}: ${way.label}: longest task ${Math.max(0, ...tasks).toFixed(0)} ms`)
    }
  }
  const figures = ways.map(({ label, ours, tasks, keys, counts }) => ({
    label,
    ours,
    task: median(tasks),
    key: median(keys),
    over: median(counts),
  }))
  await writeReport({
    subject: 'onboarding',
    title: 'Typing while a picture is prepared and uploaded',
    intro:
      `The longest task of the main thread in CPU time, the longest time from a key to the next paint, and the number of tasks over ` +
      `${GOAL_MS} ms, while a person types the address of the onboarding on a CPU that the browser slows down ${SLOWDOWN} times, on a line of ` +
      `1 Mbit/s; the median of ${rounds} rounds. The first line has no picture; the last is the same photo in a browser that cannot draw ` +
      'in a worker. CPU time depends little on other programs; the time of a key is wall time.',
    columns: ['what', 'longest task, CPU ms', 'longest key, ms', `tasks over ${GOAL_MS} ms`],
    rows: figures.map(({ label, task, key, over }) => [label, task.toFixed(0), key.toFixed(0), String(over)]),
    goals: figures
      .filter(({ ours }) => ours)
      .map(({ label, task }) => ({
        what: `${label}: longest task in ms`,
        reached: task,
        goal: GOAL_MS,
        wants: 'at most' as const,
      })),
    facts: { Chromium: browser.version(), 'load average': loadavg()[0]?.toFixed(1) ?? '' },
    panels: [
      {
        title: 'longest task in ms, less is better',
        bars: figures.map(({ label, task, ours }) => ({ label, value: task, text: task.toFixed(0), ours })),
      },
    ],
  })
} finally {
  await browser.close()
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
}
