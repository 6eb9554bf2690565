import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { Sql } from '../apps/server/src/platform/db/pool.ts'
import { opening } from './chats/opening.ts'
import { dropSeekers, JWT_SECRET, makeSeekers, type Pair, type Person, pairUp } from './chats/people.ts'
import { type Chats, reportChats, type Talked } from './chats/report.ts'
import type { Talk } from './chats/talk.ts'
import { openDirectories } from './directory/open.ts'
import { median, quantile } from './report/measure.ts'
import { freePort, output, type Server, serve, stay } from './tools/child.ts'
import { startProduct } from './tools/product.ts'

/**
 * Compares chats through the product with a minimal `ws` server, with many connections, and measures opening
 * long conversations.
 */

const MAESTROS = 1_000
const TALKING = 64
/** Two sockets per pair. */
const CROWDED_PAIRS = 250
/**
 * A message causes two changes, the message and its chat. This is slightly above the goal, which 750 would
 * reach exactly.
 */
const CROWDED_MESSAGES = 800
const FEW = 100
const MANY = 10_000
const GENTLE = 50

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '10' },
    sockets: { type: 'string', default: String(MANY) },
  },
})
const rounds = Number(values.rounds)
const seconds = Number(values.seconds)
const many = Number(values.sockets)
const warmup = Math.min(3, seconds)
/** At a fixed rate, messages that waited while sockets opened and code warmed up must be delivered first. */
const SETTLING = 8

const TALK = join(import.meta.dirname, 'chats/talk.ts')
const CROWD = join(import.meta.dirname, 'chats/crowd.ts')
const BARE = join(import.meta.dirname, 'chats/bare.ts')
const Output = z.object({ seconds: z.number(), took: z.array(z.number()) })

/** All sockets come from this machine. */
const SETTINGS = { JWT_SECRET, LIMIT_SOCKETS_ADDRESS: '1000000' }

const directories = await openDirectories([MAESTROS], console.log)
const sql = directories.open(MAESTROS)
try {
  const seekers = await makeSeekers(sql, many + CROWDED_PAIRS)
  const pairs = await pairUp(sql, seekers.slice(0, CROWDED_PAIRS))
  const idle = seekers.slice(CROWDED_PAIRS)
  const environment = directories.environment(MAESTROS)
  const rates = await compareRates(environment, pairs)
  const product = await startProduct(environment, SETTINGS)
  const measured: Omit<Chats, 'memory'> = await inProduct(product, sql, pairs, idle, rates)
    .catch((error: unknown) => {
      console.error(product.log())
      throw error
    })
    .finally(product.stop)
  const memory = await compareMemory(environment, idle)
  await reportChats(
    { ...measured, memory },
    { rounds, seconds, settling: SETTLING, sockets: many, postgresql: directories.version },
  )
} finally {
  await dropSeekers(sql)
  await directories.stop()
}

/** Round by round, one after the other: each server in turn, as fast as it answers. */
async function compareRates(environment: Record<string, string>, pairs: Pair[]) {
  const taken = { product: [] as number[], bare: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    for (const who of ['bare', 'product'] as const) {
      const server = await start(who, environment)
      try {
        const { rate } = await talk({
          who,
          url: server.url,
          subscribe: 'chat',
          pairs: pairs.slice(0, TALKING),
        })
        taken[who].push(rate)
        console.log(`round ${round}: ${who} ${rate.toFixed(0)} messages/s`)
      } finally {
        await server.stop()
      }
    }
  }
  return { product: median(taken.product), bare: median(taken.bare) }
}

async function inProduct(
  { url }: Server,
  sql: Sql,
  pairs: Pair[],
  idle: Person[],
  rates: { product: number; bare: number },
) {
  const who = 'product' as const
  const some = pairs.slice(0, TALKING)
  const halves: Talked[] = []
  for (let round = 0; round <= rounds; round++) {
    const half = await talk({ who, url, subscribe: 'chat', pairs: some, rate: Math.floor(rates.product / 2) })
    halves.push(half)
    const when = round === 0 ? 'after the start' : `round ${round}`
    console.log(`at half the rate, ${when}: p50 ${half.p50.toFixed(2)} ms, p99 ${half.p99.toFixed(2)} ms`)
  }
  const [started, ...warm] = halves as [Talked, ...Talked[]]
  const half = middle(warm)
  const crowds: Talked[] = []
  for (let round = 1; round <= rounds; round++) {
    const crowded = await talk({ who, url, subscribe: 'all', pairs, rate: CROWDED_MESSAGES })
    crowds.push(crowded)
    const { rate, p95 } = crowded
    console.log(
      `${CROWDED_PAIRS * 2} sockets, round ${round}: ${rate.toFixed(0)} messages/s, p95 ${p95.toFixed(2)} ms`,
    )
  }

  const delivered = { few: [] as number[], many: [] as number[] }
  for (let round = 1; round <= rounds; round++) {
    for (const [size, count] of [
      ['few', FEW],
      ['many', many],
    ] as const) {
      const leave = await crowd(who, url, idle.slice(0, count))
      const { p50 } = await talk({ who, url, subscribe: 'all', pairs: pairs.slice(0, 1), rate: GENTLE })
      delivered[size].push(p50)
      console.log(`round ${round}: ${count} connected, p50 ${p50.toFixed(2)} ms`)
      await leave()
    }
  }
  const opened = await opening(url, sql, idle)
  return {
    rates,
    started,
    half,
    crowded: middle(crowds),
    delivered: { few: median(delivered.few), many: median(delivered.many) },
    opened,
  }
}

/** The round with the middle p99. */
function middle(talks: Talked[]): Talked {
  const sorted = talks.toSorted((a, b) => a.p99 - b.p99)
  return sorted[Math.floor(sorted.length / 2)] as Talked
}

/** Bytes per socket for each server alone: its memory with all sockets, minus its memory with a few. */
async function compareMemory(environment: Record<string, string>, idle: Person[]) {
  const memory = { product: 0, bare: 0 }
  for (const who of ['bare', 'product'] as const) {
    const server = await start(who, environment)
    try {
      const first = await crowd(who, server.url, idle.slice(0, FEW))
      const before = await settled(server)
      const leave = await crowd(who, server.url, idle.slice(FEW))
      memory[who] = ((await settled(server)) - before) / (idle.length - FEW)
      console.log(`${who}: ${(memory[who] / 1024).toFixed(1)} kB a socket`)
      await leave()
      await first()
    } finally {
      await server.stop()
    }
  }
  return memory
}

/** The minimum of several readings, because garbage at the last connection is not the cost of a socket. */
async function settled(server: Server): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 10; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1000))
    least = Math.min(least, await server.memory())
  }
  return least
}

async function start(who: 'product' | 'bare', environment: Record<string, string>): Promise<Server> {
  if (who === 'product') return startProduct(environment, SETTINGS)
  const port = await freePort()
  const env = { ...environment, PORT: String(port), NODE_ENV: 'production' }
  return serve('the bare server', { program: process.execPath, args: [BARE], env, port }, '/')
}

async function talk(given: Omit<Talk, 'talking' | 'warmup' | 'seconds'>): Promise<Talked> {
  const before = given.rate === undefined ? warmup : SETTLING
  const work: Talk = { ...given, talking: given.pairs.length, warmup: before, seconds }
  const printed = await output(process.execPath, [TALK], {
    input: JSON.stringify(work),
    seconds: before + seconds + 60,
  })
  const { took, seconds: measured } = Output.parse(JSON.parse(printed))
  const [p50, p95, p99] = [0.5, 0.95, 0.99].map((share) => quantile(took, share))
  return { rate: took.length / measured, p50: p50 ?? 0, p95: p95 ?? 0, p99: p99 ?? 0 }
}

function crowd(who: 'product' | 'bare', url: string, people: Person[]) {
  return stay(process.execPath, [CROWD], {
    input: `${JSON.stringify({ who, url, people })}\n`,
    seconds: 240,
  })
}
