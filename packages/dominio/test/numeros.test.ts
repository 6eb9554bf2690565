import { expect, it } from 'vitest'
import { contar, cuentaDeCaracteres } from '../src/numeros.ts'

it('a counted thing has the singular for one only, and thousands have a comma', () => {
  expect([0, 1, 2, 1200].map((n) => contar(n, 'reseña', 'reseñas'))).toEqual([
    '0 reseñas',
    '1 reseña',
    '2 reseñas',
    '1,200 reseñas',
  ])
})

it('the length of a text is shown with its limit', () => {
  expect(cuentaDeCaracteres(12, 1000)).toBe('12 de 1,000')
})
