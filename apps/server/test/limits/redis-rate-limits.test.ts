import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Limits } from '../../src/limits/rate-limits.ts'
import { redisLimits } from '../../src/limits/redis-rate-limits.ts'
import { ownPort } from '../setup/own-port.ts'

const log = pino({ level: 'silent' })
const LIMIT = { max: 2, seconds: 60 }
const thereIsRedis = spawnSync('redis-server', ['--version']).status === 0

test('without Redis the limits are counted in the process, and nothing fails', async () => {
  const limits = await redisLimits(`redis://127.0.0.1:${await ownPort()}`, log)
  expect(await limits.hit('a', LIMIT)).toEqual({ allowed: true })
  expect(await limits.hit('a', LIMIT)).toEqual({ allowed: true })
  expect(await limits.hit('a', LIMIT)).toMatchObject({ allowed: false, retryAfter: 60 })
  expect(await limits.peek('b', LIMIT)).toEqual({ allowed: true })
  await limits.clear('a')
  expect(await limits.hit('a', LIMIT)).toEqual({ allowed: true })
  await limits.close()
})

describe.skipIf(!thereIsRedis)('with Redis', () => {
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

  test('two processes share one count, and peek does not count', async () => {
    expect(await one.hit('a', LIMIT)).toEqual({ allowed: true })
    expect(await other.peek('a', LIMIT)).toEqual({ allowed: true })
    expect(await other.hit('a', LIMIT)).toEqual({ allowed: true })
    expect(await one.peek('a', LIMIT)).toMatchObject({ allowed: false })
    const refused = await one.hit('a', LIMIT)
    expect(refused).toMatchObject({ allowed: false })
    expect('retryAfter' in refused && refused.retryAfter).toBeGreaterThan(50)
    await other.clear('a')
    expect(await one.hit('a', LIMIT)).toEqual({ allowed: true })
  })

  test('a window ends', async () => {
    const short = { max: 1, seconds: 1 }
    await one.hit('b', short)
    expect(await one.hit('b', short)).toMatchObject({ allowed: false, retryAfter: 1 })
    await delay(1100)
    expect(await one.hit('b', short)).toEqual({ allowed: true })
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
      .poll(
        () => other.hit('f', { max: 1, seconds: 60 }).then(() => one.peek('f', { max: 1, seconds: 60 })),
        { timeout: 20_000 },
      )
      .toMatchObject({ allowed: false })
  })

  test('when Redis is down, the process counts alone; when it is back, the count is shared again', async () => {
    redis.kill('SIGKILL')
    await once(redis, 'exit')
    await delay(50)
    expect(await one.hit('c', LIMIT)).toEqual({ allowed: true })
    expect(await one.hit('c', LIMIT)).toEqual({ allowed: true })
    expect(await one.hit('c', LIMIT)).toMatchObject({ allowed: false })
    await open()
    await expect
      .poll(
        () => other.hit('d', { max: 1, seconds: 60 }).then(() => one.peek('d', { max: 1, seconds: 60 })),
        { timeout: 10_000 },
      )
      .toMatchObject({ allowed: false })
  })
})
