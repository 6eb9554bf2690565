import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { iniciales, nombreConInicial, nombreDeMaestro, tituloDeChat } from '../src/nombres.ts'

describe('a name before the contact is unlocked', () => {
  test('is the first name and the initial of the surname', () => {
    expect(nombreConInicial('Luis', 'Hernández Soto')).toBe('Luis H.')
    expect(nombreConInicial(' Ana  María ', ' ñúñez')).toBe('Ana Ñ.')
    expect(nombreConInicial('Iván', null)).toBe('Iván')
    expect(nombreConInicial(null, null)).toBe('Usuario')
  })

  test('keeps the accent of an initial in both Unicode forms', () => {
    expect(nombreConInicial('Eva', 'Ávila'.normalize('NFD')).normalize()).toBe('Eva Á.')
  })

  test('never shows more than one letter of the surname', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-zñ]{2,20}$/),
        fc.stringMatching(/^[A-ZÑ][a-zñ]{3,20}$/),
        (nombre, apellido) => {
          expect(nombreConInicial(nombre, apellido)).toBe(`${nombre} ${apellido[0]}.`)
        },
      ),
    )
  })
})

test('an avatar without a photo shows an initial of the name and one of the surname', () => {
  expect(iniciales('luis', 'hernández')).toBe('LH')
  expect(iniciales('Ana', '')).toBe('A')
  expect(iniciales(null, null)).toBe('')
})

test('a chat is titled with the first name and the initial of the second word', () => {
  expect(tituloDeChat('Ana Ruiz Soto')).toBe('Ana R')
  expect(tituloDeChat('Ana')).toBe('Ana')
  expect(tituloDeChat('  ')).toBe('Usuario')
})

describe('the name of a maestro', () => {
  test('is whole when the server sent the whole surname, and has an initial when it sent one letter', () => {
    expect(nombreDeMaestro('Luis Ángel', 'Ávila Soto')).toBe('Luis Ángel Ávila Soto')
    expect(nombreDeMaestro('Luis Ángel', 'Á')).toBe('Luis Á.')
    expect(nombreDeMaestro('Luis', null)).toBe('Luis')
  })
})
