import { comun } from '@maestros/dominio/textos/comun'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { CallError, isUnreachable } from '#lib/call-error.ts'
import { logFailure } from '#lib/log.ts'
import { toast } from '#ui/toast.ts'
import { refreshMiPerfil } from './api/mi-perfil.ts'

type Options<T> = {
  save: (input: T) => Promise<void>
  exito: string
  error: string
  onDone: () => void
}

/** Saves one part of the own profile, with the toasts of the specification. The dialog stays open after a failure. */
export function useSave<T>({ save, exito, error, onDone }: Options<T>) {
  const client = useQueryClient()
  const mutation = useMutation({
    mutationFn: save,
    onSuccess: async () => {
      await refreshMiPerfil(client)
      toast.success(exito)
      onDone()
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
      if (!mutation.isPending) mutation.mutate(input)
    },
  }
}

/** The codes of a refusal whose message is a Spanish sentence for the person: see db/migrations/005-textos-publicos.sql. */
const REFUSALS = ['PT422', 'INVALID_INPUT']

function refusalSentence(cause: unknown): string | undefined {
  return cause instanceof CallError && REFUSALS.includes(cause.code) ? cause.message : undefined
}
