import { parseArgs } from 'node:util'
import { moveMarksToToday } from './directory/available.ts'
import { type Directories, openDirectories } from './directory/open.ts'
import {
  allPairs,
  checkAnswers,
  overLite,
  overProduct,
  overProductAvailable,
  overProductVerified,
  PAGE,
  type SearchClient,
  STATEMENT,
} from './directory/search-query.ts'
import { type Measure, middle } from './report/measure.ts'
import { writeReport } from './report/write.ts'
import type { Server } from './tools/child.ts'
import { LITE_VERSION, startLite } from './tools/lite.ts'
import { pgbench, pgbenchVersion } from './tools/pgbench.ts'
import { startProduct } from './tools/product.ts'
import { wrk } from './tools/wrk.ts'

/** Our search, the same SQL with pgbench, and the same query through @supabase/lite, in two directories. */

const SMALL = 1_000
const LARGE = 1_000_000
const CONNECTIONS = 32

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '12' } },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const warmup = Math.min(4, seconds)

const OURS = 'this server'
const PGBENCH = 'pgbench, same SQL'
const LITE = '@supabase/lite'
const VERIFIED = 'this server, only verified'
const AVAILABLE = 'this server, only available today'
type Contestant = typeof OURS | typeof PGBENCH | typeof LITE | typeof VERIFIED | typeof AVAILABLE
type Figures = Record<Contestant, Measure>

const directories = await openDirectories([SMALL, LARGE], console.log)
try {
  const small = await compare(directories, SMALL)
  const large = await compare(directories, LARGE)
  await report(small, large, directories.version)
} finally {
  await directories.stop()
}

/** Round by round, one after the other and never two at once, so that a disturbance affects all of them. */
async function compare(from: Directories, maestros: number): Promise<Figures> {
  const environment = from.environment(maestros)
  const sql = from.open(maestros)
  const pairs = await allPairs(sql)
  await moveMarksToToday(sql)
  const servers: Server[] = []
  try {
    const product = await startProduct(environment)
    servers.push(product)
    const lite = await startLite(environment)
    servers.push(lite)
    await checkAnswers(OURS, product.url, overProduct, sql, pairs)
    await checkAnswers(VERIFIED, product.url, overProductVerified, sql, pairs)
    await checkAnswers(AVAILABLE, product.url, overProductAvailable, sql, pairs)
    await checkAnswers(LITE, lite.url, overLite, sql, pairs)

    const overHttp = async (server: Server, client: SearchClient) => {
      const requests = pairs.map((pair) => ({ path: client.path(pair) }))
      const load = { url: server.url, requests, headers: client.headers, connections: CONNECTIONS }
      await wrk({ ...load, seconds: warmup })
      return wrk({ ...load, seconds })
    }
    const contestants: [Contestant, () => Promise<Measure>][] = [
      [OURS, () => overHttp(product, overProduct)],
      [PGBENCH, () => pgbench({ statement: STATEMENT, environment, clients: CONNECTIONS, warmup, seconds })],
      [LITE, () => overHttp(lite, overLite)],
      [VERIFIED, () => overHttp(product, overProductVerified)],
      [AVAILABLE, () => overHttp(product, overProductAvailable)],
    ]
    const taken: Record<Contestant, Measure[]> = {
      [OURS]: [],
      [PGBENCH]: [],
      [LITE]: [],
      [VERIFIED]: [],
      [AVAILABLE]: [],
    }
    for (let round = 1; round <= rounds; round++) {
      for (const [name, measure] of contestants) {
        const figures = await measure()
        taken[name].push(figures)
        const { rate, p50, p99 } = figures
        console.log(
          `${maestros.toLocaleString('en')} maestros, round ${round}: ${name} ` +
            `${rate.toFixed(0)}/s, p50 ${p50.toFixed(2)} ms, p99 ${p99.toFixed(2)} ms`,
        )
      }
    }
    return {
      [OURS]: middle(taken[OURS]),
      [PGBENCH]: middle(taken[PGBENCH]),
      [LITE]: middle(taken[LITE]),
      [VERIFIED]: middle(taken[VERIFIED]),
      [AVAILABLE]: middle(taken[AVAILABLE]),
    }
  } finally {
    for (const server of servers.reverse()) await server.stop()
  }
}

async function report(small: Figures, large: Figures, postgresql: string): Promise<void> {
  const sizes = [
    { maestros: SMALL, figures: small },
    { maestros: LARGE, figures: large },
  ]
  const names: Contestant[] = [OURS, PGBENCH, LITE, VERIFIED, AVAILABLE]
  const ours = large[OURS]
  await writeReport({
    subject: 'search',
    title: 'Search: a random trade in a random borough',
    intro:
      `The first page of ${PAGE} maestros and the exact total, over ${CONNECTIONS} connections; the middle of ` +
      `${rounds} rounds of ${seconds} s, taken in turns. All reach one PostgreSQL through one Unix socket. The last two add a filter to the search.`,
    columns: ['maestros', 'who answers', 'answers/s', 'p50 ms', 'p99 ms', 'of pgbench'],
    rows: sizes.flatMap(({ maestros, figures }) =>
      names.map((name) => [
        maestros.toLocaleString('en'),
        name,
        figures[name].rate.toFixed(0),
        figures[name].p50.toFixed(2),
        figures[name].p99.toFixed(2),
        (figures[name].rate / figures[PGBENCH].rate).toFixed(2),
      ]),
    ),
    goals: [
      {
        what: 'rate beside pgbench, 1,000,000',
        reached: ours.rate / large[PGBENCH].rate,
        goal: 0.5,
        wants: 'at least',
      },
      {
        what: 'rate beside @supabase/lite, 1,000,000',
        reached: ours.rate / large[LITE].rate,
        goal: 8,
        wants: 'at least',
      },
      {
        what: 'median at 1,000,000 beside 1,000',
        reached: ours.p50 / small[OURS].p50,
        goal: 1.3,
        wants: 'at most',
      },
      {
        what: 'rate of the filter by availability beside that by verification, 1,000,000',
        reached: large[AVAILABLE].rate / large[VERIFIED].rate,
        goal: 0.8,
        wants: 'at least',
      },
    ],
    facts: {
      PostgreSQL: `${postgresql}, as the product starts it`,
      pgbench: await pgbenchVersion(),
      '@supabase/lite': LITE_VERSION,
      'load generator': `wrk, 1 thread, ${CONNECTIONS} connections`,
    },
    panels: sizes.map(({ maestros, figures }) => ({
      title: `${maestros.toLocaleString('en')} maestros: answers a second`,
      bars: names.map((name) => ({
        label: name,
        value: figures[name].rate,
        text: `${figures[name].rate.toFixed(0)}/s, p50 ${figures[name].p50.toFixed(1)} ms`,
        ours: name !== PGBENCH && name !== LITE,
      })),
    })),
  })
}
