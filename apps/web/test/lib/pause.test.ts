import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { inTime } from '#ui/timing/pause.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('a promise that settles in time gives its value or its error, and leaves no timer', async () => {
  expect(await inTime(Promise.resolve('read'), 1000)).toBe('read')
  await expect(inTime(Promise.reject(new Error('broken')), 1000)).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})

test('a promise that does not settle in time gives nothing', async () => {
  const late = inTime(new Promise(() => undefined), 1000)
  await vi.advanceTimersByTimeAsync(1000)
  expect(await late).toBeUndefined()
})
