import { readdirSync } from 'node:fs'
import { setPriority } from 'node:os'
import { PictureError } from './picture.ts'
import { reencode } from './picture-encoder.ts'

/**
 * The program of a decoder: it reads one picture at a time. It is a process and not a thread because libvips cannot be interrupted,
 * and it has neither the environment of the server nor its secrets.
 */

export interface DecoderOrder {
  bytes: Buffer
  /** Of a core. The server is told when half of it is used, and when all is. */
  workMs: number
}

const LOOK_MS = 50
/** More than most pictures need. */
const MUCH_WORK_MS = 300
/** From then on the pictures of others come first, which are decoded with a higher priority (decoders.ts). */
const MUCH_WORK_NICE = 10

/** Tells the server how much the picture costs: libvips works in another thread. */
function watchWork({ workMs }: DecoderOrder): () => void {
  const before = process.cpuUsage()
  const told = new Set<string>()
  const tell = (spent: 'much' | 'half' | 'all', ms: number) => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 <= ms || told.has(spent)) return
    told.add(spent)
    if (spent === 'much') lowerPriority()
    process.send?.({ spent })
  }
  const timer = setInterval(() => {
    tell('much', MUCH_WORK_MS)
    tell('half', workMs / 2)
    tell('all', workMs)
  }, LOOK_MS)
  return () => clearInterval(timer)
}

/** Of all threads: in Linux each has a priority of its own, and /proc lists them. */
function lowerPriority() {
  try {
    for (const thread of readdirSync('/proc/self/task')) setPriority(Number(thread), MUCH_WORK_NICE)
  } catch {
    // Another system, or a thread that has just ended: the picture keeps its priority.
  }
}

async function answer(order: DecoderOrder) {
  const stop = watchWork(order)
  try {
    return { picture: await reencode(order.bytes) }
  } catch (error) {
    if (error instanceof PictureError) return { problem: error.problem, reason: String(error.cause ?? '') }
    return { problem: 'broken', reason: String(error) }
  } finally {
    stop()
  }
}

// A terminal sends these to all processes; this one ends when the server does.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
// By a signal, because an exit would wait for the picture that is being decoded.
process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
process.on('message', async (order: DecoderOrder) => process.send?.(await answer(order)))
