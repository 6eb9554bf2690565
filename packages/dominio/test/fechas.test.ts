import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  diaDe,
  fechaLarga,
  fechaYHora,
  haceCuanto,
  horaDelMensaje,
  horaEnLista,
  separadorDeDia,
} from '../src/fechas.ts'

/** Mexico City is six hours behind UTC all year since 2022. */
const at = (text: string) => new Date(`${text}-06:00`)
const AHORA = at('2025-08-05T10:00:00')
const HORA_MS = 3_600_000

describe('the time of a last message', () => {
  test('is shown as the hour when it is less than 24 hours old, also if it was yesterday evening', () => {
    expect(horaEnLista(at('2025-08-05T09:05:00'), AHORA)).toBe('09:05')
    expect(horaEnLista(at('2025-08-04T22:30:00'), AHORA)).toBe('22:30')
    expect(horaEnLista(at('2025-08-05T00:07:00'), AHORA)).toBe('00:07')
    expect(horaDelMensaje(at('2025-08-04T22:30:00'))).toBe('22:30')
  })

  test('is shown as the date from 24 hours on', () => {
    expect(horaEnLista(at('2025-08-04T10:00:00'), AHORA)).toBe('04/08')
    expect(horaEnLista(at('2025-08-04T10:00:01'), AHORA)).toBe('10:00')
    expect(horaEnLista(at('2024-12-31T23:59:00'), AHORA)).toBe('31/12')
  })

  test('has one of the two forms for any date', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 24 * 4000 }), (hours) => {
        const text = horaEnLista(new Date(AHORA.getTime() - hours * HORA_MS), AHORA)
        expect(text).toMatch(hours < 24 ? /^[0-2]\d:[0-5]\d$/ : /^[0-3]\d\/[01]\d$/)
      }),
    )
  })
})

test('a long date is the day of Mexico City, and its time has 24 hours', () => {
  expect(fechaLarga(at('2025-08-04T22:30:00'))).toBe('4 de agosto de 2025')
  expect(fechaYHora(at('2025-08-04T22:30:00'))).toBe('4 de agosto de 2025 a las 22:30')
})

describe('the separator of a day', () => {
  test('is Hoy, Ayer or the whole date in Spanish, by the calendar of Mexico City', () => {
    expect(separadorDeDia(at('2025-08-05T00:00:00'), AHORA)).toBe('Hoy')
    expect(separadorDeDia(at('2025-08-04T23:59:59'), AHORA)).toBe('Ayer')
    expect(separadorDeDia(at('2025-08-03T23:59:59'), AHORA)).toBe('domingo, 3 de agosto de 2025')
    expect(separadorDeDia(at('2024-12-31T12:00:00'), at('2025-01-01T00:30:00'))).toBe('Ayer')
  })

  test('uses the time of Mexico City: nine at night there is already the next day in UTC', () => {
    expect(separadorDeDia(new Date('2025-08-05T03:00:00Z'), at('2025-08-04T22:00:00'))).toBe('Hoy')
    expect(diaDe(new Date('2025-08-05T03:00:00Z'))).toBe('2025-08-04')
  })

  test('is the same for two messages exactly when they are of the same day', () => {
    const hour = fc.integer({ min: 0, max: 24 * 60 }).map((h) => new Date(AHORA.getTime() - h * HORA_MS))
    fc.assert(
      fc.property(hour, hour, (one, other) => {
        expect(separadorDeDia(one, AHORA) === separadorDeDia(other, AHORA)).toBe(diaDe(one) === diaDe(other))
      }),
    )
  })
})

test.each([
  [0.9, 'hace menos de un minuto'],
  [1, 'hace 1 minuto'],
  [20, 'hace 20 minutos'],
  [59, 'hace 59 minutos'],
  [60, 'hace 1 hora'],
  [150, 'hace 2 horas'],
  [60 * 24, 'hace 1 día'],
  [60 * 24 * 3 + 5, 'hace 3 días'],
])('%s minutes ago is %s', (minutes, text) => {
  expect(haceCuanto(0, minutes * 60_000)).toBe(text)
})
