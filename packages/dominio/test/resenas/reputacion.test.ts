import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  ETIQUETAS,
  estrellasLlenas,
  NIVELES,
  nivelDeReputacion,
  promedioComoTexto,
} from '../../src/resenas/reputacion.ts'

const level = (identidadVerificada: boolean, confirmadas: number, promedio: number) =>
  nivelDeReputacion({ identidadVerificada, confirmadas, promedio })

test('a level is reached exactly at its threshold', () => {
  expect(level(true, 10, 4.5)).toBe('experto')
  expect(level(true, 9, 4.5)).toBe('confianza_comprobada')
  expect(level(true, 10, 4.49)).toBe('confianza_comprobada')
  expect(level(true, 3, 4)).toBe('confianza_comprobada')
  expect(level(true, 2, 5)).toBe('nuevo')
  expect(level(true, 3, 3.99)).toBe('nuevo')
})

test('without a verified identity a maestro stays at nuevo, and more or better reviews never lower a level', () => {
  const count = fc.integer({ min: 0, max: 30 })
  const average = fc.integer({ min: 0, max: 500 }).map((cents) => cents / 100)
  fc.assert(
    fc.property(count, average, count, average, (n, avg, more, better) => {
      expect(level(false, n, avg)).toBe('nuevo')
      const before = NIVELES.indexOf(level(true, n, avg))
      expect(NIVELES.indexOf(level(true, n + more, Math.min(5, avg + better)))).toBeGreaterThanOrEqual(before)
    }),
  )
})

test('levels have labels, stars are filled up to the floor, and the average has one decimal', () => {
  expect(NIVELES.map((nivel) => ETIQUETAS[nivel])).toEqual(['Nuevo', 'Confianza comprobada', 'Experto'])
  expect([0, 3.99, 4, 5].map(estrellasLlenas)).toEqual([0, 3, 4, 5])
  expect([4, 4.25, 4.35, 4.96, 5, 0].map(promedioComoTexto)).toEqual([
    '4.0',
    '4.2',
    '4.3',
    '4.9',
    '5.0',
    '0.0',
  ])
})

test('the number of an average and its stars never disagree', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 500 }), (cents) => {
      const promedio = cents / 100
      const shown = promedioComoTexto(promedio)
      expect(Math.floor(Number(shown))).toBe(estrellasLlenas(promedio))
      expect(Number(shown)).toBe(Math.floor(cents / 10) / 10)
    }),
  )
})
