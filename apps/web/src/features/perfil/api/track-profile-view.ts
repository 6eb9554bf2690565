import { trackProfileView } from '@maestros/contrato/perfil/track-profile-view'
import { useEffect } from 'react'
import { logFailure } from '#lib/device/log.ts'
import { callFunction } from '#lib/session/call-function.ts'
import { useSession } from '#lib/session/session-state.ts'

/** Records one view when a profile has been loaded. A failure is only logged. */
export function useRecordedView(maestroId: string | undefined) {
  const session = useSession()
  const buscadorId = session.status === 'signed-in' ? session.userId : undefined
  useEffect(() => {
    if (!maestroId || !buscadorId) return
    const input = { maestro_id: maestroId, buscador_id: buscadorId }
    callFunction(trackProfileView, input).catch((cause: unknown) => logFailure('profile view', cause))
  }, [maestroId, buscadorId])
}
