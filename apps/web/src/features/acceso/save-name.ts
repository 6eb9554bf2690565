import { guardarNombre } from '@maestros/contrato/cuenta/guardar-nombre'
import type { NombreDeBuscador } from '@maestros/dominio/acceso/formulario-de-registro'
import { useQueryClient } from '@tanstack/react-query'
import { ownPersonQuery } from '#entities/person/own-person.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'
import { callFunction } from '#lib/session/call-function.ts'

type Options = {
  userId: string
  /** Both are also called when the form was closed before the answer came. */
  onSaved: () => void
  onFailed: (cause: Error) => void
}

export function useSaveName({ userId, onSaved, onFailed }: Options) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (names: NombreDeBuscador) => {
      await callFunction(guardarNombre, names)
    },
    onSuccess: (_data, names) => {
      client.setQueryData(ownPersonQuery(userId).queryKey, (person) => person && { ...person, ...names })
      onSaved()
    },
    onError: (cause) => {
      logFailure('name change', cause)
      onFailed(cause)
    },
  })
}
