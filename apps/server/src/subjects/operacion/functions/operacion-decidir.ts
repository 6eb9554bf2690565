import { operacionDecidir } from '@maestros/contrato/operacion/operacion-decidir'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { asOperator } from '../as-operator.ts'
import { decide, statesOf } from '../verifications.ts'

export default defineFunction(operacionDecidir, {
  summary:
    'Decides about data of a maestro, about all that are named or about none. The maestro gets an e-mail about a decision.',
  handle: async ({ maestro_id: maestro, datos, estado, motivo = null, corrige_con }, context) => {
    const operator = context.caller.userId
    const estados = await asOperator(context, async (sql) => {
      await decide(sql, operator, { maestro, datos: [...new Set(datos)], estado, motivo, corrige_con })
      return statesOf(sql, maestro)
    })
    return { estados }
  },
})
