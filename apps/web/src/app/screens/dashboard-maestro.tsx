import { panel } from '@maestros/dominio/maestro/textos-de-panel'
import { comun } from '@maestros/dominio/textos'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { MetaFunction } from 'react-router'
import { useKnownNoLeidos } from '#features/chat/api/no-leidos.ts'
import {
  panelQuery,
  prefetchPanel,
  updateMaestroStats,
  useLivePanel,
} from '#features/maestro/dashboard/api/panel-maestro.ts'
import { Panel } from '#features/maestro/dashboard/panel.tsx'
import { PanelFailed, PanelLoading } from '#features/maestro/dashboard/states.tsx'
import { useLiveResenas } from '#features/resenas/api/live-resenas.ts'
import { refreshSession } from '#lib/session/session.ts'
import { useSession } from '#lib/session/session-state.ts'

export const meta: MetaFunction = () => [{ title: `${panel.titulo} · ${comun.producto}` }]

export function clientLoader() {
  prefetchPanel()
  return null
}

export default function DashboardMaestro() {
  const session = useSession()
  return (
    <main className="mx-auto max-w-grid px-4 pt-6 pb-10 sm:pt-8">
      {session.status === 'signed-in' && <Dashboard userId={session.userId} />}
    </main>
  )
}

function Dashboard({ userId }: { userId: string }) {
  const { data, error, isFetching, refetch } = useQuery(panelQuery)
  // The navigation bar counts unread chats and follows live changes. Until it has counted, the dashboard's own answer is shown.
  const counted = useKnownNoLeidos('maestro', userId)
  const incomplete = data?.perfil_completo === false
  useLivePanel()
  useLiveResenas(userId, panelQuery.queryKey)

  useEffect(() => {
    void updateMaestroStats()
  }, [])
  // It may have become incomplete since the session was read. The guard then leads to the onboarding.
  useEffect(() => {
    if (incomplete) void refreshSession()
  }, [incomplete])

  if (data && !incomplete) return <Panel panel={data} chatsSinLeer={counted ?? data.chats_sin_leer} />
  if (error) return <PanelFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
  return <PanelLoading />
}
