import { randomUUID } from 'node:crypto'
import { TABLAS_VIVAS } from '@maestros/contrato'
import type { FastifyBaseLogger } from 'fastify'
import { createClient } from 'redis'
import { z } from 'zod'
import type { Bus, LiveEvent } from './bus.ts'

/** One channel for all events: every process receives every event, its own included. */
const CHANNEL = 'maestros:vivo'
/** How often a process sends itself an echo through Redis. A received echo proves that publishing and receiving work. */
const ECHO_MS = 3000
const SILENCE_MS = 10_000
const START_MS = 500

const Record = z.record(z.string(), z.unknown())
const Message = z.discriminatedUnion('kind', [
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
  z.object({ kind: z.literal('presence-request'), process: z.string(), topic: z.string() }),
  z.object({ kind: z.literal('process'), process: z.string(), gone: z.boolean() }),
  z.object({ kind: z.literal('echo'), of: z.string() }),
]) satisfies z.ZodType<LiveEvent | { kind: 'echo'; of: string }>

/**
 * The bus of several processes. While Redis does not answer, events are lost and the bus is not connected. Publishing
 * never waits for Redis and never fails because of it: the row is written, and clients read it later.
 */
export async function redisBus(url: string, log: FastifyBaseLogger): Promise<Bus> {
  const listeners = new Set<(event: LiveEvent) => void>()
  const watchers = new Set<(connected: boolean) => void>()
  const processId = randomUUID()
  let connected = false
  let echoedAt = 0

  const setConnected = (now: boolean, why?: unknown) => {
    if (connected === now) return
    connected = now
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
        // A Redis that accepts connections and does not answer counts as unavailable.
        socketTimeout: SILENCE_MS,
        reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 2000),
      },
    })
    client.on('error', (error: unknown) => setConnected(false, error))
    client.on('ready', () => echo())
    return client
  }
  const publisher = open(false)
  const subscriber = open(true)

  const send = (message: LiveEvent | { kind: 'echo'; of: string }) => {
    if (!publisher.isReady)
      return log.debug({ kind: message.kind }, 'a live event was lost: Redis does not answer')
    publisher
      .publish(CHANNEL, JSON.stringify(message))
      .catch((error: unknown) => log.debug({ err: error, kind: message.kind }, 'a live event was lost'))
  }
  const echo = () => send({ kind: 'echo', of: processId })
  const receive = (text: string) => {
    const message = Message.safeParse(parsed(text))
    if (!message.success) return log.warn('Redis delivered a message that is no live event')
    const { data } = message
    if (data.kind !== 'echo') {
      for (const listener of listeners) listener(data)
      return
    }
    if (data.of !== processId) return
    echoedAt = Date.now()
    setConnected(true)
  }

  const firstChange = new Promise<void>((resolve) => watchers.add(() => resolve()))
  Promise.all([
    publisher.connect(),
    subscriber.connect().then(() => subscriber.subscribe(CHANNEL, receive)),
  ]).then(echo, (error: unknown) =>
    log.debug({ err: error }, 'the connection to Redis was closed before it was ready'),
  )
  // The start does not wait for success: the clients keep trying, and until then the bus is not connected.
  await Promise.race([firstChange, new Promise((resolve) => setTimeout(resolve, START_MS).unref())])
  watchers.clear()
  const timer = setInterval(() => {
    if (connected && Date.now() - echoedAt > SILENCE_MS) setConnected(false)
    echo()
  }, ECHO_MS)
  timer.unref()

  return {
    publish: send,
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get connected() {
      return connected
    },
    onConnectedChange: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: async () => {
      clearInterval(timer)
      listeners.clear()
      watchers.clear()
      // Waits until the last events are sent.
      if (publisher.isReady) await publisher.close().catch(() => {})
      else publisher.destroy()
      subscriber.destroy()
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
