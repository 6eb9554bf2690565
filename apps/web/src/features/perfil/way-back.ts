import { perfil } from '@maestros/dominio/textos/perfil'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

type Arrival = {
  /** The chat that the address names. */
  fromChat: string | null
  pathname: string
  /** The address of the document before this one, and the path that this document was loaded at. */
  referrer: string
  loadedPath: string | undefined
  historyLength: number
}

/** `to` is a path, or 'previous' for the screen before this one. `replace`: the profile leaves the history. */
type WayBack = { label: string; to: string | 'previous'; replace?: boolean }

/** Where the person came from decides what the back button says and where it goes (specification, section 2). */
export function wayBackOf({ fromChat, pathname, referrer, loadedPath, historyLength }: Arrival): WayBack {
  if (fromChat) return { label: perfil.volver.chat, to: `/chats/${encodeURIComponent(fromChat)}` }
  // The referrer belongs to the document and stays while screens change: it is only about the screen that was loaded.
  if (referrer.includes('/chats/') && loadedPath === pathname) {
    return { label: perfil.volver.chat, to: '/chats' }
  }
  // A tab that was opened with this profile has no earlier screen.
  if (historyLength <= 1) return { label: perfil.volver.listado, to: '/resultados', replace: true }
  return { label: perfil.volver.listado, to: 'previous' }
}

export function useWayBack(): { label: string; goBack: () => void } {
  const [search] = useSearchParams()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { label, to, replace } = wayBackOf({
    fromChat: search.get('fromChat'),
    pathname,
    referrer: document.referrer,
    loadedPath: loadedPath(),
    historyLength: history.length,
  })
  const goBack = () => void (to === 'previous' ? navigate(-1) : navigate(to, { replace: replace ?? false }))
  return { label, goBack }
}

function loadedPath(): string | undefined {
  const [load] = performance.getEntriesByType('navigation')
  return load && new URL(load.name).pathname
}
