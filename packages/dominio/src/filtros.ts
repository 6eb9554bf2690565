import { NIVELES, type Nivel } from './reputacion.ts'

/**
 * The filters of a search and how an address writes them (design, section 5). The names and values are those of the
 * search function's own query string, so that what is read here is sent on as it is.
 */
export const ORDENES = ['recomendados', 'calificacion', 'trabajos'] as const
export type Orden = (typeof ORDENES)[number]

/** The minimum ratings that are offered; the function itself takes any half star. */
export const CALIFICACIONES_MINIMAS = [3, 4, 4.5] as const
export type CalificacionMinima = (typeof CALIFICACIONES_MINIMAS)[number]

export interface Filtros {
  verificados: boolean
  calificacionMinima: CalificacionMinima | null
  /** None means any. */
  niveles: readonly Nivel[]
  orden: Orden
}

export const SIN_FILTROS: Filtros = {
  verificados: false,
  calificacionMinima: null,
  niveles: [],
  orden: 'recomendados',
}

/** An address may be typed, cut or old: what it says wrongly counts as not said. */
export function readFiltros(params: { get: (name: string) => string | null }): Filtros {
  const named = params.get('nivel')?.split(',') ?? []
  return canonical({
    verificados: params.get('verificados') === '1',
    calificacionMinima:
      CALIFICACIONES_MINIMAS.find((one) => String(one) === params.get('calificacion_minima')) ?? null,
    niveles: NIVELES.filter((nivel) => named.includes(nivel)),
    orden: ORDENES.find((one) => one === params.get('orden')) ?? SIN_FILTROS.orden,
  })
}

/** Only what differs from no filter, always in one order: two equal searches have one address. */
export function writeFiltros(filtros: Filtros): Record<string, string> {
  const { verificados, calificacionMinima, niveles, orden } = canonical(filtros)
  return {
    ...(verificados ? { verificados: '1' } : {}),
    ...(calificacionMinima === null ? {} : { calificacion_minima: String(calificacionMinima) }),
    ...(niveles.length > 0 ? { nivel: niveles.join(',') } : {}),
    ...(orden === SIN_FILTROS.orden ? {} : { orden }),
  }
}

/** An order leaves nobody out, so it is not counted. */
export function countFiltros({ verificados, calificacionMinima, niveles }: Filtros): number {
  return Number(verificados) + Number(calificacionMinima !== null) + Number(niveles.length > 0)
}

/** Every level is the same as none chosen. */
function canonical(filtros: Filtros): Filtros {
  const niveles = NIVELES.filter((nivel) => filtros.niveles.includes(nivel))
  return { ...filtros, niveles: niveles.length === NIVELES.length ? [] : niveles }
}
