import { CURSOR_HEADER, maestros, type Tarjeta } from '@maestros/contrato/funciones/maestros'
import { type Filtros, writeFiltros } from '@maestros/dominio/filtros'
import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { callFunction } from '#lib/functions.ts'

export type Busqueda = { alcaldia: string; oficio: string; filtros: Filtros }
export type Page = { maestros: Tarjeta[]; total: number; next: string | null }

const MINUTE = 60_000

/** Long enough to read some profiles and come back to the same list, at the same place, with nothing to wait for. */
const FRESH_MS = 10 * MINUTE
const KEPT_MS = 30 * MINUTE

export const maestrosQuery = ({ alcaldia, oficio, filtros }: Busqueda) => {
  const asked = { alcaldia, oficio, ...writeFiltros(filtros) }
  return infiniteQueryOptions({
    queryKey: ['maestros', asked],
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    meta: { registro: 'maestros search' },
    placeholderData: keepPreviousData,
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const query = new URLSearchParams({ ...asked, ...(pageParam ? { cursor: pageParam } : {}) })
      const { data, headers } = await callFunction(maestros, { path: `?${query}`, signal })
      return { maestros: data, total: totalOf(headers), next: headers.get(CURSOR_HEADER) }
    },
  })
}

/** `Content-Range: 0-19/1234`: the total of the whole search comes with every page. */
function totalOf(headers: Headers): number {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  if (total === undefined) throw new Error('the search did not say how many there are')
  return Number(total)
}
