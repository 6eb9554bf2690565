import { setImmediate } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { withTabLock } from '#lib/device/tab-lock.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }))
afterEach(() => void vi.useRealTimers())

const turns = async () => {
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
}

/** Lets the waiting tab ask several times, and the holder answer each time. */
async function pass(seconds: number) {
  for (let past = 0; past < seconds; past += 1) {
    vi.advanceTimersByTime(1000)
    await turns()
  }
}

test('tabs hold the lock one at a time, in the order of their requests', async () => {
  const acts: string[] = []
  const act = (name: string) => async () => {
    acts.push(`${name} begins`)
    await turns()
    acts.push(`${name} ends`)
  }
  await Promise.all([withTabLock('orden', act('a')), withTabLock('orden', act('b'))])
  expect(acts).toEqual(['a begins', 'a ends', 'b begins', 'b ends'])
})

test('a tab that works for a long time keeps the lock', async () => {
  const work = Promise.withResolvers<void>()
  const lost = vi.fn()
  const first = withTabLock('largo', (signal) => {
    signal.addEventListener('abort', lost)
    return work.promise
  })
  await turns()
  const act = vi.fn(async () => undefined)
  const second = withTabLock('largo', act)
  await pass(60)
  expect(act).not.toHaveBeenCalled()
  expect(lost).not.toHaveBeenCalled()
  work.resolve()
  await Promise.all([first, second])
  expect(act).toHaveBeenCalledTimes(1)
})

test('the lock of a frozen tab, which does not answer, is taken by a tab that waits', async () => {
  const frozen = navigator.locks.request('helado', () => new Promise<void>(() => undefined))
  frozen.catch(() => undefined)
  await turns()
  const act = vi.fn(async () => undefined)
  const second = withTabLock('helado', act)
  await pass(14)
  expect(act).not.toHaveBeenCalled()
  await pass(10)
  await second
  expect(act).toHaveBeenCalledTimes(1)
})

test('a tab that has lost the lock is told to stop', async () => {
  const lost = vi.fn()
  const first = withTabLock('robado', (signal) => {
    signal.addEventListener('abort', lost)
    return new Promise<void>(() => undefined)
  })
  await turns()
  await navigator.locks.request('robado', { steal: true }, async () => undefined)
  await first
  expect(lost).toHaveBeenCalledTimes(1)
})
