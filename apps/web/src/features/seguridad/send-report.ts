import { reportar } from '@maestros/contrato/seguridad/reportar'
import { useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { refreshBlock } from '#entities/person/own-block.ts'
import { useMutation } from '#lib/client/use-mutation.ts'
import { callFunction } from '#lib/session/call-function.ts'

type Report = z.input<typeof reportar.input>

type Options = {
  userId: string
  /** Both are also called when the form was closed before the answer came. */
  onSent: () => void
  onFailed: (cause: Error) => void
}

/** A report with the same `client_id` is written once. */
export function useReport({ userId, onSent, onFailed }: Options) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (report: Report) => callFunction(reportar, report),
    onSuccess: (_answer, { persona_id, bloquear }) => {
      onSent()
      return bloquear ? refreshBlock(client, userId, persona_id) : undefined
    },
    onError: onFailed,
  })
}
