import type { MiPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { comun } from '@maestros/dominio/textos'
import { useQueryClient } from '@tanstack/react-query'
import { isUnreachable, refusalSentence } from '#lib/client/call-error.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { logFailure } from '#lib/device/log.ts'
import { toast } from '#ui/toasts/toast.ts'
import { miPerfilQuery, refreshMiPerfil } from './api/mi-perfil.ts'

type Options<T> = {
  save: (input: T) => Promise<void>
  /** The fields of the profile as they are after the save. A dialog that is opened before the profile is read again shows them. */
  stored: (input: T) => Partial<MiPerfil>
  exito: string
  error: string
  /** Called only while the form is on the screen: it closes the dialog, which the person may have closed already. */
  onDone: () => void
}

/** Saves one part of the own profile, with the toasts of the specification. The dialog stays open after a failure. */
export function useSave<T>({ save, stored, exito, error, onDone }: Options<T>) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: (_data, input) => {
      client.setQueryData(miPerfilQuery.queryKey, (perfil) => perfil && { ...perfil, ...stored(input) })
      void refreshMiPerfil(client)
      toast.success(exito)
    },
    onError: (cause) => {
      logFailure('profile edit', cause)
      const description = refusalSentence(cause) ?? (isUnreachable(cause) ? comun.sinConexion : undefined)
      toast.error(error, description === undefined ? {} : { description })
    },
  })
  return {
    saving: mutation.isPending,
    /** Why the server refused what was typed, in a sentence for the person. */
    refusal: refusalSentence(mutation.error) ?? undefined,
    save: (input: T, onSaved = onDone) => {
      // The callbacks of one call run only while this form is mounted, unlike those of the mutation.
      if (!mutation.isPending) mutation.mutate(input, { onSuccess: () => onSaved() })
    },
  }
}
