import { push as textos } from '@maestros/dominio/avisos/textos-de-push'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getClient } from '#lib/client/client.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { toast } from '#ui/toasts/toast.ts'
import { expectedState, readState, turnOff, turnOn } from './device.ts'

const key = (userId: string) => ['push', userId] as const

/** The hours without notifications; null when there are none, undefined while they are not known. */
export function useQuietHours() {
  const { data } = useQuery({
    queryKey: ['push', 'horas-de-silencio'],
    queryFn: async () => (await getClient()).quietHours,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** The state of push notifications in this browser, and turning them on and off. */
export function usePush(userId: string) {
  const client = useQueryClient()
  const { data: state } = useQuery({
    queryKey: key(userId),
    queryFn: () => readState(userId),
    // Shown until the subscription was looked for, so that nothing moves then.
    placeholderData: () => expectedState(userId),
    // The permission is changed in the settings of the browser.
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  })
  const change = useMutation({
    mutationFn: (on: boolean) => (on ? turnOn(userId) : turnOff(userId)),
    onSuccess: (next) => client.setQueryData(key(userId), next),
    onError: () => {
      toast.error(textos.tarjeta.fallo)
      void client.invalidateQueries({ queryKey: key(userId) })
    },
  })
  return { state, busy: change.isPending, change: change.mutate }
}
