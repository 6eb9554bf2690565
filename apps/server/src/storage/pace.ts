/**
 * The minimum rate of a body. It may arrive in bursts and pause, but a pause lasts at most `graceSeconds`, and below
 * `bytesPerSecond` the grace is used up little by little.
 */
export interface PaceBounds {
  bytesPerSecond: number
  graceSeconds: number
}

export interface Pace {
  received(bytes: number): void
  stop(): void
}

export function watchPace({ bytesPerSecond, graceSeconds }: PaceBounds, tooSlow: () => void): Pace {
  const graceMs = graceSeconds * 1000
  let deadline = performance.now() + graceMs
  // One timer a body, moved only when it fires: chunks are many.
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
