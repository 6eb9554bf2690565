import { operacionResponderSolicitud } from '@maestros/contrato/operacion/operacion-responder-solicitud'
import { answerTicket } from '../../backoffice/tickets.ts'
import { defineFunction } from '../define.ts'
import { asOperator } from './support/as-operator.ts'

export default defineFunction(operacionResponderSolicitud, {
  summary: 'Answers a help request. Its author gets an e-mail and reads the answer in the help centre.',
  handle: async ({ solicitud_id: id, texto, estado }, context) => {
    const operator = context.caller.userId
    const changed = await asOperator(context, (sql) => answerTicket(sql, operator, { id, texto, estado }))
    return { estado: changed.estado }
  },
})
