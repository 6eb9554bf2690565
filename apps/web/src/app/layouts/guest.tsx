import { HOME, ROUTE_GROUPS, redirectFor } from '@maestros/dominio/acceso'
import { comun } from '@maestros/dominio/textos/comun'
import { useEffect, useState } from 'react'
import { Outlet } from 'react-router'
import { keepNamedChoice } from '#features/busqueda/stored-choice.ts'
import { useSession, visitorOf } from '#lib/session.ts'
import { useWantedPath } from '#lib/wanted-path.ts'
import { SpinnerPage } from '#ui/spinner.tsx'
import { GoTo } from '../go-to.tsx'
import { Unreachable } from '../unreachable.tsx'

/**
 * The sign-in screens are prerendered, so they are visible before the session is known. While a stored session is
 * being checked, the stylesheet hides them and shows the spinner (see `guest-only` in app.css).
 */
export default function GuestLayout() {
  const session = useSession()
  const choiceIsNamed = useNamedChoice()
  const wanted = useWantedPath()
  if (session.status === 'unreachable') return <Unreachable />
  if (session.status === 'signed-in' && !session.leaving) {
    const target = redirectFor(visitorOf(session), ROUTE_GROUPS.guest)
    const results = choiceIsNamed && target === HOME.buscador ? '/resultados' : undefined
    // The guard of the wanted page redirects a person whose role may not see it to their home.
    if (target) return <GoTo path={wanted ?? results ?? target} />
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

/**
 * Links of the public search pages name a borough and a trade. The choice is kept while the visitor signs up or in, and a
 * seeker then sees its results.
 */
function useNamedChoice(): boolean {
  const [named, setNamed] = useState(false)
  useEffect(() => {
    if (keepNamedChoice(new URLSearchParams(location.search))) setNamed(true)
  }, [])
  return named
}
