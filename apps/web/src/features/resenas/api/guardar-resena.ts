import { type GuardarResenaInput, guardarResena } from '@maestros/contrato/resenas/guardar-resena'
import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { resenaPropiaQuery } from './resena-propia.ts'

type Review = Omit<z.input<typeof GuardarResenaInput>, 'maestro_id'> & { fotos: string[] }

type Options = {
  maestroId: string
  /** Both are also called when the form was closed before the answer came. */
  onSaved: (sent: Review) => void
  onFailed: (cause: Error) => void
}

/** Sending the same review twice is harmless, so a save whose answer was lost is simply repeated. */
export function useSaveResena({ maestroId, onSaved, onFailed }: Options) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (review: Review) =>
      (await callFunction(guardarResena, { ...review, maestro_id: maestroId })).data.resena,
    onSuccess: (resena, sent) => {
      client.setQueryData(resenaPropiaQuery(maestroId).queryKey, { resena, impedimento: null })
      void client.invalidateQueries({ queryKey: ['perfil', maestroId] })
      onSaved(sent)
    },
    onError: (cause) => {
      logFailure('review', cause)
      onFailed(cause)
    },
  })
}
