import { randomUUID } from 'node:crypto'
import { setPriority } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { z } from 'zod'
import { bareLines, type Line, productLines } from './lines.ts'

/**
 * Pairs that talk, in a process of its own. In turns (as fast as each is answered) or at a fixed pace. Prints how many
 * messages arrived in the measured seconds and how long each took from its sending, in milliseconds.
 */
const Person = z.object({ id: z.string(), token: z.string() })
export const Talk = z.object({
  url: z.string(),
  who: z.enum(['product', 'bare']),
  subscribe: z.enum(['chat', 'all']),
  pairs: z.array(z.object({ chatId: z.string(), seeker: Person, maestro: Person })),
  /** Messages a second over all pairs; without it, the pairs take turns. */
  pace: z.optional(z.number()),
  /** Pairs that talk; the others only listen. */
  talking: z.number(),
  warmup: z.number(),
  seconds: z.number(),
})
export type Talk = z.infer<typeof Talk>

const TEXT = '¿Podría venir el martes por la mañana a revisar la instalación?'
const OPENING_AT_ONCE = 20

const talk = Talk.parse(JSON.parse(await input()))
if (talk.pace !== undefined) {
  try {
    // What is measured is the server's delay, not the sender's own wait for a core.
    setPriority(-10)
  } catch {
    // Only root may.
  }
}

const opener = talk.who === 'product' ? productLines(talk.url, talk.subscribe) : bareLines(talk.url)
const sentAt = new Map<string, number>()
const took: number[] = []
let measuring = false

const failed = (error: Error) => {
  console.error(error)
  process.exit(1)
}

function say(line: Line) {
  const id = randomUUID()
  sentAt.set(id, performance.now())
  line.send(id, TEXT)
}

function arrived(id: string) {
  const sent = sentAt.get(id)
  sentAt.delete(id)
  if (sent === undefined) return failed(new Error('a message arrived twice, or was never sent'))
  if (measuring) took.push(performance.now() - sent)
}

const opened: { seeker: Line; maestro: Line }[] = []
for (let first = 0; first < talk.pairs.length; first += OPENING_AT_ONCE) {
  const group = talk.pairs.slice(first, first + OPENING_AT_ONCE)
  opened.push(...(await Promise.all(group.map(openPair))))
}
const talkers = opened.slice(0, talk.talking)

if (talk.pace === undefined) for (const { seeker } of talkers) say(seeker)
const paced = talk.pace === undefined ? undefined : keepPace(talk.pace)
await delay(talk.warmup * 1000)
measuring = true
const began = performance.now()
await delay(talk.seconds * 1000)
measuring = false
const seconds = (performance.now() - began) / 1000
await paced
process.stdout.write(JSON.stringify({ seconds, took }), () => process.exit(0))

async function openPair(pair: Talk['pairs'][number]) {
  const lines: { seeker?: Line; maestro?: Line } = {}
  const hear = (me: 'seeker' | 'maestro') => (id: string) => {
    arrived(id)
    const line = lines[me]
    if (talk.pace === undefined && line) say(line)
  }
  const { seeker, maestro } = pair
  const [one, two] = await Promise.all([
    opener(pair, seeker, maestro, { heard: hear('seeker'), failed }),
    opener(pair, maestro, seeker, { heard: hear('maestro'), failed }),
  ])
  lines.seeker = one
  lines.maestro = two
  return { seeker: one, maestro: two }
}

/** Whether or not earlier messages have arrived. */
async function keepPace(pace: number) {
  const total = pace * (talk.warmup + talk.seconds)
  const start = performance.now()
  for (let i = 0; i < total; ) {
    const due = Math.min(total, ((performance.now() - start) * pace) / 1000)
    for (; i < due; i++) {
      const pair = talkers[i % talkers.length]
      if (pair) say(Math.floor(i / talkers.length) % 2 ? pair.maestro : pair.seeker)
    }
    await delay(1)
  }
}

async function input(): Promise<string> {
  let text = ''
  for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
  return text
}
