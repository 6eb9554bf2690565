import { panelMaestro } from '@maestros/contrato/maestro/panel-maestro'
import { queryOptions } from '@tanstack/react-query'
import { useEffect } from 'react'
import { unwrap } from '#lib/client/call-error.ts'
import { getClient } from '#lib/client/client.ts'
import { logFailure } from '#lib/device/log.ts'
import { onChange, onRejoined } from '#lib/live/live.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { queryClient, readAgain } from '#lib/session/query-client.ts'
import { expectedWithRole } from '#lib/session/session-state.ts'

/** Long enough for the screen to use what its loader has read; a later visit reads again. */
const FRESH_MS = 5000

/** Everything that the dashboard shows. The data stays while it is read again at the next visit. */
export const panelQuery = queryOptions({
  queryKey: ['panel-maestro'],
  staleTime: FRESH_MS,
  meta: { registro: 'dashboard' },
  queryFn: async ({ signal }) => (await callFunction(panelMaestro, {}, { signal })).data,
})

/**
 * Reads it while the code of the screen loads. Only for a maestro whose profile is complete: everyone else is redirected and
 * may have no profile.
 */
export function prefetchPanel() {
  if (expectedWithRole('maestro')) void queryClient.prefetchQuery(panelQuery)
}

/**
 * Has the stored statistics of the caller counted again, and created with zeros if there are none. The dashboard does not
 * depend on it: its figures are counted by day. A failure is only logged.
 */
export async function updateMaestroStats() {
  try {
    const { rest } = await getClient()
    unwrap(await rest.rpc('update_maestro_stats'))
  } catch (cause) {
    logFailure('statistics', cause)
  }
}

/** Reads the dashboard again when a seeker requests the contact, and when live events may have been missed. */
export function useLivePanel() {
  useEffect(() => {
    const refresh = () => void readAgain({ queryKey: panelQuery.queryKey })
    const ends = [
      onRejoined(refresh),
      onChange(({ table, record }) => {
        if (table === 'mensajes' && (record === null || record.tipo === 'contacto')) refresh()
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [])
}
