import { LOGIN, ROUTE_GROUPS, redirectFor } from '@maestros/dominio/acceso/roles'
import { comun } from '@maestros/dominio/textos'
import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet, useLocation, useMatches } from 'react-router'
import { queryClient } from '#lib/session/query-client.ts'
import { type Anonymous, useSession, visitorOf } from '#lib/session/session-state.ts'
import { wantedPath } from '#lib/session/wanted-path.ts'
import { SpinnerPage } from '#ui/elements/spinner.tsx'
import { Unreachable } from '../frame/unreachable.tsx'
import { GoTo } from './go-to.tsx'

/** The layout of the groups of routes that need a session: its route's id names the group. */
export default function GuardLayout() {
  const group = useMatches()
    .map(({ id }) => id)
    .find(isGroup)
  return group && <Guard group={group} />
}

type Group = keyof typeof ROUTE_GROUPS
const isGroup = (id: string): id is Group => Object.hasOwn(ROUTE_GROUPS, id)

/** Shows the screens of a group, or redirects. The rules are in dominio/acceso/roles; this component only applies them. */
function Guard({ group }: { group: Group }) {
  const session = useSession()
  const location = useLocation()

  switch (session.status) {
    case 'loading':
      return <SpinnerPage label={comun.cargando} />
    case 'unreachable':
      return <Unreachable />
    case 'anonymous': {
      const target = signInFor(session, group)
      return target ? <GoTo path={target} volver={wantedPath(session, location)} /> : <Screens />
    }
    case 'signed-in': {
      const target = session.leaving ? null : redirectFor(visitorOf(session), ROUTE_GROUPS[group])
      return target ? <GoTo path={target} /> : <Screens />
    }
  }
}

function signInFor(session: Anonymous, group: Group): string | null {
  const { expired, closed, ended, wasMaestro } = session
  if (expired) return LOGIN[closed && wasMaestro ? 'maestro' : 'buscador']
  // Screens of both roles do not say whose sign-out it was.
  if (ROUTE_GROUPS[group].audience === 'both' && wasMaestro && !ended) return LOGIN.maestro
  return redirectFor({ kind: 'anonymous' }, ROUTE_GROUPS[group])
}

/** Only these screens use the cache of server state: the sign-in screens do not load it. */
function Screens() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
