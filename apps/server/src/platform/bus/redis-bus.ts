import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { TABLAS_VIVAS } from '@maestros/contrato'
import type { FastifyBaseLogger } from 'fastify'
import { createClient } from 'redis'
import { z } from 'zod'
import { elapsedMs } from '../limits/clock.ts'
import type { Bus, LiveEvent } from './bus.ts'

/** One channel for all events: every process receives every event, its own included. */
const CHANNEL = 'maestros:vivo'
/** How often a process sends itself an echo through Redis. A received echo proves that publishing and receiving work. */
const ECHO_MS = 3000
const SILENCE_MS = 10_000
const START_MS = 500
/** How long a process that stops waits until Redis has its last events. */
const CLOSE_MS = 1000
/** Events that Redis has not answered yet. Twice the sockets of a process, which may all leave their conversations at once. */
const QUEUE_MAX = 20_000

interface Echo {
  kind: 'echo'
  /** The process that sent it. */
  of: string
  /** How long ago that process could not publish an event. Absent when the others have received all, or were told. */
  lostMs?: number
}

const Record = z.record(z.string(), z.unknown())
const Message = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('change'),
    table: z.enum(TABLAS_VIVAS),
    type: z.enum(['INSERT', 'UPDATE']),
    record: Record,
    readers: z.array(z.string()),
    file: z.object({ name: z.string(), tipo: z.string() }).optional(),
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
  z.object({ kind: z.literal('echo'), of: z.string(), lostMs: z.number().exactOptional() }),
]) satisfies z.ZodType<LiveEvent | Echo>

/**
 * The bus of several processes. While Redis does not answer, events are lost and the bus is not connected. Publishing
 * never waits for Redis and never fails because of it: the row is written, and clients read it later. The first message
 * of a process that can publish again tells the others that they have missed an event.
 */
export async function redisBus(url: string, log: FastifyBaseLogger): Promise<Bus> {
  const listeners = new Set<(event: LiveEvent) => void>()
  const watchers = new Set<() => void>()
  const processId = randomUUID()
  let connected = false
  let echoedAt = 0
  /** When Redis last answered the publisher, or its connection was opened. */
  let answeredAt = 0
  /** Clients that have joined since then have missed nothing. */
  let completeSince = 0
  /** When this process could last not publish an event. Undefined once the others were told. */
  let lostAt: number | undefined
  let resolveFirst = () => {}
  const firstConnected = new Promise<void>((resolve) => {
    resolveFirst = resolve
  })

  const notifyLoss = () => {
    for (const watcher of watchers) watcher()
  }
  const setConnected = (now: boolean, why?: unknown) => {
    if (connected === now) return
    connected = now
    if (now) {
      completeSince = elapsedMs()
      log.info('live events are shared through Redis')
      return resolveFirst()
    }
    log.warn({ err: why }, 'Redis does not answer: live events stop until it is back')
    notifyLoss()
  }
  const open = (offlineQueue: boolean) => {
    const client = createClient({
      url,
      disableOfflineQueue: !offlineQueue,
      pingInterval: ECHO_MS,
      commandsQueueMaxLength: QUEUE_MAX,
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
  publisher.on('ready', () => {
    answeredAt = elapsedMs()
  })
  const subscriber = open(true)

  /** Returns the error because of which the message was lost; undefined when Redis has it. */
  const send = async (message: LiveEvent | Echo): Promise<unknown> => {
    try {
      if (!publisher.isReady) throw new Error('there is no connection to Redis')
      await publisher.publish(CHANNEL, JSON.stringify(message))
      answeredAt = elapsedMs()
      return undefined
    } catch (error) {
      log.debug({ err: error, kind: message.kind }, 'a live event was lost')
      return error
    }
  }
  const publish = async (event: LiveEvent) => {
    // A lost heartbeat has no effect: the next one replaces it, and a process that is gone is noticed by its silence.
    const error = await send(event)
    if (error === undefined || event.kind === 'process') return
    lostAt = elapsedMs()
    // The clients of this process have missed the event too.
    setConnected(false, error)
  }
  const echo = async () => {
    const told = lostAt
    lostAt = undefined
    const lost = told === undefined ? {} : { lostMs: elapsedMs() - told }
    if ((await send({ kind: 'echo', of: processId, ...lost })) === undefined) return
    // Unless another event was lost since.
    lostAt ??= told
  }
  const noteLoss = (ofProcess: string, at: number) => {
    // Clients that have joined since the loss have read what it was about.
    if (!connected || at < completeSince) return
    completeSince = elapsedMs()
    log.info(
      { process: ofProcess },
      'another process could not publish live events: channels are joined again',
    )
    notifyLoss()
  }
  const receive = (text: string) => {
    const message = Message.safeParse(parsed(text))
    if (!message.success) return log.warn('Redis delivered a message that is no live event')
    const { data } = message
    if (data.kind !== 'echo') {
      for (const listener of listeners) listener(data)
      return
    }
    if (data.of !== processId) {
      if (data.lostMs !== undefined) noteLoss(data.of, elapsedMs() - data.lostMs)
      return
    }
    echoedAt = elapsedMs()
    setConnected(true)
  }

  Promise.all([
    publisher.connect(),
    subscriber.connect().then(() => subscriber.subscribe(CHANNEL, receive)),
  ]).then(echo, (error: unknown) =>
    log.debug({ err: error }, 'the connection to Redis was closed before it was ready'),
  )
  // The start does not wait for success: the clients keep trying, and until then the bus is not connected.
  await Promise.race([firstConnected, delay(START_MS, undefined, { ref: false })])
  const timer = setInterval(() => {
    if (connected && elapsedMs() - echoedAt > SILENCE_MS) setConnected(false)
    // Its socketTimeout does not end a connection whose packets are lost, because each echo that is sent counts as activity.
    if (publisher.isReady && elapsedMs() - answeredAt > SILENCE_MS) {
      publisher.destroy()
      publisher.connect().catch(() => {})
    }
    echo()
  }, ECHO_MS)
  timer.unref()

  return {
    publish: (event) => void publish(event),
    listen: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    get connected() {
      return connected
    },
    onLoss: (watcher) => {
      watchers.add(watcher)
      return () => watchers.delete(watcher)
    },
    close: async () => {
      clearInterval(timer)
      listeners.clear()
      watchers.clear()
      if (publisher.isReady)
        await Promise.race([publisher.close().catch(() => {}), delay(CLOSE_MS, undefined, { ref: false })])
      publisher.destroy()
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
