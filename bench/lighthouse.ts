import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { PUBLIC_PAGES } from '../apps/web/vite/public-pages.ts'
import { ensureBrowser } from '../scripts/lib/browser.mjs'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { median } from './report/measure.ts'
import { writeReport } from './report/write.ts'
import { output } from './tools/child.ts'
import { startProduct } from './tools/product.ts'

/** Measures the public pages and the first screens of the built app with Lighthouse's phone and slow connection. */

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Scores = Record<(typeof CATEGORIES)[number], number>

interface Goals {
  scores: Scores
  /** The largest paint, in milliseconds. */
  paint?: number
}
const PAGE: Goals = {
  scores: { performance: 99, accessibility: 100, 'best-practices': 100, seo: 100 },
  paint: 1500,
}
const FORM: Goals = { scores: { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } }

/** Search pages of each kind: the index, a trade, and a trade in a borough with many and with few maestros. */
const SEARCH_PAGES = [
  '/maestros',
  '/maestros/plomeria',
  '/maestros/plomeria/cuauhtemoc',
  '/maestros/tapiceria/milpa-alta',
]
const GOALS = new Map<string, Goals>([
  ...[...PUBLIC_PAGES.map((page) => `/${page}`), ...SEARCH_PAGES].map((page) => [page, PAGE] as const),
  ...['/login', '/registro'].map((page) => [page, FORM] as const),
])

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, only: { type: 'string', default: '' } },
})
const rounds = Number(values.rounds)
const screensToMeasure = [...GOALS.keys()].filter((screen) => screen.includes(values.only))

const Score = z.object({ score: z.number() })
const Audit = z.object({ numericValue: z.number() })
const Answer = z.object({
  lighthouseVersion: z.string(),
  categories: z.object({ performance: Score, accessibility: Score, 'best-practices': Score, seo: Score }),
  audits: z.object({
    'first-contentful-paint': Audit,
    'largest-contentful-paint': Audit,
    'total-blocking-time': Audit,
    'cumulative-layout-shift': Audit,
  }),
})

await ensureBuilt()
const browser = await ensureBrowser()
// The demo directory has maestros for the search pages. It is in a folder of its own.
const server = await startProduct(
  {},
  { DEMO: '1', DATA_DIR: join(import.meta.dirname, '.cache/product-demo') },
)
try {
  await measure(server.url)
} finally {
  await server.stop()
}

async function measure(url: string) {
  const seen = new Map<string, z.infer<typeof Answer>[]>(screensToMeasure.map((screen) => [screen, []]))
  for (let round = 1; round <= rounds; round++) {
    for (const [screen, answers] of seen) {
      const answer = await look(url + screen)
      answers.push(answer)
      console.log(`round ${round}: ${screen} ${CATEGORIES.map((name) => scoreOf(answer, name)).join(', ')}`)
    }
  }
  await report(seen)
}

async function look(url: string) {
  const program = join(import.meta.dirname, 'node_modules/lighthouse/cli/index.js')
  const flags = '--headless --no-sandbox --disable-dev-shm-usage --disable-gpu'
  const args = [url, '--output=json', '--quiet', `--only-categories=${CATEGORIES.join()}`]
  const text = await output(process.execPath, [program, ...args, `--chrome-flags=${flags}`], {
    ...(browser && { env: { CHROME_PATH: browser } }),
    seconds: 180,
  })
  return Answer.parse(JSON.parse(text))
}

function scoreOf({ categories }: z.infer<typeof Answer>, name: (typeof CATEGORIES)[number]) {
  return Math.round(categories[name].score * 100)
}

async function report(seen: Map<string, z.infer<typeof Answer>[]>) {
  const screens = [...seen].map(([screen, answers]) => {
    const score = (name: (typeof CATEGORIES)[number]) => median(answers.map((one) => scoreOf(one, name)))
    const audit = (name: keyof z.infer<typeof Answer>['audits']) =>
      median(answers.map(({ audits }) => audits[name].numericValue))
    return { screen, scores: CATEGORIES.map((name) => ({ name, score: score(name) })), audit }
  })
  const version = [...seen.values()].flat().at(0)?.lighthouseVersion ?? ''
  await writeReport({
    subject: 'lighthouse',
    title: 'Lighthouse: the public pages and the first screens on a phone',
    intro: `The built app from the server as in production, in Lighthouse's mobile setting: a mid-range phone on a slow line, simulated from what one load did. The middle of ${rounds} loads of each screen.`,
    columns: ['screen', ...CATEGORIES, 'first paint ms', 'largest paint ms', 'blocked ms', 'shift'],
    rows: screens.map(({ screen, scores, audit }) => [
      screen,
      ...scores.map(({ score }) => String(score)),
      audit('first-contentful-paint').toFixed(0),
      audit('largest-contentful-paint').toFixed(0),
      audit('total-blocking-time').toFixed(0),
      audit('cumulative-layout-shift').toFixed(3),
    ]),
    goals: screens.flatMap(({ screen, scores, audit }) => {
      const goals = GOALS.get(screen) ?? PAGE
      return [
        ...scores.map(({ name, score }) => ({
          what: `${screen}: ${name}`,
          reached: score,
          goal: goals.scores[name],
          wants: 'at least' as const,
        })),
        ...(goals.paint === undefined
          ? []
          : [
              {
                what: `${screen}: largest paint ms`,
                reached: audit('largest-contentful-paint'),
                goal: goals.paint,
                wants: 'at most' as const,
              },
            ]),
      ]
    }),
    facts: { Lighthouse: version },
    panels: CATEGORIES.map((name) => ({
      title: `${name}, of 100`,
      bars: screens.map(({ screen, scores }) => {
        const value = scores.find((one) => one.name === name)?.score ?? 0
        return { label: screen, value, text: String(value), ours: true }
      }),
    })),
  })
}
