import { describe, expect, test } from 'vitest'
import {
  mejorDia,
  partesFaltantes,
  periodoDe,
  porcentajeCompleto,
  siguientePaso,
} from '../../src/maestro/panel.ts'
import { textoDePaso } from '../../src/maestro/textos-de-panel.ts'
import {
  DATOS_VERIFICABLES,
  DOCUMENTOS_DE_VERIFICACION,
  type Verificacion,
} from '../../src/verificacion/estados.ts'

const days = (count: number, visitas: (i: number) => number) =>
  Array.from({ length: count }, (_, i) => ({
    dia: new Date(Date.UTC(2026, 0, 1 + i)).toISOString().slice(0, 10),
    visitas: visitas(i),
    contactos: 0,
  }))

describe('the period of a figure', () => {
  test('is the last 30 of the 60 days, compared with the first 30', () => {
    const period = periodoDe(
      days(60, (i) => (i < 30 ? 1 : 2)),
      'visitas',
      '2025-01-01',
    )
    expect([period.total, period.anterior, period.dias.length]).toEqual([60, 30, 30])
    expect(period.dias[0]?.dia).toBe('2026-01-31')
  })

  test('has nothing to compare with while the profile is younger than both periods and had no figures', () => {
    const zeros = days(60, () => 0)
    expect(periodoDe(zeros, 'visitas', '2026-01-02').anterior).toBeNull()
    expect(periodoDe(zeros, 'visitas', '2026-01-01').anterior).toBe(0)
    const early = days(60, (i) => (i === 29 ? 3 : 0))
    expect(periodoDe(early, 'visitas', '2026-01-20').anterior).toBe(3)
  })

  test('has as its best day the most recent of the highest ones, and none without figures', () => {
    const { dias } = periodoDe(
      days(60, (i) => (i === 40 || i === 50 ? 9 : 1)),
      'visitas',
      '2025-01-01',
    )
    expect(mejorDia(dias)?.dia).toBe('2026-02-20')
    expect(
      mejorDia(
        periodoDe(
          days(60, () => 0),
          'visitas',
          '2025-01-01',
        ).dias,
      ),
    ).toBeNull()
  })
})

const WHOLE = { tiene_foto: true, largo_descripcion: 400, referencias: 2, oficios: 2, alcaldias: 3 }
const states = (change: Partial<Record<Verificacion['tipo'], Verificacion['estado']>> = {}): Verificacion[] =>
  DATOS_VERIFICABLES.map((tipo) => ({
    tipo,
    estado: change[tipo] ?? 'verificado',
    motivo: null,
    corrige_con: change[tipo] === 'rechazado' ? [tipo] : null,
  }))
const PANEL = {
  ...WHOLE,
  chats_sin_leer: 0,
  cantidad_reseñas: 4,
  verificacion: states(),
  documentos: [...DOCUMENTOS_DE_VERIFICACION],
}

describe('the completeness of a profile', () => {
  test('is 100 % with all parts and falls with each missing one', () => {
    expect([porcentajeCompleto(WHOLE), partesFaltantes(WHOLE)]).toEqual([100, []])
    const poorer = { ...WHOLE, referencias: 1, tiene_foto: false }
    expect([porcentajeCompleto(poorer), partesFaltantes(poorer)]).toEqual([60, ['foto', 'referencias']])
  })
})

describe('the next step', () => {
  test('is the one that brings most: rejected document, answers, missing parts, more searches, reviews', () => {
    const rejected = states({ curp: 'rechazado' })
    const all = {
      ...PANEL,
      verificacion: rejected,
      chats_sin_leer: 2,
      referencias: 0,
      alcaldias: 1,
      largo_descripcion: 60,
      oficios: 1,
      cantidad_reseñas: 0,
    }
    const steps = [
      [all, { tipo: 'corregir', dato: 'curp', correccion: 'curp' }],
      [{ ...all, verificacion: states() }, { tipo: 'responder' }],
      [
        { ...all, verificacion: states(), chats_sin_leer: 0 },
        { tipo: 'completar', parte: 'referencias' },
      ],
      [
        { ...PANEL, alcaldias: 1, oficios: 1 },
        { tipo: 'ampliar', parte: 'alcaldias' },
      ],
      [
        { ...PANEL, largo_descripcion: 60, oficios: 1 },
        { tipo: 'ampliar', parte: 'descripcion' },
      ],
      [
        { ...PANEL, oficios: 1 },
        { tipo: 'ampliar', parte: 'oficios' },
      ],
      [{ ...PANEL, cantidad_reseñas: 0 }, { tipo: 'resenas' }],
      [{ ...PANEL, verificacion: states({ domicilio: 'en_revision' }) }, { tipo: 'esperar' }],
      [PANEL, { tipo: 'resenas' }],
    ] as const
    for (const [panel, step] of steps) {
      expect(siguientePaso(panel)).toEqual(step)
      const texts = Object.values(textoDePaso(siguientePaso(panel)))
      expect(texts.every((text) => text.length > 5)).toBe(true)
    }
  })

  test('promises a better place in the search for the INE alone, by which the search orders', () => {
    const said = (dato: 'ine' | 'domicilio' | 'curp') =>
      textoDePaso({ tipo: 'corregir', dato, correccion: dato }).texto
    expect(said('ine')).toContain('con la INE verificada aparecen primero')
    for (const other of [said('domicilio'), said('curp')]) expect(other).not.toMatch(/búsquedas|aparece/)
    expect(textoDePaso({ tipo: 'esperar' }).texto).not.toMatch(/aparecerás/)
  })

  const pending = states({ ine: 'pendiente', domicilio: 'pendiente' })

  test('is what ends the rejection: the photo when its reason names it', () => {
    const verificacion = states({ ine: 'rechazado' }).map((one) =>
      one.tipo === 'ine' ? { ...one, corrige_con: ['foto' as const, 'ine' as const] } : one,
    )
    const step = siguientePaso({ ...PANEL, verificacion })
    expect(step).toEqual({ tipo: 'corregir', dato: 'ine', correccion: 'foto' })
    expect(textoDePaso(step).accion).toBe('Cambiar tu foto de perfil')
  })

  test('is a missing INE before everything but a rejection, and a missing proof of address before reviews and waiting', () => {
    const busy = { ...PANEL, verificacion: pending, chats_sin_leer: 2, alcaldias: 1, cantidad_reseñas: 0 }
    const quiet = { ...PANEL, verificacion: pending }
    const steps = [
      [
        { ...busy, documentos: [], verificacion: states({ ine: 'pendiente', curp: 'rechazado' }) },
        { tipo: 'corregir', dato: 'curp', correccion: 'curp' },
      ],
      [
        { ...busy, documentos: [] },
        { tipo: 'enviar', correccion: 'ine' },
      ],
      [{ ...busy, documentos: ['ine'] }, { tipo: 'responder' }],
      [
        { ...busy, documentos: ['ine'], chats_sin_leer: 0 },
        { tipo: 'ampliar', parte: 'alcaldias' },
      ],
      [
        { ...quiet, documentos: ['ine'], cantidad_reseñas: 0 },
        { tipo: 'enviar', correccion: 'comprobante' },
      ],
      [
        { ...quiet, documentos: ['ine', 'ine_reverso'] },
        { tipo: 'enviar', correccion: 'comprobante' },
      ],
      [{ ...quiet, documentos: ['ine', 'comprobante_domicilio'] }, { tipo: 'esperar' }],
    ] as const
    for (const [panel, step] of steps) {
      expect(siguientePaso(panel)).toEqual(step)
      const texts = Object.values(textoDePaso(siguientePaso(panel)))
      expect(texts.every((text) => text.length > 5)).toBe(true)
    }
  })

  test('asks for a document only while its datum is pending: the files of a decision are removed later', () => {
    expect(siguientePaso({ ...PANEL, documentos: [] })).toEqual({ tipo: 'resenas' })
  })
})
