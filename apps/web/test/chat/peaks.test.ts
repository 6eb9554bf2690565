import { NOTA_DE_VOZ } from '@maestros/dominio/limites'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { peaksOf } from '#features/chat/voice/recorder.ts'

describe('the drawing of a voice note', () => {
  test('has always the number and the range of values that the server accepts', () => {
    const level = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(fc.array(level, { maxLength: 300 }), (levels) => {
        const peaks = peaksOf(levels)
        expect(peaks).toHaveLength(NOTA_DE_VOZ.picos)
        for (const peak of peaks) {
          expect(Number.isInteger(peak)).toBe(true)
          expect(peak >= 0 && peak <= 100).toBe(true)
        }
      }),
    )
  })

  test('shows the loudest moment in full height, and where it was', () => {
    const levels = Array.from({ length: 96 }, (_, nth) => (nth === 50 ? 0.4 : 0.1))
    const peaks = peaksOf(levels)
    expect(peaks.indexOf(100)).toBe(25)
    expect(peaks.filter((peak) => peak === 50)).toHaveLength(47)
  })

  test('is low for a recording with noise only', () => {
    expect(Math.max(...peaksOf([0.0002, 0.0001, 0]))).toBeLessThanOrEqual(10)
    expect(peaksOf([])).toEqual(Array.from({ length: NOTA_DE_VOZ.picos }, () => 0))
  })
})
