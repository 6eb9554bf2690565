import { operacionAuditoria } from '@maestros/contrato/operacion/operacion-auditoria'
import { auditRows } from '../../backoffice/audit.ts'
import { requireLevel } from '../../backoffice/operators.ts'
import { rowIdOf, writeCursor } from '../cursor.ts'
import { defineFunction } from '../define.ts'
import { asOperator } from './support/as-operator.ts'
import { actOf, PAGE_ROWS, pageOf } from './support/present.ts'

export default defineFunction(operacionAuditoria, {
  summary:
    'The audit, the newest act first, of all or about or by one account, for operators of the level responsable.',
  handle: async ({ cuenta_id: person, cursor }, context) => {
    const before = rowIdOf('cursor', cursor)
    const read = await asOperator(context, async (sql) => {
      await requireLevel(sql, context.caller.userId, 'responsable')
      return auditRows(sql, { person, limit: PAGE_ROWS + 1, before })
    })
    const { rows, last } = pageOf(read)
    return { actos: rows.map(actOf), siguiente: last ? writeCursor([last.id]) : null }
  },
})
