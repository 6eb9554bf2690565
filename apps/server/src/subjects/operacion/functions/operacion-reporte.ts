import { operacionReporte } from '@maestros/contrato/operacion/operacion-reporte'
import { operacionServidor as textos } from '@maestros/dominio/operacion/textos-de-servidor'
import { signer } from '../../../platform/objects/signed.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { addressFor } from '../addresses.ts'
import { asOperator } from '../as-operator.ts'
import { peopleOf } from '../people.ts'
import { seeReport } from '../reports.ts'

export default defineFunction(operacionReporte, {
  summary: 'One report with the messages that were chosen as evidence. The audit records who reads messages.',
  prepare: ({ secrets }) => signer(secrets),
  handle: async ({ reporte_id }, context) => {
    const { caller, prepared: signed, error } = context
    const { report, evidence, person } = await asOperator(context, async (sql) => {
      const seen = await seeReport(sql, caller.userId, String(reporte_id))
      if (!seen) throw error('NOT_FOUND', textos.rechazos.reporte)
      const { reportante_id, reportado_id } = seen.report
      return { ...seen, person: await peopleOf(sql, [reportante_id, reportado_id]) }
    })
    const { id, motivo, texto, reportante_id, reportado_id, creado_en, cerrado_en, nota } = report
    return {
      id: Number(id),
      motivo,
      texto,
      reportante: person(reportante_id),
      reportado: person(reportado_id),
      creado_en: creado_en.toISOString(),
      cerrado_en: cerrado_en?.toISOString() ?? null,
      nota,
      mensajes: evidence.map((message) => ({
        autor_id: message.autor_id,
        tipo: message.tipo,
        contenido: message.objeto ?? message.contenido,
        url: message.objeto === null ? null : addressFor(signed, 'chat-media', message.objeto, caller),
        creado_en: message.creado_en,
      })),
    }
  },
})
