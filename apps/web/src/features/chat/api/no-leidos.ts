import type { Lado } from '@maestros/dominio/chat/lado'
import { SONDEO_MS } from '@maestros/dominio/limites'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'
import { logFailure } from '#lib/device/log.ts'
import { useLive } from '#lib/live/live.ts'
import { queryClient } from '#lib/session/query-client.ts'
import { isLeaving } from '#lib/session/session-state.ts'
import { noLeidosKey, SIDES } from './keys.ts'

/** The window event that requests a new count (specification, section 4). */
export const REFRESH_EVENT = 'refreshNavbarCount'

/** Counts the chats with unread messages, not the messages. */
async function countChats(side: Lado, userId: string, signal: AbortSignal): Promise<number> {
  const { owner, unread } = SIDES[side]
  const { rest } = await getClient()
  const answer = await rest
    .from('chats')
    .select('id', { count: 'exact', head: true })
    .eq(owner, userId)
    .gt(unread, 0)
    .abortSignal(signal)
  unwrap(answer)
  return answer.count ?? 0
}

/** Whether each chat had unread messages, as the live events told. */
const known = new Map<string, boolean>()

/** Whether a live change of a chat may change the number of chats with unread messages. */
export function changesCount(side: Lado, chatId: string, sinLeer: number): boolean {
  const key = `${side} ${chatId}`
  const unread = sinLeer > 0
  const same = known.get(key) === unread
  known.set(key, unread)
  return !same
}

/** After an interruption: what the live events told before may have changed without one. */
export const forgetCounted = () => known.clear()

let counting = false
let again = false

/** Counts again. One count runs at a time; a request while it runs makes another one follow it. */
export async function recount(side: Lado) {
  again = true
  if (counting) return
  counting = true
  try {
    while (again) {
      again = false
      const queryKey = noLeidosKey(side)
      // A count that runs already began before the change.
      if (queryClient.isFetching({ queryKey }) > 0) again = true
      await queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }
  } finally {
    counting = false
  }
}

const noLeidosQuery = (side: Lado, userId: string) =>
  queryOptions({
    queryKey: [...noLeidosKey(side), userId],
    staleTime: 0,
    retry: false,
    queryFn: async ({ signal, queryKey }) => {
      if (isLeaving()) return queryClient.getQueryData<number>(queryKey) ?? 0
      try {
        return await countChats(side, userId, signal)
      } catch (cause) {
        if (!signal.aborted) logFailure('unread count', cause)
        throw cause
      }
    },
  })

/** The number of chats with unread messages. A failed count is logged, and the previous one stays. */
export function useNoLeidos(side: Lado, userId: string): number {
  const live = useLive()
  const { data = 0, refetch } = useQuery(
    {
      ...noLeidosQuery(side, userId),
      refetchOnWindowFocus: 'always',
      // Live changes invalidate the count. Without a live channel it is polled, but not while the page is hidden.
      refetchInterval: live === 'down' && SONDEO_MS,
      refetchIntervalInBackground: false,
    },
    // The navigation bar is outside the QueryClientProvider of the screens.
    queryClient,
  )

  useEffect(() => {
    // TanStack Query refetches on visibilitychange only; a window can get the focus without that event.
    const onFocus = () => void refetch({ cancelRefetch: false })
    // Something has just changed, so a request that is already running would be outdated.
    const onRefresh = () => void recount(side)
    addEventListener('focus', onFocus)
    addEventListener(REFRESH_EVENT, onRefresh)
    return () => {
      removeEventListener('focus', onFocus)
      removeEventListener(REFRESH_EVENT, onRefresh)
    }
  }, [refetch, side])

  return data
}

/**
 * The number that the navigation bar has counted, without a request of its own; undefined until there is one. It changes
 * with every live event.
 */
export function useKnownNoLeidos(side: Lado, userId: string): number | undefined {
  // With the same function: a refetch uses the options of the component that was rendered last.
  const { data } = useQuery({ ...noLeidosQuery(side, userId), enabled: false }, queryClient)
  return data
}
