import { type RefObject, useEffect } from 'react'

/**
 * A phone's keyboard covers the page without making it smaller. The frame is made as high as what is left, so that
 * the composer stays above the keyboard and the newest message above the composer.
 */
export function useVisibleHeight(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const visible = window.visualViewport
    if (!visible) return
    const fit = () => {
      // Zoomed in, the visible part is small for another reason.
      if (visible.scale > 1.01) return
      frame.current?.style.setProperty('--visible-height', `${visible.height}px`)
      // Some phones push the page up to show the field; here it is in view already.
      if (visible.offsetTop > 0) scrollTo(0, 0)
    }
    fit()
    visible.addEventListener('resize', fit)
    return () => visible.removeEventListener('resize', fit)
  }, [frame])
}
