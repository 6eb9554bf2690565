import { operacionCerrarReporte } from '@maestros/contrato/operacion/operacion-cerrar-reporte'
import { operacionReporte } from '@maestros/contrato/operacion/operacion-reporte'
import { operacionReportes } from '@maestros/contrato/operacion/operacion-reportes'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useMutation } from '#lib/client/use-mutation.ts'
import { callOperator } from '#lib/session/operator/operator-session.ts'
import { inicioQuery } from './inicio.ts'
import { LOOK, pagesQuery } from './queries.ts'

export type Reporte = z.output<typeof operacionReporte.output>
export type Cuales = 'abiertos' | 'todos'

const LISTA = ['reportes']

export const reportesQuery = (cuales: Cuales) =>
  pagesQuery([...LISTA, cuales], (cursor, options) =>
    callOperator(operacionReportes, { cuales, cursor }, options),
  )

export const reporteQuery = (id: number) =>
  queryOptions({
    ...LOOK,
    queryKey: ['reporte', id],
    queryFn: async ({ signal }) =>
      (await callOperator(operacionReporte, { reporte_id: id }, { signal })).data,
  })

export function useClose(id: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (nota: string) => callOperator(operacionCerrarReporte, { reporte_id: id, nota }),
    onSuccess: (_, nota) => {
      const cerrado_en = new Date().toISOString()
      client.setQueryData(reporteQuery(id).queryKey, (seen) => seen && { ...seen, cerrado_en, nota })
      void client.invalidateQueries({ queryKey: LISTA })
      void client.invalidateQueries({ queryKey: inicioQuery.queryKey })
    },
  })
}
