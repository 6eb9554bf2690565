import { afterEach, expect, test, vi } from 'vitest'
import { limitKey, memoryLimits } from '../../../src/platform/limits/rate-limits.ts'

const LIMIT = { max: 1, seconds: 60 }
const limits = (max: number, now = () => 0) => memoryLimits(now, max)

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

test('a limit stores a short hash of its key and never the text of a caller', () => {
  const text = 'a'.repeat(1_000_000)
  expect(limitKey(text)).toMatch(/^[\w-]{22}$/)
  expect(limitKey(text)).toBe(limitKey(text))
  expect(limitKey(text)).not.toBe(limitKey(`${text}a`))
})

test('limits in memory store the hash and not the key', async () => {
  const stored = vi.spyOn(Map.prototype, 'set')
  const one = limits(10)
  await one.hit('auth:signin:account:persona@example.com', LIMIT)
  const keys = stored.mock.calls.map(([key]) => String(key))
  expect(keys).toContain(limitKey('auth:signin:account:persona@example.com'))
  expect(keys.filter((key) => key.includes('persona'))).toEqual([])
  await one.close()
})

test('a full memory removes the key with the oldest hit, and refuses nobody because it is full', async () => {
  const one = limits(3)
  for (const key of ['a', 'b', 'c', 'a']) await one.hit(key, LIMIT)
  for (const key of ['d', 'e']) expect(await one.hit(key, LIMIT)).toEqual({ allowed: true })
  expect(await one.peek('b', LIMIT)).toEqual({ allowed: true })
  expect(await one.peek('c', LIMIT)).toEqual({ allowed: true })
  expect(await one.peek('a', LIMIT)).toMatchObject({ allowed: false })
  expect(await one.peek('e', LIMIT)).toMatchObject({ allowed: false })
  await one.close()
})

test('a window ends, and clearing a key ends it early', async () => {
  let time = 0
  const one = limits(3, () => time)
  await one.hit('a', LIMIT)
  expect(await one.hit('a', LIMIT)).toEqual({ allowed: false, retryAfter: 60 })
  time = 60_000
  expect(await one.hit('a', LIMIT)).toEqual({ allowed: true })
  expect(await one.peek('a', LIMIT)).toMatchObject({ allowed: false })
  await one.clear('a')
  expect(await one.peek('a', LIMIT)).toEqual({ allowed: true })
  await one.close()
})

test('a window does not last longer when the time of day is set back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const one = memoryLimits()
  await one.hit('a', LIMIT)
  vi.setSystemTime(Date.now() - 3_600_000)
  expect(await one.hit('a', LIMIT)).toEqual({ allowed: false, retryAfter: 60 })
  await one.close()
})

test('a window lasts from its first hit, whatever comes after, and a peek does not count', async () => {
  let now = 0
  const limits = memoryLimits(() => now)
  const limit = { max: 1, seconds: 10 }
  expect((await limits.hit('a', limit)).allowed).toBe(true)
  now = 9000
  expect((await limits.hit('a', limit)).allowed).toBe(false)
  now = 10_001
  expect((await limits.hit('a', limit)).allowed).toBe(true)
  for (let i = 0; i < 3; i++) expect((await limits.peek('b', { max: 3, seconds: 10 })).allowed).toBe(true)
  expect((await limits.hit('b', { max: 3, seconds: 10 })).allowed).toBe(true)
  for (let i = 0; i < 5; i++) expect((await limits.peek('b', { max: 3, seconds: 10 })).allowed).toBe(true)
  await limits.close()
})
