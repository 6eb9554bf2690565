import { NOTA_DE_VOZ } from '@maestros/dominio/limites'

/** Below this loudness (of 1) there is only noise: a silent recording must not look loud. */
const NOISE = 0.02
const MAX = 100

/** The drawing of a voice note from its measured loudness, which is from 0 to 1: as many values as a message has, from 0 to 100. */
export function peaksOf(levels: readonly number[]): number[] {
  const loudest = Math.max(NOISE, ...levels)
  return Array.from({ length: NOTA_DE_VOZ.picos }, (_, nth) => {
    const from = Math.floor((nth * levels.length) / NOTA_DE_VOZ.picos)
    const to = Math.max(from + 1, Math.floor(((nth + 1) * levels.length) / NOTA_DE_VOZ.picos))
    const level = Math.max(0, ...levels.slice(from, to))
    // The square root shows quiet speech beside loud speech.
    return Math.round(MAX * Math.sqrt(level / loudest))
  })
}
