import { QueryCache, QueryClient } from '@tanstack/react-query'
import { toast } from '#ui/toaster.tsx'
import { isSuspension, isWorthRetrying } from './call-error.ts'
import { logFailure } from './log.ts'
import { endSuspended, getSession, isLeaving, subscribe } from './session.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /** For a query that fails after its retries: `aviso` is the text of a toast, `registro` the name in the log. */
    queryMeta: { aviso?: string; registro?: string }
  }
}

const RETRIES = 2

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isSuspension(error)) return void endSuspended()
      if (query.meta?.registro) logFailure(query.meta.registro, error)
      if (query.meta?.aviso) toast.error(query.meta.aviso, { id: query.queryHash })
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a connection a query must fail, so that the screen says so. The default would pause it.
      networkMode: 'always',
      refetchOnReconnect: true,
      // The only retries of table and function calls.
      retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
      retryDelay: (attempt) => 400 * 2 ** attempt,
    },
    mutations: { networkMode: 'always' },
  },
})

/** The browser reports a network before requests reach the server: queries that failed are tried again later too. */
const AFTER_RECONNECT_MS = [1000, 4000, 10_000]
if (typeof window !== 'undefined') {
  addEventListener('online', () => {
    for (const ms of AFTER_RECONNECT_MS) {
      setTimeout(() => {
        if (!navigator.onLine) return
        void queryClient.refetchQueries({
          type: 'active',
          predicate: ({ state }) => state.status === 'error' && state.fetchStatus === 'idle',
        })
      }, ms)
    }
  })
}

// Data of one person must not be visible to the next one.
subscribe(() => {
  if (getSession().status === 'anonymous') queryClient.clear()
  if (isLeaving()) void queryClient.cancelQueries()
})
