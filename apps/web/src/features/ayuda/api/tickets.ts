import { misSolicitudes } from '@maestros/contrato/funciones/ayuda/mis-solicitudes'
import { submitSupportTicket } from '@maestros/contrato/funciones/ayuda/submit-support-ticket'
import type { Ticket } from '@maestros/dominio/formularios/ticket'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#lib/functions.ts'

/** Read again whenever the window gets the focus, so that a new answer appears. */
export const misSolicitudesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['ayuda', 'solicitudes', userId],
    staleTime: 0,
    meta: { registro: 'own tickets' },
    queryFn: async ({ signal }) => (await callFunction(misSolicitudes, {}, { signal })).data,
  })

type Sending = Ticket & { imagenes_url: string[]; client_id: string }

export function useSendTicket(userId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (ticket: Sending) => callFunction(submitSupportTicket, ticket),
    onSuccess: () => void client.invalidateQueries({ queryKey: misSolicitudesQuery(userId).queryKey }),
  })
}
