import { expect, test } from 'vitest'
import { slugDe } from '../src/slug.ts'

test.each([
  ['Plomería', 'plomeria'],
  ['Albañilería', 'albanileria'],
  ['Gustavo A. Madero', 'gustavo-a-madero'],
  ['Álvaro Obregón', 'alvaro-obregon'],
  ['COYOACÁN', 'coyoacan'],
  [' Pisos y azulejos ', 'pisos-y-azulejos'],
  ['Plomeri\u0301a', 'plomeria'],
  ['¿?', ''],
])('the address of %s contains %s', (name, slug) => {
  expect(slugDe(name)).toBe(slug)
  expect(slugDe(slug)).toBe(slug)
})
