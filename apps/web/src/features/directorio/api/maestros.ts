import { CURSOR_HEADER, type MaestrosInput, maestros, Tarjeta } from '@maestros/contrato/directorio/maestros'
import { canonicalFiltros, type Filtros, SIN_FILTROS } from '@maestros/dominio/directorio/filtros'
import { infiniteQueryOptions } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { callFunction } from '#lib/session/call-function.ts'

export type Busqueda = { alcaldia: string; oficio: string; filtros: Filtros }
export type Page = { maestros: Tarjeta[]; total: number; next: string | null }

/** A card as it is accepted. The telephone is locked in every list, and the borough is that of the search. */
const ReceivedTarjeta = z.extend(Tarjeta, {
  id: z.string(),
  foto_perfil_url: z.catch(z.nullable(z.string()), null),
  telefono: z.catch(z.null(), null),
  alcaldia: z.optional(z.string()),
  disponible_el: z.catch(Tarjeta.shape.disponible_el, null),
  tiempo_respuesta: z.catch(Tarjeta.shape.tiempo_respuesta, null),
})
const called = { ...maestros, output: z.array(ReceivedTarjeta) }

const MINUTE = 60_000

/** Long enough to read some profiles and return to the same list and place without a request. */
const FRESH_MS = 10 * MINUTE
const KEPT_MS = 30 * MINUTE

export const maestrosQuery = ({ alcaldia, oficio, filtros }: Busqueda) => {
  const asked = { alcaldia, oficio, ...filterInput(filtros) }
  return infiniteQueryOptions({
    queryKey: ['maestros', asked] as const,
    staleTime: FRESH_MS,
    gcTime: KEPT_MS,
    meta: { registro: 'maestros search' },
    // While other filters are applied. An empty list, or that of another choice, would say that nobody was found.
    placeholderData: (before, query) => {
      const [, other] = query?.queryKey ?? []
      const same = other?.alcaldia === alcaldia && other.oficio === oficio
      return same && before?.pages[0]?.total !== 0 ? before : undefined
    },
    initialPageParam: '',
    getNextPageParam: (last: Page) => last.next,
    queryFn: async ({ pageParam, signal }): Promise<Page> => {
      const input = { ...asked, cursor: pageParam || undefined }
      const { data, headers } = await callFunction(called, input, { signal })
      const found = data.map((one) => ({ ...one, alcaldia: one.alcaldia ?? alcaldia }))
      return { maestros: found, total: totalOf(headers) ?? data.length, next: headers.get(CURSOR_HEADER) }
    },
  })
}

/** Writes only what differs from the default, so that equal searches have one query key and one address. */
function filterInput(filtros: Filtros): Omit<MaestrosInput, 'alcaldia' | 'oficio'> {
  const { verificados, disponibles, calificacionMinima, niveles, orden } = canonicalFiltros(filtros)
  return {
    ...(verificados ? { verificados: 1 } : {}),
    ...(disponibles ? { disponibles: 1 } : {}),
    ...(calificacionMinima === null ? {} : { calificacion_minima: calificacionMinima }),
    ...(niveles.length > 0 ? { nivel: [...niveles] } : {}),
    ...(orden === SIN_FILTROS.orden ? {} : { orden }),
  }
}

/**
 * Reads the total of the whole search from `Content-Range: 0-19/1234`, which comes with every page. Undefined for a server
 * that answers the whole list.
 */
function totalOf(headers: Headers): number | undefined {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}
