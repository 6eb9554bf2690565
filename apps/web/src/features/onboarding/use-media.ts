import { MOVIL_ANCHO_PX } from '@maestros/dominio/limites'
import { useSyncExternalStore } from 'react'

// Chrome before 104 does not know (width < 768px).
const NARROW = `(max-width: ${MOVIL_ANCHO_PX - 0.02}px)`

/** Whether one step is shown at a time. */
export const useIsNarrow = () => useMedia(NARROW)

/** Whether pictures are taken here: phones, also held sideways, and tablets. */
export const useIsMobile = () => useMedia(`${NARROW}, (pointer: coarse) and (hover: none)`)

function useMedia(media: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const query = matchMedia(media)
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    () => matchMedia(media).matches,
  )
}
