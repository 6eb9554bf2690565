import { reportar } from '@maestros/contrato/funciones/seguridad/reportar'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type * as z from 'zod/mini'
import { refreshBlock } from '#entities/bloqueo/own-block.ts'
import { callFunction } from '#lib/functions.ts'
import { newId } from '#lib/new-id.ts'

type Report = Omit<z.input<typeof reportar.input>, 'client_id'>

/** The id stays the same in every try, so that a report whose answer was lost is written once. */
export function useReport(userId: string) {
  const client = useQueryClient()
  const id = useRef(newId())
  return useMutation({
    mutationFn: (report: Report) => callFunction(reportar, { ...report, client_id: id.current }),
    onSuccess: (_answer, { persona_id, bloquear }) =>
      bloquear ? refreshBlock(client, userId, persona_id) : undefined,
  })
}
