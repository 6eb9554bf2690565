import { operacionReportes } from '@maestros/contrato/operacion/operacion-reportes'
import { rowIdOf, writeCursor } from '../../../protocol/functions/cursor.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { asOperator } from '../as-operator.ts'
import { peopleOf } from '../people.ts'
import { PAGE_ROWS, pageOf } from '../present.ts'
import { reportsOf } from '../reports.ts'

export default defineFunction(operacionReportes, {
  summary:
    'Reports of people: the open ones beginning with the oldest, or all of them beginning with the newest.',
  handle: async ({ cuales, cursor }, context) => {
    const after = rowIdOf('cursor', cursor)
    const open = cuales === 'abiertos'
    const { found, person } = await asOperator(context, async (sql) => {
      const found = await reportsOf(sql, { open, limit: PAGE_ROWS + 1, after })
      const ids = found.rows.flatMap(({ reportante_id, reportado_id }) => [reportante_id, reportado_id])
      return { found, person: await peopleOf(sql, ids) }
    })
    const { rows, last } = pageOf(found.rows)
    return {
      reportes: rows.map(({ id, motivo, reportante_id, reportado_id, mensajes, creado_en, cerrado_en }) => ({
        id: Number(id),
        motivo,
        reportante: person(reportante_id),
        reportado: person(reportado_id),
        mensajes,
        creado_en: creado_en.toISOString(),
        cerrado_en: cerrado_en?.toISOString() ?? null,
      })),
      total: found.total,
      siguiente: last ? writeCursor([last.id]) : null,
    }
  },
})
