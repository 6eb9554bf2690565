import { operacionVerificaciones } from '@maestros/contrato/operacion/operacion-verificaciones'
import { waitingMaestros } from '../../backoffice/verifications.ts'
import { defineFunction } from '../define.ts'
import { asOperator } from './support/as-operator.ts'
import { PAGE_ROWS } from './support/present.ts'

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
