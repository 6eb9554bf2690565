import { QueryCache, QueryClient, type QueryFilters } from '@tanstack/react-query'
import { toast } from '#ui/toasts/toast.ts'
import { retryInBackground } from '../client/background-retry.ts'
import { CallError, isOutage, isSuspension, isWorthRetrying } from '../client/call-error.ts'
import { logFailure } from '../device/log.ts'
import { endSuspended } from './session.ts'
import { expectedPerson, getSession, isLeaving, subscribe } from './session-state.ts'

declare module '@tanstack/react-query' {
  interface Register {
    /**
     * For a query that fails after its retries: `aviso` is the text of a toast, which is shown once for several queries with the
     * same text, `registro` the name in the log. `copia`
     * says how its data are stored for reading without a network (offline-copy.ts).
     */
    queryMeta: { aviso?: string; registro?: string; copia?: Copia }
  }
}

export interface Copia {
  /** Queries of one kind are stored up to `max`; the ones that changed last stay. */
  kind: string
  max: number
  /** What is stored of the data; undefined when nothing is. */
  keep: (data: unknown) => unknown
}

const RETRIES = 2
const isRetried = (failures: number, error: Error) => failures < RETRIES && isWorthRetrying(error)
const pauseBefore = (attempt: number) => 400 * 2 ** attempt

/** The longest wait for a page of a list, whatever Retry-After says. */
const PAGE_PAUSE_MAX_MS = 15_000

/** How a mutation that loads the next page of a list is retried: like a query, after the time that the server names. */
export const nextPageRetry = {
  retry: isRetried,
  retryDelay: (attempt: number, error: Error) => {
    const seconds = error instanceof CallError ? error.retryAfter : undefined
    return seconds === undefined ? pauseBefore(attempt) : Math.min(seconds * 1000, PAGE_PAUSE_MAX_MS)
  },
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError: (error, query) => {
      if (isSuspension(error)) return void endSuspended()
      if (query.meta?.registro) logFailure(query.meta.registro, error)
      if (query.meta?.aviso) toast.error(query.meta.aviso, { id: query.meta.aviso })
      if (isOutage(error) && query.options.retry !== false) {
        void retryInBackground(query, queryClient.getQueryCache())
      }
    },
  }),
  defaultOptions: {
    queries: {
      staleTime: 30_000,
      // Without a connection a query must fail, so that the screen says so. The default would pause it.
      networkMode: 'always',
      refetchOnReconnect: true,
      // The only retries of table and function calls, besides those of next pages.
      retry: isRetried,
      retryDelay: pauseBefore,
    },
    mutations: { networkMode: 'always' },
  },
})

/** Waits for first reads that are under way: the library would count one that began before a change as the new one. */
export async function afterFirstRead(filters: QueryFilters) {
  const first = queryClient
    .getQueryCache()
    .findAll(filters)
    .filter(({ state }) => state.data === undefined && state.fetchStatus === 'fetching')
  await Promise.allSettled(first.map(({ promise }) => promise))
}

/** Reads data again after they have changed on the server. */
export async function readAgain(filters: QueryFilters) {
  await afterFirstRead(filters)
  await queryClient.invalidateQueries(filters)
}

/** The key of the call that unlocks a contact. Its answer and its live events are about the same change. */
export const UNLOCK = ['track-contact-access']

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

// Data of one person must not be visible to the next one, and what was read before a maestro completed the profile says that it is
// incomplete. What was read for the expected person stays when the server confirms who that is.
const personKey = () => {
  const person = expectedPerson()
  return person ? `${person.userId} ${person.perfilCompleto}` : undefined
}
let lastPerson = typeof window === 'undefined' ? undefined : personKey()
subscribe(() => {
  const person = personKey() ?? lastPerson
  const isAnother = lastPerson !== undefined && person !== lastPerson
  if (getSession().status === 'anonymous' || isAnother) queryClient.clear()
  lastPerson = person
  if (isLeaving()) void queryClient.cancelQueries()
})
