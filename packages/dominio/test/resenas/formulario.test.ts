import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proporciones } from '../../src/resenas/distribucion.ts'
import { ayudaDeRespuesta, errorDeRespuesta, erroresDeResena } from '../../src/resenas/formulario.ts'
import { type Nivel, progresoDeReputacion, UMBRALES } from '../../src/resenas/reputacion.ts'
import { frasesDeProgreso, resenas as textos } from '../../src/resenas/textos.ts'

const REVIEW = { puntuacion: 5, comentario: 'Llegó a tiempo.', trabajo_realizado: true, fotos: [] }

test('a whole review has no errors, and an empty one has a sentence for each field', () => {
  expect(erroresDeResena(REVIEW)).toEqual({})
  const { errores } = textos
  expect(
    erroresDeResena({
      puntuacion: null,
      comentario: ' ',
      trabajo_realizado: null,
      fotos: ['1', '2', '3', '4'],
    }),
  ).toEqual({
    puntuacion: errores.puntuacion,
    comentario: errores.corta,
    trabajo_realizado: errores.trabajo,
    fotos: errores.fotos,
  })
})

test('the text of a review has 10 to 1000 characters without the blanks at its ends', () => {
  const of = (comentario: string) => erroresDeResena({ ...REVIEW, comentario }).comentario
  expect(of(` ${'a'.repeat(9)} `)).toBe(textos.errores.corta)
  expect(of('a'.repeat(10))).toBeUndefined()
  expect(of(` ${'a'.repeat(1000)} `)).toBeUndefined()
  expect(of('a'.repeat(1001))).toBe(textos.errores.larga)
})

test('a maestro who answers reads until when the review may be edited', () => {
  const written = '2026-03-01T18:00:00Z'
  const { ayuda } = textos.responder
  expect(ayudaDeRespuesta(written, new Date('2026-03-15T17:59:59Z'))).toBe(
    `${ayuda} Quien escribió la reseña puede editarla hasta el 15 mar 2026.`,
  )
  expect(ayudaDeRespuesta(written, new Date('2026-03-15T18:00:00Z'))).toBe(ayuda)
  expect(ayudaDeRespuesta(null, new Date(written))).toBe(ayuda)
})

test('an answer has 1 to 1000 characters and no contact data', () => {
  expect(errorDeRespuesta(' ')).toBe(textos.errores.respuestaVacia)
  expect(errorDeRespuesta('Gracias')).toBeUndefined()
  expect(errorDeRespuesta('a'.repeat(1001))).toBe(textos.errores.respuestaLarga)
  expect(errorDeRespuesta('Escríbame a luis@example.com')).toContain('no puede llevar')
})

test('the shares of a distribution add up to one, or are all zero', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { minLength: 5, maxLength: 5 }), (distribucion) => {
      const sum = proporciones(distribucion).reduce((total, one) => total + one, 0)
      expect(sum).toBeCloseTo(distribucion.some((one) => one > 0) ? 1 : 0)
    }),
  )
})

const state = (nivel: Nivel, identidadVerificada: boolean, confirmadas: number, promedio: number) => ({
  nivel,
  identidadVerificada,
  confirmadas,
  promedio,
  cantidad: confirmadas,
})

test('the progress names what is missing for the next level', () => {
  const say = (...given: Parameters<typeof state>) =>
    frasesDeProgreso(progresoDeReputacion(state(...given)), '3.5')
  expect(say('nuevo', true, 1, 5).titulo).toBe('Te faltan 2 reseñas para Confianza comprobada')
  expect(say('nuevo', true, 2, 5).titulo).toBe('Te falta 1 reseña para Confianza comprobada')
  expect(say('nuevo', false, 5, 4.8)).toEqual({
    titulo: 'Ya tienes las reseñas para Confianza comprobada',
    frases: ['Falta verificar tu identidad (INE).'],
  })
  expect(say('nuevo', true, 5, 3.5).frases).toEqual([
    'Tu calificación debe ser de 4.0 o más. Ahora es de 3.5.',
  ])
  expect(say('confianza_comprobada', true, 4, 4.2).titulo).toBe('Te faltan 6 reseñas para Experto')
  expect(say('experto', true, 12, 4.9)).toEqual({
    titulo: 'Tienes el nivel más alto. Gracias por tu trabajo.',
    frases: [],
  })
})

test('something is missing for the next level exactly while one of its conditions is not met', () => {
  const levels: Nivel[] = ['nuevo', 'confianza_comprobada', 'experto']
  const average = fc.integer({ min: 100, max: 500 }).map((cents) => cents / 100)
  fc.assert(
    fc.property(
      fc.constantFrom(...levels),
      fc.boolean(),
      fc.nat(20),
      average,
      (nivel, verified, count, stars) => {
        const { siguiente, ...missing } = progresoDeReputacion(state(nivel, verified, count, stars))
        const { faltan, faltaIdentidad, promedioMinimo } = missing
        expect(siguiente).toBe(levels[levels.indexOf(nivel) + 1] ?? null)
        if (siguiente === null) return
        const { confirmadas, promedio } = UMBRALES[siguiente]
        const isMissing = faltan > 0 || faltaIdentidad || promedioMinimo !== null
        expect(isMissing).toBe(!(verified && count >= confirmadas && stars >= promedio))
      },
    ),
  )
})
