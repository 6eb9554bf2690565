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

/** Tells the server how much the picture costs: libvips works in another thread. */
function watchWork({ workMs }: DecoderOrder): () => void {
  const before = process.cpuUsage()
  const told = new Set<string>()
  const tell = (spent: 'half' | 'all', ms: number) => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1000 <= ms || told.has(spent)) return
    told.add(spent)
    process.send?.({ spent })
  }
  const timer = setInterval(() => {
    tell('half', workMs / 2)
    tell('all', workMs)
  }, LOOK_MS)
  return () => clearInterval(timer)
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
