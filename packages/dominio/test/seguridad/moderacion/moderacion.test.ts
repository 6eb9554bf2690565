import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { esFragmento, moderar } from '../../../src/seguridad/moderacion/moderar.ts'
import type { MotivoDeBloqueo } from '../../../src/seguridad/motivos-de-bloqueo.ts'

const cerrado = (texto: string) => moderar(texto, { contactoAbierto: false })
const abierto = (texto: string) => moderar(texto, { contactoAbierto: true })

/** Texts that are blocked before the contact is unlocked, and why. */
const DETENIDOS: Record<MotivoDeBloqueo, string[]> = {
  telefono: [
    '5512345678',
    '55 1234 5678',
    '55-12-34-56-78',
    '55.12.34.56.78',
    '55/12/34/56/78',
    '55*1234*5678',
    '55, 12, 34, 56, 78',
    '55\n12\n34\n56\n78',
    '55😀12😀34😀56😀78',
    '55.12 34.56 78.90',
    '5 5 1 2 3 4 5 6 7 8',
    '(55) 1234-5678',
    '+52 55 1234 5678',
    '+52 1 55 1234 5678',
    '+5215512345678',
    '0445512345678',
    '81 8345 6789',
    'te cobro $1,500, márcame al 55 1234 5678 el 15/11/2026 a las 10:30',
    'cincuenta y cinco doce treinta y cuatro cincuenta y seis setenta y ocho',
    'cinco cinco uno dos tres cuatro cinco seis siete ocho',
    'Cinco, cinco, uno, dos, tres, cuatro, cinco, seis, siete, ocho',
    'cincocincounodostrescuatrocincoseissieteocho',
    'doble cinco uno dos tres cuatro cinco seis siete ocho',
    'quinientos cincuenta y uno dos tres cuatro cinco seis siete ocho',
    'veintidós treinta y tres 44 55 66',
    '55 doce 34 cincuenta y seis 78',
    '5cinco51234567',
    '55 guion 1234 guion 5678',
    '55o1234567',
    '5 5 o 1 2 3 4 5 6 7',
    '５５１２３４５６７８',
    '٥٥١٢٣٤٥٦٧٨',
    '𝟓𝟓𝟏𝟐𝟑𝟒𝟓𝟔𝟕𝟖',
    '❺❺①②③④⑤⑥⑦⑧',
    '5️⃣5️⃣1️⃣2️⃣3️⃣4️⃣5️⃣6️⃣7️⃣8️⃣',
    '5\u200b5\u200b1\u200b2\u200b3\u200b4\u200b5\u200b6\u200b7\u200b8',
    'mi cel: 5658 1111',
    'llámame al 56581111',
  ],
  correo: [
    'juan@gmail.com',
    'Escríbeme a JUAN.PEREZ+obra@Taller.com.mx',
    'juan.perez @ hotmail . com',
    'juan＠gmail．com',
    'juan arroba gmail punto com',
    'juan (arroba) gmail (punto) com',
    'juan [at] gmail [dot] com',
    'juan arroba gmail',
    'juan guion bajo perez arroba hotmail punto com',
    'juan_perez23 gmail',
    'juan@gmаil.com',
  ],
  enlace: [
    'https://wa.me/5215512345678',
    'wa.me/5215512345678',
    'wa punto me',
    't.me/juan',
    'bit.ly/3abc',
    'tinyurl.com/abc',
    'linktr.ee/juan',
    'mi-taller.com.mx',
    'www.mitaller.mx',
    'mitaller punto com',
    'mi taller . com',
    '192.168.1.10:8080',
  ],
  mensajeria: [
    '@plomero_juan',
    'arroba juanplomero',
    'mi insta es plomerojuan',
    'insta plomero.juan',
    'whats: juanito',
    'telegram juan_23',
    'estoy en face como Plomería Juárez',
    'búscame en face como Juan Pérez',
    'agrégame al wasap',
    'sígueme en instagram',
    'soy juan guion bajo plomero',
  ],
  tarjeta: [
    '4111111111111111',
    '4111 1111 1111 1111',
    '5555-5555-5555-4444',
    '3782 822463 10005',
    '4222222222222',
    'deposita a la 4111.1111.1111.1111 por favor',
    'cuatro uno uno uno 1111 1111 1111',
    'mi clabe 032180000118359719',
    '032 180 00011835971 9',
    '032 1800 0011 8359 719',
  ],
}

const PASAN = [
  '$1,500',
  '1500 pesos',
  '$12,500.00 más IVA',
  '3 mil 500',
  'cuesta entre mil quinientos y dos mil',
  'cincuenta y cinco pesos',
  'son $800, $1,200 y $3,400.50',
  'Son 800, 300 y 1500',
  '1500 o 2000 o 2500',
  '1,500.00 2,500.00 3,500.00 4,500.00',
  '20 piezas a $35.50 c/u = $710',
  '15 % de anticipo, 85 % al final',
  '2.50 x 3.20 m',
  '20 × 30 × 40 cm',
  '2440x1220x15 mm',
  '12 m2',
  '12 m², 45°',
  '110 V',
  'calibre 12 AWG, 20 A, 127 V',
  '3/4"',
  'tubo de 1 1/2 y 3/4',
  'Medidas: 250, 300, 1200 cm',
  'Av. Insurgentes Sur 1234, int. 5, CP 03100',
  'Calle 16 de Septiembre 45',
  'Lago 45, 1234, 06700',
  'lote 12 manzana 34',
  'CD.MX',
  'Cd. Mx.',
  'S.A. de C.V.',
  '15/11/2026 a las 10:30',
  '2026-11-15',
  'el 25/11, 26/11 y 27/11 puedo',
  'llego a las 8:30, 9:15 o 10:45',
  'a las 10 en punto',
  'del 3 al 15',
  'en 2025 y 2026',
  'folio 123456',
  'dos o tres visitas',
  '5 focos, 3 contactos, 2 apagadores',
  '100, 200, 300, 400',
  'el face to face',
  'no tengo face',
  '¿Tienes WhatsApp?',
  'Mi whats es el mismo',
  'Gracias.me avisa',
  'etc. Como usted diga',
  'el punto es que no',
  'una arroba de clavos',
  '😀 👍',
  '',
]

describe('before the contact is unlocked', () => {
  for (const [motivo, textos] of Object.entries(DETENIDOS)) {
    test.each(textos)(`%j is blocked as ${motivo}`, (texto) => {
      expect(cerrado(texto)).toBe(motivo)
    })
  }

  test.each(PASAN)('%j is allowed', (texto) => {
    expect(cerrado(texto)).toBeNull()
  })
})

test('after the contact is unlocked only cards and CLABEs are blocked', () => {
  for (const [motivo, textos] of Object.entries(DETENIDOS)) {
    for (const texto of textos) {
      expect([texto, abierto(texto)]).toEqual([texto, motivo === 'tarjeta' ? 'tarjeta' : null])
    }
  }
  // Two phone numbers in sequence are as long as a card number.
  expect(abierto('55 1234 5678 y 55 8765 4321')).toBeNull()
  expect(abierto('+52 1 55 1234 5678')).toBeNull()
})

describe('a number in several messages', () => {
  const sent = (anteriores: string[], texto: string) => moderar(texto, { contactoAbierto: false, anteriores })

  test('is blocked from the eighth digit on', () => {
    expect(sent([], '55 12')).toBeNull()
    expect(sent(['55 12'], '34 5')).toBeNull()
    expect(sent(['55 12'], '34 56')).toBe('telefono')
    expect(sent(['55 12', '34'], '56 78')).toBe('telefono')
    expect(sent(['55 12', '34 5'], '6')).toBe('telefono')
    expect(sent([], '55 12 34 56')).toBe('telefono')
    expect(sent([], '55 12 34 5')).toBeNull()
    expect(sent(['55', '1234'], '5678')).toBe('telefono')
    expect(sent(['55', 'doce', '34'], 'cincuenta y seis 78')).toBe('telefono')
    expect(sent(['buenas', 'mi cel es 55'], '1234 5678')).toBe('telefono')
    expect(moderar('1111 1111', { contactoAbierto: true, anteriores: ['4111 1111'] })).toBe('tarjeta')
  })

  test('is not found in answers that happen to be numbers', () => {
    expect(sent(['¿Cuántos?', '12', '250', '1500'], '3200')).toBeNull()
    expect(sent(['2500', '3000'], '20')).toBeNull()
  })

  test('is found with other messages and other words between its parts', () => {
    expect(sent(['55 12 34', 'mejor nos vemos ahí'], '5678')).toBe('telefono')
    expect(sent(['empieza con 55', '¿sí lo anota?', 'sigue 1234'], 'y termina en 5678')).toBe('telefono')
    expect(sent(['mi cel es 55', 'son 3 contactos', '1234'], '5678')).toBe('telefono')
  })

  test('makes the server read earlier messages only for a message with a part of a number', () => {
    expect(['55 12', '5️⃣', 'doce', '(55)', '12-34'].map(esFragmento)).toEqual([true, true, true, true, true])
    expect(['son 12', 'los últimos son 77', 'V V', 'cin cin'].map(esFragmento)).toEqual(Array(4).fill(true))
    const others = ['hola', '', '$1,500', '10:30', '👍', 'son 12 contactos', 'Xola 1302, depto 5', 'tú']
    expect(others.map(esFragmento)).toEqual(others.map(() => false))
  })
})

describe('for any number', () => {
  const digit = fc.integer({ min: 0, max: 9 }).map(String)
  const phone = fc
    .tuple(fc.integer({ min: 2, max: 9 }), fc.array(digit, { minLength: 9, maxLength: 9 }))
    .map(([first, rest]) => `${first}${rest.join('')}`)
  const grouped = (text: string, sizes: readonly number[]) =>
    sizes.map((size, i) => {
      const at = sizes.slice(0, i).reduce((sum, one) => sum + one, 0)
      return text.slice(at, at + size)
    })
  const GROUPS = [[10], [2, 4, 4], [3, 3, 4], [2, 8], [2, 2, 2, 2, 2], Array<number>(10).fill(1)]
  const FIRM = ['', ' ', '-', '.', ' - ', '*', '_', '  ']
  const LOOSE = [', ', '\n', ' guion ', ' 😀 ', '; ']
  const NAMES = ['cero', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve']

  test('a phone number is found with any separator, in any sentence', () => {
    fc.assert(
      fc.property(
        phone,
        fc.constantFrom(...GROUPS),
        fc.constantFrom(...FIRM, ...LOOSE),
        fc.constantFrom('', '+52 ', 'mi número es el '),
        fc.constantFrom('', ' gracias', '.', ' (en la tarde)'),
        (number, sizes, separator, before, after) => {
          const groups = grouped(number, sizes)
          fc.pre(!LOOSE.includes(separator) || groups.some((group) => !group.endsWith('0')))
          expect(cerrado(`${before}${groups.join(separator)}${after}`)).not.toBeNull()
        },
      ),
      { numRuns: 400 },
    )
  })

  test('a phone number is found with any of its digits as words, letters or digits of other scripts', () => {
    const written = fc.constantFrom(
      (n: number) => ` ${NAMES[n]} `,
      (n: number) => String(n),
      (n: number) => String.fromCodePoint(0xff10 + n),
      (n: number) => String.fromCodePoint(0x0966 + n),
      (n: number) => `${n}\ufe0f\u20e3`,
      (n: number) => `${n}\u200d`,
    )
    fc.assert(
      fc.property(phone, fc.array(written, { minLength: 10, maxLength: 10 }), (number, ways) => {
        const text = ways.map((way, i) => way(Number(number[i]))).join('')
        expect(cerrado(text)).not.toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  test('a price is allowed in any notation', () => {
    const price = fc.integer({ min: 1, max: 9_999_999 })
    const ways = fc.constantFrom(
      (n: number) => `$${n}`,
      (n: number) => `$${n.toLocaleString('es-MX')}`,
      (n: number) => `$ ${n.toLocaleString('es-MX')}.00 MXN`,
      (n: number) => `${n} pesos`,
      (n: number) => `${n.toLocaleString('en-US')} más IVA`,
      (n: number) => `de $${n} a $${n + 500}`,
    )
    fc.assert(
      fc.property(price, ways, (n, way) => {
        expect(cerrado(`Le queda en ${way(n)}, ¿le parece?`)).toBeNull()
        expect(cerrado(way(n))).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  test('any text gets a result, which is the same in capitals', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
        expect(() => cerrado(text)).not.toThrow()
      }),
      { numRuns: 300 },
    )
    for (const texto of [...Object.values(DETENIDOS).flat(), ...PASAN]) {
      expect([texto, cerrado(texto.toUpperCase())]).toEqual([texto, cerrado(texto)])
    }
  })
})
