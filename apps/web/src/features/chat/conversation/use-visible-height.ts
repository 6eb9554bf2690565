import { type RefObject, useEffect } from 'react'

/**
 * The keyboard of a phone covers the page without resizing it. This makes the frame as high as the visible part, so
 * that the composer and the newest message stay above the keyboard.
 */
export function useVisibleHeight(frame: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const visible = window.visualViewport
    if (!visible) return
    const fit = () => {
      // When the page is zoomed, the visible part is small for another reason.
      if (visible.scale > 1.01) return
      frame.current?.style.setProperty('--visible-height', `${visible.height}px`)
      // Some phones scroll the page to show the field, which is already visible here.
      if (visible.offsetTop > 0) scrollTo(0, 0)
    }
    fit()
    visible.addEventListener('resize', fit)
    return () => visible.removeEventListener('resize', fit)
  }, [frame])
}
