import { NO_LEIDOS_MAX } from '@maestros/dominio/limites'
import { useEffect } from 'react'

const COUNT = /^\(\d+\+?\) /

/** The title of the screen alone. */
export const titleWithoutCount = () => document.title.replace(COUNT, '')

/** Shows the number of the badge before the title of every screen, as '(3) Conversación · Maestros CDMX'. */
export function useTitleCount(count: number) {
  useEffect(() => {
    const shown = count > NO_LEIDOS_MAX ? `${NO_LEIDOS_MAX}+` : String(count)
    const show = () => {
      const title = count > 0 ? `(${shown}) ${titleWithoutCount()}` : titleWithoutCount()
      if (document.title !== title) document.title = title
    }
    show()
    // Every screen writes its own title when it is opened.
    const observer = new MutationObserver(show)
    observer.observe(document.head, { childList: true, subtree: true, characterData: true })
    return () => {
      observer.disconnect()
      document.title = titleWithoutCount()
    }
  }, [count])
}
