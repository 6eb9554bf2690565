import { reportar } from '@maestros/contrato/funciones/seguridad/reportar'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type * as z from 'zod/mini'
import { refreshBlock } from '#entities/bloqueo/own-block.ts'
import { type Attempt, nextAttempt } from '#lib/attempt.ts'
import { callFunction } from '#lib/functions.ts'

type Report = Omit<z.input<typeof reportar.input>, 'client_id'>

/** A report whose answer was lost is written once. What was changed before the next try is another report. */
export function useReport(userId: string) {
  const client = useQueryClient()
  const attempt = useRef<Attempt>(null)
  return useMutation({
    mutationFn: (report: Report) => {
      attempt.current = nextAttempt(attempt.current, report)
      return callFunction(reportar, { ...report, client_id: attempt.current.id })
    },
    onSuccess: (_answer, { persona_id, bloquear }) =>
      bloquear ? refreshBlock(client, userId, persona_id) : undefined,
  })
}
