import { miPerfil } from '@maestros/contrato/maestro/mi-perfil'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { callFunction } from '#lib/session/call-function.ts'

export const miPerfilQuery = queryOptions({
  queryKey: ['mi-perfil'],
  meta: { registro: 'own profile' },
  queryFn: async ({ signal }) => (await callFunction(miPerfil, {}, { signal })).data,
})

/** Everything that shows the own profile: as it is stored, as seekers see it, and on the dashboard. */
const SHOWN_IN = [['mi-perfil'], ['perfil'], ['panel-maestro']]

/** Reads again what is on the screen, so that it shows a saved change. */
export async function refreshMiPerfil(client: QueryClient) {
  await Promise.all(SHOWN_IN.map((queryKey) => client.invalidateQueries({ queryKey })))
}
