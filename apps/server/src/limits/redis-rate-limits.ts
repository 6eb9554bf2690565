import type { FastifyBaseLogger } from 'fastify'
import { createClient } from 'redis'
import { type Limits, limitKey, memoryLimits, type Verdict } from './rate-limits.ts'

/** Counts and starts the window in one step: a key can never be left counted without an end. */
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

/**
 * Limits shared by all processes through Redis. When Redis does not answer, each process counts for
 * itself: a limit grows looser for a while, but nobody is refused or let through for that reason alone.
 */
export async function redisLimits(url: string, log: FastifyBaseLogger): Promise<Limits> {
  const local = memoryLimits()
  const client = createClient({
    url,
    disableOfflineQueue: true,
    socket: {
      connectTimeout: 2000,
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
  // Not awaited to its success: the client keeps trying, and until then the local count serves.
  await Promise.race([client.connect().catch(() => {}), delay(ANSWER_MS)])

  const shared = async <T>(ask: () => Promise<T>, otherwise: () => Promise<T>): Promise<T> => {
    if (!client.isReady) return otherwise()
    try {
      return await Promise.race([
        ask(),
        delay(ANSWER_MS).then(() => Promise.reject(new Error('no answer in time'))),
      ])
    } catch (error) {
      log.debug({ err: error }, 'Redis refused a limit')
      return otherwise()
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
      shared(
        async () => {
          const { count, left } = await script(HIT, key, [String(limit.seconds * 1000)])
          return verdict(count, left, limit.max)
        },
        () => local.hit(key, limit),
      ),
    peek: (key, limit) =>
      shared(
        async () => {
          const { count, left } = await script(PEEK, key, [])
          return verdict(left > 0 ? count + 1 : 1, left, limit.max)
        },
        () => local.peek(key, limit),
      ),
    clear: async (key) => {
      await local.clear(key)
      await shared(
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

function delay(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}
