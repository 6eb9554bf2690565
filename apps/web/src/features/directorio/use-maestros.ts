import type { Tarjeta } from '@maestros/contrato/directorio/maestros'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Busqueda, maestrosQuery, type Page } from './api/maestros.ts'

/** The loaded part of a search, and a function that loads the next page. */
export function useMaestros(busqueda: Busqueda) {
  const query = useInfiniteQuery(maestrosQuery(busqueda))
  const pages = query.data?.pages
  return {
    maestros: pages && withoutRepeats(pages),
    total: pages?.[0]?.total,
    /** The first page failed, so there is nothing to show. */
    failed: query.isError && !pages,
    outdated: query.isPlaceholderData,
    more: query.hasNextPage && !query.isPlaceholderData,
    moreFailed: query.isFetchNextPageError,
    retry: () => void query.refetch(),
    busy: query.isFetching,
    loadMore: () => {
      if (!query.isFetching) void query.fetchNextPage()
    },
  }
}

/** A maestro whose position changes between two pages can be in both. */
function withoutRepeats(pages: Page[]): Tarjeta[] {
  return [...new Map(pages.flatMap((page) => page.maestros).map((one) => [one.id, one])).values()]
}
