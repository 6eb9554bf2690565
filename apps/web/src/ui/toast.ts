import { type ReactNode, useSyncExternalStore } from 'react'

/**
 * Short notices. The library that shows them is loaded after the first screen is live. Until it is there, and when it
 * cannot be loaded, notices are shown without it: a refused sign-in is told in any case.
 */

export type Kind = 'error' | 'success' | 'warning' | 'info'
export type Notice = { id?: string; description?: ReactNode; duration?: number; onDismiss?: () => void }
export type ToastLabels = { label: string; closeLabel: string }

/** What the loaded library can do (toast-list.tsx). */
export type ToastList = {
  show: (kind: Kind, title: string, notice?: Notice) => void
  dismiss: (id: string) => void
}

type Waiting = { kind: Kind; title: string; notice: Notice | undefined }

let list: ToastList | null = null
/** Notices from before the list was there. */
let waiting: Waiting[] = []
const listeners = new Set<() => void>()

function setWaiting(next: Waiting[]) {
  waiting = next
  for (const listener of listeners) listener()
}

/** Called by the list when it can show notices, and with null when it is gone. */
export function setToastList(next: ToastList | null) {
  list = next
  if (!next) return
  for (const { kind, title, notice } of waiting) next.show(kind, title, notice)
  setWaiting([])
}

const notify = (kind: Kind) => (title: string, notice?: Notice) => {
  clearControls()
  if (list) list.show(kind, title, notice)
  else setWaiting([...waiting, { kind, title, notice }])
}

export const toast = {
  error: notify('error'),
  success: notify('success'),
  warning: notify('warning'),
  info: notify('info'),
  dismiss: (id: string) => {
    if (list) list.dismiss(id)
    else setWaiting(waiting.filter(({ notice }) => notice?.id !== id))
  },
}

/** How far down a control counts as one at the top of the window. */
const TOP_PX = 200

/** Notices start below what must stay reachable at the top: menu, back, the close button of a panel. */
function clearControls() {
  let bottom = 0
  for (const control of document.querySelectorAll('[data-keep-clear]')) {
    const box = control.getBoundingClientRect()
    if (box.height > 0 && box.top < TOP_PX && box.bottom > bottom) bottom = box.bottom
  }
  document.documentElement.style.setProperty('--toast-top', `${Math.round(bottom) + 16}px`)
}

const NONE: Waiting[] = []

/** The notices that wait for the list. */
export const useWaitingNotices = (): Waiting[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting,
    () => NONE,
  )
