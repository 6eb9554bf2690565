import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Sql } from '../apps/server/src/platform/db/pool.ts'
import { passwordThreads } from '../apps/server/src/protocol/auth/passwords/passwords.ts'
import { openDirectories } from './directory/open.ts'
import { allPairs, overProduct } from './directory/search-query.ts'
import { type Measure, median, middle, quantile } from './report/measure.ts'
import { writeReport } from './report/write.ts'
import { output } from './tools/child.ts'
import { PRODUCT_KEY, startProduct } from './tools/product.ts'
import { wrk } from './tools/wrk.ts'

/** Compares sign-ins over HTTP with the password hash alone, and measures searches meanwhile. */

const MAESTROS = 1_000
const ACCOUNTS = 500
const PASSWORD = 'una contraseña cualquiera'
const CONNECTIONS = 32
/** A light load of searches. */
const SEARCHES_A_SECOND = 40

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '3' }, seconds: { type: 'string', default: '15' } },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)

const directories = await openDirectories([MAESTROS], console.log)
try {
  const sql = directories.open(MAESTROS)
  const hash = await makeAccounts(sql)
  const server = await startProduct(directories.environment(MAESTROS), {
    LIMIT_SIGNIN_EMAIL: '1000000/1',
    LIMIT_SIGNIN_ADDRESS: '1000000/1',
  })
  try {
    await measure(server.url, hash, sql)
  } finally {
    await server.stop()
    await dropAccounts(sql)
  }
} finally {
  await directories.stop()
}

async function measure(url: string, hash: string, sql: Sql): Promise<void> {
  const paths = (await allPairs(sql)).map(overProduct.path)
  const alone: number[] = []
  const logins: Measure[] = []
  const quiet: Measure[] = []
  const meanwhile: Measure[] = []
  await signIns(url, 3)
  await searches(url, paths, 3)
  for (let round = 1; round <= rounds; round++) {
    alone.push(await hashAlone(hash))
    logins.push(await signIns(url, seconds))
    quiet.push(await searches(url, paths, seconds))
    // The sign-ins begin first and end last, so that they affect every search of this phase.
    const [busy] = await Promise.all([searches(url, paths, seconds, 2), signIns(url, seconds + 4)])
    meanwhile.push(busy)
    console.log(
      `round ${round}: hash alone ${alone.at(-1)?.toFixed(1)}/s, sign-ins ${logins.at(-1)?.rate.toFixed(1)}/s, ` +
        `search p99 ${quiet.at(-1)?.p99.toFixed(2)} ms, meanwhile ${meanwhile.at(-1)?.p99.toFixed(2)} ms`,
    )
  }
  await report(median(alone), middle(logins), middle(quiet), middle(meanwhile))
}

async function makeAccounts(sql: Sql): Promise<string> {
  const threads = passwordThreads(1)
  const hash = await threads.hash(PASSWORD)
  await threads.close()
  await dropAccounts(sql)
  await sql`
    insert into auth.users (email, encrypted_password, email_confirmed_at, raw_user_meta_data)
    select 'acceso' || i || '@bench.example', ${hash}, now(), '{"role": "buscador", "nombre": "Acceso"}'
    from generate_series(1, ${ACCOUNTS}) i`
  return hash
}

async function dropAccounts(sql: Sql): Promise<void> {
  await sql`delete from auth.users where email like 'acceso%@bench.example'`
}

async function hashAlone(hash: string): Promise<number> {
  const program = join(import.meta.dirname, 'tools/hash-alone.ts')
  const work = JSON.stringify({ hash, password: PASSWORD, seconds })
  return Number(await output(process.execPath, [program, work], { seconds: seconds + 20 }))
}

function signIns(url: string, duration: number): Promise<Measure> {
  const requests = Array.from({ length: ACCOUNTS }, (_, i) => ({
    path: '/auth/v1/token?grant_type=password',
    body: { email: `acceso${i + 1}@bench.example`, password: PASSWORD },
  }))
  const headers = { apikey: PRODUCT_KEY, 'content-type': 'application/json' }
  return wrk({ url, requests, headers, connections: CONNECTIONS, seconds: duration })
}

async function searches(url: string, paths: string[], duration: number, after = 0): Promise<Measure> {
  if (after > 0) await new Promise((resolve) => setTimeout(resolve, after * 1000))
  const program = join(import.meta.dirname, 'tools/fixed-rate.ts')
  const load = { url, headers: overProduct.headers, paths, rate: SEARCHES_A_SECOND, seconds: duration }
  const printed = await output(process.execPath, [program, JSON.stringify(load)], { seconds: duration + 30 })
  const took = z.array(z.number()).parse(JSON.parse(printed))
  return { rate: SEARCHES_A_SECOND, p50: quantile(took, 0.5), p99: quantile(took, 0.99) }
}

async function report(alone: number, logins: Measure, quiet: Measure, meanwhile: Measure): Promise<void> {
  const cores = availableParallelism()
  await writeReport({
    subject: 'logins',
    title: 'Sign-ins, and a search meanwhile',
    intro:
      `Password sign-ins of ${ACCOUNTS} accounts over ${CONNECTIONS} connections, beside a bare process that does ` +
      `nothing but compare a password with its hash on all ${cores} cores; and ${SEARCHES_A_SECOND} searches a ` +
      `second, sent at a fixed rate, without the sign-ins and during them. The middle of ${rounds} rounds of ${seconds} s.`,
    columns: ['what', 'answers/s', 'p50 ms', 'p99 ms'],
    rows: [
      ['hash alone', alone.toFixed(1), '', ''],
      ['sign-ins', logins.rate.toFixed(1), logins.p50.toFixed(1), logins.p99.toFixed(1)],
      ['search, without sign-ins', String(quiet.rate), quiet.p50.toFixed(2), quiet.p99.toFixed(2)],
      ['search, during sign-ins', String(meanwhile.rate), meanwhile.p50.toFixed(2), meanwhile.p99.toFixed(2)],
    ],
    goals: [
      { what: 'sign-ins beside the hash alone', reached: logins.rate / alone, goal: 0.9, wants: 'at least' },
      {
        what: 'search p99 during sign-ins beside without',
        reached: meanwhile.p99 / quiet.p99,
        goal: 2,
        wants: 'at most',
      },
    ],
    facts: {
      PostgreSQL: `${directories.version}, as the product starts it`,
      'load generator': 'wrk, 1 thread',
    },
    panels: [
      {
        title: 'Comparisons of a password a second',
        bars: [
          { label: 'hash alone', value: alone, text: `${alone.toFixed(1)}/s`, ours: false },
          { label: 'sign-ins', value: logins.rate, text: `${logins.rate.toFixed(1)}/s`, ours: true },
        ],
      },
      {
        title: 'Search, p99 in milliseconds (shorter is better)',
        bars: [
          { label: 'without sign-ins', value: quiet.p99, text: `${quiet.p99.toFixed(2)} ms`, ours: false },
          {
            label: 'during sign-ins',
            value: meanwhile.p99,
            text: `${meanwhile.p99.toFixed(2)} ms`,
            ours: true,
          },
        ],
      },
    ],
  })
}
