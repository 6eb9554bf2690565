import { operacionCerrarReporte } from '@maestros/contrato/operacion/operacion-cerrar-reporte'
import { operacionServidor as textos } from '@maestros/dominio/operacion/textos-de-servidor'
import { closeReport } from '../../backoffice/reports.ts'
import { defineFunction } from '../define.ts'
import { asOperator } from './support/as-operator.ts'

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
