import { misSolicitudes } from '@maestros/contrato/ayuda/mis-solicitudes'
import { submitSupportTicket } from '@maestros/contrato/ayuda/submit-support-ticket'
import type { Ticket } from '@maestros/dominio/ayuda/formulario-de-ticket'
import { queryOptions, useIsMutating, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useMutation } from '#lib/client/use-mutation.ts'
import { callFunction } from '#lib/session/call-function.ts'

/** Read again whenever the window gets the focus, so that a new answer appears. */
export const misSolicitudesQuery = (userId: string) =>
  queryOptions({
    queryKey: ['ayuda', 'solicitudes', userId],
    staleTime: 0,
    meta: { registro: 'own tickets' },
    queryFn: async ({ signal }) => (await callFunction(misSolicitudes, {}, { signal })).data,
  })

type Sending = Ticket & { imagenes_url: string[]; client_id: string }

const sendingKey = (userId: string) => ['ayuda', 'enviar', userId]

type Options = {
  userId: string
  /** Both are also called when the person has left the screen. */
  onSent: () => void
  onFailed: (cause: Error) => void
}

export function useSendTicket({ userId, onSent, onFailed }: Options) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: sendingKey(userId),
    mutationFn: (ticket: Sending) => callFunction(submitSupportTicket, ticket),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: misSolicitudesQuery(userId).queryKey })
      onSent()
    },
    onError: onFailed,
  })
}

/** Whether a ticket is still being sent that was sent before this screen was opened. */
export function useIsSentEarlier(userId: string): boolean {
  const sending = useIsMutating({ mutationKey: sendingKey(userId) }) > 0
  const [earlier, setEarlier] = useState(sending)
  if (earlier && !sending) setEarlier(false)
  return earlier && sending
}
