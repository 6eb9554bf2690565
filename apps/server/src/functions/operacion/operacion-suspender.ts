import { operacionSuspender } from '@maestros/contrato/operacion/operacion-suspender'
import { setSuspended } from '../../backoffice/accounts.ts'
import { requireLevel } from '../../backoffice/operators.ts'
import { defineFunction } from '../define.ts'
import { asOperator } from './support/as-operator.ts'

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
