import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { trozosDe } from '../../src/chat/enlaces.ts'

const found = (texto: string) =>
  trozosDe(texto).flatMap((trozo) => (trozo.tipo === 'texto' ? [] : [[trozo.texto, trozo.href]]))

describe('links in a message', () => {
  test.each([
    ['mira https://example.mx/a?b=1#c', [['https://example.mx/a?b=1#c', 'https://example.mx/a?b=1#c']]],
    ['www.example.mx.', [['www.example.mx', 'https://www.example.mx/']]],
    [
      '(https://example.mx/catalogo), gracias',
      [['https://example.mx/catalogo', 'https://example.mx/catalogo']],
    ],
    ['HTTPS://EXAMPLE.MX/Ñ', [['HTTPS://EXAMPLE.MX/Ñ', 'https://example.mx/%C3%91']]],
  ])('of %j are found without the punctuation of the sentence', (texto, links) => {
    expect(found(texto)).toEqual(links)
  })

  test.each([
    'javascript:alert(1)',
    'data:text/html,hola',
    'https://',
    'www.',
    'http://localhost/x',
    'ftp://example.mx',
  ])('%j is no link', (texto) => expect(found(texto)).toEqual([]))
})

describe('telephone numbers in a message', () => {
  test.each([
    ['márcame al 55 1234 5678', '55 1234 5678', 'tel:+525512345678'],
    ['5512345678.', '5512345678', 'tel:+525512345678'],
    ['(55) 1234-5678 por favor', '(55) 1234-5678', 'tel:+525512345678'],
    ['+52 55 1234 5678', '+52 55 1234 5678', 'tel:+525512345678'],
  ])('of %j are found', (texto, shown, href) => {
    expect(found(texto)).toEqual([[shown, href]])
  })

  test.each([
    'mide 120 por 240 y 15',
    'son 1500.00 por día',
    'el 2026-03-05 10:00',
    '4152 3134 5678 9012',
    'folio A5512345678',
    '0155123456',
    'pedido 551234567890123',
  ])('%j has none', (texto) => expect(found(texto)).toEqual([]))
})

test('the parts of any text together are the text', () => {
  const part = fc.constantFrom(
    'hola ',
    'https://a.mx/',
    'www.b.mx',
    '55 1234 5678',
    '. ',
    ')',
    '+52',
    'ñ',
    '\n',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(part, fc.string()), { maxLength: 30 }), (parts) => {
      const texto = parts.join('')
      expect(
        trozosDe(texto)
          .map((trozo) => trozo.texto)
          .join(''),
      ).toBe(texto)
    }),
  )
})

test('a long text is searched in linear time: its parts are many and none is looked at twice', () => {
  const texto = '1-'.repeat(100_000)
  expect(trozosDe(texto)).toEqual([{ tipo: 'texto', texto }])
})
