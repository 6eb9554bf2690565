import { operacionEstadoSolicitud } from '@maestros/contrato/operacion/operacion-estado-solicitud'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { asOperator } from '../as-operator.ts'
import { setTicketState } from '../tickets.ts'

export default defineFunction(operacionEstadoSolicitud, {
  summary: 'Changes the state of a help request without an answer.',
  handle: async ({ solicitud_id: id, estado }, context) => {
    const operator = context.caller.userId
    const changed = await asOperator(context, (sql) => setTicketState(sql, operator, { id, estado }))
    return { estado: changed.estado }
  },
})
