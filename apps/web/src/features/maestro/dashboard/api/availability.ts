import {
  type CambiarDisponibilidadInput,
  cambiarDisponibilidad,
} from '@maestros/contrato/maestro/cambiar-disponibilidad'
import { callFunction } from '#lib/session/call-function.ts'
import { queryClient, readAgain } from '#lib/session/query-client.ts'
import { panelQuery } from './panel-maestro.ts'

/** Sets the state of the maestro, and shows it on the dashboard without another request. */
export async function changeAvailability(input: CambiarDisponibilidadInput) {
  const { data } = await callFunction(cambiarDisponibilidad, input).catch((cause: unknown) => {
    // The server may have stored it although its answer was lost.
    void readAgain({ queryKey: panelQuery.queryKey })
    throw cause
  })
  queryClient.setQueryData(panelQuery.queryKey, (panel) => panel && { ...panel, disponibilidad: data })
  // The own profile shows the state too.
  void queryClient.invalidateQueries({ queryKey: ['perfil'] })
}
