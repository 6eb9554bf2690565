import {
  diaDentroDe,
  disponibleHoy,
  enPausa,
  esFinDePausa,
  estadoDe,
  PAUSA_DIAS,
} from '@maestros/dominio/maestro/disponibilidad'
import { panel, textoDeDisponibilidad } from '@maestros/dominio/maestro/textos-de-panel'
import { disponibilidad as textos } from '@maestros/dominio/perfil/textos-de-disponibilidad'
import { PASOS_DE_RESPUESTA } from '@maestros/dominio/perfil/tiempo-de-respuesta'
import { describe, expect, test } from 'vitest'

/** Midnight in Mexico City is 06:00 UTC. */
const EVENING = new Date('2026-12-01T05:59:59Z')
const MIDNIGHT = new Date('2026-12-01T06:00:00Z')

describe('availability', () => {
  test('today ends at midnight of Mexico City', () => {
    expect(disponibleHoy('2026-11-30', EVENING)).toBe(true)
    expect(disponibleHoy('2026-11-30', MIDNIGHT)).toBe(false)
    expect(disponibleHoy('2026-12-01', MIDNIGHT)).toBe(true)
    expect(disponibleHoy(null, MIDNIGHT)).toBe(false)
  })

  test('a pause ends when its day begins in Mexico City', () => {
    expect(enPausa('2026-12-01', EVENING)).toBe(true)
    expect(enPausa('2026-12-01', MIDNIGHT)).toBe(false)
    expect(enPausa(null, MIDNIGHT)).toBe(false)
  })

  test('has one state, and none when it has ended', () => {
    expect(estadoDe({ disponible_el: '2026-11-30', pausa_hasta: null }, EVENING)).toBe('disponible')
    expect(estadoDe({ disponible_el: '2026-11-30', pausa_hasta: null }, MIDNIGHT)).toBe('normal')
    expect(estadoDe({ disponible_el: null, pausa_hasta: '2026-12-02' }, MIDNIGHT)).toBe('pausa')
    expect(estadoDe({ disponible_el: null, pausa_hasta: null }, MIDNIGHT)).toBe('normal')
  })

  test('a pause may end from tomorrow on and within 90 days, over the end of a month or year', () => {
    expect(diaDentroDe(PAUSA_DIAS.min, EVENING)).toBe('2026-12-01')
    expect(diaDentroDe(PAUSA_DIAS.max, MIDNIGHT)).toBe('2027-03-01')
    expect(esFinDePausa('2026-12-01', MIDNIGHT)).toBe(false)
    expect(esFinDePausa('2026-12-02', MIDNIGHT)).toBe(true)
    expect(esFinDePausa('2027-03-01', MIDNIGHT)).toBe(true)
    expect(esFinDePausa('2027-03-02', MIDNIGHT)).toBe(false)
    for (const text of ['', '12/02/2026', '2026-12-2', 'mañana'])
      expect(esFinDePausa(text, MIDNIGHT)).toBe(false)
  })

  test('a maestro whose trades are all retired reads that no search finds them, also during a pause', () => {
    const { disponibilidad: card } = panel
    const said = (disponible_el: string | null, pausa_hasta: string | null, seEncuentra: boolean) =>
      textoDeDisponibilidad({ disponible_el, pausa_hasta }, seEncuentra, MIDNIGHT)
    expect(said(null, null, true)).toBe(card.normal)
    expect(said('2026-12-01', null, true)).toBe(card.disponible)
    expect(said(null, '2026-12-03', true)).toBe(card.pausa('2026-12-03'))
    expect(said(null, '2026-12-01', true)).toBe(card.normal)
    expect(said(null, null, false)).toBe(card.noSeEncuentra)
    expect(said('2026-12-01', null, false)).toBe(card.noSeEncuentra)
    expect(said(null, '2026-12-03', false)).toBe(
      `${card.noSeEncuentra} Tu pausa termina el jueves, 3 de diciembre.`,
    )
  })

  test('is written as seekers read it', () => {
    expect(textos.enPausa('2026-12-03')).toBe('En pausa hasta el 3 de diciembre')
    expect(PASOS_DE_RESPUESTA.map(textos.respuesta)).toEqual([
      'Suele responder en menos de 15 minutos',
      'Suele responder en menos de 1 hora',
      'Suele responder en menos de 3 horas',
      'Suele responder en menos de 1 día',
    ])
  })
})
