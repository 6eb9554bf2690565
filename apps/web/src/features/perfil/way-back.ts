import { perfil } from '@maestros/dominio/textos/perfil'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

/** Where someone came from decides what the back button says and where it goes (specification, section 2). */
export function useWayBack(): { label: string; goBack: () => void } {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const chatId = search.get('fromChat')

  if (chatId) {
    const path = `/chats/${encodeURIComponent(chatId)}`
    return { label: perfil.volver.chat, goBack: () => void navigate(path) }
  }
  if (referredByChat(location.pathname)) {
    return { label: perfil.volver.chat, goBack: () => void navigate('/chats') }
  }
  // A tab that was opened for this profile has nothing behind it: then "back" leads to the list itself.
  const first = history.length <= 1
  return {
    label: perfil.volver.listado,
    goBack: () => void (first ? navigate('/resultados', { replace: true }) : navigate(-1)),
  }
}

/** The referrer is the document's, and stays while screens change: it counts only for the screen it brought us to. */
function referredByChat(pathname: string): boolean {
  if (!document.referrer.includes('/chats/')) return false
  const [arrival] = performance.getEntriesByType('navigation')
  return arrival !== undefined && new URL(arrival.name).pathname === pathname
}
