import { randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { bareConnections, type Connection, productConnections } from './connections.ts'

/**
 * Pairs that exchange messages, in a separate process: in turns (as fast as each is answered) or at a fixed
 * rate. Prints how many messages arrived in the measured seconds and how long each took, in milliseconds.
 */
const Person = z.object({ id: z.string(), token: z.string() })
export const Talk = z.object({
  url: z.string(),
  who: z.enum(['product', 'bare']),
  subscribe: z.enum(['chat', 'all']),
  pairs: z.array(z.object({ chatId: z.string(), seeker: Person, maestro: Person })),
  /** Messages per second over all pairs; without it, the pairs take turns. */
  rate: z.optional(z.number()),
  /** Pairs that send messages; the others only receive. */
  talking: z.number(),
  warmup: z.number(),
  seconds: z.number(),
})
export type Talk = z.infer<typeof Talk>

const TEXT = '¿Podría venir el martes por la mañana a revisar la instalación?'
const OPENING_AT_ONCE = 20

const talk = Talk.parse(JSON.parse(await input()))
if (talk.rate !== undefined) {
  try {
    // Measures the server's delay, not the sender's own wait for a core.
    setPriority(-10)
  } catch {
    // Only root may.
  }
}

const opener =
  talk.who === 'product' ? productConnections(talk.url, talk.subscribe) : bareConnections(talk.url)
const sentAt = new Map<string, number>()
const took: number[] = []
let measuring = false

const failed = (error: Error) => {
  console.error(error)
  process.exit(1)
}

function sendMessage(connection: Connection) {
  const id = randomUUID()
  sentAt.set(id, performance.now())
  connection.send(id, TEXT)
}

function arrived(id: string) {
  const sent = sentAt.get(id)
  sentAt.delete(id)
  if (sent === undefined) return failed(new Error('a message arrived twice, or was never sent'))
  if (measuring) took.push(performance.now() - sent)
}

const opened: { seeker: Connection; maestro: Connection }[] = []
for (let first = 0; first < talk.pairs.length; first += OPENING_AT_ONCE) {
  const group = talk.pairs.slice(first, first + OPENING_AT_ONCE)
  opened.push(...(await Promise.all(group.map(openPair))))
}
const talkers = opened.slice(0, talk.talking)

if (talk.rate === undefined) for (const { seeker } of talkers) sendMessage(seeker)
const atRate = talk.rate === undefined ? undefined : sendAtRate(talk.rate)
await delay(talk.warmup * 1000)
measuring = true
const began = performance.now()
await delay(talk.seconds * 1000)
measuring = false
const seconds = (performance.now() - began) / 1000
await atRate
process.stdout.write(JSON.stringify({ seconds, took }), () => process.exit(0))

async function openPair(pair: Talk['pairs'][number]) {
  const connections: { seeker?: Connection; maestro?: Connection } = {}
  const onMessage = (me: 'seeker' | 'maestro') => (id: string) => {
    arrived(id)
    const connection = connections[me]
    if (talk.rate === undefined && connection) sendMessage(connection)
  }
  const { seeker, maestro } = pair
  const [one, two] = await Promise.all([
    opener(pair, seeker, maestro, { onMessage: onMessage('seeker'), failed }),
    opener(pair, maestro, seeker, { onMessage: onMessage('maestro'), failed }),
  ])
  connections.seeker = one
  connections.maestro = two
  return { seeker: one, maestro: two }
}

/** Independent of whether earlier messages have arrived. */
async function sendAtRate(rate: number) {
  const total = rate * (talk.warmup + talk.seconds)
  const start = performance.now()
  for (let i = 0; i < total; ) {
    const due = Math.min(total, ((performance.now() - start) * rate) / 1000)
    for (; i < due; i++) {
      const pair = talkers[i % talkers.length]
      if (pair) sendMessage(Math.floor(i / talkers.length) % 2 ? pair.maestro : pair.seeker)
    }
    await delay(1)
  }
}

async function input(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text
}
