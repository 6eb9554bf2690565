import { operacionCerrarReporte } from '@maestros/contrato/operacion/operacion-cerrar-reporte'
import { operacionServidor as textos } from '@maestros/dominio/operacion/textos-de-servidor'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { asOperator } from '../as-operator.ts'
import { closeReport } from '../reports.ts'

export default defineFunction(operacionCerrarReporte, {
  summary: 'Closes a report with a note for operators. The person who sent it gets an e-mail.',
  handle: async ({ reporte_id, nota }, context) => {
    const given = { id: String(reporte_id), nota }
    await asOperator(context, (sql) => closeReport(sql, context.caller.userId, given), {
      motivo: textos.nota,
    })
    return { success: true }
  },
})
