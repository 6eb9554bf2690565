import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_TRAMO, moderar, tramosDe } from '../../../src/seguridad/moderacion/moderar.ts'

/** Beginnings and repetitions of everything that a rule looks for, so that a rule that starts again at each place shows. */
const UNITS = [
  ...[
    '5',
    '5 ',
    '55 12 ',
    '5a',
    '5 a ',
    '5.a.',
    'x5',
    '60x',
    '12/',
    '1,',
    '1,000,',
    '5.',
    '10:',
    '$1',
    '255.',
    '1.1.1.',
  ],
  ...[
    'a ',
    'a.',
    'c i n c o ',
    'cinco',
    'cinco ',
    'cincuenta y ',
    'veinti',
    'v ',
    'iv ',
    'cin ',
    'un ',
    'o ',
    '5o',
    's5 ',
    'ss ',
  ],
  ...[
    'doble ',
    'dos veces ',
    'par de ',
    'luego 5 ',
    'va 55 ',
    'primeros 4 ',
    'mi numero 5 ',
    'c1n-c0 ',
    'c!',
    'a!a',
    '4111 ',
    '4',
  ],
  ...[
    '@',
    '@a',
    'a@',
    'a@a.',
    '(a)',
    '[.]',
    '(',
    '((',
    'punto ',
    'arroba ',
    'gmail ',
    'correo es a gmail ',
    'a-',
    'a_',
    'a*',
  ],
  ...[
    'insta ',
    'insta es ',
    'mi insta: ',
    'vv',
    'rn',
    'l',
    'http',
    'http:',
    'www ',
    'com ',
    'a com ',
    '.com',
    'pagina aaaa ',
  ],
  ...[' ', '\n', '=', '-', '!', '५', '🅰', '\u200b', 'e\u0301', 'é'],
]
test('a text is checked in parts of bounded length, as many as its length needs, that overlap', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 50 * MAX_TRAMO }), (length) => {
      const parts = tramosDe('x'.repeat(length))
      expect(parts.length).toBeLessThanOrEqual(1 + length / (MAX_TRAMO / 2))
      expect(Math.max(...parts.map((part) => part.length))).toBeLessThanOrEqual(MAX_TRAMO)
      expect(parts.join('').length).toBeGreaterThanOrEqual(length)
    }),
    { numRuns: 50 },
  )
})

test('contact data is found wherever it is in a long text, also where two parts meet', () => {
  for (let at = MAX_TRAMO - 260; at < MAX_TRAMO + 260; at += 20) {
    const text = `${'bla '.repeat(at / 4)} márcame al 55 4132 9877 ${'bla '.repeat(100)}`
    expect([at, moderar(text, { contactoAbierto: false })]).toEqual([at, 'telefono'])
  }
})

/**
 * A rule that starts again at each place could need the square of a part's length, but no more: a longer text has only more
 * parts, as the first test shows.
 */
test.each(UNITS)(
  'a part of the longest length of %j gets a result, also after two equal messages',
  (unit) => {
    const text = unit.repeat(Math.floor(MAX_TRAMO / unit.length))
    expect(() => moderar(text, { contactoAbierto: false, anteriores: [text, text] })).not.toThrow()
  },
)
