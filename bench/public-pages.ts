import { globSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Sql } from '../apps/server/src/platform/db/pool.ts'
import { slugDe } from '../packages/dominio/src/slug.ts'
import { ensureBuilt } from '../scripts/lib/build.mjs'
import { openDirectories } from './directory/open.ts'
import { allPairs, type Pair } from './directory/search-query.ts'
import { type Measure, middle } from './report/measure.ts'
import { writeReport } from './report/write.ts'
import { startProduct } from './tools/product.ts'
import { wrk } from './tools/wrk.ts'

/** The public search pages of all pairs, beside a static file of similar size from the same server. */

const CONNECTIONS = 32
const CLIENT = join(import.meta.dirname, '../apps/web/build/client')
/** As browsers ask: the server answers with compressed bytes. */
const HEADERS = { 'accept-encoding': 'gzip, br', accept: 'text/html' }

const { values } = parseArgs({
  options: {
    maestros: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '12' },
  },
})
const maestros = Number(values.maestros)
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const warmup = Math.min(4, seconds)

await ensureBuilt('web')
const directories = await openDirectories([maestros], console.log)
try {
  const sql = directories.open(maestros)
  const pairs = await allPairs(sql)
  const server = await startProduct(directories.environment(maestros))
  try {
    await measure(server.url, sql, pairs)
  } finally {
    await server.stop()
  }
} finally {
  await directories.stop()
}

async function measure(url: string, sql: Sql, pairs: Pair[]) {
  await checkPages(url, sql, pairs)
  // Every page is rendered once, as it is soon after a start.
  for (const pair of pairs) await bytesOf(url + pathOf(pair))
  const size = await bytesOf(url + pathOf(pairs[0]))
  const file = closestFile(size)
  const fileSize = await bytesOf(url + file)
  const contestants: [name: string, paths: string[]][] = [
    [`search pages, ${pairs.length} in turn`, pairs.map(pathOf)],
    [`static file ${file}`, [file]],
  ]
  const taken = contestants.map((): Measure[] => [])
  for (let round = 1; round <= rounds; round++) {
    for (const [index, [name, paths]] of contestants.entries()) {
      const load = {
        url,
        requests: paths.map((path) => ({ path })),
        headers: HEADERS,
        connections: CONNECTIONS,
      }
      await wrk({ ...load, seconds: warmup })
      const figures = await wrk({ ...load, seconds })
      taken[index]?.push(figures)
      console.log(`round ${round}: ${name} ${figures.rate.toFixed(0)}/s, p99 ${figures.p99.toFixed(2)} ms`)
    }
  }
  await report(
    contestants.map(([name], index) => ({ name, ...middle(taken[index] ?? []) })),
    { page: size, file: fileSize },
  )
}

function pathOf(pair: Pair | undefined): string {
  return `/maestros/${slugDe(pair?.oficio ?? '')}/${slugDe(pair?.alcaldia ?? '')}`
}

/** A fast wrong answer is worthless: some pages must show the total that the rows have. */
async function checkPages(url: string, sql: Sql, pairs: Pair[]) {
  for (const pair of pairs.filter((_, index) => index % 20 === 0)) {
    const answer = await fetch(url + pathOf(pair), { headers: { accept: 'text/html' } })
    const [row] = await sql<{ total: number }[]>`
      select count(*)::integer as total from interno.directorio
      where alcaldia = ${pair.alcaldia} and oficio = ${pair.oficio}`
    const expected = `${(row?.total ?? 0).toLocaleString('es-MX')} maestro`
    if (answer.status !== 200 || !(await answer.text()).includes(expected)) {
      throw new Error(`${pathOf(pair)} answered ${answer.status} and not the total ${expected}`)
    }
  }
}

async function bytesOf(address: string): Promise<number> {
  const answer = await fetch(address, { headers: HEADERS })
  if (!answer.ok) throw new Error(`${address} answered ${answer.status}`)
  return Number(answer.headers.get('content-length'))
}

/** The fingerprinted file whose compressed size is closest to that of a page. */
function closestFile(bytes: number): string {
  const [closest] = globSync('assets/*.br', { cwd: CLIENT })
    .map((name) => ({ name, difference: Math.abs(statSync(join(CLIENT, name)).size - bytes) }))
    .sort((a, b) => a.difference - b.difference)
  if (!closest) throw new Error('the build has no compressed files')
  return `/${closest.name.replace(/\.br$/, '')}`
}

async function report(rows: (Measure & { name: string })[], sizes: { page: number; file: number }) {
  const [pages, file] = rows
  if (!pages || !file) throw new Error('a measurement is missing')
  const count = maestros.toLocaleString('en')
  await writeReport({
    subject: 'public-pages',
    title: 'Public search pages beside a static file',
    intro:
      `A random page of a trade in a borough, with a directory of ${count} maestros, and one file of similar size from ` +
      `the same server, over ${CONNECTIONS} connections; the middle of ${rounds} rounds of ${seconds} s, taken in turns. ` +
      'Every page was asked for once before. The server reads a page again every 10 s and renders it when it has changed.',
    columns: ['what', 'answers/s', 'p50 ms', 'p99 ms', 'bytes'],
    rows: [
      [pages.name, pages.rate.toFixed(0), pages.p50.toFixed(2), pages.p99.toFixed(2), String(sizes.page)],
      [file.name, file.rate.toFixed(0), file.p50.toFixed(2), file.p99.toFixed(2), String(sizes.file)],
    ],
    goals: [
      {
        what: `rate of a page beside a static file, ${count}`,
        reached: pages.rate / file.rate,
        goal: 0.5,
        wants: 'at least',
      },
    ],
    facts: {
      PostgreSQL: `${directories.version}, as the product starts it`,
      'load generator': `wrk, 1 thread, ${CONNECTIONS} connections`,
    },
    panels: [
      {
        title: `${count} maestros: answers a second`,
        bars: rows.map(({ name, rate, p50 }, index) => ({
          label: name,
          value: rate,
          text: `${rate.toFixed(0)}/s, p50 ${p50.toFixed(1)} ms`,
          ours: index === 0,
        })),
      },
    ],
  })
}
