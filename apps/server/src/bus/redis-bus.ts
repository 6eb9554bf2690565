import { randomUUID } from 'node:crypto'
import { TABLAS_VIVAS } from '@maestros/contrato'
import type { FastifyBaseLogger } from 'fastify'
import { createClient } from 'redis'
import { z } from 'zod'
import type { Bus, LiveEvent } from './bus.ts'

/** One channel for all: every process hears every event, its own too. */
const CHANNEL = 'maestros:vivo'
/** A word to ourselves through Redis, now and then: heard, the whole way works. */
const ECHO_MS = 3000
const DEAF_MS = 10_000
const START_MS = 500

const Record = z.record(z.string(), z.unknown())
const Heard = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    table: z.enum(TABLAS_VIVAS),
    type: z.enum(['INSERT', 'UPDATE']),
    record: Record,
    readers: z.array(z.string()),
    at: z.string(),
  }),
  z.object({
    kind: z.literal('sessions-ended'),
    userId: z.string(),
    only: z.string().exactOptional(),
    except: z.string().exactOptional(),
    banned: z.literal(true).exactOptional(),
  }),
  z.object({
    kind: z.literal('broadcast'),
    topic: z.string(),
    event: z.string(),
    encoding: z.enum(['json', 'binary']),
    payload: z.string(),
    from: z.string().exactOptional(),
  }),
  z.object({
    kind: z.literal('presence'),
    process: z.string(),
    topic: z.string(),
    joins: z.array(z.object({ key: z.string(), ref: z.string(), meta: Record })),
    leaves: z.array(z.string()),
  }),
  z.object({ kind: z.literal('presence-ask'), process: z.string(), topic: z.string() }),
  z.object({ kind: z.literal('process'), process: z.string(), gone: z.boolean() }),
  z.object({ kind: z.literal('echo'), of: z.string() }),
]) satisfies z.ZodType<LiveEvent | { kind: 'echo'; of: string }>

/**
 * For many processes. While Redis is away nobody is told anything and the bus is not whole; whoever publishes never
 * waits for it and never fails because of it: the row is written, and will be read.
 */
export async function redisBus(url: string, log: FastifyBaseLogger): Promise<Bus> {
  const listeners = new Set<(event: LiveEvent) => void>()
  const watchers = new Set<(whole: boolean) => void>()
  const me = randomUUID()
  let whole = false
  let heardAt = 0

  const setWhole = (now: boolean, why?: unknown) => {
    if (whole === now) return
    whole = now
    if (now) log.info('live events are shared through Redis')
    else log.warn({ err: why }, 'Redis does not answer: live events stop until it is back')
    for (const watcher of watchers) watcher(now)
  }
  const open = (offlineQueue: boolean) => {
    const client = createClient({
      url,
      disableOfflineQueue: !offlineQueue,
      pingInterval: ECHO_MS,
      socket: {
        connectTimeout: 2000,
        // A Redis that hangs is as good as gone.
        socketTimeout: DEAF_MS,
        reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2000),
      },
    })
    client.on('error', (error: unknown) => setWhole(false, error))
    client.on('ready', () => echo())
    return client
  }
  const talker = open(false)
  const hearer = open(true)

  const say = (message: LiveEvent | { kind: 'echo'; of: string }) => {
    if (!talker.isReady) return log.debug({ kind: message.kind }, 'a live event was lost: Redis is away')
    talker
      .publish(CHANNEL, JSON.stringify(message))
      .catch((error: unknown) => log.debug({ err: error, kind: message.kind }, 'a live event was lost'))
  }
  const echo = () => say({ kind: 'echo', of: me })
  const hear = (text: string) => {
    const heard = Heard.safeParse(parsed(text))
    if (!heard.success) return log.warn('something that is no live event came through Redis')
    const { data } = heard
    if (data.kind !== 'echo') {
      for (const listener of listeners) listener(data)
      return
    }
    if (data.of !== me) return
    heardAt = Date.now()
    setWhole(true)
  }

  const begun = new Promise<void>((resolve) => watchers.add(() => resolve()))
  Promise.all([talker.connect(), hearer.connect().then(() => hearer.subscribe(CHANNEL, hear))]).then(
    echo,
    (error: unknown) => log.debug({ err: error }, 'Redis was left before it answered'),
  )
  // Not awaited to its success: the clients keep trying, and until then the bus is not whole.
  await Promise.race([begun, new Promise((resolve) => setTimeout(resolve, START_MS).unref())])
  watchers.clear()
  const timer = setInterval(() => {
    if (whole && Date.now() - heardAt > DEAF_MS) setWhole(false)
    echo()
  }, ECHO_MS)
  timer.unref()

  return {
    publish: say,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get whole() {
      return whole
    },
    onWhole: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: async () => {
      clearInterval(timer)
      listeners.clear()
      watchers.clear()
      // What was said last still goes out.
      if (talker.isReady) await talker.close().catch(() => {})
      else talker.destroy()
      hearer.destroy()
    },
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
