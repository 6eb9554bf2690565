import { operacionEstadoSolicitud } from '@maestros/contrato/operacion/operacion-estado-solicitud'
import { operacionResponderSolicitud } from '@maestros/contrato/operacion/operacion-responder-solicitud'
import { operacionSolicitud } from '@maestros/contrato/operacion/operacion-solicitud'
import { operacionSolicitudes } from '@maestros/contrato/operacion/operacion-solicitudes'
import type { EstadoDeTicket } from '@maestros/dominio/ayuda/estados-de-ticket'
import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { useMutation } from '#lib/client/use-mutation.ts'
import { callOperator, getOperatorSession } from '#lib/session/operator/operator-session.ts'
import { inicioQuery } from './inicio.ts'
import { LOOK, pagesQuery } from './queries.ts'

export type Solicitud = z.output<typeof operacionSolicitud.output>
export type Cuales = 'abiertas' | 'todas'

const LISTA = ['solicitudes']

export const solicitudesQuery = (cuales: Cuales) =>
  pagesQuery([...LISTA, cuales], (cursor, options) =>
    callOperator(operacionSolicitudes, { cuales, cursor }, options),
  )

export const solicitudQuery = (id: string) =>
  queryOptions({
    ...LOOK,
    queryKey: ['solicitud', id],
    queryFn: async ({ signal }) =>
      (await callOperator(operacionSolicitud, { solicitud_id: id }, { signal })).data,
  })

/** The answers of the calls are enough to show what changed: reading the request again would be another look in the audit. */
function change(client: QueryClient, id: string, changed: (seen: Solicitud) => Partial<Solicitud>) {
  client.setQueryData(solicitudQuery(id).queryKey, (seen) => seen && { ...seen, ...changed(seen) })
  void client.invalidateQueries({ queryKey: LISTA })
  void client.invalidateQueries({ queryKey: inicioQuery.queryKey })
}

export function useAnswer(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (answer: { texto: string; estado: EstadoDeTicket }) =>
      (await callOperator(operacionResponderSolicitud, { solicitud_id: id, ...answer })).data,
    onSuccess: ({ estado }, { texto }) => {
      const session = getOperatorSession()
      const operador = session.status === 'signed-in' ? session.operador.correo : null
      const own = { operador, texto, creado_en: new Date().toISOString() }
      change(client, id, ({ respuestas }) => ({ estado, respuestas: [...respuestas, own] }))
    },
  })
}

export function useChangeState(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (estado: EstadoDeTicket) =>
      (await callOperator(operacionEstadoSolicitud, { solicitud_id: id, estado })).data,
    onSuccess: ({ estado }) => change(client, id, () => ({ estado })),
  })
}
