import { ROUTE_GROUPS, redirectFor } from '@maestros/dominio/acceso/roles'
import { comun } from '@maestros/dominio/textos'
import { Outlet } from 'react-router'
import { useSession, visitorOf } from '#lib/session/session-state.ts'
import { useWantedPath } from '#lib/session/wanted-path.ts'
import { SpinnerPage } from '#ui/elements/spinner.tsx'
import { Unreachable } from '../frame/unreachable.tsx'
import { GoTo } from './go-to.tsx'

/**
 * The sign-in screens are prerendered, so they are visible before the session is known. While a stored session is
 * being checked, the stylesheet hides them and shows the spinner (see `guest-only` in app.css).
 */
export default function GuestLayout() {
  const session = useSession()
  const wanted = useWantedPath()
  if (session.status === 'unreachable') return <Unreachable />
  if (session.status === 'signed-in' && !session.leaving) {
    const target = redirectFor(visitorOf(session), ROUTE_GROUPS.guest)
    // The guard of the wanted page redirects a person whose role may not see it to their home.
    if (target) return <GoTo path={wanted ?? target} />
  }
  return (
    <>
      <div className="guest-waiting">
        <SpinnerPage label={comun.cargando} />
      </div>
      <div className="guest-only">
        <Outlet />
      </div>
    </>
  )
}
