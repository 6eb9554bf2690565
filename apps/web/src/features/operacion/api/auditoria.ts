import { operacionAuditoria } from '@maestros/contrato/operacion/operacion-auditoria'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { callOperator } from '#lib/session/operator/operator-session.ts'

/** The audit, of all or of the acts about or by one account. */
export const auditoriaQuery = (cuentaId: string | null) =>
  infiniteQueryOptions({
    queryKey: ['auditoria', cuentaId],
    initialPageParam: '',
    queryFn: async ({ pageParam, signal }) => {
      const input = { cuenta_id: cuentaId ?? undefined, cursor: pageParam || undefined }
      return (await callOperator(operacionAuditoria, input, { signal })).data
    },
    getNextPageParam: ({ siguiente }) => siguiente,
  })
