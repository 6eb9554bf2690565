import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { motivoValido, tarjetaDeContacto, telefonoComoTexto, telefonoMarcable } from '../src/contacto.ts'

describe('the reason for requesting a contact', () => {
  it('is not valid while none is chosen', () => {
    expect(motivoValido(null, 'Quiero preguntar por un trabajo')).toBe(false)
  })

  it('is valid without a description, except for "otro"', () => {
    expect(motivoValido('urgencia', '')).toBe(true)
    expect(motivoValido('otro', '')).toBe(false)
  })

  it('needs a description of 10 to 200 characters for "otro"', () => {
    expect(motivoValido('otro', 'a'.repeat(9))).toBe(false)
    expect(motivoValido('otro', 'a'.repeat(10))).toBe(true)
    expect(motivoValido('otro', '🔧'.repeat(200))).toBe(true)
    expect(motivoValido('otro', 'a'.repeat(201))).toBe(false)
    expect(motivoValido('otro', `${' '.repeat(20)}abc`)).toBe(false)
  })
})

describe('a phone number', () => {
  it('is dialled as digits, with a plus if it has one', () => {
    expect(telefonoMarcable('55 1234-5678')).toBe('5512345678')
    expect(telefonoMarcable('+52 (55) 1234 5678')).toBe('+525512345678')
  })

  it('is displayed in groups, and unchanged when it has not ten digits', () => {
    expect(telefonoComoTexto('5512345678')).toBe('55 1234 5678')
    expect(telefonoComoTexto('+525512345678')).toBe('55 1234 5678')
    expect(telefonoComoTexto('12345')).toBe('12345')
  })
})

describe('a contact card', () => {
  it('contains the whole name and the number', () => {
    const card = tarjetaDeContacto({
      nombre: 'José Ángel',
      apellido: 'Núñez; Peña',
      telefono: '55 1234 5678',
      nota: 'Plomería, Coyoacán',
    })
    expect(card).toContain('N:Núñez\\; Peña;José Ángel;;;\r\n')
    expect(card).toContain('FN:José Ángel Núñez\\; Peña\r\n')
    expect(card).toContain('TEL;TYPE=CELL:5512345678\r\n')
    expect(card).toContain('NOTE:Plomería\\, Coyoacán\r\n')
  })

  it('cannot get additional lines from typed text', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('\r', '\n', 'T', 'E', 'L', ':', ';') }), (nombre) => {
        const card = tarjetaDeContacto({ nombre, apellido: 'Ruiz', telefono: '5512345678', nota: nombre })
        expect(card.trimEnd().split(/\r\n|\r|\n/u)).toHaveLength(7)
      }),
    )
  })
})
