import { operacionVerificacion } from '@maestros/contrato/operacion/operacion-verificacion'
import { signer } from '../../../platform/objects/signed.ts'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { addressFor } from '../addresses.ts'
import { asOperator } from '../as-operator.ts'
import { seeMaestro } from '../verifications.ts'

export default defineFunction(operacionVerificacion, {
  summary: 'The data and documents of one maestro that operators verify. The audit records each call.',
  prepare: ({ secrets }) => signer(secrets),
  handle: async ({ maestro_id }, context) => {
    const { caller, prepared: signed } = context
    const seen = await asOperator(context, (sql) => seeMaestro(sql, caller.userId, maestro_id))
    const { id, correo, nombre, apellido, curp, domicilio, estados, misma_curp } = seen
    return {
      id,
      correo,
      nombre,
      apellido,
      curp,
      domicilio,
      estados,
      documentos: seen.documentos.map(({ tipo, objeto }) => ({
        tipo,
        url: addressFor(signed, 'chat-media', objeto, caller),
      })),
      misma_curp,
    }
  },
})
