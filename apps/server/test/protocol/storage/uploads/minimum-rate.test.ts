import { IMAGEN_MAX_BYTES } from '@maestros/dominio/limites'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from '../../../../src/platform/settings/config.ts'
import { watchRate } from '../../../../src/protocol/storage/uploads/minimum-rate.ts'

const { UPLOAD_BYTES_PER_SECOND: bytesPerSecond, UPLOAD_GRACE_SECONDS: graceSeconds } = readConfig({})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Sends bytes every second, and returns after how many seconds the body was aborted. */
function cutAfter(bytesOfSecond: (second: number) => number, seconds: number): number | undefined {
  let cut = false
  const rate = watchRate({ bytesPerSecond, graceSeconds }, () => (cut = true))
  for (let second = 1; second <= seconds; second++) {
    vi.advanceTimersByTime(1000)
    if (cut) return second
    const bytes = bytesOfSecond(second)
    if (bytes > 0) rate.received(bytes)
  }
  rate.stop()
  return undefined
}

describe('the minimum rate of an upload', () => {
  test('allows a phone with 20 kbit/s to send 5 MB', () => {
    expect(cutAfter(() => 2500, IMAGEN_MAX_BYTES / 2500)).toBeUndefined()
  })

  test('allows a phone to lose its connection for a while, repeatedly', () => {
    expect(cutAfter((second) => (second % 20 < 15 ? 0 : 10_000), 600)).toBeUndefined()
  })

  test('aborts a body of one byte per second when its grace period is over', () => {
    expect(cutAfter(() => 1, 600)).toBe(graceSeconds + 1)
  })

  test('aborts a body of half the rate later', () => {
    expect(cutAfter(() => bytesPerSecond / 2, 600)).toBe(graceSeconds * 2 - 1)
  })

  test('aborts a body that stops, however fast it began', () => {
    expect(cutAfter((second) => (second === 1 ? 4_000_000 : 0), 600)).toBe(graceSeconds + 1)
  })

  test('is not checked after the end of the body', () => {
    let cut = false
    watchRate({ bytesPerSecond, graceSeconds }, () => (cut = true)).stop()
    vi.advanceTimersByTime(graceSeconds * 10_000)
    expect(cut).toBe(false)
  })
})
