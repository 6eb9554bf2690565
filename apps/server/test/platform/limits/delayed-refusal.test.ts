import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { delayedRefusals } from '../../../src/platform/limits/delayed-refusal.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('refusals of the same moment are answered one to two seconds later, and never many at once', () => {
  const later = delayedRefusals(1000)
  const times: number[] = []
  const began = Date.now()
  for (let i = 0; i < 600; i++) {
    later(
      () => times.push(Date.now() - began),
      () => expect.unreachable(),
    )
  }
  vi.advanceTimersByTime(2000)
  expect(times).toHaveLength(600)
  expect(Math.min(...times)).toBeGreaterThanOrEqual(1000)
  const in50Ms = Array.from(
    { length: 20 },
    (_, nth) => times.filter((time) => Math.floor((time - 1000) / 50) === nth).length,
  )
  // 30 on average. 90 would be 11 standard deviations.
  expect(Math.max(...in50Ms)).toBeLessThan(90)
})

test('above the limit of waiting refusals the connection is dropped at once', () => {
  const later = delayedRefusals(1)
  const done: string[] = []
  for (const name of ['first', 'second']) {
    later(
      () => done.push(`refused ${name}`),
      () => done.push(`dropped ${name}`),
    )
  }
  expect(done).toEqual(['dropped second'])
  vi.advanceTimersByTime(2000)
  expect(done).toEqual(['dropped second', 'refused first'])
})
