import { type ReactNode, useSyncExternalStore } from 'react'

/**
 * Toasts. The library that shows them is loaded after the first screen is interactive. Before that, and when it cannot be
 * loaded, toasts are shown without it, so that a refused sign-in is always shown.
 */

type Kind = 'error' | 'success' | 'warning' | 'info'
type ToastOptions = { id?: string; description?: ReactNode; duration?: number; onDismiss?: () => void }
export type ToastLabels = { label: string; closeLabel: string }

/** What the loaded library can do (toast-list.tsx). */
type ToastRenderer = {
  show: (kind: Kind, title: string, options?: ToastOptions) => void
  dismiss: (id: string) => void
}

type Waiting = { kind: Kind; title: string; options: ToastOptions | undefined }

let renderer: ToastRenderer | null = null
/** Toasts from before the library was loaded. */
let waiting: Waiting[] = []
const listeners = new Set<() => void>()

function setWaiting(next: Waiting[]) {
  waiting = next
  for (const listener of listeners) listener()
}

/** Called with the renderer when it can show toasts, and with null when it is unmounted. */
export function setToastRenderer(next: ToastRenderer | null) {
  renderer = next
  if (!next) return
  for (const { kind, title, options } of waiting) next.show(kind, title, options)
  setWaiting([])
}

const notify = (kind: Kind) => (title: string, options?: ToastOptions) => {
  clearControls()
  if (renderer) renderer.show(kind, title, options)
  else setWaiting([...waiting, { kind, title, options }])
}

export const toast = {
  error: notify('error'),
  success: notify('success'),
  warning: notify('warning'),
  info: notify('info'),
  dismiss: (id: string) => {
    if (renderer) renderer.dismiss(id)
    else setWaiting(waiting.filter(({ options }) => options?.id !== id))
  },
}

/** How far down a control counts as one at the top of the window. */
const TOP_PX = 200

/**
 * Notices start below what must stay reachable at the top: menu, back, the title and the close button of a dialog. While a
 * dialog is open, what is behind it cannot be reached. A dialog that begins lower than TOP_PX leaves them place above it.
 */
function clearControls() {
  const topmost = [...document.querySelectorAll('[role="dialog"][data-state="open"]')].at(-1)
  let bottom = 0
  for (const control of (topmost ?? document).querySelectorAll('[data-keep-clear]')) {
    const box = control.getBoundingClientRect()
    if (box.height > 0 && box.top < TOP_PX && box.bottom > bottom) bottom = box.bottom
  }
  const { style } = document.documentElement
  const top = `${Math.round(bottom) + 16}px`
  if (style.getPropertyValue('--toast-top') !== top) style.setProperty('--toast-top', top)
}

/** Longer than the animation with which a dialog opens. */
const OPENING_MS = 250

/** To be called when the controls at the top change while a notice may be on the screen. */
export const placeToasts = () => void setTimeout(clearControls, OPENING_MS)

/** The ref of a dialog, which may grow while it is open. */
export function keepToastsClear(dialog: Element | null) {
  if (!dialog) return
  const observer = new ResizeObserver(placeToasts)
  observer.observe(dialog)
  return () => {
    observer.disconnect()
    placeToasts()
  }
}

const NONE: Waiting[] = []

/** The toasts that wait for the library. */
export const useWaitingToasts = (): Waiting[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
    () => NONE,
  )
