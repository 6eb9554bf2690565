import { operacionSolicitud } from '@maestros/contrato/operacion/operacion-solicitud'
import { operacionServidor as textos } from '@maestros/dominio/operacion/textos-de-servidor'
import { signer } from '../../../platform/objects/signed.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { addressFor } from '../addresses.ts'
import { asOperator } from '../as-operator.ts'
import { peopleOf } from '../people.ts'
import { seeTicket } from '../tickets.ts'

export default defineFunction(operacionSolicitud, {
  summary: 'One help request with its pictures and answers. The audit records each call.',
  prepare: ({ secrets }) => signer(secrets),
  handle: async ({ solicitud_id }, context) => {
    const { caller, prepared: signed, error } = context
    const seen = await asOperator(context, async (sql) => {
      const ticket = await seeTicket(sql, caller.userId, solicitud_id)
      if (!ticket) throw error('NOT_FOUND', textos.rechazos.ticket)
      const { usuario_id } = ticket
      return { ticket, cuenta: usuario_id === null ? null : (await peopleOf(sql, [usuario_id]))(usuario_id) }
    })
    const { id, estado, nombre, correo, mensaje, imagenes, creado_en, respuestas } = seen.ticket
    return {
      id,
      estado,
      nombre,
      correo,
      mensaje,
      cuenta: seen.cuenta,
      imagenes: imagenes.map((name) => addressFor(signed, 'support-tickets', name, caller)),
      creado_en: creado_en.toISOString(),
      respuestas,
    }
  },
})
