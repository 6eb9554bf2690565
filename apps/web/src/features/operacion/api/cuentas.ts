import { operacionCuentas } from '@maestros/contrato/operacion/operacion-cuentas'
import { operacionSuspender } from '@maestros/contrato/operacion/operacion-suspender'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useMutation } from '#lib/client/use-mutation.ts'
import { callOperator } from '#lib/session/operator/operator-session.ts'
import { LOOK } from './queries.ts'

type Cuentas = z.output<typeof operacionCuentas.output>
export type CuentaCompleta = Cuentas['cuentas'][number]

const KEY = ['cuentas']

/** `search` counts the searches: the same text searched again is another look. */
export const cuentasQuery = (busqueda: string, search = 0) =>
  queryOptions({
    ...LOOK,
    queryKey: [...KEY, busqueda, search],
    queryFn: async ({ signal }) => (await callOperator(operacionCuentas, { busqueda }, { signal })).data,
  })

type Suspension = { suspender: boolean; motivo: string; mensaje?: string }

export function useSuspend(cuentaId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (suspension: Suspension) =>
      callOperator(operacionSuspender, { cuenta_id: cuentaId, ...suspension }),
    onSuccess: (_, { suspender }) => {
      const suspendida_en = suspender ? new Date().toISOString() : null
      client.setQueriesData<Cuentas>(
        { queryKey: KEY },
        (seen) =>
          seen && {
            cuentas: seen.cuentas.map((one) => (one.id === cuentaId ? { ...one, suspendida_en } : one)),
          },
      )
    },
  })
}
