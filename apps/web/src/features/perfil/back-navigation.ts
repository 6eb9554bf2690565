import { perfil } from '@maestros/dominio/perfil/textos'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import * as z from 'zod/mini'

type Arrival = {
  /** The chat that the address names. */
  fromChat: string | null
  /** The chat is the entry before this one in the history. */
  chatIsPrevious: boolean
  pathname: string
  /** The address of the document before this one, and the path that this document was loaded at. */
  referrer: string
  loadedPath: string | undefined
  /** How many entries are before this one in the history. */
  earlierScreens: number
}

/** `to` is a path, or 'previous' for the screen before this one. `replace`: the profile leaves the history. */
type BackNavigation = { label: string; to: string | 'previous'; replace?: boolean }

/** Where the person came from decides what the back button says and where it goes (specification, section 2). */
export function backNavigationOf(arrival: Arrival): BackNavigation {
  const { fromChat, pathname, referrer, loadedPath } = arrival
  if (fromChat && arrival.chatIsPrevious) return { label: perfil.volver.chat, to: 'previous' }
  if (fromChat) return { label: perfil.volver.chat, to: `/chats/${encodeURIComponent(fromChat)}` }
  // The referrer belongs to the document and stays while screens change: it is only about the screen that was loaded.
  if (referrer.includes('/chats/') && loadedPath === pathname) {
    return { label: perfil.volver.chat, to: '/chats' }
  }
  // A tab that was opened with this profile has no earlier screen.
  if (arrival.earlierScreens === 0) return { label: perfil.volver.listado, to: '/resultados', replace: true }
  return { label: perfil.volver.listado, to: 'previous' }
}

export function useBackNavigation(): { label: string; goBack: () => void } {
  const [search] = useSearchParams()
  const { pathname, state } = useLocation()
  const navigate = useNavigate()
  const { label, to, replace } = backNavigationOf({
    fromChat: search.get('fromChat'),
    chatIsPrevious: FromChat.safeParse(state).success,
    pathname,
    referrer: document.referrer,
    loadedPath: loadedPath(),
    earlierScreens: earlierScreens(),
  })
  const goBack = () => void (to === 'previous' ? navigate(-1) : navigate(to, { replace: replace ?? false }))
  return { label, goBack }
}

const FromChat = z.object({ from: z.literal('chat') })
const Entry = z.object({ idx: z.number() })

/** The entries before this document. Read at its start, because open layers add entries later. */
const beforeDocument = typeof history === 'undefined' ? 0 : history.length - 1

/** React Router numbers the entries of this document from 0. */
function earlierScreens(): number {
  const entry = Entry.safeParse(history.state)
  return (entry.success ? entry.data.idx : 0) + beforeDocument
}

function loadedPath(): string | undefined {
  const [load] = performance.getEntriesByType('navigation')
  return load && new URL(load.name).pathname
}
