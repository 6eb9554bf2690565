import { operacionAuditoria } from '@maestros/contrato/operacion/operacion-auditoria'
import { callOperator } from '#lib/session/operator/operator-session.ts'
import { pagesQuery } from './queries.ts'

/** The audit, of all or of the acts about or by one account. */
export const auditoriaQuery = (cuentaId: string | null) =>
  pagesQuery(['auditoria', cuentaId], (cursor, options) =>
    callOperator(operacionAuditoria, { cuenta_id: cuentaId ?? undefined, cursor }, options),
  )
