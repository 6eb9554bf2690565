import { responderResena } from '@maestros/contrato/resenas/responder-resena'
import { useQueryClient } from '@tanstack/react-query'
import { callFunction } from '#lib/functions.ts'
import { logFailure } from '#lib/log.ts'
import { useMutation } from '#lib/use-mutation.ts'

export function useAnswerResena(maestroId: string, resenaId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (respuesta: string) => callFunction(responderResena, { resena_id: resenaId, respuesta }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['perfil', maestroId] }),
    onError: (cause) => logFailure('answer to a review', cause),
  })
}
