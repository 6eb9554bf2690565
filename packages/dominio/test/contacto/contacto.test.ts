import fc from 'fast-check'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import {
  enlaceDeWhatsapp,
  motivoDeNota,
  motivoValido,
  notaDeContacto,
  tarjetaDeContacto,
  telefonoComoTexto,
  telefonoInternacional,
  telefonoMarcable,
  telefonoParaLlamar,
} from '../../src/contacto/contacto.ts'

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

describe('a Mexican number', () => {
  it.each([
    ['55 1234 5678', '5512345678', '5512345678'],
    ['+52 55 1234 5678', '5512345678', '+525512345678'],
    ['52 (33) 1234-5678', '3312345678', '3312345678'],
    ['+52 1 55 1234 5678', '5512345678', '+525512345678'],
    ['044 55 1234 5678', '5512345678', '5512345678'],
    ['5212345678', '5212345678', '5212345678'],
  ])(
    'has a country code in contact cards and a WhatsApp address, and when it is called only if it was written with a plus: %s',
    (telefono, digits, called) => {
      expect(telefonoParaLlamar(telefono)).toBe(called)
      expect(telefonoInternacional(telefono)).toBe(`+52${digits}`)
      expect(enlaceDeWhatsapp(telefono)).toBe(`https://wa.me/52${digits}`)
    },
  )

  it.each(['+1 555 123 4567', '1234 5678', '+34 612 345 678'])('is not %s', (telefono) => {
    expect(telefonoParaLlamar(telefono)).toBe(telefonoMarcable(telefono))
    expect(telefonoInternacional(telefono)).toBe(telefonoMarcable(telefono))
    expect(enlaceDeWhatsapp(telefono)).toBeNull()
  })
})

describe('the notice of a contact request', () => {
  it('contains the chosen reason or the description, which can be read from it', () => {
    expect(notaDeContacto('urgencia', null)).toBe('Se pidió el contacto. Motivo: Es una urgencia')
    expect(motivoDeNota(notaDeContacto('otro', 'Ver unos planos'))).toBe('Ver unos planos')
    expect(motivoDeNota('')).toBeNull()
  })
})

describe('a contact card', () => {
  /** The card as a phone reads it: one vCard, with the values of its properties. */
  const read = (card: string) => {
    const parsed = new ICAL.Component(ICAL.parse(card))
    return (name: string) => parsed.getFirstPropertyValue(name)
  }
  const luis = { nombre: 'Luis', apellido: 'Ruiz', telefono: '5512345678', oficios: ['Plomería'] }

  it('contains the whole name, the number with its country code, and the trades', () => {
    const card = tarjetaDeContacto({
      nombre: 'José Ángel',
      apellido: 'Núñez Peña',
      telefono: '55 1234 5678',
      oficios: ['Plomería', 'Electricidad'],
    })
    const value = read(card)
    expect(value('version')).toBe('3.0')
    expect(value('n')).toEqual(['Núñez Peña', 'José Ángel', '', '', ''])
    expect(value('fn')).toBe('José Ángel Núñez Peña')
    expect(value('tel')).toBe('+525512345678')
    expect(value('title')).toBe('Plomería, Electricidad')
    expect(value('note')).toBe('Plomería, Electricidad · Maestros CDMX')
  })

  it('escapes backslashes, commas and semicolons', () => {
    const card = tarjetaDeContacto({ ...luis, apellido: 'a\\b,c;d' })
    expect(card).toContain('N:a\\\\b\\,c\\;d;Luis;;;\r\n')
    expect(card).toContain('FN:Luis a\\\\b\\,c\\;d\r\n')
  })

  it('has lines of at most 75 bytes that end with CRLF, and long or odd names are read back whole', () => {
    // The library does not read an escaped backslash before a separator, so these texts have none.
    const name = fc.string({ unit: 'grapheme', maxLength: 120 }).map((text) => text.replaceAll('\\', '/'))
    const odd = fc.string({ unit: fc.constantFrom('\r', '\n', 'T', ':', ';', ',', ' ', 'ñ', '🔧', '\t') })
    fc.assert(
      fc.property(fc.oneof(name, odd), (apellido) => {
        const card = tarjetaDeContacto({ ...luis, apellido })
        expect(card.endsWith('END:VCARD\r\n')).toBe(true)
        expect(card.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        for (const line of card.split('\r\n')) {
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
        }
        const plain = apellido.replace(/\r\n|\r/gu, '\n').replace(/(?!\n)\p{Cc}/gu, ' ')
        expect(read(card)('n')).toEqual([plain, 'Luis', '', '', ''])
      }),
    )
  })

  it('cannot get additional properties from typed text', () => {
    const typed = fc.string({ unit: fc.constantFrom('\r', '\n', 'T', 'E', 'L', ':', ';') })
    fc.assert(
      fc.property(typed, (nombre) => {
        const card = tarjetaDeContacto({ ...luis, nombre, oficios: [nombre] })
        const names = new ICAL.Component(ICAL.parse(card)).getAllProperties().map(({ name }) => name)
        expect(names).toEqual(['version', 'n', 'fn', 'org', 'title', 'tel', 'note'])
      }),
    )
  })
})
