import { responderResena } from '@maestros/contrato/resenas/responder-resena'
import { useQueryClient } from '@tanstack/react-query'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'
import { callFunction } from '#lib/session/call-function.ts'

export function useAnswerResena(maestroId: string, resenaId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (respuesta: string) => callFunction(responderResena, { resena_id: resenaId, respuesta }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['perfil', maestroId] }),
    onError: (cause) => logFailure('answer to a review', cause),
  })
}
