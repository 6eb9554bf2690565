import { useLayoutEffect } from 'react'

const CONTROLS = 'button, a[href], [role="button"], summary, label'

let pressed: Element | null = null

/** The control that was last pressed, by pointer or by keyboard. Null when it is no longer in the page. */
const lastPressed = (): Element | null => (pressed?.isConnected ? pressed : null)

/** Marks the control that was pressed while what it opens is being loaded. The stylesheet says how that looks. */
export function usePendingMark(loading: boolean) {
  useLayoutEffect(() => {
    const control = loading ? lastPressed() : null
    control?.setAttribute('data-pending', '')
    return () => control?.removeAttribute('data-pending')
  }, [loading])
}

/** What has the focus. Safari does not focus a button that is clicked: there it is the control that was pressed. */
export function focusedOrPressed(): Element | null {
  const focused = document.activeElement
  return focused && focused !== document.body ? focused : lastPressed()
}

function remember({ target }: Event) {
  if (target instanceof Element) pressed = target.closest(CONTROLS)
}

if (typeof document !== 'undefined') {
  // A click by keyboard has no pointerdown before it. Capture listeners run before those of React.
  for (const type of ['pointerdown', 'click']) addEventListener(type, remember, true)
}
