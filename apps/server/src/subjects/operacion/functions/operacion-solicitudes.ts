import { operacionSolicitudes } from '@maestros/contrato/operacion/operacion-solicitudes'
import { positionOf, writeCursor } from '../../../protocol/functions/cursor.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { asOperator } from '../as-operator.ts'
import { PAGE_ROWS, pageOf } from '../present.ts'
import { ticketsOf } from '../tickets.ts'

export default defineFunction(operacionSolicitudes, {
  summary:
    'Help requests: the open ones beginning with the oldest, or all of them beginning with the newest.',
  handle: async ({ cuales, cursor }, context) => {
    const after = cursor === undefined ? undefined : positionOf('cursor', cursor)
    const open = cuales === 'abiertas'
    const found = await asOperator(context, (sql) => ticketsOf(sql, { open, limit: PAGE_ROWS + 1, after }))
    const { rows, last } = pageOf(found.rows)
    return {
      solicitudes: rows.map(({ id, estado, nombre, mensaje, creado_en, respuestas }) => ({
        id,
        estado,
        nombre,
        mensaje,
        creado_en: creado_en.toISOString(),
        respuestas: respuestas.length,
      })),
      total: found.total,
      siguiente: last ? writeCursor([last.micros, last.id]) : null,
    }
  },
})
