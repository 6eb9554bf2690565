import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { z } from 'zod'
import type { Pair } from '../chats/people.ts'
import { quantile } from '../report/measure.ts'
import { output, type Server } from '../tools/child.ts'
import type { Attack } from './attack.ts'
import { decodersOf, stallDecoders } from './decoders.ts'
import { warmUp } from './warm-up.ts'

/**
 * One attack on one server: the delays of other callers without and during it, and the server's memory until
 * it has recovered.
 */

export interface Scene {
  server: Server
  key: string
  seconds: number
  /** How often the callers are measured without the attack and then during it. */
  rounds: number
  /** The longest recovery time after the attack, in seconds. */
  rest: number
  paths: string[]
  others: readonly Pair[]
  attackers: readonly Pair[]
}

export interface Felt {
  search: { p50: number; p99: number }
  message: { p50: number; p99: number }
  health: { p99: number }
  /** Undefined when nobody uploaded. */
  upload: { p50: number; p99: number } | undefined
}

export interface Measured {
  name: string
  without: Felt
  during: Felt
  /** Bytes of resident memory. */
  memory: { before: number; peak: number; after: number }
  alive: boolean
  outcomes: Record<string, number>
}

const RATE = 20
const UPLOADS = 5
const PICTURE = { width: 640, height: 480 }
const WARM_UP_SECONDS = 4
/** The attack begins first and ends last, so that it affects every measured request. */
const LEAD_SECONDS = 1
const REST_STEP_SECONDS = 5
const ANSWER_MS = 30_000
export const MEMORY_SHARE = 1.2

const METER = join(import.meta.dirname, 'meter.ts')
const ATTACKER = join(import.meta.dirname, 'attacker.ts')
const Took = z.object({
  search: z.array(z.number()),
  message: z.array(z.number()),
  health: z.array(z.number()),
  upload: z.array(z.number()),
})
const Outcomes = z.record(z.string(), z.number())

export async function measure(scene: Scene, attack: Attack, data: Record<string, string>): Promise<Measured> {
  const { server, seconds } = scene
  const [first] = scene.others
  if (first) await warmUp(server.url, scene.key, first)
  const feelIt = () => feel(scene, seconds, attack.uploads ? UPLOADS : 0)
  await feel(scene, Math.min(WARM_UP_SECONDS, seconds), attack.uploads ? UPLOADS : 0)
  // Measured after the first round without the attack: under normal load the heap first grows to its usual size.
  let before = 0
  const memory = sampler(server.pid)
  const without: Felt[] = []
  const during: Felt[] = []
  const outcomes: Record<string, number> = {}
  for (let round = 0; round < scene.rounds; round++) {
    without.push(await feelIt())
    before ||= await residentBytes(server.pid)
    const attacking = strike(scene, attack, data)
    const stopStalling = attack.endless ? stallDecoders(server.pid) : undefined
    await new Promise((resolve) => setTimeout(resolve, LEAD_SECONDS * 1000))
    during.push(await feelIt())
    for (const [outcome, count] of Object.entries(await attacking)) {
      outcomes[outcome] = (outcomes[outcome] ?? 0) + count
    }
    stopStalling?.()
  }
  const after = await rested(scene, before)
  return {
    name: attack.name,
    without: typical(without),
    during: typical(during),
    memory: { before, peak: memory.stop(), after },
    alive: await answers(server.url),
    outcomes,
  }
}

/** The median of the rounds, because on a shared machine one round may be disturbed from outside. */
function typical(rounds: readonly Felt[]): Felt {
  const median = (of: (felt: Felt) => number) => quantile(rounds.map(of), 0.5)
  return {
    search: { p50: median(({ search }) => search.p50), p99: median(({ search }) => search.p99) },
    message: { p50: median(({ message }) => message.p50), p99: median(({ message }) => message.p99) },
    health: { p99: median(({ health }) => health.p99) },
    upload: rounds.every(({ upload }) => upload)
      ? {
          p50: median(({ upload }) => upload?.p50 ?? 0),
          p99: median(({ upload }) => upload?.p99 ?? 0),
        }
      : undefined,
  }
}

async function feel({ server, key, paths, others }: Scene, seconds: number, uploads = 0): Promise<Felt> {
  const senders = others.flatMap(({ chatId, seeker, maestro }) => [
    { chatId, token: seeker.token },
    { chatId, token: maestro.token },
  ])
  const picture = await smallPicture()
  const input = JSON.stringify({
    ...{
      url: server.url,
      key,
      seconds,
      rate: RATE,
      uploads,
      picture: picture.toString('base64'),
      paths,
      senders,
    },
  })
  const printed = await output(process.execPath, [METER], { input, seconds: seconds + 60 })
  const { search, message, health, upload } = Took.parse(JSON.parse(printed))
  const figures = (took: number[]) => ({ p50: quantile(took, 0.5), p99: quantile(took, 0.99) })
  return {
    search: figures(search),
    message: figures(message),
    health: figures(health),
    upload: upload.length > 0 ? figures(upload) : undefined,
  }
}

const smallPicture = () =>
  sharp({ create: { ...PICTURE, channels: 3, background: '#884422' } })
    .jpeg()
    .toBuffer()

async function strike(
  { server, key, seconds, attackers }: Scene,
  { name }: Attack,
  data: Record<string, string>,
) {
  const whole = seconds + 2 * LEAD_SECONDS
  const input = JSON.stringify({ name, url: server.url, key, seconds: whole, pairs: attackers, data })
  const printed = await output(process.execPath, [ATTACKER], { input, seconds: whole + 30 })
  return Outcomes.parse(JSON.parse(printed))
}

/** Light load continues meanwhile, because an idle process never collects its garbage. */
async function rested(scene: Scene, before: number): Promise<number> {
  for (let rest = 0; ; rest += REST_STEP_SECONDS) {
    const now = await residentBytes(scene.server.pid)
    if (now === 0 || now <= before * MEMORY_SHARE || rest >= scene.rest) return now
    await feel(scene, REST_STEP_SECONDS)
  }
}

/** After an uncaught error the process needs some seconds to close, and refuses new requests. */
async function answers(url: string): Promise<boolean> {
  const asked = fetch(`${url}/healthz`, { signal: AbortSignal.timeout(ANSWER_MS) })
  return asked.then(
    ({ ok }) => ok,
    () => false,
  )
}

function sampler(pid: number): { stop(): number } {
  let peak = 0
  const timer = setInterval(async () => {
    peak = Math.max(peak, await residentBytes(pid))
  }, 250)
  return {
    stop: () => {
      clearInterval(timer)
      return peak
    },
  }
}

/** With the decoders of pictures. Zero when the process has ended. */
async function residentBytes(pid: number): Promise<number> {
  const own = await residentOf(pid)
  if (own === 0) return 0
  const decoders = await Promise.all(decodersOf(pid).map(residentOf))
  return decoders.reduce((sum, bytes) => sum + bytes, own)
}

async function residentOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024
}
