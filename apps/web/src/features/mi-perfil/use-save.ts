import type { MiPerfil } from '@maestros/contrato/funciones/maestro/mi-perfil'
import { comun } from '@maestros/dominio/textos/comun'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError, isUnreachable } from '#lib/call-error.ts'
import { logFailure } from '#lib/log.ts'
import { toast } from '#ui/toast.ts'
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
      const sentence = refusalSentence(cause)
      const description = sentence ?? (isUnreachable(cause) ? comun.sinConexion : undefined)
      toast.error(error, description === undefined ? {} : { description })
    },
  })
  return {
    saving: mutation.isPending,
    /** Why the server refused what was typed, in a sentence for the person. */
    refusal: refusalSentence(mutation.error),
    save: (input: T) => {
      // The callbacks of one call run only while this form is mounted, unlike those of the mutation.
      if (!mutation.isPending) mutation.mutate(input, { onSuccess: () => onDone() })
    },
  }
}

/** The codes of a refusal whose message is a Spanish sentence for the person: see db/migrations/005-textos-publicos.sql. */
const REFUSALS = ['PT422', 'INVALID_INPUT']

function refusalSentence(cause: unknown): string | undefined {
  return cause instanceof CallError && REFUSALS.includes(cause.code) ? cause.message : undefined
}
