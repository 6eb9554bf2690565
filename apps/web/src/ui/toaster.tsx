import { type ReactNode, useEffect } from 'react'
import { Toaster as Sonner, toast as show } from 'sonner'

/**
 * Short notices. Loaded with the first screen, never later: without them a refused sign-in would say nothing.
 */
export function Toaster({ label, closeLabel }: { label: string; closeLabel: string }) {
  // sonner shows notices from its own effect on, which runs before this one.
  useEffect(() => {
    mounted = true
    for (const act of waiting.splice(0)) act()
    return () => {
      mounted = false
    }
  }, [])
  return (
    <Sonner
      position="top-center"
      offset={OFFSET}
      mobileOffset={OFFSET}
      duration={6000}
      containerAriaLabel={label}
      closeButton
      toastOptions={{
        closeButtonAriaLabel: closeLabel,
        classNames: { toast: 'toast', description: 'toast-description' },
      }}
    />
  )
}

/** Below the controls at the top (see clearControls). The stylesheet has the value before the first notice. */
const OFFSET = { top: 'var(--toast-top)', left: '1rem', right: '1rem' }

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

let mounted = false
/** Notices from before the toaster was mounted. */
const waiting: (() => void)[] = []

function whenMounted(act: () => void) {
  if (mounted) act()
  else waiting.push(act)
}

type Notice = { id?: string; description?: ReactNode; duration?: number; onDismiss?: () => void }
type Kind = 'error' | 'success' | 'warning' | 'info'

const notify = (kind: Kind) => (title: string, notice?: Notice) =>
  whenMounted(() => {
    clearControls()
    show[kind](title, notice)
  })

export const toast = {
  error: notify('error'),
  success: notify('success'),
  warning: notify('warning'),
  info: notify('info'),
  dismiss: (id: string) => whenMounted(() => void show.dismiss(id)),
}
