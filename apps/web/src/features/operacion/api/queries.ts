import { infiniteQueryOptions, QueryClient } from '@tanstack/react-query'
import { getOperatorSession, onOperatorSession } from '#lib/session/operator/operator-session.ts'

/** The cache of the console: in memory, of one session, and never stored in the browser. */
export const operatorQueries = new QueryClient({
  defaultOptions: {
    queries: {
      // Without a connection a query must fail, so that the screen says so. The default would pause it.
      networkMode: 'always',
      // A failure is shown with a button: the operator tries again.
      retry: false,
    },
    mutations: { networkMode: 'always' },
  },
})

onOperatorSession(() => {
  if (getOperatorSession().status === 'signed-out') operatorQueries.clear()
})

/** A list in pages. `read` gets the cursor of a page, and none for the first. */
export const pagesQuery = <Page extends { siguiente: string | null }>(
  queryKey: readonly unknown[],
  read: (cursor: string | undefined, options: { signal: AbortSignal }) => Promise<{ data: Page }>,
) =>
  infiniteQueryOptions({
    queryKey,
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => (await read(pageParam || undefined, { signal })).data,
    getNextPageParam: ({ siguiente }) => siguiente,
  })

/** Each of these calls writes the audit, so it is made once for each opening of a screen, and again only by a button. */
export const LOOK = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  refetchOnMount: false,
  refetchOnReconnect: false,
  refetchOnWindowFocus: false,
} as const
