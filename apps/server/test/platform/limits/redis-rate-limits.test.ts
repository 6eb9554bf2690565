import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Limits } from '../../../src/platform/limits/rate-limits.ts'
import { redisLimits } from '../../../src/platform/limits/redis-rate-limits.ts'
import { ownPort } from '../../setup/services/own-port.ts'
import { thereIsRedis } from '../../setup/services/redis.ts'

const log = pino({ level: 'silent' })
const LIMIT = { max: 2, seconds: 60 }

test('without Redis the limits are counted in the process, and nothing fails', async () => {
  const limits = await redisLimits(`redis://127.0.0.1:${await ownPort()}`, log)
  expect(await limits.hit('a', LIMIT)).toEqual({ allowed: true })
  expect(await limits.hit('a', LIMIT)).toEqual({ allowed: true })
  expect(await limits.hit('a', LIMIT)).toMatchObject({ allowed: false, retryAfter: expect.any(Number) })
  expect(await limits.peek('b', LIMIT)).toEqual({ allowed: true })
  await limits.clear('a')
  expect(await limits.hit('a', LIMIT)).toEqual({ allowed: true })
  await limits.close()
})

describe.skipIf(!thereIsRedis())('with Redis', () => {
  let redis: ChildProcess
  let url: string
  let one: Limits
  let other: Limits
  const open = async () => {
    redis = spawn('redis-server', ['--port', new URL(url).port, '--save', '', '--appendonly', 'no'], {
      cwd: '/tmp',
    })
    for await (const chunk of redis.stdout ?? []) if (String(chunk).includes('Ready to accept')) break
  }
  beforeAll(async () => {
    url = `redis://127.0.0.1:${await ownPort()}`
    await open()
    one = await redisLimits(url, log)
    other = await redisLimits(url, log)
  })
  afterAll(async () => {
    await one.close()
    await other.close()
    redis.kill()
    await once(redis, 'exit')
  })

  /** Repeats a check with another key: on a busy machine Redis may answer too late, and then a process counts alone. */
  const withNewKey = <T>(check: (key: string) => Promise<T>) =>
    vi.waitFor(() => check(randomUUID()), { timeout: 20_000 })

  test('two processes share one count, and peek does not count', () =>
    withNewKey(async (key) => {
      expect(await one.hit(key, LIMIT)).toEqual({ allowed: true })
      expect(await other.peek(key, LIMIT)).toEqual({ allowed: true })
      expect(await other.hit(key, LIMIT)).toEqual({ allowed: true })
      expect(await one.peek(key, LIMIT)).toMatchObject({ allowed: false })
      const refused = await one.hit(key, LIMIT)
      expect(refused).toMatchObject({ allowed: false })
      expect('retryAfter' in refused && refused.retryAfter).toBeGreaterThan(50)
      await other.clear(key)
      expect(await one.hit(key, LIMIT)).toEqual({ allowed: true })
    }))

  test('a window ends', async () => {
    const short = { max: 1, seconds: 3 }
    const used = await withNewKey(async (key) => {
      await one.hit(key, short)
      expect(await one.hit(key, short)).toMatchObject({ allowed: false, retryAfter: expect.any(Number) })
      return key
    })
    await delay(3200)
    expect(await one.hit(used, short)).toEqual({ allowed: true })
  })

  test('a Redis whose memory is full is logged once, and the process counts alone and refuses by its own count', async () => {
    const client = createClient({ url })
    await client.connect()
    const lines: { level: number; msg: string; err?: { message: string } }[] = []
    const written = new Writable({
      write: (chunk, _, done) => {
        lines.push(JSON.parse(String(chunk)))
        done()
      },
    })
    const limits = await redisLimits(url, pino({ level: 'info' }, written))
    await client.configSet('maxmemory', '1')
    try {
      await withNewKey(async (key) => {
        for (const allowed of [true, true, false])
          expect(await limits.hit(key, LIMIT)).toMatchObject({ allowed })
        // Redis still answers reads, from which the count is missing.
        expect(await limits.peek(key, LIMIT)).toMatchObject({ allowed: false })
        expect(lines).toMatchObject([
          {
            level: 40,
            msg: expect.stringContaining('refuses to count'),
            err: { message: expect.stringContaining('OOM') },
          },
        ])
      })
    } finally {
      await client.configSet('maxmemory', '0')
      await client.close()
      await limits.close()
    }
  })

  test('a Redis that does not answer delays the first calls only; when it answers, the count is shared again', async () => {
    redis.kill('SIGSTOP')
    try {
      const wide = { max: 1000, seconds: 60 }
      const started = performance.now()
      for (let calls = 0; calls < 40; calls++) expect(await one.hit('e', wide)).toEqual({ allowed: true })
      // Each of the forty calls would wait for half a second.
      expect(performance.now() - started).toBeLessThan(10_000)
    } finally {
      redis.kill('SIGCONT')
    }
    await expect
      .poll(() => other.hit('f', { max: 1, seconds: 60 }).then(() => one.peek('f', { max: 1, seconds: 60 })))
      .toMatchObject({ allowed: false })
  })

  test('when Redis is down, the process counts alone; when it is back, the count is shared again', async () => {
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    await delay(50)
    const key = randomUUID()
    expect(await one.hit(key, LIMIT)).toEqual({ allowed: true })
    expect(await one.hit(key, LIMIT)).toEqual({ allowed: true })
    expect(await one.hit(key, LIMIT)).toMatchObject({ allowed: false })
    await open()
    await expect
      .poll(() => other.hit('d', { max: 1, seconds: 60 }).then(() => one.peek('d', { max: 1, seconds: 60 })))
      .toMatchObject({ allowed: false })
  })
})
