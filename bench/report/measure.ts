/** The result of one round: answers per second, and milliseconds. */
export interface Measure {
  rate: number
  p50: number
  p99: number
}

/** The value below which that part of the samples lies. The samples need not be sorted. */
export function quantile(samples: readonly number[], share: number): number {
  const sorted = Float64Array.from(samples).sort()
  const value = sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)]
  if (value === undefined) throw new Error('nothing was measured')
  return value
}

/** How long `work` takes. */
export async function milliseconds(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

export const median = (samples: readonly number[]): number => quantile(samples, 0.5)

/** The median of several rounds for each figure, so that one disturbed round has no effect. */
export function middle(rounds: readonly Measure[]): Measure {
  return {
    rate: median(rounds.map(({ rate }) => rate)),
    p50: median(rounds.map(({ p50 }) => p50)),
    p99: median(rounds.map(({ p99 }) => p99)),
  }
}
