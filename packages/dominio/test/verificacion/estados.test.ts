import { describe, expect, test } from 'vitest'
import { operacion } from '../../src/operacion/textos.ts'
import {
  CORRECCIONES,
  DATOS_VERIFICABLES,
  DOCUMENTOS_DE_VERIFICACION,
  type EstadoDeVerificacion,
  lineasDeVerificacion,
  type Verificacion,
} from '../../src/verificacion/estados.ts'
import { correccionesDelMotivo } from '../../src/verificacion/rechazos.ts'
import {
  accionDe,
  explicacionDe,
  resumenDeVerificacion,
  verificacion,
} from '../../src/verificacion/textos.ts'

const REASON = 'La foto no se lee. Toma otra con más luz.'
const all = (estado: EstadoDeVerificacion, change: Partial<Verificacion> = {}): Verificacion[] =>
  DATOS_VERIFICABLES.map((tipo) => ({ tipo, estado, motivo: null, corrige_con: null, ...change }))
const ALL_STORED = [...DOCUMENTOS_DE_VERIFICACION]

describe('the lines of a verification', () => {
  test('ask for nothing while a datum is verified, in review, or pending with its document', () => {
    for (const estado of ['verificado', 'en_revision', 'pendiente'] as const) {
      const lines = lineasDeVerificacion(all(estado), ALL_STORED)
      expect(lines.map(({ tipo, siguiente }) => [tipo, siguiente])).toEqual([
        ['ine', []],
        ['domicilio', []],
        ['curp', []],
      ])
    }
  })

  test('ask for a missing document of a pending datum only: the files of a decision are removed later', () => {
    const asked = (estado: EstadoDeVerificacion) =>
      lineasDeVerificacion(all(estado), []).map((line) => [line.siguiente.join(), explicacionDe(line)])
    expect(asked('pendiente')).toEqual([
      ['ine', verificacion.falta.ine],
      ['comprobante', verificacion.falta.comprobante],
      ['', verificacion.enEspera],
    ])
    expect(asked('verificado')).toEqual(DATOS_VERIFICABLES.map((dato) => ['', verificacion.verificado[dato]]))
    expect(asked('en_revision')).toEqual(DATOS_VERIFICABLES.map(() => ['', verificacion.enRevision]))
  })

  test('name what ends a rejection, in the order in which the maestro is asked for it', () => {
    const rejected = all('rechazado', { motivo: REASON, corrige_con: ['foto', 'ine'] })
    const [ine] = lineasDeVerificacion(rejected, ALL_STORED)
    expect(ine?.siguiente).toEqual(['foto', 'ine'])
    expect(ine && explicacionDe(ine)).toBe(
      'Qué sigue: cambia tu foto de perfil o envía otra foto de tu INE. Después lo revisamos otra vez.',
    )
  })
})

test('the summary tells the mark of the identity from the verified profile', () => {
  const states = (verified: readonly string[]) =>
    all('pendiente').map((one) =>
      verified.includes(one.tipo) ? { ...one, estado: 'verificado' as const } : one,
    )
  expect(resumenDeVerificacion(states(DATOS_VERIFICABLES))).toBe(verificacion.perfil.verificado)
  expect(resumenDeVerificacion(states(['ine']))).toBe(
    'Tu INE ya te da la marca «Identidad verificada». Para que todo tu perfil quede verificado, también debemos verificar tu domicilio y tu CURP.',
  )
  expect(resumenDeVerificacion(states(['domicilio', 'curp']))).toContain('debemos verificar tu INE.')
})

test('a document that is stored is sent again, and a datum that is not asked for is changed', () => {
  expect([accionDe('comprobante', true, []), accionDe('comprobante', true, ALL_STORED)]).toEqual([
    'Enviar tu comprobante de domicilio',
    'Enviar otro comprobante de domicilio',
  ])
  expect([accionDe('ine', true, []), accionDe('ine', false, ALL_STORED)]).toEqual([
    'Enviar tu INE de nuevo',
    'Enviar otra foto de tu INE',
  ])
})

describe('what ends a rejection', () => {
  test('follows from a ready sentence, with corrections of its own datum only', () => {
    for (const dato of DATOS_VERIFICABLES) {
      const own: readonly string[] = CORRECCIONES[dato]
      for (const { texto, corrige_con } of operacion.rechazo.frases[dato]) {
        expect(correccionesDelMotivo(dato, ` ${texto} `)).toEqual(corrige_con)
        expect(corrige_con.every((one) => own.includes(one))).toBe(true)
      }
    }
  })

  test('contains photo or name when another reason of the INE names them', () => {
    expect(correccionesDelMotivo('ine', 'En tu foto de perfil no se ve tu cara.')).toEqual([
      'foto',
      'ine',
      'reverso',
    ])
    expect(correccionesDelMotivo('ine', 'Tu apellido está mal escrito.')).toEqual([
      'nombre',
      'ine',
      'reverso',
    ])
    expect(correccionesDelMotivo('ine', REASON)).toBeNull()
    expect(correccionesDelMotivo('domicilio', 'El nombre de la calle no existe.')).toBeNull()
  })
})
