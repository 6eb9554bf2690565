import type { Role } from '@maestros/dominio/acceso'
import { SONDEO_MS } from '@maestros/dominio/limites'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unwrap } from '#lib/call-error.ts'
import { getClient } from '#lib/client.ts'
import { useLive } from '#lib/live.ts'
import { logFailure } from '#lib/log.ts'
import { queryClient } from '#lib/query-client.ts'
import { isLeaving } from '#lib/session.ts'
import { noLeidosKey, SIDES } from './keys.ts'

/** The window event by which any part of the product asks for a new count (specification, section 4). */
export const REFRESH_EVENT = 'refreshNavbarCount'

/** How many chats hold something unread. The number of messages is not asked for. */
async function countChats(role: Role, userId: string, signal: AbortSignal): Promise<number> {
  const { owner, unread } = SIDES[role]
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

/** The last count known. One that fails is logged, and the one before it stays. */
export function useNoLeidos(role: Role, userId: string): number {
  const live = useLive()
  const { data = 0, refetch } = useQuery(
    {
      queryKey: [...noLeidosKey(role), userId],
      staleTime: 0,
      retry: false,
      queryFn: async ({ signal, queryKey }) => {
        if (isLeaving()) return queryClient.getQueryData<number>(queryKey) ?? 0
        try {
          return await countChats(role, userId, signal)
        } catch (cause) {
          if (!signal.aborted) logFailure('unread count', cause)
          throw cause
        }
      },
      refetchOnWindowFocus: 'always',
      // Live changes mark the count as old; where they do not come, it is asked for. Never while hidden.
      refetchInterval: live === 'down' && SONDEO_MS,
      refetchIntervalInBackground: false,
    },
    // The bar is there before any screen, and with it this cache.
    queryClient,
  )

  useEffect(() => {
    // The library looks when the page becomes visible; a window may also get the focus without that.
    const onFocus = () => void refetch({ cancelRefetch: false })
    // Something has just changed: an answer that is already under way would be too old.
    const onRefresh = () => void refetch()
    addEventListener('focus', onFocus)
    addEventListener(REFRESH_EVENT, onRefresh)
    return () => {
      removeEventListener('focus', onFocus)
      removeEventListener(REFRESH_EVENT, onRefresh)
    }
  }, [refetch])

  return data
}
