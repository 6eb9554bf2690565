import { NIVELES, type Nivel } from '../resenas/reputacion.ts'

/**
 * The filters of a search and their notation in the address (design, section 5). The names and values are
 * those of the search function's own query string, so that they can be sent unchanged.
 */
export const ORDENES = ['recomendados', 'calificacion', 'trabajos'] as const
export type Orden = (typeof ORDENES)[number]

/** The minimum ratings that the screen offers; the function accepts any half star. */
export const CALIFICACIONES_MINIMAS = [3, 4, 4.5] as const
export type CalificacionMinima = (typeof CALIFICACIONES_MINIMAS)[number]

export interface Filtros {
  verificados: boolean
  /** Only maestros who are available today. */
  disponibles: boolean
  calificacionMinima: CalificacionMinima | null
  /** An empty list means any level. */
  niveles: readonly Nivel[]
  orden: Orden
}

export const SIN_FILTROS: Filtros = {
  verificados: false,
  disponibles: false,
  calificacionMinima: null,
  niveles: [],
  orden: 'recomendados',
}

/** An address may be typed, truncated or old: invalid values are ignored. */
export function readFiltros(params: { get: (name: string) => string | null }): Filtros {
  const named = params.get('nivel')?.split(',') ?? []
  return canonicalFiltros({
    verificados: params.get('verificados') === '1',
    disponibles: params.get('disponibles') === '1',
    calificacionMinima:
      CALIFICACIONES_MINIMAS.find((one) => String(one) === params.get('calificacion_minima')) ?? null,
    niveles: NIVELES.filter((nivel) => named.includes(nivel)),
    orden: ORDENES.find((one) => one === params.get('orden')) ?? SIN_FILTROS.orden,
  })
}

/**
 * Writes only what differs from the default, always in the same order, so that equal searches have the same
 * address.
 */
export function writeFiltros(filtros: Filtros): Record<string, string> {
  const { verificados, disponibles, calificacionMinima, niveles, orden } = canonicalFiltros(filtros)
  return {
    ...(verificados ? { verificados: '1' } : {}),
    ...(disponibles ? { disponibles: '1' } : {}),
    ...(calificacionMinima === null ? {} : { calificacion_minima: String(calificacionMinima) }),
    ...(niveles.length > 0 ? { nivel: niveles.join(',') } : {}),
    ...(orden === SIN_FILTROS.orden ? {} : { orden }),
  }
}

/** The order excludes nobody, so it does not count as a filter. */
export function countFiltros({ verificados, disponibles, calificacionMinima, niveles }: Filtros): number {
  return [verificados, disponibles, calificacionMinima !== null, niveles.length > 0].filter(Boolean).length
}

/** One form for equal filters: every level is the same as none chosen. */
export function canonicalFiltros(filtros: Filtros): Filtros {
  const niveles = NIVELES.filter((nivel) => filtros.niveles.includes(nivel))
  return { ...filtros, niveles: niveles.length === NIVELES.length ? [] : niveles }
}
