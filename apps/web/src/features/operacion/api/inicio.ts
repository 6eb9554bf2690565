import { operacionInicio } from '@maestros/contrato/operacion/operacion-inicio'
import { queryOptions } from '@tanstack/react-query'
import { callOperator } from '#lib/session/operator/operator-session.ts'

export const inicioQuery = queryOptions({
  queryKey: ['inicio'],
  queryFn: async ({ signal }) => (await callOperator(operacionInicio, {}, { signal })).data,
})
