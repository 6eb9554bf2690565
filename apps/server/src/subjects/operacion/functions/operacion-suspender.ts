import { operacionSuspender } from '@maestros/contrato/operacion/operacion-suspender'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { setSuspended } from '../accounts.ts'
import { asOperator } from '../as-operator.ts'
import { requireLevel } from '../operators.ts'

export default defineFunction(operacionSuspender, {
  summary:
    'Suspends or restores an account, for operators of the level responsable. The person gets an e-mail.',
  handle: async ({ cuenta_id: account, suspender: suspends, motivo, mensaje }, context) => {
    const operator = context.caller.userId
    await asOperator(context, async (sql) => {
      // Before the texts are checked, so that an operator of another level is always told the level.
      await requireLevel(sql, operator, 'responsable')
      await setSuspended(sql, operator, { account, suspends, motivo, mensaje })
    })
    return { success: true }
  },
})
