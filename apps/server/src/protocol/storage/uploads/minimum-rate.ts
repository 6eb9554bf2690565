/**
 * The minimum rate of a request body. It may arrive in bursts and pause, but a pause lasts at most
 * `graceSeconds`, and a rate below `bytesPerSecond` gradually uses up this grace period.
 */
export interface MinimumRate {
  bytesPerSecond: number
  graceSeconds: number
}

export interface RateWatch {
  received(bytes: number): void
  stop(): void
}

export function watchRate({ bytesPerSecond, graceSeconds }: MinimumRate, tooSlow: () => void): RateWatch {
  const graceMs = graceSeconds * 1000
  let deadline = performance.now() + graceMs
  // Each body has one timer, which is reset only when it fires, because there are many chunks.
  let timer = setTimeout(check, graceMs)

  function check() {
    const left = deadline - performance.now()
    if (left <= 0) tooSlow()
    else timer = setTimeout(check, left)
  }

  return {
    received(bytes) {
      const earned = (bytes / bytesPerSecond) * 1000
      deadline = Math.min(deadline + earned, performance.now() + graceMs)
    },
    stop: () => clearTimeout(timer),
  }
}
