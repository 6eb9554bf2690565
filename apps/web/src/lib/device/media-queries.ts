import { MOVIL_ANCHO_PX } from '@maestros/dominio/limites'
import { useSyncExternalStore } from 'react'

// Chrome before 104 does not know (width < 768px).
const NARROW = `(max-width: ${MOVIL_ANCHO_PX - 0.02}px)`

/** Whether the window is as narrow as a phone's. */
export const useIsNarrow = () => useMedia(NARROW)

/** Whether this is a device with a camera at hand: phones, also held sideways, and tablets. */
export const useIsMobile = () => useMedia(`${NARROW}, (pointer: coarse) and (hover: none)`)

/** Whether the main way to point is a finger, so that the keyboard is on the screen. */
export const useIsTouch = () => useMedia('(pointer: coarse)')

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
