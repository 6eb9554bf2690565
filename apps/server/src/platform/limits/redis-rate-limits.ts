import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { createClient, ErrorReply } from 'redis'
import { elapsedMs } from './clock.ts'
import { type Limits, limitKey, memoryLimits, type Verdict } from './rate-limits.ts'

/** Counts and starts the window in one atomic step, so that no key can stay without an expiry. */
const HIT = `
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return { count, left }`

const PEEK = `return { tonumber(redis.call('GET', KEYS[1]) or '0'), redis.call('PTTL', KEYS[1]) }`

const PREFIX = 'maestros:limite:'
const ANSWER_MS = 500
/** A Redis that accepts connections and does not answer counts as unavailable: its connection is opened again. */
const PING_MS = 1000
const SILENCE_MS = 2000
/**
 * After a missing answer Redis is not asked for this long, so that few calls wait for ANSWER_MS. It is longer than
 * SILENCE_MS, because each command that is sent counts as activity of the connection.
 */
const PAUSE_MS = 3000
const QUEUE_MAX = 10_000
/** A Redis that answers and refuses to write, for example because its memory is full, is logged this often. */
const WARN_MS = 60_000

class NoAnswer extends Error {}

/**
 * Limits shared by all processes through Redis. When Redis does not answer, each process counts alone: the
 * limits are less strict for a while, but no request is refused or allowed only because Redis is down.
 */
export async function redisLimits(url: string, log: FastifyBaseLogger): Promise<Limits> {
  const local = memoryLimits()
  const client = createClient({
    url,
    disableOfflineQueue: true,
    pingInterval: PING_MS,
    commandsQueueMaxLength: QUEUE_MAX,
    socket: {
      connectTimeout: 2000,
      socketTimeout: SILENCE_MS,
      reconnectStrategy: (tries) => Math.min(100 * 2 ** tries, 5000),
    },
  })
  let answered = true
  client.on('error', (error: unknown) => {
    if (answered) log.warn({ err: error }, 'Redis does not answer: limits are counted in this process')
    answered = false
  })
  client.on('ready', () => {
    if (!answered) log.info('Redis answers again: limits are shared')
    answered = true
  })
  // The start does not wait for the connection: the client keeps trying, and until then the local count is
  // used.
  await Promise.race([client.connect().catch(() => {}), delay(ANSWER_MS, undefined, { ref: false })])

  let pausedUntil = 0
  let warnAt = 0
  const note = (error: unknown) => {
    const warns = error instanceof ErrorReply && elapsedMs() >= warnAt
    if (!warns) return log.debug({ err: error }, 'Redis refused a limit')
    warnAt = elapsedMs() + WARN_MS
    log.warn({ err: error }, 'Redis refuses to count: limits are counted in this process')
  }
  const withFallback = async <T>(request: () => Promise<T>, fallback: () => Promise<T>): Promise<T> => {
    if (!client.isReady || elapsedMs() < pausedUntil) return fallback()
    try {
      return await Promise.race([
        request(),
        delay(ANSWER_MS, undefined, { ref: false }).then(() =>
          Promise.reject(new NoAnswer('no answer in time')),
        ),
      ])
    } catch (error) {
      if (error instanceof NoAnswer) pausedUntil = elapsedMs() + PAUSE_MS
      note(error)
      return fallback()
    }
  }
  const script = async (text: string, key: string, args: string[]) => {
    const answer = await client.eval(text, { keys: [PREFIX + limitKey(key)], arguments: args })
    const [count, left] = Array.isArray(answer) ? answer.map(Number) : []
    return { count: count ?? 0, left: left ?? 0 }
  }
  const verdict = (count: number, left: number, max: number): Verdict =>
    count > max ? { allowed: false, retryAfter: Math.max(1, Math.ceil(left / 1000)) } : { allowed: true }

  return {
    hit: (key, limit) =>
      withFallback(
        async () => {
          const { count, left } = await script(HIT, key, [String(limit.seconds * 1000)])
          return verdict(count, left, limit.max)
        },
        () => local.hit(key, limit),
      ),
    // A Redis whose memory is full refuses to count and still answers. Without the count of this process guesses would be unlimited.
    peek: async (key, limit) => {
      const own = await local.peek(key, limit)
      if (!own.allowed) return own
      return withFallback(
        async () => {
          const { count, left } = await script(PEEK, key, [])
          return verdict(left > 0 ? count + 1 : 1, left, limit.max)
        },
        async () => own,
      )
    },
    clear: async (key) => {
      await local.clear(key)
      await withFallback(
        async () => void (await client.del(PREFIX + limitKey(key))),
        async () => {},
      )
    },
    close: async () => {
      await local.close()
      client.destroy()
    },
  }
}
