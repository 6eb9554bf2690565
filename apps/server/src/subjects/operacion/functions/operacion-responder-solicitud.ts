import { operacionResponderSolicitud } from '@maestros/contrato/operacion/operacion-responder-solicitud'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { asOperator } from '../as-operator.ts'
import { answerTicket } from '../tickets.ts'

export default defineFunction(operacionResponderSolicitud, {
  summary: 'Answers a help request. Its author gets an e-mail and reads the answer in the help centre.',
  handle: async ({ solicitud_id: id, texto, estado }, context) => {
    const operator = context.caller.userId
    const changed = await asOperator(context, (sql) => answerTicket(sql, operator, { id, texto, estado }))
    return { estado: changed.estado }
  },
})
