import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buscarOficios } from '../../src/directorio/busqueda-de-oficios.ts'
import { PALABRAS_DE_OFICIOS } from '../../src/directorio/palabras-de-oficios.ts'

const OFICIOS = Object.keys(PALABRAS_DE_OFICIOS)
  .sort(new Intl.Collator('es').compare)
  .map((nombre) => ({ nombre }))

const found = (texto: string) => buscarOficios(texto, OFICIOS).map(({ nombre }) => nombre)

describe('the search of trades', () => {
  test.each([
    ['fuga', 'Plomería'],
    ['boiler', 'Calentadores y boilers'],
    ['corto', 'Electricidad'],
    ['minisplit', 'Aire acondicionado'],
    ['goteras', 'Impermeabilización'],
    ['refri', 'Refrigeración'],
    ['cucarachas', 'Control de plagas'],
    ['chapa', 'Cerrajería'],
    ['Plomero', 'Plomería'],
    ['PLOMERIA', 'Plomería'],
    ['fuga de gas', 'Instalación de gas'],
    ['se tapó el wc', 'Plomería'],
    ['destapar caño', 'Plomería'],
    ['necesito pintar mi casa', 'Pintura'],
    ['lavadora', 'Electrodomésticos'],
    ['tinacos', 'Cisternas y tinacos'],
    ['herero', 'Herrería'],
    ['electrisista', 'Electricidad'],
    ['inpermeabilizar', 'Impermeabilización'],
    ['inpermea', 'Impermeabilización'],
    ['tablarroca', 'Tablaroca'],
    ['albanil', 'Albañilería'],
    ['jardinreo', 'Jardinería'],
    ['cerrajeria', 'Cerrajería'],
  ])('finds what is meant by %o first: %s', (texto, oficio) => {
    expect(found(texto)[0]).toBe(oficio)
  })

  test('shows a trade whose name matches before one that has only an everyday word', () => {
    const gas = found('gas')
    expect(gas[0]).toBe('Instalación de gas')
    expect(gas).toContain('Refrigeración')
  })

  test('shows all trades in their order when nothing is typed, and none for other words', () => {
    expect(found('')).toEqual(OFICIOS.map(({ nombre }) => nombre))
    expect(found('   ')).toHaveLength(OFICIOS.length)
    for (const other of ['xyzzy', 'dentista', 'constructor', '???', 'gol'])
      expect(found(other), other).toEqual([])
  })

  test('does not forgive errors in words of fewer than four letters', () => {
    expect(found('gaz')).not.toContain('Instalación de gas')
  })

  test('every trade has at least eight everyday words, and each of them finds it', () => {
    for (const [nombre, words] of Object.entries(PALABRAS_DE_OFICIOS)) {
      const list = words.split(' ')
      expect(new Set(list).size, nombre).toBeGreaterThanOrEqual(8)
      for (const word of list.filter((one) => one.length > 2)) expect(found(word), word).toContain(nombre)
      expect(found(nombre)[0]).toBe(nombre)
    }
  })

  test('any beginning of a name with at least three letters finds its trade, with or without accents', () => {
    const beginning = fc
      .constantFrom(...OFICIOS)
      .chain(({ nombre }) =>
        fc
          .integer({ min: 3, max: nombre.length })
          .map((length) => ({ nombre, typed: nombre.slice(0, length) })),
      )
    fc.assert(
      fc.property(beginning, ({ nombre, typed }) => {
        expect(found(typed)).toContain(nombre)
        expect(found(typed.normalize('NFD').replace(/\p{M}/gu, ''))).toContain(nombre)
      }),
    )
  })

  test('any text is answered with trades of the list, each once', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (typed) => {
        const names = found(typed)
        expect(new Set(names).size).toBe(names.length)
      }),
    )
  })
})
