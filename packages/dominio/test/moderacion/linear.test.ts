import { expect, test } from 'vitest'
import { moderar } from '../../src/moderacion.ts'

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
/** Ten times the longest message. A quadratic rule would need a hundred times as long as for a message. */
const LENGTH = 40_000
/** Processor time. Linear rules need about a tenth of it, also on a slow machine; quadratic ones several times as much. */
const MAX_MS = 2500

test.each(UNITS)('a long text of %j is checked in time proportional to its length', (unit) => {
  const text = unit.repeat(Math.floor(LENGTH / unit.length))
  const before = process.cpuUsage()
  moderar(text, { contactoAbierto: false, anteriores: [text.slice(0, 4000), text.slice(0, 4000)] })
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(MAX_MS)
})
