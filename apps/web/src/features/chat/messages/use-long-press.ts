import { type PointerEvent, type SyntheticEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 500
/** Movement in pixels that still counts as a press. */
const MOVED_PX = 10

type Press = { x: number; y: number; timer: ReturnType<typeof setTimeout> }

/**
 * The release of a finger presses nothing: what has opened meanwhile may lie under it. Touch events go to the element where
 * the touch began, also when it is covered or has left the page.
 */
function ignoreRelease(touched: EventTarget) {
  const ignore = (event: Event) => {
    if (event.cancelable) event.preventDefault()
    touched.removeEventListener('touchend', ignore)
    touched.removeEventListener('touchcancel', ignore)
  }
  touched.addEventListener('touchend', ignore, { passive: false })
  touched.addEventListener('touchcancel', ignore)
}

/** Calls `act` with the id of the message on which a finger lies for a while. The handlers belong on the log. */
export function useLongPress(act: (id: string) => void) {
  const press = useRef<Press>(undefined)
  const end = () => {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])
  const messageAt = ({ target }: SyntheticEvent) =>
    target instanceof Element && !target.closest('a, button, input, summary')
      ? target.closest<HTMLElement>('[data-mensaje]')?.dataset.mensaje
      : undefined
  return {
    onPointerDown: (event: PointerEvent) => {
      end()
      const id = messageAt(event)
      if (event.pointerType !== 'touch' || !id) return
      const { clientX: x, clientY: y, target } = event
      const open = () => {
        ignoreRelease(target)
        act(id)
      }
      press.current = { x, y, timer: setTimeout(open, LONG_PRESS_MS) }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const { current } = press
      if (current && Math.hypot(clientX - current.x, clientY - current.y) > MOVED_PX) end()
    },
    onPointerUp: end,
    // The browser has begun to scroll.
    onPointerCancel: end,
    onContextMenu: (event: SyntheticEvent) => {
      // The menu of the browser would cover ours.
      if (press.current) event.preventDefault()
    },
  }
}
