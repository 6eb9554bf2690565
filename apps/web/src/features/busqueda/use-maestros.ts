import type { Tarjeta } from '@maestros/contrato/funciones/directorio/maestros'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Busqueda, maestrosQuery, type Page } from './api/maestros.ts'

/** The list of a search as far as it has been read, and how to read on. */
export function useMaestros(busqueda: Busqueda) {
  const query = useInfiniteQuery(maestrosQuery(busqueda))
  const pages = query.data?.pages
  return {
    maestros: pages && withoutRepeats(pages),
    total: pages?.[0]?.total,
    /** The search itself failed: there is nothing to show. */
    failed: query.isError && !pages,
    outdated: query.isPlaceholderData,
    more: query.hasNextPage && !query.isPlaceholderData,
    moreFailed: query.isFetchNextPageError,
    retry: () => void query.refetch(),
    busy: query.isFetching,
    readOn: () => {
      if (!query.isFetching) void query.fetchNextPage()
    },
  }
}

/** Whoever moved in the order between two pages would come twice. */
function withoutRepeats(pages: Page[]): Tarjeta[] {
  return [...new Map(pages.flatMap((page) => page.maestros).map((one) => [one.id, one])).values()]
}
