import { describe, expect, test } from 'vitest'
import { moderar } from '../../../src/seguridad/moderacion/moderar.ts'
import { EN_GRUPOS } from '../../../src/seguridad/moderacion/tarjeta.ts'
import { cardOf } from './cards.ts'

/** Entries of rules that are regular expressions or lists: signs between digits, first digits of cards, rows of letters. */
const closed = (text: string) => moderar(text, { contactoAbierto: false })
const open = (text: string) => moderar(text, { contactoAbierto: true })

test.each([...' ()_*/|~:.-'])('the sign %j joins the groups of a phone number', (sign) => {
  expect(closed(`4413${sign}298${sign}765`)).toBe('telefono')
})

test.each([...'%=+,;'])('the sign %j separates numbers that are not grouped like a phone number', (sign) => {
  expect(closed(`4413${sign}298${sign}765`)).toBeNull()
})

test('the prefixes of a phone number are known', () => {
  for (const prefix of ['52', '521', '01', '044', '045'])
    expect(closed(`${prefix}44 132 98765`)).toBe('telefono')
  expect(closed('5344 132 98765')).toBeNull()
})

describe('a card number', () => {
  const STARTS: Readonly<Record<number, string[]>> = {
    13: ['4'],
    14: ['30', '36', '38', '39'],
    15: ['34', '37', '2131', '1800'],
    16: ['2', '3', '4', '5', '6'],
    17: ['50', '56', '57', '58', '6'],
    18: ['50', '56', '57', '58', '6'],
    19: ['4', '50', '56', '57', '58', '6'],
  }

  test.each(Object.entries(STARTS))('of %s digits is found by its first digits', (length, starts) => {
    for (const start of starts)
      expect([start, open(cardOf(start, Number(length)))]).toEqual([start, 'tarjeta'])
    expect(open(cardOf('8', Number(length)))).toBeNull()
  })

  test('is found in its printed groups, also after another number', () => {
    const printed: Readonly<Record<string, string>> = {
      '4,4,4,4': '4111 1111 1111 1111',
      '4,6,5': '3782 822463 10005',
      '4,6,4': '3056 930902 5904',
      '4,4,4,4,3': cardOf('6304', 19).replace(/(.{4})/g, '$1 '),
      '3,3,11,1': '032 180 00011835971 9',
    }
    expect(EN_GRUPOS.map(String).toSorted()).toEqual(Object.keys(printed).toSorted())
    for (const text of Object.values(printed)) expect([text, open(`99 ${text}`)]).toEqual([text, 'tarjeta'])
  })
})

test('white letters in black circles and squares are read', () => {
  expect(closed('mi 🅘🅝🅢🅣🅐 es plomerojuan')).toBe('mensajeria')
  expect(closed('mi 🅸🅽🆂🆃🅰 es plomerojuan')).toBe('mensajeria')
  expect(closed('¡Viva México.🇲🇽')).toBeNull()
})

test('answers that are prices, round numbers or numbers in sequence are no parts of a number', () => {
  const sent = (anteriores: string[], text: string) => moderar(text, { contactoAbierto: false, anteriores })
  expect(sent(['55', '1200'], '3500')).toBeNull()
  expect(sent(['50', '60', '70', '80'], '90')).toBeNull()
  expect(sent(['55', '56', '57'], '58')).toBeNull()
  expect(sent(['55', '1234'], '5678')).toBe('telefono')
})
