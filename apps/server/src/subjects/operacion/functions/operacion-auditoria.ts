import { operacionAuditoria } from '@maestros/contrato/operacion/operacion-auditoria'
import { rowIdOf, writeCursor } from '../../../protocol/functions/cursor.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { asOperator } from '../as-operator.ts'
import { auditRows } from '../audit.ts'
import { requireLevel } from '../operators.ts'
import { actOf, PAGE_ROWS, pageOf } from '../present.ts'

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
