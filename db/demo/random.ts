import { createHash } from 'node:crypto'

/**
 * The same seed gives the same demo. Each label has its own random sequence, so that a change in one does not
 * affect the others.
 */
const SEED = 'maestros-cdmx'

export interface Random {
  /** From 0 to 1, 1 excluded. */
  next(): number
  /** A whole number, both ends included. */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Distinct elements in random order; all of them when there are not enough. */
  sample<T>(list: readonly T[], count: number): T[]
  weighted<T>(options: readonly (readonly [T, number])[]): T
}

export function makeRandom(label: string): Random {
  let state = digest(label).readUInt32LE(0)
  // mulberry32: short, fast, and sufficient for demo data.
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))
  const pick = <T>(list: readonly T[]): T => {
    const picked = list[int(0, list.length - 1)]
    if (picked === undefined) throw new Error('nothing to pick from')
    return picked
  }
  return {
    next,
    int,
    pick,
    chance: (probability) => next() < probability,
    sample: (list, count) =>
      list
        .map((item) => ({ item, at: next() }))
        .sort((a, b) => a.at - b.at)
        .slice(0, count)
        .map(({ item }) => item),
    weighted: (options) => {
      let left = next() * options.reduce((sum, [, weight]) => sum + weight, 0)
      for (const [option, weight] of options) {
        left -= weight
        if (left < 0) return option
      }
      return pick(options)[0]
    },
  }
}

/** An id that is always the same for the same label, in the format of a version 5 UUID. */
export function idFor(label: string): string {
  const bytes = digest(label).subarray(0, 16)
  bytes[6] = (bytes.readUInt8(6) & 0x0f) | 0x50
  bytes[8] = (bytes.readUInt8(8) & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const digest = (label: string) => createHash('sha256').update(`${SEED}:${label}`).digest()
