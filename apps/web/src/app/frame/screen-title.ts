import { comun } from '@maestros/dominio/textos'
import { useLayoutEffect } from 'react'

/**
 * The title of a screen about one person: 'Ramón C. · Conversación · Maestros CDMX'. Without the name while it is not known,
 * as the route's own title. Set before the focus moves to the heading, because the title is announced then.
 */
export function useScreenTitle(titulo: string, nombre: string | undefined) {
  const title = [...(nombre ? [nombre] : []), titulo, comun.producto].join(' · ')
  useLayoutEffect(() => {
    document.title = title
  }, [title])
}
