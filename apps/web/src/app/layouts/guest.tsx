import { redirectFor } from '@maestros/dominio/acceso'
import { comun } from '@maestros/dominio/textos/comun'
import { Outlet, useLocation } from 'react-router'
import { useSession, visitorOf } from '#lib/session.ts'
import { SpinnerPage } from '#ui/spinner.tsx'
import { GoTo } from '../go-to.tsx'
import { Unreachable } from '../unreachable.tsx'

/**
 * The sign-in screens are shown to everyone at once, since they are prerendered; the stylesheet hides them
 * while a stored session is being looked at.
 */
export default function GuestLayout() {
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status === 'unreachable') return <Unreachable />
  if (session.status === 'signed-in' && !session.leaving) {
    const target = redirectFor(visitorOf(session), 'guest', pathname)
    if (target) return <GoTo path={target} />
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
