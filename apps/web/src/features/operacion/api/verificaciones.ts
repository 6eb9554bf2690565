import { operacionDecidir } from '@maestros/contrato/operacion/operacion-decidir'
import { operacionVerificacion } from '@maestros/contrato/operacion/operacion-verificacion'
import { operacionVerificaciones } from '@maestros/contrato/operacion/operacion-verificaciones'
import type { Correccion, DatoVerificable } from '@maestros/dominio/verificacion/estados'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useMutation } from '#lib/client/use-mutation.ts'
import { callOperator } from '#lib/session/operator/operator-session.ts'
import { inicioQuery } from './inicio.ts'
import { LOOK } from './queries.ts'

export type Expediente = z.output<typeof operacionVerificacion.output>
export type EnEspera = z.output<typeof operacionVerificaciones.output>['maestros'][number]

export const verificacionesQuery = queryOptions({
  queryKey: ['verificaciones'],
  queryFn: async ({ signal }) => (await callOperator(operacionVerificaciones, {}, { signal })).data,
})

export const expedienteQuery = (maestroId: string) =>
  queryOptions({
    ...LOOK,
    queryKey: ['verificacion', maestroId],
    queryFn: async ({ signal }) =>
      (await callOperator(operacionVerificacion, { maestro_id: maestroId }, { signal })).data,
  })

export type Decision = {
  dato: DatoVerificable
  estado: 'en_revision' | 'verificado' | 'rechazado'
  motivo?: string
  corrige_con?: Correccion[]
}

export function useDecide(maestroId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ dato, ...decision }: Decision) =>
      (await callOperator(operacionDecidir, { maestro_id: maestroId, datos: [dato], ...decision })).data,
    onSuccess: ({ estados }) => {
      // The answer has the new states: reading the dossier again would be another look in the audit.
      client.setQueryData(expedienteQuery(maestroId).queryKey, (seen) => seen && { ...seen, estados })
      void client.invalidateQueries({ queryKey: verificacionesQuery.queryKey })
      void client.invalidateQueries({ queryKey: inicioQuery.queryKey })
    },
  })
}
