import {
  CALIFICACIONES_MINIMAS,
  countFiltros,
  ORDENES,
  readFiltros,
  writeFiltros,
} from '@maestros/dominio/directorio/filtros'
import { NIVELES } from '@maestros/dominio/resenas/reputacion'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const anyFiltros = fc.record({
  verificados: fc.boolean(),
  disponibles: fc.boolean(),
  calificacionMinima: fc.constantFrom(null, ...CALIFICACIONES_MINIMAS),
  niveles: fc.subarray([...NIVELES]),
  orden: fc.constantFrom(...ORDENES),
})

const read = (query: string) => readFiltros(new URLSearchParams(query))

describe('the filters of a search', () => {
  test('are read from the address as they were written, and every level counts as none', () => {
    fc.assert(
      fc.property(anyFiltros, (filtros) => {
        const back = readFiltros(new URLSearchParams(writeFiltros(filtros)))
        const niveles = filtros.niveles.length === NIVELES.length ? [] : filtros.niveles
        expect(back).toEqual({ ...filtros, niveles })
      }),
    )
  })

  test('have the same address for any order of the chosen levels', () => {
    const [one, two] = [read('nivel=experto,nuevo'), read('nivel=nuevo,experto')].map(writeFiltros)
    expect(one).toEqual(two)
    expect(writeFiltros(read(''))).toEqual({})
  })

  test('ignore invalid values of an address', () => {
    const none = read('')
    for (const query of [
      'verificados=si',
      'disponibles=hoy',
      'calificacion_minima=9',
      'calificacion_minima=NaN',
      'nivel=jefe',
      'orden=x',
    ]) {
      expect(read(query)).toEqual(none)
    }
    expect(read('nivel=jefe,experto').niveles).toEqual(['experto'])
  })

  test('are counted by kind, and the order does not count', () => {
    expect(countFiltros(read(''))).toBe(0)
    expect(countFiltros(read('orden=trabajos'))).toBe(0)
    expect(countFiltros(read('nivel=experto,nuevo'))).toBe(1)
    expect(countFiltros(read('disponibles=1'))).toBe(1)
    expect(countFiltros(read('verificados=1&calificacion_minima=4.5&nivel=nuevo'))).toBe(3)
  })
})
