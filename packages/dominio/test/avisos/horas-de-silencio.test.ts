import { describe, expect, test } from 'vitest'
import { finDelSilencio } from '../../src/avisos/horas-de-silencio.ts'

/** A time of Mexico City, which is six hours behind UTC all year. */
const city = (text: string) => new Date(`${text}-06:00`)
const NIGHT = { desde: 22, hasta: 7 }

describe('the quiet hours from 22:00 to 7:00 of Mexico City', () => {
  test.each([
    ['2026-03-01T22:00:00', '2026-03-02T07:00:00'],
    ['2026-03-01T23:59:59', '2026-03-02T07:00:00'],
    ['2026-03-02T00:00:00', '2026-03-02T07:00:00'],
    ['2026-03-02T06:59:59', '2026-03-02T07:00:00'],
    // In summer too: the city has no daylight saving time.
    ['2026-07-01T22:30:00', '2026-07-02T07:00:00'],
  ])('at %s they end at %s', (now, end) => {
    expect(finDelSilencio(city(now), NIGHT)).toEqual(city(end))
  })

  test.each(['2026-03-01T07:00:00', '2026-03-01T12:00:00', '2026-03-01T21:59:59'])(
    'at %s there are none',
    (now) => {
      expect(finDelSilencio(city(now), NIGHT)).toBeNull()
    },
  )
})

test('quiet hours within one day end on that day', () => {
  expect(finDelSilencio(city('2026-03-01T13:30:00'), { desde: 13, hasta: 15 })).toEqual(
    city('2026-03-01T15:00:00'),
  )
  expect(finDelSilencio(city('2026-03-01T15:00:00'), { desde: 13, hasta: 15 })).toBeNull()
})

test('equal hours mean that there are no quiet hours', () => {
  expect(finDelSilencio(city('2026-03-01T03:00:00'), { desde: 3, hasta: 3 })).toBeNull()
})
