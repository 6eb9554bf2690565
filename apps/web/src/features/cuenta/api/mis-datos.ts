import { exportarDatos } from '@maestros/contrato/cuenta/exportar-datos'
import { type EstadoDeMisDatos, misDatos } from '@maestros/contrato/cuenta/mis-datos'
import { misDatos as textos } from '@maestros/dominio/cuenta/textos'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { rateLimitSentence } from '#lib/client/call-error.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { toast } from '#ui/toasts/toast.ts'

/** How often the state is read again while an export is prepared. */
const PREPARING_MS = 2000

export const misDatosQuery = (userId: string) =>
  queryOptions({
    queryKey: ['mis-datos', userId],
    staleTime: 0,
    queryFn: async ({ signal }) => (await callFunction(misDatos, {}, { signal })).data,
    refetchInterval: ({ state }) => (state.data?.exportacion?.estado === 'preparando' ? PREPARING_MS : false),
  })

export function useExport(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async () => (await callFunction(exportarDatos, {})).data,
    onSuccess: (state: EstadoDeMisDatos) => client.setQueryData(misDatosQuery(userId).queryKey, state),
    onError: (cause) => {
      toast.error(rateLimitSentence(cause) ?? textos.exportar.fallo)
      return client.invalidateQueries({ queryKey: misDatosQuery(userId).queryKey })
    },
  })
}
