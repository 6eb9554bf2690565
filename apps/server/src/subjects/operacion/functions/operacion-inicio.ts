import { operacionInicio } from '@maestros/contrato/operacion/operacion-inicio'
import { defineFunction } from '../../../protocol/functions/define.ts'
import { asOperator } from '../as-operator.ts'
import { operatorOf } from '../operators.ts'
import { readPending } from '../pending.ts'

export default defineFunction(operacionInicio, {
  summary: 'The operator who is signed in, and what waits for operators.',
  handle: async (_input, context) => {
    const { operador, pending } = await asOperator(context, async (sql) => ({
      operador: await operatorOf(sql, context.caller.userId),
      pending: await readPending(sql),
    }))
    const { id, correo, nombre, nivel } = operador
    const waiting = (wanted: (typeof pending)[number]['que']) => {
      const found = pending.find(({ que }) => que === wanted)
      return { cuantos: found?.cuantos ?? 0, desde: found?.desde?.toISOString() ?? null }
    }
    return {
      operador: { id, correo, nombre, nivel },
      pendientes: {
        verificaciones: waiting('verificaciones'),
        tickets: waiting('tickets'),
        reportes: waiting('reportes'),
        trabajos: waiting('trabajos'),
      },
    }
  },
})
