import { operacionVerificaciones } from '@maestros/contrato/operacion/operacion-verificaciones'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { asOperator } from '../as-operator.ts'
import { PAGE_ROWS } from '../present.ts'
import { waitingMaestros } from '../verifications.ts'

export default defineFunction(operacionVerificaciones, {
  summary: 'The maestros whose data wait for a decision, the one that has waited longest first.',
  handle: async (_input, context) => {
    const { rows, total } = await asOperator(context, (sql) => waitingMaestros(sql, PAGE_ROWS))
    return {
      maestros: rows.map(({ id, correo, nombre, apellido, estados, curp_repetida, desde }) => ({
        id,
        correo,
        nombre,
        apellido,
        estados,
        curp_repetida,
        desde: desde.toISOString(),
      })),
      total,
    }
  },
})
