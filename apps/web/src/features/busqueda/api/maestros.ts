import {
  CURSOR_HEADER,
  type MaestrosInput,
  maestros,
  type Tarjeta,
} from '@maestros/contrato/funciones/directorio/maestros'
import { canonicalFiltros, type Filtros, SIN_FILTROS } from '@maestros/dominio/filtros'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callFunction } from '#lib/functions.ts'

export type Busqueda = { alcaldia: string; oficio: string; filtros: Filtros }
export type Page = { maestros: Tarjeta[]; total: number; next: string | null }

const MINUTE = 60_000

/** Long enough to read some profiles and return to the same list and place without a request. */
const FRESH_MS = 10 * MINUTE
const KEPT_MS = 30 * MINUTE

export const maestrosQuery = ({ alcaldia, oficio, filtros }: Busqueda) => {
  const asked = { alcaldia, oficio, ...filterInput(filtros) }
  return infiniteQueryOptions({
    queryKey: ['maestros', asked],
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    meta: { registro: 'maestros search' },
    placeholderData: keepPreviousData,
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const input = { ...asked, cursor: pageParam || undefined }
      const { data, headers } = await callFunction(maestros, input, { signal })
      return { maestros: data, total: totalOf(headers), next: headers.get(CURSOR_HEADER) }
    },
  })
}

/** Writes only what differs from the default, so that equal searches have one query key and one address. */
function filterInput(filtros: Filtros): Omit<MaestrosInput, 'alcaldia' | 'oficio'> {
  const { verificados, calificacionMinima, niveles, orden } = canonicalFiltros(filtros)
  return {
    ...(verificados ? { verificados: 1 } : {}),
    ...(calificacionMinima === null ? {} : { calificacion_minima: calificacionMinima }),
    ...(niveles.length > 0 ? { nivel: [...niveles] } : {}),
    ...(orden === SIN_FILTROS.orden ? {} : { orden }),
  }
}

/** Reads the total of the whole search from `Content-Range: 0-19/1234`, which comes with every page. */
function totalOf(headers: Headers): number {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  if (total === undefined) throw new Error('the search did not say how many there are')
  return Number(total)
}
