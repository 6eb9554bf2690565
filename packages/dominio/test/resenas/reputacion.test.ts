import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ETIQUETAS, estrellasLlenas, NIVELES, promedioComoTexto } from '../../src/resenas/reputacion.ts'

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
