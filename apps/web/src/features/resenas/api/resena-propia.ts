import { resenaPropia } from '@maestros/contrato/resenas/resena-propia'
import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#lib/session/call-function.ts'

/** The seeker's own review of a maestro, and why it cannot be written or edited now. */
export const resenaPropiaQuery = (maestroId: string) =>
  queryOptions({
    queryKey: ['resena-propia', maestroId],
    // New messages in the chat may allow a review that was refused before, so the answer is always read again.
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (await callFunction(resenaPropia, { maestro_id: maestroId }, { signal })).data,
  })
